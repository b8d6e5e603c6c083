"""What a learning agent is shown, told by each game as a list of features over the integers of a snapshot.

A snapshot is all that one seat knows, so whatever is made from it alone can leak nothing. `croupier.rl` turns the list
into a row of small numbers; a game only says what its integers mean.
"""

from collections.abc import Iterable, Iterator
from enum import IntEnum
from typing import Final

import msgspec

RANKS: Final = 13
LARGEST: Final = 127
"""What an entry can hold; larger numbers are cut off."""


class Kind(IntEnum):
    """How an integer becomes entries."""

    BITS = 0
    NUMBER = 1
    CHOICE = 2
    SEAT = 3
    LANES = 4
    SEATS = 5
    RECENT = 6
    STACK = 7
    ME = 8
    TALLY = 9
    COUNTS = 10
    ROLL = 11


class Feature(msgspec.Struct, frozen=True):
    """Some entries of an observation, made from one integer of the snapshot."""

    name: str
    kind: Kind
    at: int
    """Where the integer stands."""
    size: int
    """How many entries it becomes."""
    a: int = 0
    b: int = 0
    k: int = 0
    """Which of several integers that stand one after the other, counted from one's own seat if `ring` is not 0."""
    stride: int = 0
    ring: int = 0
    """How many there are to go round."""
    rolled: bool = False
    """Whether entries are counted from the roll of the observation."""
    moves: tuple[tuple[int, int], ...] = ()
    """Of a roll: the blocks of moves that are counted from it too, each by its first id and its size."""


def bits(name: str, at: int, size: int, shift: int = 0) -> Feature:
    """A set: one entry for each member, 0 or 1."""
    return Feature(name, Kind.BITS, at, size, shift)


def number(name: str, at: int, plus: int = 0, halved: int = 0) -> Feature:
    """One entry: the number plus `plus`, halved so many times."""
    return Feature(name, Kind.NUMBER, at, 1, plus, halved)


def choice(name: str, at: int, size: int, plus: int = 0) -> Feature:
    """One of several: the entry of that number is 1; none if it lies outside."""
    return Feature(name, Kind.CHOICE, at, size, plus)


def seat(name: str, at: int, seats: int, turned: bool = True) -> Feature:
    """A seat, counted from one's own if `turned`; no entry is 1 for -1."""
    return Feature(name, Kind.SEAT, at, seats, ring=seats if turned else 0)


def seats_in(name: str, at: int, seats: int, turned: bool = True, shift: int = 0) -> Feature:
    """A set of seats, counted from one's own if `turned`; `shift` is where its bits begin."""
    return Feature(name, Kind.SEATS, at, seats, b=shift, ring=seats if turned else 0)


def lanes(name: str, at: int, size: int, width: int, shift: int = 0) -> Feature:
    """Several numbers packed into one integer, `width` bits each."""
    return Feature(name, Kind.LANES, at, size, width, shift)


def recent(name: str, at: int, size: int, count: int, back: int, k: int) -> Feature:
    """The k-th of the last ones in a list that begins at `at`: integer number `count` says how long the list is,
    number `back` how many of it are recent. One entry for each value."""
    return Feature(name, Kind.RECENT, at, size, count, back, k)


def stacked(name: str, at: int, size: int, count: int, k: int) -> Feature:
    """The k-th from the end of a pile packed four bits each, fifteen to an integer; a value is stored plus one."""
    return Feature(name, Kind.STACK, at, size, count, 0, k)


def me(seats: int) -> Feature:
    """One's own seat."""
    return Feature("my seat", Kind.ME, 0, seats)


def tally(name: str, at: int, size: int, count: int) -> Feature:
    """How many of each value lie in a pile that is packed as for `stacked`."""
    return Feature(name, Kind.TALLY, at, size, count)


def counts(name: str, at: int) -> Feature:
    """Thirteen numbers in two integers, seven and six of them, eight bits each."""
    return Feature(name, Kind.COUNTS, at, RANKS)


def roll(at: int, ring: int, moves: tuple[tuple[int, int], ...], limit: int = 0, times: int = 1) -> Feature:
    """No entries, but where all rolled features of an observation, and these blocks of moves, begin to count.

    It is integer number `at` modulo `ring`; 0 if it is negative or not below `limit`. Of `size` entries the one
    that was number `roll * size / ring + i * times`, round the end, becomes number i.
    """
    return Feature("roll", Kind.ROLL, at, 0, limit or 1 << 60, ring, times, moves=moves)


def rolled(feature: Feature) -> Feature:
    """The same feature with its entries counted from the roll."""
    return msgspec.structs.replace(feature, name=f"{feature.name}, rolled", rolled=True)


def each(feature: Feature, count: int, stride: int = 1, turned: bool = True) -> Iterator[Feature]:
    """The same feature for `count` seats or teams whose integers are `stride` apart, one's own first if `turned`."""
    whose = ("mine", *(f"{k} after me" for k in range(1, count))) if turned else tuple(f"of {k}" for k in range(count))
    for k in range(count):
        yield msgspec.structs.replace(
            feature, name=f"{feature.name}, {whose[k]}", k=k, stride=stride, ring=count if turned else 0
        )


def own(feature: Feature, count: int, stride: int = 1) -> Feature:
    """The feature of one's own seat or team only."""
    return next(each(feature, count, stride))


def raw(length: int) -> Iterable[Feature]:
    """For a game that says nothing about its integers: their lower 32 bits."""
    return [bits(f"integer {at}", at, 32) for at in range(length)]
