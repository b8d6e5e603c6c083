"""Ratings on the terminal: the table with intervals, and who beats whom."""

from collections.abc import Sequence

from rich import box
from rich.table import Table
from rich.text import Text

from croupier.arena.summary import Summary
from croupier.ui.cli.console import out, percent

MOST_IN_MATRIX = 12


def rating_table(summary: Summary, title: str, extra: Sequence[tuple[str, Sequence[str]]] = ()) -> Table:
    """Best first. `extra` are further columns: a heading, and a cell for every entry."""
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title=title, title_justify="left")
    table.add_column("", justify="right")
    table.add_column("bot", overflow="fold")
    for heading in ("Elo", "95 % interval", "P(best)", "matches", "win rate", "95 % interval"):
        table.add_column(heading, justify="right")
    for heading, _ in extra:
        table.add_column(heading, justify="right")
    for kind in summary.fault_kinds:
        table.add_column(kind, justify="right")
    if summary.fault_kinds:
        table.add_column("Elo without faults", justify="right")
    for place, number in enumerate(summary.ranking(), 1):
        row = summary.rows[number]
        cells = [f"{row.elo:.0f}", f"{row.elo_low:.0f} to {row.elo_high:.0f}", percent(row.best), str(row.matches)]
        cells += [percent(row.win_rate), f"{row.low * 100:.1f} to {percent(row.high)}"]
        cells += [column[number] for _, column in extra]
        cells += [str(row.faults.get(kind, 0)) for kind in summary.fault_kinds]
        if summary.fault_kinds:
            cells.append("-" if row.elo_without_faults is None else f"{row.elo_without_faults:.0f}")
        table.add_row(str(place), Text(row.name), *cells)
    return table


def print_matrix(summary: Summary) -> None:
    """How often the bot of the row was ahead of the bot of the column, in percent, with half the interval."""
    order = summary.ranking()
    if not 2 < len(order) <= MOST_IN_MATRIX:
        return
    table = Table(box=box.SIMPLE_HEAD, header_style="bold", title="Ahead of, in %", title_justify="left")
    table.add_column("")
    for number in order:
        table.add_column(Text(summary.rows[number].name), justify="right", overflow="fold")
    for a in order:
        cells = [_cell(summary, a, b) for b in order]
        table.add_row(Text(summary.rows[a].name), *cells)
    out().print(table)


def _cell(summary: Summary, a: int, b: int) -> str:
    pair = summary.pairs[a][b]
    if a == b or not pair.meetings:
        return "-"
    return f"{pair.share * 100:.0f} ({pair.low * 100:.0f}-{pair.high * 100:.0f})"
