"""Ratings by a Plackett-Luce fit, with intervals from reweighted deal blocks (Bayesian bootstrap)."""

from collections.abc import Sequence
from math import log
from typing import Final

import msgspec
import numpy as np

from croupier.arena.results.intervals import widening
from croupier.arena.results.orderings import (
    NO_ENTRANT,
    Floats,
    Ints,
    MatchArrays,
    Orderings,
    orderings_of,
    solve_linear,
    sum_by_index,
)

ELO_PER_LOG_ODDS: Final = 400 / log(10)
"""Points for a factor of e in the odds."""
MEAN_ELO: Final = 1500.0


class Rating(msgspec.Struct, frozen=True):
    """The rating of one entrant."""

    elo: float
    low: float
    high: float
    """95 %."""
    best: float | None
    """Probability that it is the best of all; None if it has played fewer than MIN_BLOCKS."""
    without_faults: float | None = None
    """The rating from the matches without any fault; None if there are none or all are."""


REPLICATES: Final = 400
MIN_BLOCKS: Final = 10
"""Blocks that a bot must have played before a rating counts: with fewer it is hardly known how much blocks vary."""
MAX_GROUPS: Final = 1000
MAX_EXACT_CELLS: Final = 3_000_000
"""Numbers per round of all replicates up to which each replicate is fitted; beyond, one Newton step does."""


class Fit(msgspec.Struct, frozen=True):
    """The strengths (logarithms) and what belongs to them."""

    theta: Floats
    curvature: Floats
    draws: Floats
    """By replicate and entrant."""


def rate(
    games: MatchArrays, seed: int = 0, replicates: int = REPLICATES, contenders: Sequence[int] = ()
) -> list[Rating]:
    """The ratings of all entrants, in the order of entry. The best is sought among the `contenders`, or among all."""
    fit = fit_with_replicates(games, seed, replicates)
    blocks = blocks_played(games)
    wider = np.array([widening(count) for count in blocks])
    elo = _to_elo(fit.theta)
    draws = elo + (_to_elo(fit.draws) - elo) * wider
    low, high = np.quantile(draws, [0.025, 0.975], axis=0)
    among = np.array(contenders or range(games.entrants), np.int64)
    best = np.bincount(among[np.argmax(draws[:, among], axis=1)], minlength=games.entrants) / len(draws)
    clean: Sequence[float | None] = [None] * games.entrants
    if games.faulty.any() and not games.faulty.all():
        clean = _to_elo(solve(_Model(games.select(~games.faulty)), fit.theta)[0]).tolist()
    return [
        Rating(
            float(elo[number]),
            float(low[number]),
            float(high[number]),
            float(best[number]) if blocks[number] >= MIN_BLOCKS else None,
            clean[number],
        )
        for number in range(games.entrants)
    ]


def blocks_played(games: MatchArrays) -> list[int]:
    """By entrant: the number of blocks in which it sat."""
    found = np.zeros((games.blocks, games.entrants), bool)
    for seat in range(games.seating.shape[1]):
        who = games.seating[games.key, seat]
        there = who != NO_ENTRANT
        found[games.block[there], who[there]] = True
    return found.sum(axis=0).tolist()


def over_time(games: MatchArrays, points: int = 24) -> list[tuple[int, list[float]]]:
    """Ratings after the first matches, more and more of them: their number, and the Elo of all entrants."""
    total = len(games.key)
    found: list[tuple[int, list[float]]] = []
    for part in range(1, points + 1):
        count = round(total * part / points)
        if count and (not found or count > found[-1][0]):
            chosen = np.zeros(total, bool)
            chosen[:count] = True
            found.append((count, _to_elo(solve(_Model(games.select(chosen)))[0]).tolist()))
    return found


def components(games: MatchArrays) -> list[list[int]]:
    """The entrants in groups that met, directly or by others; ratings of different groups cannot be compared."""
    group = list(range(games.entrants))

    def root(number: int) -> int:
        while group[number] != number:
            number = group[number]
        return number

    for row in np.unique(games.key).tolist():
        present = [entrant for entrant in games.seating[row].tolist() if entrant != NO_ENTRANT]
        for other in present[1:]:
            group[root(other)] = root(present[0])
    found: dict[int, list[int]] = {}
    for number in range(games.entrants):
        found.setdefault(root(number), []).append(number)
    return list(found.values())


def fit_with_replicates(games: MatchArrays, seed: int, replicates: int) -> Fit:
    """The fit, and fits to the same blocks with random weights."""
    model = _Model(games)
    theta, curvature = solve(model)
    rng = np.random.default_rng(seed)
    groups = max(1, min(games.blocks, MAX_GROUPS))
    weights = rng.exponential(size=(replicates, groups))
    imagined = rng.exponential(size=(replicates, 2, games.entrants))
    if games.blocks < 2:  # one block cannot be reweighted: draw from the model's own uncertainty
        noise = rng.standard_normal((replicates, games.entrants))
        root = np.linalg.cholesky(curvature).astype(np.float64)
        return Fit(theta, curvature, theta + solve_linear(root.T, noise.T).T)
    weights *= groups / weights.sum(axis=1, keepdims=True)
    group = games.block % groups
    if model.cells * replicates > MAX_EXACT_CELLS * 10:
        half = 0.5 * imagined[:, 0] * (1 - _logistic(theta)) - 0.5 * imagined[:, 1] * _logistic(theta)
        score = weights @ model.scores(theta, group, groups) + half
        return Fit(theta, curvature, theta + solve_linear(curvature, score.T).T)
    rows = len(games.seating)
    draws = [
        solve(model, theta, sum_by_index(games.key, weight[group], rows), prior, 1e-3)[0]
        for weight, prior in zip(weights, imagined, strict=True)
    ]
    return Fit(theta, curvature, np.array(draws))


