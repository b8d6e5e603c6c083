"""`croupier bench --strength`: play contests, show them as they stand, and write the table in the docs."""

from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Any, Final

from croupier.arena.bench.strength import PEEKING, Contest, Ledger, Tally, contests, is_done, play_on, seconds_left
from croupier.games import find_game
from croupier.ui.cli.interrupt import stop_on_interrupt
from croupier.ui.cli.output import err, out, percent, print_json, say, table
from croupier.ui.cli.progress import progress

LEDGER: Final = Path("runs/strength.json")
PAGE: Final = Path("docs/strength.md")
BEGIN, END = "<!-- table: croupier bench --strength -->", "<!-- end of table -->"
REPORT_BLOCKS: Final = 20
"""So many blocks are played between two lines about a contest."""
HEADER: Final = ("game", "bot", "against", "wins", "95 % interval", "target", "blocks", "ms a move")


def measure_strength(game: str, hours: float | None, quiet: bool, json: bool) -> None:
    """Play on until all is done or the time is over."""
    if game:
        find_game(game)
    ledger = Ledger(LEDGER)
    wanted = contests(game)
    deadline = None if hours is None else monotonic() + hours * 3600
    with (
        stop_on_interrupt() as flag,
        progress("strength", _blocks(ledger, wanted)[1], "blocks", quiet) as show,
    ):
        before = _blocks(ledger, wanted)[0]

        def report(contest: Contest, tally: Tally) -> None:
            played, total = _blocks(ledger, wanted)
            show(played - before, lambda: contest.key, total - before)
            if tally.record.blocks == 1 or tally.record.blocks % REPORT_BLOCKS == 0 or is_done(contest, tally):
                if not quiet:
                    err().print(_standing(ledger, wanted, contest, deadline), highlight=False, soft_wrap=True)
                _write_page(ledger)

        done = play_on(ledger, wanted, None if hours is None else hours * 3600, report, lambda: flag.is_set)
    _write_page(ledger)
    rows = _rows(ledger)
    if json:
        print_json({"done": done, "contests": [dict(zip(HEADER, row, strict=True)) for row in rows]})
        return
    out().print(table(HEADER, rows))
    if not done:
        left = sum(not is_done(contest, ledger.of(contest)) for contest in wanted)
        say(f"{left} contests need more blocks: the same command goes on with them ({LEDGER}).")


def _blocks(ledger: Ledger, wanted: Sequence[Contest]) -> tuple[int, int]:
    """How many were played, and how many it will be at most: some contests are decided before their end."""
    played = {contest.key: ledger.of(contest).record.blocks for contest in wanted}
    open_ = {contest.key: contest.blocks for contest in wanted if not is_done(contest, ledger.of(contest))}
    return sum(played.values()), sum(max(blocks, open_.get(key, 0)) for key, blocks in played.items())


def _standing(ledger: Ledger, wanted: list[Contest], contest: Contest, deadline: float | None) -> str:
    """One line: how this contest stands, and how long all of them will take."""
    tally = ledger.of(contest)
    low, high = tally.record.interval
    left = sum(seconds_left(each, ledger.of(each)) for each in wanted)
    time_left = f"about {_duration(left)} left"
    if deadline is not None and deadline - monotonic() < left:
        time_left += f", stops in {_duration(max(0.0, deadline - monotonic()))}"
    blocks = f"{tally.record.blocks} of {contest.blocks} blocks" + (" at most" if contest.sequential else "")
    wins = f"{percent(tally.record.win_rate)} ({low * 100:.1f} to {high * 100:.1f} %)"
    return f"{contest.key}: {wins}, {blocks}; {time_left}"


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    return f"{minutes // 60} h {minutes % 60} min" if minutes >= 60 else f"{minutes} min"


def _rows(ledger: Ledger) -> list[tuple[str, ...]]:
    return [_row(contest, ledger.of(contest)) for contest in contests() if ledger.of(contest).record.blocks]


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


def _write_page(ledger: Ledger) -> None:
    """Put the table between the two marks of the page, where there is one."""
    if not PAGE.exists():
        return
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    lines: list[Any] = [HEADER, ("---",) * len(HEADER), *_rows(ledger)]
    table = "\n".join("| " + " | ".join(line) + " |" for line in lines)
    PAGE.write_text(f"{before}{BEGIN}\n{table}\n{END}{after}", encoding="utf-8")
