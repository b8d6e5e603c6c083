"""How fast puzzles are found, and how long an exam takes.

    python bench/puzzles.py [GAME ...] [--seconds 60]

Mining is measured in processor time, with full searches, as if no puzzle of the game were known yet. An exam asks 300
shipped puzzles, or all if there are fewer, to the starter bot of the game: first in this process, then sandboxed.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time

from croupier.arena.run.setup import make_entrants
from croupier.games import GAMES, find_game
from croupier.kernel.game import Game
from croupier.players.sandbox.isolation import Isolation
from croupier.players.starters import LANGUAGES, starter
from croupier.puzzles.choose import puzzles_of
from croupier.puzzles.exam import sit_exam
from croupier.puzzles.mine import Mine, fresh_decisions

WANTED = 300
"""Puzzles of an exam, and those that quotas of a mine are parts of."""
PER_MINUTE, IN_PROCESS, SANDBOXED = 20, 2.0, 5.0
"""Goals: puzzles in a minute, seconds of an exam."""


def mine(game: Game, seconds: float) -> str:
    found = Mine(game, WANTED, seed="bench")
    began = process_time()
    for _ in found.dig(fresh_decisions(game, "bench")):
        if process_time() - began >= seconds:
            break
    spent = process_time() - began
    rate = 60 * len(found.new) / spent
    return (
        f"{rate:.0f} puzzles in a minute of one core (goal {PER_MINUTE}): {len(found.new)} among "
        f"{found.searched:,} decisions, {found.examined} of them searched in full"
    )


def examine(game: Game, folder: Path) -> str:
    path = folder / f"{game.name}_bot.py"
    path.write_text(starter(game, LANGUAGES["python"], path), encoding="utf-8")
    puzzles = puzzles_of(game.name)[:WANTED]
    taken: list[float] = []
    for trust in (True, False):
        (entrant,) = make_entrants(game, [str(path)], Isolation(trust, not trust))
        began = perf_counter()
        sit_exam(entrant, puzzles)
        taken.append(perf_counter() - began)
    return (
        f"{len(puzzles)} puzzles in {taken[0]:.2f} s in this process (goal {IN_PROCESS:.0f}), "
        f"{taken[1]:.2f} s sandboxed (goal {SANDBOXED:.0f})"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=60.0, help="of mining in each game")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        for name in asked.games or GAMES:
            game = find_game(name)
            print(f"{game.title}, mining: {mine(game, asked.seconds)}", flush=True)
            print(f"{game.title}, exam: {examine(game, Path(folder))}", flush=True)


if __name__ == "__main__":
    main()
