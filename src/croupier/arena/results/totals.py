"""The results of many matches, added up entrant by entrant in any order.

`Totals` takes matches as they end, and gives `Standings` at any time: a value with a `Record` for each entrant.
`RatedTotals` also keeps of each match what ratings need. Neither keeps the matches themselves.
"""

from array import array
from collections.abc import Iterable, Mapping, Sequence
from math import floor, log10
from operator import add
from typing import Final, TypeVar

import msgspec

from croupier.arena.results.balance import Balance, balance_of
from croupier.arena.results.intervals import WIN, BlockVariance, block_interval, saving_factor, win_parts
from croupier.arena.results.match_stats import ANSWERS, game_counts, note_means
from croupier.arena.run.task import Played
from croupier.kernel.display.stats import Counts

K = TypeVar("K", int, str)

HARNESS: Final = "Harness"
"""The kind of fault that is not a player's own: see `croupier.kernel.errors.Harness`."""
BINS_PER_DECADE: Final = 4
FIRST_DECADE: Final = -7
"""The decade of the first bin of times per answer: 10**-7 seconds."""

Key = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""Seating, teams and places: matches that agree in these are the same to standings and ratings."""
Sides = tuple[tuple[int, ...], ...]
"""The entrants of a match, side by side: those who meet and those who are partners."""


class EntrantRecord(msgspec.Struct, frozen=True):
    """The sums of one entrant."""

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

    def __add__(self, other: "EntrantRecord") -> "EntrantRecord":
        sums = {name: getattr(self, name) + getattr(other, name) for name in _NUMBERS}
        return EntrantRecord(
            **sums, places=_add_counts(self.places, other.places), faults=_add_counts(self.faults, other.faults)
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
        """95 % for the win rate, with the number of matches that the blocks are worth."""
        parts, matches = self.parts, self.matches
        if not matches:
            return 0.0, 1.0
        # The spread times matches squared is an integer.
        spread = matches**2 * self.squares - 2 * parts * matches * self.products + parts**2 * self.sizes
        return block_interval(self.win_rate, matches, self.blocks, spread / (matches * WIN) ** 2)


_NUMBERS: Final = [name for name in EntrantRecord.__struct_fields__ if name not in ("places", "faults")]


class Standings(msgspec.Struct, frozen=True):
    """The records of all entrants, in the order in which they were entered."""

    records: tuple[EntrantRecord, ...]
    matches: int = 0
    endings: Mapping[str, int] = {}
    saving: float | None = None
    """How many times as many matches it would have taken without blocks; None if that cannot be said."""
    balance: Balance | None = None
    """How evenly seats and neighbours were shared; None at tables of two."""

    def ranking(self) -> list[int]:
        """The entrants' numbers, best first; equal ones in the order in which they were entered."""
        order = range(len(self.records))
        return sorted(order, key=lambda number: (-self.records[number].win_rate, -self.records[number].mean_score))


