"""What came of the matches, bot by bot: sums that add, so that parts of a run make up the whole.

Wins are counted in whole parts of a win, and so are their squares and products per block: the order in which standings
are added cannot change a digit.
"""

from collections.abc import Mapping, Sequence
from math import isclose, sqrt
from typing import Final, TypeVar

import msgspec

from croupier.kernel.decision import Result
from croupier.match.core import Match

WIN: Final = 720720
"""One win in parts; it can be shared by any number of sides up to 16."""
Z95: Final = 1.959963984540054

HARNESS: Final = "Harness"
"""The kind of fault that is not a player's own: see `croupier.kernel.errors.Harness`."""

K = TypeVar("K", int, str)


class Record(msgspec.Struct, frozen=True):
    """One entrant's sums."""

    matches: int = 0
    parts: int = 0
    """Wins, in parts of WIN."""
    blocks: int = 0
    squares: int = 0
    """Over blocks: parts x parts, parts x matches, matches x matches."""
    products: int = 0
    sizes: int = 0
    places: Mapping[int, int] = {}
    """How often it came first, second, ...; an entrant on several sides of one match has several places."""
    score: float = 0.0
    seats: int = 0
    """How many seats it played; with `score` this gives the mean."""
    faults: Mapping[str, int] = {}
    match_squares: int = 0
    """Over matches: parts x parts."""

    def __add__(self, other: "Record") -> "Record":
        return Record(
            self.matches + other.matches,
            self.parts + other.parts,
            self.blocks + other.blocks,
            self.squares + other.squares,
            self.products + other.products,
            self.sizes + other.sizes,
            _summed(self.places, other.places),
            self.score + other.score,
            self.seats + other.seats,
            _summed(self.faults, other.faults),
            self.match_squares + other.match_squares,
        )

    @property
    def harness(self) -> int:
        """How often something between the match and the player failed."""
        return self.faults.get(HARNESS, 0)

    @property
    def play_faults(self) -> dict[str, int]:
        """Its own faults."""
        return {kind: count for kind, count in self.faults.items() if kind != HARNESS}

    @property
    def wins(self) -> float:
        return self.parts / WIN

    @property
    def win_rate(self) -> float:
        return self.parts / (WIN * self.matches) if self.matches else 0.0

    @property
    def mean_score(self) -> float:
        return self.score / self.seats if self.seats else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """95 % for the win rate: Wilson's, with the number of matches that the blocks are really worth."""
        if self.blocks == 0:
            return 0.0, 1.0
        return wilson(self.win_rate, self._worth())

    def _worth(self) -> float:
        """How many independent matches would tell as much.

        Matches of a block share their deal. The variance between blocks says how much that helps or hurts; it is
        estimated as if one more block had varied like independent matches, so that few blocks never look certain.
        """
        if self.parts in (0, WIN * self.matches):
            return float(self.blocks)
        p = self.win_rate
        usual = self.matches / self.blocks * p * (1 - p)
        effect = (self._spread() / usual + 1) / self.blocks
        return self.matches / effect

    def _spread(self) -> float:
        """Of the blocks' wins around their share at the common rate, squared."""
        # Times matches squared it is an integer.
        parts, matches = self.parts, self.matches
        spread = matches**2 * self.squares - 2 * parts * matches * self.products + parts**2 * self.sizes
        return spread / (matches * WIN) ** 2

    @property
    def variances(self) -> tuple[float, float]:
        """Per match: that of a single one, and what the blocks leave of it. Both 0 where there are too few."""
        if self.blocks < 2:
            return 0.0, 0.0
        single = self.match_squares / (self.matches * WIN**2) - self.win_rate**2
        return single, self._spread() / (self.blocks - 1) * self.blocks / self.matches


class Standings(msgspec.Struct, frozen=True):
    """The records of all entrants, in the order in which they were entered."""

    records: tuple[Record, ...]
    matches: int = 0
    endings: Mapping[str, int] = {}

    def __add__(self, other: "Standings") -> "Standings":
        records = tuple(a + b for a, b in zip(self.records, other.records, strict=True))
        return Standings(records, self.matches + other.matches, _summed(self.endings, other.endings))

    @property
    def saving(self) -> float | None:
        """How many times as many matches it would have taken without blocks; None if that cannot be said."""
        variances = [record.variances for record in self.records]
        paired = sum(left for _, left in variances)
        return sum(single for single, _ in variances) / paired if paired > 1e-12 else None

    def ranking(self) -> list[int]:
        """The entrants' numbers, best first; equal ones in the order in which they were entered."""
        order = range(len(self.records))
        return sorted(order, key=lambda number: (-self.records[number].win_rate, -self.records[number].mean_score))


class Outcome(msgspec.Struct, frozen=True):
    """What the standings need of one match."""

    seating: tuple[int, ...]
    teams: tuple[int, ...]
    result: Result
    faults: tuple[tuple[int, str], ...]
    """Seat and kind."""


def outcome_of(match: Match, seating: tuple[int, ...], teams: tuple[int, ...]) -> Outcome:
    """A finished match in short."""
    return Outcome(seating, teams, match.result(), faults_in(match))


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


def standings_of_block(entrants: int, outcomes: Sequence[Outcome]) -> Standings:
    """The matches of one block, or of as much of it as was played."""
    endings: dict[str, int] = {}
    for outcome in outcomes:
        endings[outcome.result.ending] = endings.get(outcome.result.ending, 0) + 1
    records = tuple(_record(number, outcomes) for number in range(entrants))
    return Standings(records, len(outcomes), endings)


def no_standings(entrants: int) -> Standings:
    return Standings((Record(),) * entrants)


def _record(entrant: int, outcomes: Sequence[Outcome]) -> Record:
    played = parts = seats = match_squares = 0
    score = 0.0
    places: dict[int, int] = {}
    faults: dict[str, int] = {}
    for outcome in outcomes:
        own = [seat for seat, sitting in enumerate(outcome.seating) if sitting == entrant]
        if not own:
            continue
        played += 1
        seats += len(own)
        result, teams = outcome.result, outcome.teams
        winning = {teams[seat] for seat in result.winners}
        sides = {teams[seat]: result.places[seat] for seat in own}
        won = 0
        for side, place in sides.items():
            places[place] = places.get(place, 0) + 1
            if side in winning:
                won += WIN // len(winning)
        parts += won
        match_squares += won * won
        score += sum(result.scores[seat] for seat in own)
        for seat, kind in outcome.faults:
            if seat in own:
                faults[kind] = faults.get(kind, 0) + 1
    if not played:
        return Record()
    squares = (parts**2, parts * played, played**2)
    return Record(played, parts, 1, *squares, places, score, seats, faults, match_squares)


def wilson(p: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a rate p seen in n trials."""
    centre = p + z * z / (2 * n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low, high = (centre - reach) / scale, (centre + reach) / scale
    # At the ends the formula gives 0 and 1 but for rounding.
    return (0.0 if isclose(p, 0) else max(0.0, low)), (1.0 if isclose(p, 1) else min(1.0, high))


def _summed(a: Mapping[K, int], b: Mapping[K, int]) -> dict[K, int]:
    return {key: a.get(key, 0) + b.get(key, 0) for key in sorted({*a, *b})}
