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
    entrants, shares, blocks, _ = _wins(games)
    _, share, low, high = _by_blocks(games.entrants, entrants, shares, blocks)
    return Rates(share, low, high)


def saving_of(games: Games) -> float | None:
    """How many times as many matches it would have taken without blocks; None if that cannot be said.

    What is compared is the same bot in the same company on different deals, over the blocks that are whole.
    """
    entrants, shares, blocks, companies = _wins(games)
    kinds, kind = np.unique(companies * games.entrants + entrants, return_inverse=True)
    together, inverse = np.unique(blocks * len(kinds) + kind, return_inverse=True)
    size = np.bincount(inverse, minlength=len(together)).astype(np.float64)
    owner = (together % len(kinds)).astype(np.int64)
    most = np.zeros(len(kinds))
    np.maximum.at(most, owner, size)
    whole = size == most[owner]
    mean = summed(inverse.astype(np.int64), shares, len(together)) / size
    counted = np.bincount(owner[whole], minlength=len(kinds)).astype(np.float64)
    matches = np.bincount(kind, minlength=len(kinds)).astype(np.float64)
    known = counted >= 2
    kind = kind.astype(np.int64)
    single = summed(kind, shares**2, len(kinds)) / matches - (summed(kind, shares, len(kinds)) / matches) ** 2
    safe = np.where(known, counted, 2.0)
    centre = summed(owner[whole], mean[whole], len(kinds)) / safe
    spread = summed(owner[whole], (mean[whole] - centre[owner[whole]]) ** 2, len(kinds))
    paired = float(np.where(known, spread / (safe - 1) * most, 0.0).sum())
    return float(np.where(known, single, 0.0).sum()) / paired if paired > 1e-9 else None


def _wins(games: Games) -> tuple[Ints, Floats, Ints, Ints]:
    """For every bot of every match: who it is, its share of the win, the block, and the company that it is in."""
    seats = games.seating.shape[1]
    companies = _companies(games)
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
    there = entrants != NOBODY
    blocks, company = np.tile(games.block, seats), np.tile(companies[games.key], seats)
    return entrants[there], shares[there], blocks[there], company[there]


def _companies(games: Games) -> Ints:
    """For every row a number that it shares with those in which the same bots meet, and the same are partners."""
    found: Ints = np.unique(np.sort(games.seating, axis=1), axis=0, return_inverse=True)[1].astype(np.int64).reshape(-1)
    own = np.array(range(games.seating.shape[1]), np.int64)
    teamed = np.flatnonzero(np.any((games.teams != own) & (games.seating != NOBODY), axis=1))
    numbers: dict[object, int] = {}
    for row in teamed.tolist():
        sides: dict[int, list[int]] = {}
        for entrant, team in zip(games.seating[row].tolist(), games.teams[row].tolist(), strict=True):
            sides.setdefault(team, []).append(entrant)
        company = tuple(sorted(tuple(sorted(side)) for side in sides.values()))
        found[row] = len(games.seating) + numbers.setdefault(company, len(numbers))
    return found


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
