"""Tight compiled loops over any state, for benchmarks: what a search does, without the search."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.rng import Chance, purpose
from croupier.kernel.state import LEGAL_LIMIT, State, play_out


def playouts(state: State, n: i64, first_seed: i64) -> i64:
    """Deal and play n random matches; how many moves that took."""
    moves = vec[i64]([0] * LEGAL_LIMIT)
    chance = Chance()
    chance.start(first_seed, purpose("drill"), 0)
    total: i64 = 0
    for i in range(n):
        state.start(first_seed + i)
        total += play_out(state, moves, chance)
    return total


def rollouts(source: State, target: State, n: i64, seed: i64) -> i64:
    """Play on from `source` at random to the end, n times; a checksum over all moves."""
    moves = vec[i64]([0] * LEGAL_LIMIT)
    chance = Chance()
    chance.start(seed, purpose("drill"), 0)
    checksum: i64 = 0
    for _round in range(n):
        target.copy_from(source)
        while target.to_act >= 0:
            move: i64 = moves[chance.below(target.legal(moves))]
            target.apply(move)
            checksum = (checksum * 31 + move) & 0xFFFFFFFFFF
        checksum += target.score(0)
    return checksum


def copies(source: State, target: State, n: i64) -> None:
    for _round in range(n):
        target.copy_from(source)


def imaginings(source: State, target: State, seat: i64, n: i64) -> None:
    """Copy `source` and imagine a world in the copy, n times."""
    for i in range(n):
        target.copy_from(source)
        target.imagine(seat, i)