class Totals:
    """Adds up matches. With the size of a block given, its memory does not grow with their number."""

    def __init__(self, entrants: int, block_size: int | None = None) -> None:
        """`block_size` is the number of matches in every block, if they all have the same."""
        self.entrants = entrants
        self.matches = self.moves = self.faults = 0
        self.endings: dict[str, int] = {}
        self.complaints: dict[int, tuple[str, str]] = {}
        """By entrant: its first fault, and what its process had printed by then."""
        self.lost_news: dict[int, tuple[int, str]] = {}
        """By entrant: how many notifications it did not get, and why the first was lost."""
        self.keys: dict[Key, int] = {}
        """All different matches, numbered."""
        self.scores = [0.0] * entrants
        self.fault_kinds: list[dict[str, int]] = [{} for _ in range(entrants)]
        self.faulty_matches = [0] * entrants
        self.statistics: list[dict[str, float]] = [{} for _ in range(entrants)]
        """By entrant: sums by name, those of the game and those from the bots' notes."""
        self.seconds = [0.0] * entrants
        self.times: list[dict[int, int]] = [{} for _ in range(entrants)]
        """By entrant: matches by the mean time per answer, in bins of a quarter of a decade."""
        self._counts: list[int] = []  # matches by key
        self._matches: list[tuple[Sides, Mapping[int, int]]] = []
        """By key: its company, and the win parts of each entrant."""
        self._block_size = block_size
        self._open: dict[int, list[int]] = {}  # by block: the keys of its matches
        self._closed = _BlockSums(entrants)

    def extend(self, matches: Iterable[Played]) -> "Totals":
        for played in matches:
            self.add(played)
        return self

    def add(self, played: Played) -> int:
        """One more match; returns the number of its key."""
        self.matches += 1
        self.moves += played.moves
        self.endings[played.ending] = self.endings.get(played.ending, 0) + 1
        number = self._number((played.seating, played.teams, played.places))
        self._counts[number] += 1
        block = self._open.setdefault(played.block, [])
        block.append(number)
        if len(block) == self._block_size:
            self._closed.add([self._matches[each] for each in self._open.pop(played.block)])
        for entrant, score in zip(played.seating, played.scores, strict=True):
            self.scores[entrant] += score
        if played.seconds or played.statistics:
            self._measure(played)
        if played.faults:
            self._add_faults(played)
        for seat, lost, reason in played.lost_news:
            before, first = self.lost_news.get(played.seating[seat], (0, reason))
            self.lost_news[played.seating[seat]] = (before + lost, first)
        return number

    def _number(self, key: Key) -> int:
        number = self.keys.get(key)
        if number is None:
            number = self.keys[key] = len(self.keys)
            seating, teams, places = key
            self._counts.append(0)
            wins = {entrant: win_parts(seating, teams, places, (entrant,)) for entrant in sorted(set(seating))}
            sides: dict[int, list[int]] = {}
            for entrant, team in zip(seating, teams, strict=True):
                sides.setdefault(team, []).append(entrant)
            self._matches.append((tuple(sorted(tuple(sorted(side)) for side in sides.values())), wins))
        return number

    def _measure(self, played: Played) -> None:
        for seat, entrant in enumerate(played.seating):
            statistics: Mapping[str, int | float] = played.statistics[seat] if played.statistics else {}
            sums = self.statistics[entrant]
            for name, value in statistics.items():
                sums[name] = sums.get(name, 0.0) + value
            seconds = played.seconds[seat] if played.seconds else 0.0
            self.seconds[entrant] += seconds
            answers = statistics.get(ANSWERS, 0)
            if answers and seconds > 0:
                number = floor((log10(seconds / answers) - FIRST_DECADE) * BINS_PER_DECADE)
                self.times[entrant][number] = self.times[entrant].get(number, 0) + 1

    def _add_faults(self, played: Played) -> None:
        self.faults += len(played.faults)
        for seat, kind in played.faults:
            kinds = self.fault_kinds[played.seating[seat]]
            kinds[kind] = kinds.get(kind, 0) + 1
        for entrant in {played.seating[seat] for seat, _ in played.faults}:
            self.faulty_matches[entrant] += 1
        for seat, fault, printed in played.complaints:
            self.complaints.setdefault(played.seating[seat], (fault, printed))

    def standings(self) -> Standings:
        """Of all matches so far."""
        left = _BlockSums(self.entrants)
        for block in self._open.values():
            left.add([self._matches[number] for number in block])
        # Where the size of a block is known, those that are left are not whole.
        saving = (left if self._block_size is None else self._closed).saving()
        records: list[EntrantRecord] = []
        for number, own in enumerate(self._by_entrant()):
            blocks, squares, products, sizes = map(add, self._closed.sums[number], left.sums[number])
            records.append(
                EntrantRecord(
                    matches=own.matches,
                    parts=own.parts,
                    blocks=blocks,
                    squares=squares,
                    products=products,
                    sizes=sizes,
                    places=dict(sorted(own.places.items())),
                    score=self.scores[number],
                    seats=own.seats,
                    faults=dict(sorted(self.fault_kinds[number].items())),
                    match_squares=own.match_squares,
                )
            )
        return Standings(tuple(records), self.matches, dict(sorted(self.endings.items())), saving, self._balance())

    def _balance(self) -> Balance | None:
        tables: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        for (seating, teams, _), count in zip(self.keys, self._counts, strict=True):
            tables[seating, teams] = tables.get((seating, teams), 0) + count
        return balance_of(tables)

    def _by_entrant(self) -> list["_KeySums"]:
        found = [_KeySums() for _ in range(self.entrants)]
        for (seating, teams, places), count, (_, wins) in zip(self.keys, self._counts, self._matches, strict=True):
            for entrant, parts in wins.items():
                own = found[entrant]
                own.matches += count
                own.parts += count * parts
                own.match_squares += count * parts * parts
            for entrant in seating:
                found[entrant].seats += count
            sides = dict(zip(zip(seating, teams, strict=True), places, strict=True))
            for (entrant, _), place in sides.items():
                own = found[entrant]
                own.places[place] = own.places.get(place, 0) + count
        return found

    def leaders(self, names: Sequence[str], most: int) -> list[tuple[str, float]]:
        """The best so far with their win rates."""
        played = [
            (own.parts / (WIN * own.matches), self.scores[number] / own.seats, number)
            for number, own in enumerate(self._by_entrant())
            if own.matches
        ]
        played.sort(key=lambda each: (-each[0], -each[1], each[2]))
        return [(names[number], rate) for rate, _, number in played[:most]]

    def counts(self) -> list[Counts]:
        """By entrant: what the game counts."""
        return [game_counts(sums) for sums in self.statistics]

    def notes(self) -> list[dict[str, float]]:
        """By entrant: the means of the numbers in its notes."""
        return [note_means(sums) for sums in self.statistics]

    def time_per_answer(self, entrant: int) -> float | None:
        """Mean time for an answer, in seconds; None if it was not measured."""
        answers = self.statistics[entrant].get(ANSWERS, 0)
        return self.seconds[entrant] / answers if answers and self.seconds[entrant] else None


