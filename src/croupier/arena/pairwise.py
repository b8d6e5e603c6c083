"""Who beats whom: for every two bots how often one came in before the other, with intervals that know about blocks."""

import msgspec
import numpy as np

from croupier.arena.orderings import NOBODY, Floats, Games, Ints, summed
from croupier.arena.standings import Z95


class Pairwise(msgspec.Struct, frozen=True):
    """By two entrants: meetings, the share in which the first was ahead (half for a tie), and 95 % intervals."""

    meetings: Ints
    share: Floats
    low: Floats
    high: Floats


class Rates(msgspec.Struct, frozen=True):
    """By entrant: wins per match with 95 % intervals."""

    share: Floats
    low: Floats
    high: Floats


def pairwise(games: Games) -> Pairwise:
    """Where two never met, there are no meetings and the interval is everything."""
    n = games.entrants
    pairs, scores, blocks = _meetings(games)
    shape = (n, n)
    meetings, share, low, high = (each.reshape(shape) for each in _by_blocks(n * n, pairs, scores, blocks))
    return Pairwise(meetings.astype(np.int64), share, low, high)


def win_rates(games: Games) -> Rates:
    seats = games.seating.shape[1]
    who: list[Ints] = []
    wins: list[Floats] = []
    winning = _winning_sides(games)
    for seat in range(seats):
        # A side counts at the first of its seats, and a bot on several sides once with all their wins.
        first = np.ones(len(games.seating), bool)
        own = np.zeros(len(games.seating))
        for other in range(seats):
            same = games.seating[:, other] == games.seating[:, seat]
            if other < seat:
                first &= ~same
            own += np.where(same & _first_of_side(games, other) & (games.places[:, other] == 1), 1 / winning, 0.0)
        chosen = first[games.key] & (games.seating[games.key, seat] != NOBODY)
        who.append(np.where(chosen, games.seating[games.key, seat], NOBODY))
        wins.append(own[games.key])
    entrants, shares = np.concatenate(who), np.concatenate(wins)
    blocks = np.tile(games.block, seats)
    there = entrants != NOBODY
    _, share, low, high = _by_blocks(games.entrants, entrants[there], shares[there], blocks[there])
    return Rates(share, low, high)


def _first_of_side(games: Games, seat: int) -> "np.typing.NDArray[np.bool_]":
    """Whether no partner of the same bot sits before this seat."""
    first = np.ones(len(games.seating), bool)
    for other in range(seat):
        same = (games.seating[:, other] == games.seating[:, seat]) & (games.teams[:, other] == games.teams[:, seat])
        first &= ~same
    return first


def _winning_sides(games: Games) -> Floats:
    count = np.zeros(len(games.seating))
    for seat in range(games.seating.shape[1]):
        first = np.ones(len(games.seating), bool)
        for other in range(seat):
            first &= games.teams[:, other] != games.teams[:, seat]
        count += first & (games.places[:, seat] == 1)
    return np.maximum(count, 1)


def _meetings(games: Games) -> tuple[Ints, Floats, Ints]:
    """Both ways: first * n + second, 1, 0.5 or 0, and the block."""
    n, seats = games.entrants, games.seating.shape[1]
    pairs: list[Ints] = []
    scores: list[Floats] = []
    blocks: list[Ints] = []
    for a in range(seats):
        for b in range(seats):
            one, two = games.seating[:, a], games.seating[:, b]
            met = (one != two) & (games.teams[:, a] != games.teams[:, b]) & (one != NOBODY) & (two != NOBODY)
            ahead = np.where(games.places[:, a] < games.places[:, b], 1.0, 0.0)
            ahead = np.where(games.places[:, a] == games.places[:, b], 0.5, ahead)
            chosen = met[games.key]
            pairs.append((one * n + two)[games.key][chosen])
            scores.append(ahead[games.key][chosen])
            blocks.append(games.block[chosen])
    return np.concatenate(pairs), np.concatenate(scores), np.concatenate(blocks)


def _by_blocks(kinds: int, kind: Ints, score: Floats, block: Ints) -> tuple[Floats, Floats, Floats, Floats]:
    """By kind: how many, the mean score, and Wilson's interval with as many trials as the blocks are worth."""
    count = np.bincount(kind, minlength=kinds).astype(np.float64)
    safe = np.maximum(count, 1)
    mean = summed(kind, score, kinds) / safe
    together, inverse = np.unique(block * kinds + kind, return_inverse=True)
    size = np.bincount(inverse, minlength=len(together)).astype(np.float64)
    total = summed(inverse.astype(np.int64), score, len(together))
    owner = (together % kinds).astype(np.int64)
    blocks = np.maximum(np.bincount(owner, minlength=kinds), 1).astype(np.float64)
    spread = summed(owner, (total - mean[owner] * size) ** 2, kinds)
    usual = safe / blocks * mean * (1 - mean)
    certain = usual <= 1e-12
    effect = (spread / np.where(certain, 1.0, usual) + 1) / blocks
    worth = np.where(certain, blocks, safe / np.maximum(effect, 1e-12))
    centre = mean + Z95**2 / (2 * worth)
    reach = Z95 * np.sqrt(np.maximum(0.0, mean * (1 - mean)) / worth + Z95**2 / (4 * worth**2))
    scale = 1 + Z95**2 / worth
    low = np.where(count > 0, np.maximum(0.0, (centre - reach) / scale), 0.0)
    high = np.where(count > 0, np.minimum(1.0, (centre + reach) / scale), 1.0)
    return count, mean, low, high