class _Model:
    """The likelihood of all matches, as a function of the strengths."""

    def __init__(self, games: MatchArrays) -> None:
        self.games = games
        self.orderings: Orderings = orderings_of(games)
        self.counts = np.bincount(games.key, minlength=len(games.seating)).astype(np.float64)
        found = self.orderings
        # One long array for each side (and member): numpy is at its best with those.
        stages = np.array(range(found.seat.shape[1]), np.int64)
        self._there: Floats = np.where(np.less(stages[:, None], found.sides[None, :]), 1.0, 0.0)
        self._who = np.ascontiguousarray(np.where(found.member == NO_ENTRANT, 0, found.member).transpose(1, 2, 0))
        part = np.where(found.member == NO_ENTRANT, 0.0, 1 / found.size[:, :, None])
        self._part = np.ascontiguousarray(part.transpose(1, 2, 0))

    @property
    def cells(self) -> int:
        """How many numbers a step looks at."""
        return int(self._who.size * self._who.shape[0])

    def _strengths(self, theta: Floats) -> tuple[Floats, Floats, Floats]:
        """By side and ordering: its strength, and the sums of 1 / what is left and of its square up to its stage.

        At stage t the side t is chosen among all that are left with a chance of its strength over theirs; so side a
        is expected `strength[a] * once[a]` times. The last stage is certain and counts nothing.
        """
        strength: Floats = np.exp((theta[self._who] * self._part).sum(axis=1)) * self._there
        left: Floats = np.cumsum(strength[::-1], axis=0)[::-1]
        open_: Floats = np.zeros_like(strength)
        open_[:-1] = self._there[1:] / np.where(left[:-1] > 0, left[:-1], 1.0)
        return strength, np.cumsum(open_, axis=0), np.cumsum(open_ * open_, axis=0)

    def _slopes(self, strength: Floats, once: Floats) -> Floats:
        """By side and ordering: the derivative of the logarithm of its likelihood."""
        slopes = -strength * once
        slopes[:-1] += self._there[1:]
        return slopes

    def step(self, theta: Floats, counts: Floats) -> tuple[Floats, Floats]:
        """The gradient and the curvature, which is minus the second derivative."""
        n = self.games.entrants
        weight = counts[self.orderings.row] * self.orderings.part
        strength, once, twice = self._strengths(theta)
        slopes = (self._slopes(strength, once) * weight)[:, None, :] * self._part
        gradient = sum_by_index(self._who.ravel(), slopes.ravel(), n)
        curvature = np.zeros(n * n)
        sides, members = self._who.shape[:2]
        for a in range(sides):
            for b in range(a, sides):
                value = -weight * strength[a] * strength[b] * twice[a]
                if a == b:
                    value += weight * strength[a] * once[a]
                for i in range(members):
                    for j in range(members):
                        index = self._who[a, i] * n + self._who[b, j]
                        part = value if members == 1 else value * self._part[a, i] * self._part[b, j]
                        found = sum_by_index(index, part, n * n)
                        curvature += found
                        if a != b:
                            curvature += found.reshape(n, n).T.ravel()
        return gradient, curvature.reshape(n, n)

    def scores(self, theta: Floats, group: Ints, groups: int) -> Floats:
        """By group of blocks and entrant: its part of the gradient."""
        games, found = self.games, self.orderings
        seats = games.seating.shape[1]
        strength, once, _ = self._strengths(theta)
        slopes = (self._slopes(strength, once) * found.part)[:, None, :] * self._part
        index = found.row * seats + np.where(found.seat == NO_ENTRANT, 0, found.seat).transpose(1, 2, 0)
        by_seat = sum_by_index(index.ravel(), slopes.ravel(), len(games.seating) * seats)
        by_seat = by_seat.reshape(-1, seats)
        total = np.zeros(groups * games.entrants)
        for seat in range(seats):
            who = games.seating[games.key, seat]
            there = who != NO_ENTRANT
            index = group[there] * games.entrants + who[there]
            total += sum_by_index(index, by_seat[games.key[there], seat], len(total))
        return total.reshape(groups, games.entrants)


def solve(
    model: _Model,
    start: Floats | None = None,
    counts: Floats | None = None,
    prior: Floats | None = None,
    precision: float = 1e-9,
) -> tuple[Floats, Floats]:
    """The most likely strengths by Newton's method, and the curvature there."""
    n = model.games.entrants
    theta = np.zeros(n) if start is None else start.copy()
    counts = model.counts if counts is None else counts
    won, lost = (np.ones(n), np.ones(n)) if prior is None else prior
    curvature = np.eye(n)
    for _ in range(60):
        gradient, curvature = model.step(theta, counts)
        chance = _logistic(theta)
        gradient = gradient + 0.5 * won * (1 - chance) - 0.5 * lost * chance
        curvature = curvature + np.diag(0.5 * (won + lost) * chance * (1 - chance) + 1e-9)
        change = np.linalg.solve(curvature, gradient)
        largest = float(np.abs(change).max())
        theta = theta + change * min(1.0, 1.5 / largest if largest else 1.0)
        if largest < precision:
            break
    return theta, curvature


def _logistic(theta: Floats) -> Floats:
    return 1 / (1 + np.exp(-theta))


def _to_elo(theta: Floats) -> Floats:
    return MEAN_ELO + ELO_PER_LOG_ODDS * (theta - theta.mean(axis=-1, keepdims=True))
