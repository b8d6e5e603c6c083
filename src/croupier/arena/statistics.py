"""What a match tells about its seats besides places: what the game counts, how long they thought, their own numbers.

Everything is a sum by name, so that matches add. A bot's own numbers come from its notes: `depth=7` in a note becomes
the column `depth` of the reports, with the mean over its decisions.
"""

import re
from collections.abc import Mapping
from typing import Final

from croupier.match.core import Match

ANSWERS: Final = "answers"
"""How many questions a seat answered."""
NOTED: Final = "note:"
TIMES: Final = "note#"
"""Before the name of a number from notes: its sum, and how often it came."""

_NUMBER: Final = re.compile(
    r"([A-Za-z_][\w.-]{0,39})[\"']?\s*[=:]\s*([-+]?\d{1,15}(?:\.\d{1,15})?(?:[eE][-+]?\d{1,2})?)\b"
)
_MOST_NUMBERS: Final = 20


def statistics_of(match: Match) -> tuple[Mapping[str, float], ...]:
    """The sums of a finished match, seat by seat."""
    sums: list[dict[str, float]] = [{ANSWERS: 0.0} for _ in range(match.table.seats)]
    for step in match.steps:
        own = sums[step.seat]
        own[ANSWERS] += 1
        if step.note:
            for name, number in numbers_in(step.note).items():
                own[NOTED + name] = own.get(NOTED + name, 0.0) + number
                own[TIMES + name] = own.get(TIMES + name, 0.0) + 1
    analysis = match.game.analysis
    if analysis is not None:
        for own, counts in zip(sums, analysis.count(match.course(), match.result()), strict=True):
            own.update(counts)
    return tuple(sums)


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
        if name in found or len(found) < _MOST_NUMBERS:
            found[name] = float(number)
    return found


def noted(sums: Mapping[str, float]) -> dict[str, float]:
    """The means of a bot's own numbers, by name."""
    names = [name.removeprefix(NOTED) for name in sums if name.startswith(NOTED)]
    return {name: sums[NOTED + name] / sums[TIMES + name] for name in sorted(names)}


def game_counts(sums: Mapping[str, float]) -> dict[str, int]:
    """What the game itself counts."""
    return {
        name: round(value)
        for name, value in sums.items()
        if name != ANSWERS and not name.startswith(("note:", "note#"))
    }
