"""The text printed when a match is over: places, scores, faults and the game's own figures."""

from collections.abc import Mapping, Sequence
from typing import Final

from croupier.arena.results.match_stats import count_match, faults_in, game_figures, game_remarks
from croupier.arena.results.totals import HARNESS
from croupier.kernel.decision import Result, Seat
from croupier.kernel.text import printable
from croupier.match.match import Match

MAX_COURSE_LINES: Final = 12
"""A longer course is shown without its middle."""
PER_MATCH: Final = " per match"


def result_lines(match: Match) -> list[str]:
    """The places, best first, each with its score and faults."""
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
    lines += [lost_news_text(match.table.names[seat], *lost) for seat, lost in sorted(match.lost_news.items())]
    return lines


def outcome_text(result: Result, names: Sequence[str], teams: Sequence[int], seat: Seat | None) -> str:
    """The result as a sentence to the person at `seat`, or to a spectator."""
    winners = result.winners
    if len(winners) == len(names):
        return f"A draw: {result.ending}."
    others = [names[each] for each in winners if each != seat]
    if seat is None or seat not in winners:
        won = f"{_listed(others)} won: {result.ending}."
        if seat is None:
            return won
        place = f" You finished in place {result.places[seat]} of {len(names)}." if len(set(teams)) > 2 else ""
        return f"You lost. {won}{place}"
    if not others:
        return f"You won: {result.ending}."
    if {teams[each] for each in winners} == {teams[seat]}:
        return f"You and {_listed(others)} won: {result.ending}."
    return f"You share the first place with {_listed(others)}: {result.ending}."


def headline(result: Result, seat: Seat) -> str:
    """The result for the person at `seat` in two or three words."""
    if len(result.winners) == len(result.places):
        return "A draw"
    return "You won" if seat in result.winners else "You lost"


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def lost_news_text(name: str, lost: int, reason: str) -> str:
    """The sentence about notifications that a bot did not get."""
    return f"{name} missed {lost} {'notification' if lost == 1 else 'notifications'}; first reason: {printable(reason)}"


def analysis_lines(match: Match) -> list[str]:
    """The game's own statistics: the course of the match, the figures of each player, remarks."""
    names = match.table.names
    analysis = match.game.stats
    if analysis is None:
        return []
    counts = count_match(match)
    figures, remarks = game_figures(match.game, counts), game_remarks(match.game, names, counts)
    parts = [_shortened(analysis.course(match.course(), names)), _table(names, figures), remarks]
    lines: list[str] = []
    for part in parts:
        lines += ["", *part] if part and lines else part
    return lines


def _shortened(course: Sequence[str]) -> list[str]:
    if len(course) <= MAX_COURSE_LINES:
        return list(course)
    half = MAX_COURSE_LINES // 2
    return [*course[:half], f"... {len(course) - 2 * half} more ...", *course[-half:]]


def _table(names: Sequence[str], figures: Sequence[Mapping[str, str]]) -> list[str]:
    """One line per figure and one column per player; figures that no player has are left out."""
    rows = [as_counts(row) for row in figures]
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


def as_counts(row: Mapping[str, str]) -> dict[str, str]:
    """Show means per match as counts, which they are in one match."""
    shown: dict[str, str] = {}
    for heading, cell in row.items():
        if heading.endswith(PER_MATCH):
            short = heading.removesuffix(PER_MATCH)
            shown[short if short not in row else f"{short}, times"] = cell.removesuffix(".00")
        else:
            shown[heading] = cell
    return shown