class RatedTotals(Totals):
    """Totals that also keep key, block and faults of every match, in 17 bytes."""

    def __init__(self, entrants: int, block_size: int | None = None) -> None:
        super().__init__(entrants, block_size)
        self.key_of = array("q")
        self.block_of = array("q")
        self.is_faulty = array("b")

    def extend(self, matches: Iterable[Played]) -> "RatedTotals":
        super().extend(matches)
        return self

    def add(self, played: Played) -> int:
        number = super().add(played)
        self.key_of.append(number)
        self.block_of.append(played.block)
        self.is_faulty.append(1 if played.faults else 0)
        return number


class _KeySums:
    """The sums of one entrant that follow from how often each key was played."""

    def __init__(self) -> None:
        self.matches = self.parts = self.seats = self.match_squares = 0
        self.places: dict[int, int] = {}


class _BlockSums:
    """What intervals and the saving factor need to know about blocks."""

    def __init__(self, entrants: int) -> None:
        self.sums = [[0, 0, 0, 0] for _ in range(entrants)]
        """By entrant, as in `Record`: blocks, squares, products, sizes."""
        self._variances: dict[tuple[frozenset[Sides], int], dict[int, BlockVariance]] = {}
        """By the companies of a block and entrant, and by the number of matches that it played in a block."""

    def add(self, matches: Sequence[tuple[Sides, Mapping[int, int]]]) -> None:
        """One block: the company of each match, and the win parts of its entrants."""
        by_entrant: dict[int, list[int]] = {}
        for _, wins in matches:
            for entrant, parts in wins.items():
                by_entrant.setdefault(entrant, []).append(parts)
        companies = frozenset(company for company, _ in matches)
        for entrant, parts in by_entrant.items():
            total, size, own = sum(parts), len(parts), self.sums[entrant]
            own[0] += 1
            own[1] += total * total
            own[2] += total * size
            own[3] += size * size
            sizes = self._variances.setdefault((companies, entrant), {})
            if size not in sizes:
                sizes[size] = BlockVariance(size)
            sizes[size].add(parts)

    def saving(self) -> float | None:
        """The same bot in the same company on different deals, over the blocks that are whole."""
        return saving_factor(sizes[max(sizes)] for sizes in self._variances.values())


def _add_counts(one: Mapping[K, int], two: Mapping[K, int]) -> dict[K, int]:
    return {key: one.get(key, 0) + two.get(key, 0) for key in sorted({*one, *two})}
