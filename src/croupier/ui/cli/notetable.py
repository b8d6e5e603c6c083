"""The numbers that bots put into their notes, on the terminal: a row for each, a column for each bot that has any."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rich import box
from rich.table import Table
from rich.text import Text

from croupier.arena.summary import Summary
from croupier.ui.cli.console import out, say

MOST_ROWS: Final = 20


def print_notes(names: Sequence[str], notes: Sequence[Mapping[str, float]]) -> None:
    """Nothing if no bot has any."""
    authors = [number for number, own in enumerate(notes) if own]
    rows = sorted({name for own in notes for name in own})
    if not rows:
        return
    say("Numbers in the bots' notes, the mean over their decisions:")
    table = Table(box=box.SIMPLE_HEAD, header_style="bold")
    table.add_column("", overflow="fold")
    for number in authors:
        table.add_column(Text(names[number]), justify="right", overflow="fold")
    for name in rows[:MOST_ROWS]:
        table.add_row(Text(name), *(f"{notes[a][name]:.4g}" if name in notes[a] else "-" for a in authors))
    out().print(table)
    if len(rows) > MOST_ROWS:
        say(f"... and {len(rows) - MOST_ROWS} more; --json and --report have them all.")


def notes_document(notes: Sequence[Mapping[str, float]]) -> dict[str, Any]:
    """The same for programs, bot by bot."""
    if not any(notes):
        return {}
    return {"notes": [{name: round(value, 6) for name, value in own.items()} for own in notes]}


def print_noted(summary: Summary) -> None:
    """The same from a summary, the best bot first."""
    ranked = [summary.rows[number] for number in summary.ranking()]
    print_notes([row.name for row in ranked], [row.notes for row in ranked])
