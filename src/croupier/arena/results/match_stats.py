"""Statistics of a match by seat besides places: counts of the game, thinking time, numbers from the bots' notes.

Everything is a sum by name, so that matches add. A bot's own numbers come from its notes: `depth=7` in a note becomes
the column `depth` of the reports, with the mean over its decisions.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from croupier.kernel.display.stats import Counts
from croupier.kernel.game import Game
from croupier.match.match import Match

ANSWERS: Final = "answers"
"""How many questions a seat answered."""
NOTE_SUM: Final = "note:"
NOTE_COUNT: Final = "note#"
"""Before the name of a number from notes: its sum, and how often it came."""

_NUMBER: Final = re.compile(
    r"([A-Za-z_][\w.-]{0,39})[\"']?\s*[=:]\s*([-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?)\b"
)
MAX_NOTE_NUMBERS: Final = 20


def statistics_of(match: Match) -> tuple[Mapping[str, float], ...]:
    """The sums of a finished match, seat by seat."""
    sums: list[dict[str, float]] = [{ANSWERS: 0.0} for _ in range(match.table.seats)]
    for step in match.steps:
        own = sums[step.seat]
        own[ANSWERS] += 1
        if step.note:
            for name, number in numbers_in(step.note).items():
                own[NOTE_SUM + name] = own.get(NOTE_SUM + name, 0.0) + number
                own[NOTE_COUNT + name] = own.get(NOTE_COUNT + name, 0.0) + 1
    for own, counts in zip(sums, count_match(match), strict=False):
        own.update(counts)
    return tuple(sums)


def count_match(match: Match) -> tuple[Counts, ...]:
    """What the game counts about each seat of a finished match; empty for a game that counts nothing."""
    analysis = match.game.stats
    return () if analysis is None else tuple(analysis.count(match.course(), match.result()))


def game_figures(game: Game, counts: Sequence[Counts]) -> list[dict[str, str]]:
    """What the game shows of each player's counts: headings and cells. Empty if it counts nothing."""
    if game.stats is None or not counts or not all(counts):
        return []
    return [dict(game.stats.figures(own)) for own in counts]


def game_remarks(game: Game, names: Sequence[str], counts: Sequence[Counts]) -> list[str]:
    """The game's sentences about all players. Empty if it counts nothing."""
    if game.stats is None or not counts or not all(counts):
        return []
    return list(game.stats.remarks(names, counts))


def faults_in(match: Match) -> tuple[tuple[int, str], ...]:
    """Seat and kind of every fault. An answer that was refused and then put right is none."""
    punished = (step for step in match.steps if step.ruling and step.faults)
    return tuple((step.seat, step.faults[-1].partition(":")[0]) for step in punished)


def complaints_in(match: Match) -> tuple[tuple[int, str, str], ...]:
    """The first fault of each seat that had one: seat, what went wrong, what its process had printed by then."""
    first: dict[int, tuple[int, str, str]] = {}
    for step in match.steps:
        if step.ruling and step.faults:
            first.setdefault(step.seat, (step.seat, step.faults[-1], step.printed))
    return tuple(first.values())


def seconds_of(match: Match) -> tuple[float, ...]:
    """How long each seat thought in all."""
    sums = [0.0] * match.table.seats
    for step in match.steps:
        sums[step.seat] += step.seconds
    return tuple(round(each, 6) for each in sums)


def numbers_in(note: str) -> dict[str, float]:
    """The numbers of a note by name: `depth=7, value: 0.4` or JSON; of a name that comes twice the last."""
    found: dict[str, float] = {}
    for name, number in _NUMBER.findall(note):
        if name in found or len(found) < MAX_NOTE_NUMBERS:
            found[name] = float(number)
    return found


def note_means(sums: Mapping[str, float]) -> dict[str, float]:
    """The means of a bot's own numbers, by name."""
    names = [name.removeprefix(NOTE_SUM) for name in sums if name.startswith(NOTE_SUM)]
    return {name: sums[NOTE_SUM + name] / sums[NOTE_COUNT + name] for name in sorted(names)}


def game_counts(sums: Mapping[str, float]) -> dict[str, int]:
    """What the game itself counts."""
    return {
        name: round(value)
        for name, value in sums.items()
        if name != ANSWERS and not name.startswith(("note:", "note#"))
    }
