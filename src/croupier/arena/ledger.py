"""Collects the matches of a run, bot by bot, and keeps of each match only what ratings need.

Matches may come in any order: what is read from it is sorted first, so the order changes no digit.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import floor, log10
from typing import Final

from croupier.arena.standings import WIN
from croupier.arena.statistics import ANSWERS
from croupier.arena.work import Played

Key = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Seating, teams and places: matches that agree in these are the same to a rating."""

BINS_PER_DECADE: Final = 4
FASTEST: Final = -7  # the decade of the first bin


class Tally:
    """The sums of one entrant."""

    def __init__(self) -> None:
        self.matches = self.parts = self.seats = self.faulty = 0
        self.score = self.seconds = 0.0
        self.places: dict[int, int] = {}
        self.faults: dict[str, int] = {}
        self.statistics: dict[str, float] = {}
        self.times: dict[int, int] = {}
        """Matches by the mean time per answer, in bins of a quarter of a decade."""

    @property
    def win_rate(self) -> float:
        return self.parts / (WIN * self.matches) if self.matches else 0.0

    @property
    def mean_score(self) -> float:
        return self.score / self.seats if self.seats else 0.0

    @property
    def time_per_answer(self) -> float | None:
        answers = self.statistics.get(ANSWERS, 0)
        return self.seconds / answers if answers and self.seconds else None


class Ledger:
    """Everything that reports, ratings and exports ask about a run."""

    def __init__(self, entrants: int, keep: bool = False) -> None:
        """With `keep` the matches themselves are kept as well."""
        self.endings: dict[str, int] = {}
        self.matches = self.moves = 0
        self.kept: list[Played] | None = [] if keep else None
        self.keys: dict[Key, int] = {}
        self.key_of = array("q")
        self.block_of = array("q")
        self.faulty = array("b")
        self._tallies = [Tally() for _ in range(entrants)]
        self._counted = 0

    @property
    def entrants(self) -> int:
        return len(self._tallies)

    def extend(self, matches: Iterable[Played]) -> "Ledger":
        for played in matches:
            self.add(played)
        return self

    def add(self, played: Played) -> None:
        self.matches += 1
        self.moves += played.moves
        self.endings[played.ending] = self.endings.get(played.ending, 0) + 1
        if self.kept is not None:
            self.kept.append(played)
        key = (played.seating, played.teams, played.places)
        self.key_of.append(self.keys.setdefault(key, len(self.keys)))
        self.block_of.append(played.block)
        self.faulty.append(1 if played.faults else 0)
        tallies = self._tallies
        for entrant, score in zip(played.seating, played.scores, strict=True):
            tallies[entrant].score += score
        if played.seconds or played.statistics:
            self._measure(played)
        if played.faults:
            for seat, kind in played.faults:
                faults = tallies[played.seating[seat]].faults
                faults[kind] = faults.get(kind, 0) + 1
            for entrant in {played.seating[seat] for seat, _ in played.faults}:
                tallies[entrant].faulty += 1

    def _measure(self, played: Played) -> None:
        for seat, entrant in enumerate(played.seating):
            tally = self._tallies[entrant]
            statistics: Mapping[str, int | float] = played.statistics[seat] if played.statistics else {}
            sums = tally.statistics
            for name, value in statistics.items():
                sums[name] = sums.get(name, 0.0) + value
            seconds = played.seconds[seat] if played.seconds else 0.0
            tally.seconds += seconds
            answers = statistics.get(ANSWERS, 0)
            if answers and seconds > 0:
                number = floor((log10(seconds / answers) - FASTEST) * BINS_PER_DECADE)
                tally.times[number] = tally.times.get(number, 0) + 1

    @property
    def tallies(self) -> list[Tally]:
        """Everybody's sums. What follows from the places is counted when it is asked for, key by key."""
        if self._counted < self.matches:
            counts = [0] * len(self.keys)
            for number in self.key_of[self._counted :]:
                counts[number] += 1
            self._counted = self.matches
            for key, count in zip(self.keys, counts, strict=True):
                if count:
                    self._place(key, count)
        return self._tallies

    def _place(self, key: Key, count: int) -> None:
        seating, teams, places = key
        winning = {team for team, place in zip(teams, places, strict=True) if place == 1}
        sides = {(entrant, team): place for entrant, team, place in zip(seating, teams, places, strict=True)}
        for entrant in seating:
            self._tallies[entrant].seats += count
        for entrant in set(seating):
            self._tallies[entrant].matches += count
        for (entrant, side), place in sides.items():
            tally = self._tallies[entrant]
            tally.places[place] = tally.places.get(place, 0) + count
            if side in winning:
                tally.parts += count * (WIN // len(winning))


def renamed(matches: Iterable[Played], number_of: Sequence[int]) -> Iterable[Played]:
    """The same matches with other numbers for the entrants: partners that count as one, runs that are put together."""
    import msgspec

    for played in matches:
        yield msgspec.structs.replace(played, seating=tuple(number_of[entrant] for entrant in played.seating))
