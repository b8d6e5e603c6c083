"""What is said when a match is over."""

from collections.abc import Mapping, Sequence
from typing import Final

from croupier.arena.analysis import Tally
from croupier.arena.standings import HARNESS, faults_in
from croupier.match.core import Match

COURSE: Final = 12
"""A longer course is told without its middle."""
PER_MATCH: Final = " per match"


def result_lines(match: Match) -> list[str]:
    """The places, best first; faults are told apart."""
    if not match.over:
        return [f"Stopped after {len(match.steps)} moves."]
    result = match.result()
    faults = faults_in(match)
    lines = [f"Result: {result.ending}"]
    for seat in sorted(range(match.table.seats), key=lambda seat: result.places[seat]):
        harness = sum(1 for at, kind in faults if at == seat and kind == HARNESS)
        count = sum(1 for at, _ in faults if at == seat) - harness
        note = f", {count} {'fault' if count == 1 else 'faults'}" if count else ""
        note += f", {harness} harness {'fault' if harness == 1 else 'faults'}" if harness else ""
        score = result.scores[seat]
        points = f"{score:g} {'point' if score == 1 else 'points'}"
        lines.append(f"  {result.places[seat]}. {match.table.names[seat]}, {points}{note}")
    return lines


def analysis_lines(match: Match) -> list[str]:
    """What the game's players care about: how it went, the figures of each player, and what they say in words."""
    names = match.table.names
    analysis = match.game.analysis
    if analysis is None:
        return []
    tally = Tally(match.game, len(names))
    tally.add(match, range(len(names)))
    parts = [_shortened(analysis.course(match.course(), names)), _table(names, tally.figures()), tally.remarks(names)]
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if part and lines else part
    return lines


def _shortened(course: Sequence[str]) -> list[str]:
    if len(course) <= COURSE:
        return list(course)
    half = COURSE // 2
    return [*course[:half], f"... {len(course) - 2 * half} more ...", *course[-half:]]


def _table(names: Sequence[str], figures: Sequence[Mapping[str, str]]) -> list[str]:
    """A line for each figure and a column for each player; what nobody has is left out."""
    rows = [_of_one(row) for row in figures]
    headings = [heading for heading in rows[0] if any(row[heading] != "-" for row in rows)] if rows else []
    if not headings:
        return []
    stub = max(map(len, headings))
    widths = [
        max(len(name), *(len(row[heading]) for heading in headings)) for name, row in zip(names, rows, strict=True)
    ]
    lines = ["  ".join([" " * stub, *(name.rjust(width) for name, width in zip(names, widths, strict=True))])]
    for heading in headings:
        cells = (row[heading].rjust(width) for row, width in zip(rows, widths, strict=True))
        lines.append("  ".join([heading.ljust(stub), *cells]))
    return lines


def _of_one(row: Mapping[str, str]) -> dict[str, str]:
    """In one match a mean is a count."""
    shown: dict[str, str] = {}
    for heading, cell in row.items():
        if heading.endswith(PER_MATCH):
            short = heading.removesuffix(PER_MATCH)
            shown[short if short not in row else f"{short}, times"] = cell.removesuffix(".00")
        else:
            shown[heading] = cell
    return shown
