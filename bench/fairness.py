"""A/A runs: identical bots beside a stronger one must differ beyond their intervals in 5 % of pairs, at any table.

python bench/fairness.py [--runs 300] [--blocks 24] [--games kittens coup] [--rotations]

Every run seats copies of `random` and one `heuristic`, given in a random order. For every two copies it looks whether
the 95 % interval of the share in which one is ahead of the other leaves out 50 %. With --rotations neighbours never
change, as a check that this bench finds what it looks for.
"""

import argparse
import random
from collections.abc import Iterator
from itertools import combinations
from math import sqrt

from croupier.ai.registry import BUILT_IN
from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.schedule import Schedule
from croupier.arena.results.orderings import match_arrays
from croupier.arena.results.pairwise import pairwise
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.task import InProcess, RunSetup, chunks_of
from croupier.games import GAMES, find_game
from croupier.kernel.game import Game
from croupier.kernel.secret import secret_of
from croupier.players.spec import load_bots

SEATS = (2, 3, 4, 6)
STRONGER = "heuristic"


def lineup_of(game: Game, seats: int, chance: random.Random) -> list[str]:
    """Copies of `random` and one stronger bot in a random order; two copies where there is no third to sit between."""
    if len(set(game.teams(game.settings(), seats))) == 2:
        return ["random", "random"]
    bots = [STRONGER, *["random"] * (seats - 1)]
    chance.shuffle(bots)
    return bots


def play_run(game: Game, seats: int, blocks: int, number: int, rotations: bool = False) -> Iterator[bool]:
    """Play one run; for each two copies, whether they differ beyond their interval."""
    bots = lineup_of(game, seats, random.Random(f"{game.name} {seats} {number}"))
    settings = game.settings(game.fair_settings)
    setup = RunSetup(game, settings, load_bots(game, bots, BUILT_IN), sheets=False)
    orders = run_orders(game, settings, len(bots), seats)
    schedule = Schedule(secret_of(str(number)), blocks, orders[:1] if rotations else orders)
    totals = RatedTotals(len(bots), schedule.block_size).extend(InProcess(setup).play(chunks_of(schedule)))
    pairs = pairwise(match_arrays(totals))
    for one, two in combinations([place for place, bot in enumerate(bots) if bot != STRONGER], 2):
        yield not pairs.low[one, two] <= 0.5 <= pairs.high[one, two]


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--runs", type=int, default=300)
    options.add_argument("--blocks", type=int, default=24)
    options.add_argument("--games", nargs="*", default=list(GAMES))
    options.add_argument("--seats", nargs="*", type=int, default=SEATS)
    options.add_argument("--rotations", action="store_true")
    chosen = options.parse_args()
    print(f"{chosen.runs} runs of {chosen.blocks} blocks each; 95 % of the shares lie within the error")
    print(f"{'game':10}{'seats':>6}{'pairs':>8}{'beyond':>9}{'error':>9}")
    for name in chosen.games:
        game = find_game(name)
        for seats in chosen.seats:
            if seats in game.seats:
                runs = [
                    list(play_run(game, seats, chosen.blocks, number, chosen.rotations))
                    for number in range(chosen.runs)
                ]
                found = [differs for run in runs for differs in run]
                # Pairs of one run share its matches, so the error is that of runs.
                shares = [sum(run) / len(run) for run in runs]
                mean = sum(shares) / len(shares)
                error = 1.96 * sqrt(sum((share - mean) ** 2 for share in shares) / len(shares) / max(1, len(runs) - 1))
                print(f"{name:10}{seats:6}{len(found):8}{100 * mean:8.1f}%{100 * error:8.1f}%", flush=True)


if __name__ == "__main__":
    main()
