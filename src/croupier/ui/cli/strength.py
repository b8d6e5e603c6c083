"""`croupier bench --strength`: play its tests, show them as they stand, and write the table in the docs."""

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

from croupier.arena.bench.strength import (
    PEEKING,
    StrengthFile,
    StrengthRecord,
    StrengthTest,
    is_done,
    play_tests,
    seconds_left,
    strength_tests,
)
from croupier.games import find_game
from croupier.ui.cli.interrupt import stop_on_interrupt
from croupier.ui.cli.output import err, out, percent, print_json, say, table
from croupier.ui.cli.progress import progress

RECORDS: Final = Path("runs/strength.json")
PAGE: Final = Path("docs/strength.md")
BEGIN, END = "<!-- table: croupier bench --strength -->", "<!-- end of table -->"
REPORT_EVERY_BLOCKS: Final = 20
"""Blocks between two lines about a test."""
HEADER: Final = ("game", "bot", "against", "wins", "95 % interval", "target", "blocks", "ms per move")


def measure_strength(game: str, hours: float | None, quiet: bool, json: bool) -> None:
    """Play on until all is done or the time is over."""
    if game:
        find_game(game)
    file = StrengthFile(RECORDS)
    wanted = strength_tests(game)
    deadline = None if hours is None else monotonic() + hours * 3600
    with stop_on_interrupt() as flag, progress("strength", _blocks(file, wanted)[1], "blocks", quiet) as show:
        before = _blocks(file, wanted)[0]

        def on_block(test: StrengthTest, record: StrengthRecord) -> None:
            played, total = _blocks(file, wanted)
            show(played - before, lambda: test.key, total - before)
            if record.totals.blocks == 1 or record.totals.blocks % REPORT_EVERY_BLOCKS == 0 or is_done(test, record):
                if not quiet:
                    err().print(_standing(file, wanted, test, deadline), highlight=False, soft_wrap=True)
                _write_page(file)

        done = play_tests(file, wanted, None if hours is None else hours * 3600, on_block, lambda: flag.is_set)
    _write_page(file)
    rows = _rows(file)
    if json:
        print_json({"done": done, "contests": [dict(zip(HEADER, row, strict=True)) for row in rows]})
        return
    out().print(table(HEADER, rows))
    if not done:
        left = sum(not is_done(test, file.of(test)) for test in wanted)
        say(f"{left} contests need more blocks. To continue, run the same command again ({RECORDS}).")


def _blocks(file: StrengthFile, wanted: Sequence[StrengthTest]) -> tuple[int, int]:
    """How many were played, and how many it will be at most: some contests are decided before their end."""
    played = {test.key: file.of(test).totals.blocks for test in wanted}
    open_ = {test.key: test.blocks for test in wanted if not is_done(test, file.of(test))}
    return sum(played.values()), sum(max(blocks, open_.get(key, 0)) for key, blocks in played.items())


def _standing(file: StrengthFile, wanted: list[StrengthTest], test: StrengthTest, deadline: float | None) -> str:
    """One line: how this test stands, and how long all of them will take."""
    record = file.of(test)
    low, high = record.totals.interval
    left = sum(seconds_left(each, file.of(each)) for each in wanted)
    time_left = f"about {_duration(left)} left"
    if deadline is not None and deadline - monotonic() < left:
        time_left += f", stops in {_duration(max(0.0, deadline - monotonic()))}"
    blocks = f"{record.totals.blocks} of {test.blocks} blocks" + (" at most" if test.sequential else "")
    wins = f"{percent(record.totals.win_rate)} ({low * 100:.1f} to {high * 100:.1f} %)"
    return f"{test.key}: {wins}, {blocks}; {time_left}"


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def _rows(file: StrengthFile) -> list[tuple[str, ...]]:
    return [_row(test, file.of(test)) for test in strength_tests() if file.of(test).totals.blocks]


def _row(test: StrengthTest, record: StrengthRecord) -> tuple[str, ...]:
    totals = record.totals
    low, high = totals.interval
    return (
        test.where,
        "peeking (not a bot)" if test.bot == PEEKING else test.bot,
        test.against + ("" if test.alone else ", evenly"),
        percent(totals.win_rate),
        f"{low * 100:.1f} to {high * 100:.1f} %",
        percent(test.target) if test.target else "",
        str(totals.blocks),
        f"{record.milliseconds:.1f}",
    )


def _merged(kept: str, rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows of the page with those that were played in their places, and the new ones behind them."""
    found = {row[:3]: row for row in (tuple(line.strip("| ").split(" | ")) for line in kept.strip().split("\n")[2:])}
    return list({**found, **{row[:3]: row for row in rows}}.values())


def _write_page(file: StrengthFile) -> None:
    """Put the table between the two marks of the page, where there is one; rows that were not played again stay."""
    if not PAGE.exists():
        return
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    kept, _, after = rest.partition(END)
    lines: list[Any] = [HEADER, ("---",) * len(HEADER), *_merged(kept, _rows(file))]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
