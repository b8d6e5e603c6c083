"""The pairwise table: for every two bots the share of matches in which one finished ahead, with block intervals."""

import msgspec
import numpy as np

from croupier.arena.results.intervals import block_interval
from croupier.arena.results.orderings import NO_ENTRANT, Floats, Ints, MatchArrays, sum_by_index


class Pairwise(msgspec.Struct, frozen=True):
    """By two entrants: meetings, the share in which the first was ahead (half for a tie), and 95 % intervals."""

    meetings: Ints
    share: Floats
    low: Floats
    high: Floats


def pairwise(games: MatchArrays) -> Pairwise:
    """Where two never met, there are no meetings and the interval is everything."""
    n = games.entrants
    kinds = n * n
    pair, score, block = _meetings(games)
    count = np.bincount(pair, minlength=kinds).astype(np.float64)
    mean = sum_by_index(pair, score, kinds) / np.maximum(count, 1)
    together, inverse = np.unique(block * kinds + pair, return_inverse=True)
    size = np.bincount(inverse, minlength=len(together)).astype(np.float64)
    total = sum_by_index(inverse.astype(np.int64), score, len(together))
    owner = (together % kinds).astype(np.int64)
    blocks = np.bincount(owner, minlength=kinds)
    spread = sum_by_index(owner, (total - mean[owner] * size) ** 2, kinds)
    figures = zip(mean.tolist(), count.tolist(), blocks.tolist(), spread.tolist(), strict=True)
    ends = np.array([block_interval(*each) for each in figures], np.float64).reshape(n, n, 2)
    return Pairwise(count.reshape(n, n).astype(np.int64), mean.reshape(n, n), ends[:, :, 0], ends[:, :, 1])


def _meetings(games: MatchArrays) -> tuple[Ints, Floats, Ints]:
    """Both ways: first * n + second, 1, 0.5 or 0, and the block."""
    n, seats = games.entrants, games.seating.shape[1]
    pairs: list[Ints] = []
    scores: list[Floats] = []
    blocks: list[Ints] = []
    for a in range(seats):
        for b in range(seats):
            one, two = games.seating[:, a], games.seating[:, b]
            met = (one != two) & (games.teams[:, a] != games.teams[:, b]) & (one != NO_ENTRANT) & (two != NO_ENTRANT)
            ahead = np.where(games.places[:, a] < games.places[:, b], 1.0, 0.0)
            ahead = np.where(games.places[:, a] == games.places[:, b], 0.5, ahead)
            chosen = met[games.key]
            pairs.append((one * n + two)[games.key][chosen])
            scores.append(ahead[games.key][chosen])
            blocks.append(games.block[chosen])
    return np.concatenate(pairs), np.concatenate(scores), np.concatenate(blocks)
