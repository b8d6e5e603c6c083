"""Statistics of Cuttle: how the points were made, who scuttled, and whose one-offs were countered."""

from collections.abc import Iterable, Sequence
from typing import Final

from croupier.games.cuttle.events import Countered, PlayedOneOff, PlayedPermanent, PlayedPoints, Resolved, Scuttled
from croupier.kernel.decision import Event, Result
from croupier.kernel.display.stats import Counter, Counts, Stats, counting, most, per_match

_COUNTERS: Final = (
    Counter("points"),
    Counter("point_cards", PlayedPoints),
    Counter("scuttles", Scuttled),
    Counter("one_offs", PlayedOneOff, title="one-offs"),
    Counter("one_offs_countered", Resolved, when=lambda event: not event.works, title="one-offs countered"),
    Counter("counters", Countered),
    Counter("permanents", PlayedPermanent),
)


def _add_points(events: Iterable[Event], result: Result, seats: list[dict[str, int]]) -> None:
    for own, score in zip(seats, result.scores, strict=True):
        own["points"] = round(score)


def _worked(counts: Counts) -> str:
    played = counts["one_offs"]
    return f"{100 - counts['one_offs_countered'] / played * 100:.1f} %" if played else "-"


def _course(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Every card that was played for points, in a line for each player."""
    played: list[list[str]] = [[] for _ in names]
    for event in events:
        if isinstance(event, PlayedPoints):
            played[event.seat].append(event.card.symbol)
    return [
        f"{name} played for points: {' '.join(cards) or 'nothing'}" for name, cards in zip(names, played, strict=True)
    ]


STATS: Final = Stats(
    counting(*_COUNTERS, follow=_add_points),
    per_match(*_COUNTERS) | {"one-offs that worked": _worked},
    (most("scuttles"), most("counters")),
    _course,
)
