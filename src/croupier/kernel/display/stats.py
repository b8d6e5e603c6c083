"""What a game counts about its players in a match: sums that add, and the figures and remarks that follow from them.

Reports of one match and of many print the `Stats` of a game without knowing the game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Event, Result

Counts = Mapping[str, int]
"""Whole numbers by name, so that the order of adding does not matter."""
Formula = Callable[[Counts], str]
"""The cell of a table, from the sums of one player."""
Follow = Callable[[Iterable[Event], Result, list[dict[str, int]]], None]
"""Adds to the counts of each seat what depends on earlier events."""


class Counter:
    """How many events of some classes a seat has; without classes, a number that is counted otherwise."""

    def __init__(
        self, name: str, *events: type[Event], when: Callable[[Any], bool] | None = None, title: str = ""
    ) -> None:
        self.name = name
        self.title = title or name.replace("_", " ")
        """The name for people."""
        self.events = events
        self.when = when
        """Which of these events count; all if it is None."""


class Award(msgspec.Struct, frozen=True):
    """A remark about the player with the largest key, the first of equals. There is none if that key is all 0."""

    title: str
    key: Callable[[Counts], float | tuple[float, ...]]
    reason: Formula


def _no_course(events: Iterable[Event], names: Sequence[str]) -> Sequence[str]:
    return ()


class Stats(msgspec.Struct, frozen=True):
    """The statistics of one game."""

    count: Callable[[Iterable[Event], Result], Sequence[Counts]]
    """The sums of one finished match, seat by seat, from its events as the dealer knows them."""
    formulas: Mapping[str, Formula]
    """What a table shows of one player's sums, by the column's heading."""
    awards: tuple[Award, ...]
    course: Callable[[Iterable[Event], Sequence[str]], Sequence[str]] = _no_course
    """How one match went, in a few lines: its deals, its rounds, who went out when."""

    def figures(self, counts: Counts) -> dict[str, str]:
        """What a table shows of one player's sums: a column's heading and the cell."""
        return {heading: formula(counts) for heading, formula in self.formulas.items()}

    def remarks(self, names: Sequence[str], all_counts: Sequence[Counts]) -> list[str]:
        """Sentences about all players, given their names and sums."""
        found: list[str] = []
        for award in self.awards:
            keys = [key if isinstance(key, tuple) else (key,) for key in map(award.key, all_counts)]
            best = max(range(len(names)), key=keys.__getitem__)
            if any(keys[best]):
                found.append(f"{award.title}: {names[best]} ({award.reason(all_counts[best])})")
        return found


def counting(
    *counters: Counter, follow: Follow | None = None
) -> Callable[[Iterable[Event], Result], list[dict[str, int]]]:
    """A `Stats.count` for these counters and "games", which is 1; `follow` counts what no single event says."""
    zeros = {"games": 1} | {counter.name: 0 for counter in counters}
    by_kind: dict[type[Event], list[Counter]] = {}
    for counter in counters:
        for kind in counter.events:
            by_kind.setdefault(kind, []).append(counter)

    def count(events: Iterable[Event], result: Result) -> list[dict[str, int]]:
        seats = [dict(zeros) for _ in result.places]
        events = list(events)
        for event in events:
            for counter in by_kind.get(type(event), ()):
                if counter.when is None or counter.when(event):
                    seats[getattr(event, "seat")][counter.name] += 1  # noqa: B009 - counted events have a seat
        if follow is not None:
            follow(events, result, seats)
        return seats

    return count


def per_match(*counters: Counter) -> dict[str, Formula]:
    """A formula for each counter: its average over the matches."""
    return {f"{counter.title} per match": _average(counter.name) for counter in counters}


def _average(name: str) -> Formula:
    return lambda counts: f"{counts[name] / max(1, counts['games']):.2f}"


def percent(part: str, whole: str) -> Formula:
    """One sum as a percentage of another; "-" where that is 0."""
    return lambda counts: f"{counts[part] / counts[whole] * 100:.1f} %" if counts[whole] else "-"


MIN_TRIES: Final = 10
"""A rate over fewer tries than this wins no award, except in a single match."""


def success_rate(successes: float, counts: Counts, tries: str) -> float:
    """Successes per try, for the key of an award; 0 where there are too few tries to compare."""
    needed = 1 if counts.get("games", counts.get("games_played", 1)) <= 1 else MIN_TRIES
    return successes / counts[tries] if counts[tries] >= needed else 0.0


def most(name: str) -> Award:
    """An award for the largest average of a sum over the matches."""
    return Award(
        f"Most {name}", lambda counts: counts[name] / max(1, counts["games"]), lambda counts: str(counts[name])
    )
