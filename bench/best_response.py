"""How much can be won from each built-in bot: a policy is trained only to beat it, and plays it on fresh deals.

    python bench/best_response.py GAME [BOT ...] [--minutes 10] [--seats 2] [--folder FOLDER]

A policy that is trained for minutes finds a lower bound: a longer training may find more. Bots with a memory cannot be
trained against. Policies stay in FOLDER, and those that are there already are not trained again.
"""

import argparse
from math import sqrt
from pathlib import Path

from croupier.ai.registry import built_in_for
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.rl.train.trainer import Trainer, checkpoint_of, train

MATCHES = 1000
NORMAL_95 = 1.96
SEARCHING = ("expert:iterations=32", "ismcts:iterations=200")
"""Searches are faced with few iterations: a training asks them some hundred thousand times."""


def main() -> None:
    parser = argparse.ArgumentParser(description="Train best responses to bots.")
    parser.add_argument("game")
    parser.add_argument("bots", nargs="*", metavar="BOT")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seats", type=int)
    parser.add_argument("--folder", type=Path, default=Path("best-responses"))
    asked = parser.parse_args()
    game = find_game(asked.game)
    seats = asked.seats or min(game.seats)
    asked.folder.mkdir(parents=True, exist_ok=True)
    searching = [spec for spec in SEARCHING if spec.partition(":")[0] in built_in_for(game)]
    simple = [name for name in built_in_for(game) if name not in ("ismcts", "mcts", "expert", "insane")]
    print(f"{game.name}, {seats} seats, {asked.minutes:g} minutes each: wins of the best response")
    for spec in asked.bots or [*simple, *searching]:
        out = asked.folder / f"{game.name}-{seats}-{spec.replace(':', '-').replace('=', '-')}.policy"
        try:
            trainer = Trainer(game, [(game.settings(), seats)], 60 * asked.minutes, against=spec)
        except UsageError as error:
            print(f"  {spec:28} {error}")
            continue
        if checkpoint_of(out).is_file():
            trainer.load_checkpoint(checkpoint_of(out))
        if trainer.part < 1:
            train(trainer, out, report_seconds=1e9)
        ((won,),) = (shares.values() for shares in trainer.gauntlet(MATCHES).values())
        reach = NORMAL_95 * sqrt(won * (1 - won) / MATCHES)
        print(f"  {spec:28} {won:6.1%} (± {100 * reach:.1f}), {trainer.decisions:,} decisions", flush=True)


if __name__ == "__main__":
    main()
