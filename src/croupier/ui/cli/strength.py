"""`croupier bench --strength`: play contests, show them as they stand, and write the table in the docs."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from rich import box
from rich.table import Table
from rich.text import Text

from croupier.arena.strength import PEEKING, Contest, Ledger, Tally, contests, is_done, play_on
from croupier.games import find_game
from croupier.ui.cli.console import out, percent, print_json, say
from croupier.ui.cli.progress import progress

LEDGER: Final = Path("runs/strength.json")
PAGE: Final = Path("docs/strength.md")
BEGIN, END = "<!-- table: croupier bench --strength -->", "<!-- end of table -->"
HEADER: Final = ("game", "bot", "against", "wins", "95 % interval", "target", "blocks", "ms a move")


def measure_strength(game: str, hours: float | None, quiet: bool, json: bool) -> None:
    """Play on until all is done or the time is over."""
    if game:
        find_game(game)
    ledger = Ledger(LEDGER)
    wanted = contests(game)
    with progress("strength", _blocks(ledger, wanted)[1], "blocks", quiet) as tell:
        before = _blocks(ledger, wanted)[0]

        def told(contest: Contest, tally: Tally) -> None:
            played, total = _blocks(ledger, wanted)
            remark = f"{contest.key}: {percent(tally.record.win_rate)} of {tally.record.blocks}"
            tell(played - before, lambda: remark, total - before)

        done = play_on(ledger, wanted, None if hours is None else hours * 3600, told)
    begun = [contest for contest in contests() if ledger.of(contest).record.blocks]
    rows = [_row(contest, ledger.of(contest)) for contest in begun]
    if PAGE.exists():
        _write_page(rows)
    if json:
        print_json({"done": done, "contests": [dict(zip(HEADER, row, strict=True)) for row in rows]})
        return
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    for column in HEADER:
        table.add_column(column)
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    out().print(table)
    if not done:
        left = sum(not is_done(contest, ledger.of(contest)) for contest in wanted)
        say(f"{left} contests need more blocks: the same command goes on with them ({LEDGER}).")


def _blocks(ledger: Ledger, wanted: Sequence[Contest]) -> tuple[int, int]:
    """How many were played, and how many it will be at most: some contests are decided before their end."""
    played = {contest.key: ledger.of(contest).record.blocks for contest in wanted}
    open_ = {contest.key: contest.blocks for contest in wanted if not is_done(contest, ledger.of(contest))}
    return sum(played.values()), sum(max(blocks, open_.get(key, 0)) for key, blocks in played.items())


def _row(contest: Contest, tally: Tally) -> tuple[str, ...]:
    record = tally.record
    low, high = record.interval
    return (
        contest.game,
        "peeking (not a bot)" if contest.bot == PEEKING else contest.bot,
        contest.against + ("" if contest.alone else ", evenly"),
        percent(record.win_rate),
        f"{low * 100:.1f} to {high * 100:.1f} %",
        percent(contest.target) if contest.target else "",
        str(record.blocks),
        f"{tally.milliseconds:.1f}",
    )


def _write_page(rows: list[tuple[str, ...]]) -> None:
    """Put the table between the two marks of the page."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    lines: list[Any] = [HEADER, ("---",) * len(HEADER), *rows]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
