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
    features.sort(key=lambda feature: feature.kind is not Kind.BITS)
    entries: list[str] = []
    places: list[int] = []
    for feature in features:
        places.append(len(entries))
        entries += [feature.name if feature.size == 1 else f"{feature.name} {i}" for i in range(feature.size)]
        if feature.kind is Kind.BITS:
            _fill_up(entries)
    _fill_up(entries)
    programs = [_program(list(zip(features, places, strict=True)), seat) for seat in range(seats)]
    flat = [number for program in programs for number in program]
    return ObservationLayout(tuple(entries), tuple(flat), len(programs[0]), len(entries) // BYTE)


def _fill_up(entries: list[str]) -> None:
    entries += [""] * (-len(entries) % BYTE)


def _program(features: Sequence[tuple[Feature, int]], seat: int) -> list[int]:
    """The program of one seat: number of operations of each kind, then the operations."""
    by_kind: list[list[int]] = [[] for _ in range(encoder.KINDS)]
    for feature, place in features:
        for kind, operation in _operations(feature, place, seat):
            assert len(operation) == encoder.OP
            by_kind[kind] += operation
    counts = [len(operations) // encoder.OP for operations in by_kind]
    sets = [place // BYTE + -(-feature.size // BYTE) for feature, place in features if feature.kind is Kind.BITS]
    return [*counts, max(sets, default=0), *(number for operations in by_kind for number in operations)]


def _operations(feature: Feature, place: int, seat: int) -> Iterator[tuple[int, list[int]]]:
    at, size, a, b, ring = feature.at, feature.size, feature.a, feature.b, feature.ring
    k = feature.k
    if ring and feature.kind not in (Kind.SEAT, Kind.SEATS):
        k = (seat + k) % ring
    source = at + feature.stride * k
    match feature.kind:
        case Kind.BITS:
            yield encoder.BITS, [source, place // BYTE, -(-size // BYTE), a, 0, (1 << size) - 1]
        case Kind.NUMBER:
            yield encoder.NUMBER, [source, place, 1, a, b, 0]
        case Kind.CHOICE:
            yield encoder.CHOICE, [source, place, size, a, 0, 0]
        case Kind.SEAT:
            yield encoder.CHOICE, [source, place, size, (ring - seat) % ring if ring else 0, ring, 0]
        case Kind.LANES:
            yield encoder.LANES, [source, place, size, a, b, (1 << a) - 1]
        case Kind.SEATS:
            for j in range(size):
                yield encoder.LANES, [source, place + j, 1, 1, b + ((seat + j) % ring if ring else j), 1]
        case Kind.RECENT:
            yield encoder.OTHER, [at, place, size, a, b, encoder.RECENT | k << 8]
        case Kind.STACK:
            yield encoder.OTHER, [at, place, size, a, k, encoder.STACK]
        case Kind.TALLY:
            yield encoder.OTHER, [at, place, size, a, 0, encoder.TALLY]
        case Kind.ME:
            yield encoder.OTHER, [0, place, size, seat, 0, encoder.ALWAYS]
