"""Post-game analysis: how the points were made, who scuttled, and whose one-offs were countered."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from croupier.games.cuttle.events import Countered, PlayedOneOff, PlayedPermanent, PlayedPoints, Resolved, Scuttled
from croupier.kernel.analysis import Analysis, Counts
from croupier.kernel.decision import Event, Result

_NAMES: Final = (
    "games",
    "points",
    "point_cards",
    "scuttles",
    "one_offs",
    "one_offs_countered",
    "counters",
    "permanents",
)
_PLAYS: Final[Mapping[type[Event], str]] = {
    PlayedPoints: "point_cards",
    Scuttled: "scuttles",
    PlayedOneOff: "one_offs",
    Countered: "counters",
    PlayedPermanent: "permanents",
}


def _count(events: Iterable[Event], result: Result) -> list[Counts]:
    seats = [dict.fromkeys(_NAMES, 0) | {"games": 1, "points": round(score)} for score in result.scores]
    for event in events:
        name = _PLAYS.get(type(event))
        if name is not None:
            seats[getattr(event, "seat")][name] += 1  # noqa: B009 - every class of the table has it
        elif type(event) is Resolved and not event.works:
            seats[event.seat]["one_offs_countered"] += 1
    return list(seats)


def _figures(counts: Counts) -> Mapping[str, str]:
    games = max(1, counts["games"])
    shown = {f"{name.replace('_', ' ')} per match": f"{counts[name] / games:.2f}" for name in _NAMES[1:]}
    played = counts["one_offs"]
    shown["one-offs that worked"] = f"{100 - counts['one_offs_countered'] / played * 100:.1f} %" if played else "-"
    return shown


def _remarks(names: Sequence[str], all_counts: Sequence[Counts]) -> list[str]:
    """Who scuttled and who countered most, if anybody did."""
    found: list[str] = []
    for name, title in (("scuttles", "Most scuttles"), ("counters", "Most counters")):
        best = max(range(len(names)), key=lambda seat: all_counts[seat][name] / max(1, all_counts[seat]["games"]))
        if all_counts[best][name]:
            found.append(f"{title}: {names[best]} ({all_counts[best][name]})")
    return found


def _course(events: Iterable[Event], names: Sequence[str]) -> list[str]:
    """Every card that was played for points, in a line for each player."""
    played: list[list[str]] = [[] for _ in names]
    for event in events:
        if isinstance(event, PlayedPoints):
            played[event.seat].append(str(event.card))
    return [
        f"{name} played for points: {' '.join(cards) or 'nothing'}" for name, cards in zip(names, played, strict=True)
    ]


ANALYSIS: Final = Analysis(_count, _figures, _remarks, _course)
