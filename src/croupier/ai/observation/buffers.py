"""Observation and mask of one table: the compiled part of the environments with a single match."""

from typing import final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from croupier.ai.observation.encoder import INTS, encode
from croupier.kernel.state import LEGAL_LIMIT, State


@final
@mypyc_attr(acyclic=True)
class ObservationBuffer:
    """The observation of a seat and its legal moves, in vectors that NumPy reads without copying."""

    def __init__(self, program: list[int], stride: int, words: int, moves: int) -> None:
        self.program: vec[i64] = vec[i64](program)
        self.stride: i64 = stride
        self.words: i64 = words
        self.moves: i64 = moves
        self.row: vec[i64] = vec[i64]([0] * words)
        """The last observation, eight entries to a word."""
        self.mask: vec[u8] = vec[u8]([0] * moves)
        """1 for a move that is legal now."""
        self.ints: vec[i64] = vec[i64]([0] * INTS)
        self.legal: vec[i64] = vec[i64]([0] * LEGAL_LIMIT)
        self.n_legal: i64 = 0

    def write_observation(self, state: State, seat: i64) -> None:
        """Write the observation of `seat` into `row`."""
        state.write_snapshot(seat, self.ints)
        encode(self.program, seat * self.stride, self.ints, self.row, 0, self.words)

    def write_snapshot(self, ints: tuple[int, ...], seat: i64) -> None:
        """Write the observation of `seat` from a snapshot into `row`."""
        mine = self.ints
        for i in range(i64(len(ints))):
            mine[i] = ints[i]
        encode(self.program, seat * self.stride, mine, self.row, 0, self.words)

    def write_mask(self, state: State) -> None:
        """Write the legal moves of the seat to act into `mask`; none when the match is over."""
        mask = self.mask
        legal = self.legal
        for j in range(self.n_legal):
            mask[legal[j]] = 0
        count: i64 = 0
        if state.to_act >= 0:
            count = state.legal(legal)
        self.n_legal = count
        for j in range(count):
            mask[legal[j]] = 1

    def play(self, state: State, move: i64) -> bool:
        """Play a move that `mask` allows and write the next mask; False if the move is not allowed."""
        if move < 0 or move >= self.moves or self.mask[move] == 0:
            return False
        state.apply(move)
        self.write_mask(state)
        return True
