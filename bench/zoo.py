"""Is there any style that beats a bot? Plays it against every opponent of the zoo, on deal blocks with shared seats.

    python bench/zoo.py GAME [--bot expert] [--seats N] [--blocks 200] [--minutes M] [--only TEXT] [--kept FILE]

Rows are played in turns, a block at a time. A row stops as soon as the interval of the opponent's wins leaves 50 %, and
FAILS if the opponent is above. Intervals are not corrected for looking after every block, so a row that stops early
says less than a long one. `--kept` is a JSON file that is continued.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path
from time import monotonic

from croupier.arena.bench.strength import StrengthFile, StrengthTest, is_done, play_block
from croupier.arena.bench.zoo import zoo
from croupier.games import find_game


def main() -> None:
    parser = argparse.ArgumentParser(description="Play a bot against every style of a game.")
    parser.add_argument("game")
    parser.add_argument("--bot", default="expert")
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--mode", default="", help="of Bluff")
    parser.add_argument("--blocks", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--only", default="", help="opponents whose name contains this")
    parser.add_argument("--kept", type=Path, default=Path("zoo.json"))
    asked = parser.parse_args()
    file = StrengthFile(asked.kept)
    names = [name for name in zoo(find_game(asked.game)) if asked.only in name]
    tests = [
        StrengthTest(asked.game, name, asked.bot, 0.0, asked.blocks, False, True, asked.seats, asked.mode)
        for name in names
    ]
    _play_in_turns(file, tests, monotonic() + 60 * asked.minutes)
    counts = dict.fromkeys(("below", "open", "FAILED"), 0)
    for test in tests:
        totals = file.of(test).totals
        low, high = totals.interval
        verdict = "FAILED" if low > 0.5 else "below" if high < 0.5 else "open"
        counts[verdict] += 1
        print(f"{test.bot:48} {totals.win_rate:6.1%} ({low:.1%} to {high:.1%}), {totals.blocks} blocks: {verdict}")
    print(
        f"{asked.game}, {asked.bot}: {len(tests)} opponents; {counts['below']} are below 50 %, "
        f"{counts['open']} undecided, {counts['FAILED']} above"
    )


def _play_in_turns(file: StrengthFile, tests: Sequence[StrengthTest], deadline: float) -> None:
    """One block of each open row after the other, so that close rows take no time from clear ones."""
    while open_tests := [test for test in tests if not is_done(test, file.of(test))]:
        for test in open_tests:
            if monotonic() >= deadline:
                return
            record = file.of(test)
            play_block(test, record, record.totals.blocks)
            file.save()


if __name__ == "__main__":
    main()
