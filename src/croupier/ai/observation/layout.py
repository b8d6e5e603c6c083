"""Layout of an observation's entries for one game with its settings and number of seats."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec

from croupier.ai.observation import encoder
from croupier.ai.observation.buffers import ObservationBuffer
from croupier.kernel.decision import Settings
from croupier.kernel.features import Feature, Kind, raw
from croupier.kernel.game import Game

BYTE: Final = 8


class ObservationLayout(msgspec.Struct, frozen=True):
    """Sets come first, each beginning at a multiple of eight; whatever sets single entries follows without gaps."""

    entries: tuple[str, ...]
    """The name of every entry; empty for padding, which is always 0."""
    program: tuple[int, ...]
    """The encoder's program of each seat, one after the other."""
    stride: int
    """Number of integers in the program of a seat."""
    words: int
    rolled_moves: tuple[tuple[int, ...], ...]
    """For each roll of the observation the id that each move has when counted from it; see `kernel.features.roll`."""

    @property
    def size(self) -> int:
        return len(self.entries)

    def buffer(self, moves: int) -> ObservationBuffer:
        """A buffer for one table of a game with this number of moves."""
        return ObservationBuffer(list(self.program), self.stride, self.words, moves)


def observation_layout(game: Game, settings: Settings, seats: int, turned: bool = False) -> ObservationLayout:
    """`turned` counts seats from one's own everywhere, for those who turn the seats in moves as well."""
    if game.features is None:
        state = game.new_state(settings, seats)
        state.start(0)
        features = list(raw(len(state.snapshot(0))))
    else:
        features = list(game.features(settings, seats, turned))
    rolls = [feature for feature in features if feature.kind is Kind.ROLL]
    features = [feature for feature in features if feature.kind is not Kind.ROLL]
    features.sort(key=lambda feature: feature.kind is not Kind.BITS)
    entries: list[str] = []
    places: list[int] = []
    for feature in features:
        places.append(len(entries))
        entries += [feature.name if feature.size == 1 else f"{feature.name} {i}" for i in range(feature.size)]
        if feature.kind is Kind.BITS:
            _fill_up(entries)
    _fill_up(entries)
    roll = rolls[0] if rolls else None
    programs = [_program(list(zip(features, places, strict=True)), seat, roll) for seat in range(seats)]
    flat = [number for program in programs for number in program]
    return ObservationLayout(tuple(entries), tuple(flat), len(programs[0]), len(entries) // BYTE, _rolled(game, roll))


def _rolled(game: Game, roll: Feature | None) -> tuple[tuple[int, ...], ...]:
    every = list(range(game.move_count))
    if roll is None:
        return (tuple(every),)
    found: list[tuple[int, ...]] = []
    for number in range(roll.b):
        ids = every.copy()
        for first, size in roll.moves:
            for i in range(size):
                ids[first + (number * (size // roll.b) + i * roll.k) % size] = first + i
        found.append(tuple(ids))
    return tuple(found)


def _fill_up(entries: list[str]) -> None:
    entries += [""] * (-len(entries) % BYTE)


def _program(features: Sequence[tuple[Feature, int]], seat: int, roll: Feature | None) -> list[int]:
    """The program of one seat: number of operations of each kind and the roll, then the operations."""
    by_kind: list[list[int]] = [[] for _ in range(encoder.KINDS)]
    for feature, place in features:
        step = feature.size // roll.b if roll and feature.rolled else 0
        for kind, operation in _operations(feature, place, seat, step):
            assert len(operation) == encoder.OP
            by_kind[kind] += operation
    counts = [len(operations) // encoder.OP for operations in by_kind]
    sets = [place // BYTE + -(-feature.size // BYTE) for feature, place in features if feature.kind is Kind.BITS]
    rolling = [roll.at, roll.a, roll.b, roll.k] if roll else [0, 0, 0, 1]
    return [*counts, max(sets, default=0), *rolling, *(number for operations in by_kind for number in operations)]


def _operations(feature: Feature, place: int, seat: int, step: int) -> Iterator[tuple[int, list[int]]]:
    """`step`: how many places a roll of 1 is; 0 for a feature that is not rolled."""
    at, size, a, b, ring = feature.at, feature.size, feature.a, feature.b, feature.ring
    k = feature.k
    if ring and feature.kind not in (Kind.SEAT, Kind.SEATS):
        k = (seat + k) % ring
    source = at + feature.stride * k
    match feature.kind:
        case Kind.BITS:
            yield encoder.BITS, [source, place // BYTE, -(-size // BYTE), a, step, (1 << size) - 1]
        case Kind.NUMBER:
            yield encoder.NUMBER, [source, place, 1, a, b, 0]
        case Kind.CHOICE:
            yield encoder.CHOICE, [source, place, size, a, 0, 0]
        case Kind.SEAT:
            yield encoder.CHOICE, [source, place, size, (ring - seat) % ring if ring else 0, ring, 0]
        case Kind.LANES if a == 1 and size <= encoder.MOST_FLAGS:
            yield encoder.FLAGS, [source, place, size, 0, b, (1 << size) - 1]
        case Kind.LANES if a == BYTE and 1 < size <= encoder.MOST_BYTES:
            yield encoder.BYTES, [source, place, size, 0, b, (1 << size * BYTE) - 1]
        case Kind.LANES:
            yield encoder.LANES, [source, place, size, a, b, (1 << a) - 1]
        case Kind.SEATS if size <= encoder.MOST_FLAGS and ring in (0, size):
            yield encoder.FLAGS, [source, place, size, seat % size if ring else 0, b, (1 << size) - 1]
        case Kind.SEATS:
            for j in range(size):
                yield encoder.LANES, [source, place + j, 1, 1, b + ((seat + j) % ring if ring else j), 1]
        case Kind.RECENT:
            yield encoder.OTHER, [at, place, size, a, b, encoder.RECENT | k << 8 | step << 16]
        case Kind.STACK:
            yield encoder.OTHER, [at, place, size, a, k, encoder.STACK]
        case Kind.TALLY:
            yield encoder.OTHER, [at, place, size, a, 0, encoder.TALLY]
        case Kind.COUNTS:
            yield encoder.OTHER, [source, place, size, int(step > 0), 0, encoder.COUNTS]
        case Kind.ROLL:
            pass
        case Kind.ME:
            yield encoder.OTHER, [0, place, size, seat, 0, encoder.ALWAYS]
