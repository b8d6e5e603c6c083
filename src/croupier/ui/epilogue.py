"""What is said when a match is over."""

from croupier.arena.analysis import Tally
from croupier.arena.standings import HARNESS, faults_in
from croupier.match.core import Match


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
    """The game's own figures, a line for each and a column for each player, and what they say in words."""
    names = match.table.names
    tally = Tally(match.game, len(names))
    tally.add(match, range(len(names)))
    rows = tally.figures()
    if not rows:
        return []
    stub = max(map(len, rows[0]))
    widths = [max(len(name), *(len(cell) for cell in row.values())) for name, row in zip(names, rows, strict=True)]
    lines = ["  ".join([" " * stub, *(name.rjust(width) for name, width in zip(names, widths, strict=True))])]
    for heading in rows[0]:
        cells = (row[heading].rjust(width) for row, width in zip(rows, widths, strict=True))
        lines.append("  ".join([heading.ljust(stub), *cells]))
    return [*lines, *tally.remarks(names)]
