"""A sequential test on deal blocks: is the mean gain nothing, or at least `edge`? It stops as soon as that is clear.

This is the generalised likelihood-ratio test of Wald for a mean whose variance is learned from the blocks themselves
(chess programs call it GSPRT). A block is one observation, whatever the table size; its parts need not be independent.
Plain arithmetic on plain numbers: it knows no game and plays nothing.
"""

from math import log, sqrt
from statistics import NormalDist
from typing import Final, Literal

import msgspec

from croupier.arena.compare.brownian import drift_bound, exit_probability, mean_exit_time
from croupier.kernel.errors import UsageError

MIN_BLOCKS: Final = 24
"""Blocks before the first verdict: with fewer the variance is hardly known."""
ASSUMED_BLOCKS: Final = 3
"""Number of blocks assumed to have varied like independent matches. Where blocks hardly ever differ, a few dozen
equal ones prove no more than "a difference is rarer than 3 in n", and this is what makes the test wait for it."""

Verdict = Literal["better", "not better", "open"]


class Hypotheses(msgspec.Struct, frozen=True):
    """What is tested. H0: the gain is 0 or less; H1: it is `edge` or more."""

    edge: float = 0.03
    """In wins per match: 0.03 is three more wins in a hundred matches."""
    alpha: float = 0.025
    """How often a bot that is no better may be called better."""
    beta: float = 0.025
    """How often a bot that is better by `edge` may be called not better."""

    def __post_init__(self) -> None:
        if not 0 < self.edge < 1:
            raise UsageError(f"edge must be between 0 and 1, not {self.edge:g}; 0.03 is three percentage points")
        for name, value in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < value < 0.5:
                raise UsageError(f"{name} must be a probability between 0 and 0.5, not {value:g}")

    @property
    def upper(self) -> float:
        return log((1 - self.beta) / self.alpha)

    @property
    def lower(self) -> float:
        return log(self.beta / (1 - self.alpha))


DEFAULT_HYPOTHESES: Final = Hypotheses()


class SequentialTest:
    """The test at work: blocks go in one after the other, in the order of the schedule."""

    def __init__(self, hypotheses: Hypotheses, usual: float) -> None:
        """`usual` is the variance that a block would have if its matches were independent."""
        self.hypotheses = hypotheses
        self.blocks = 0
        self.verdict: Verdict = "open"
        self._usual = usual
        self._sum = 0.0
        self._squares = 0.0

    def add(self, gain: float) -> Verdict:
        """The gain of the next block; once there is a verdict, nothing changes it."""
        if self.verdict != "open":
            return self.verdict
        self.blocks += 1
        self._sum += gain
        self._squares += gain * gain
        if self.blocks >= MIN_BLOCKS:
            if self.ratio >= self.hypotheses.upper:
                self.verdict = "better"
            elif self.ratio <= self.hypotheses.lower:
                self.verdict = "not better"
        return self.verdict

    @property
    def mean(self) -> float:
        return self._sum / self.blocks if self.blocks else 0.0

    @property
    def variance(self) -> float:
        """Of one block, with those that are assumed."""
        if not self.blocks:
            return self._usual
        spread = max(0.0, self._squares - self._sum * self._sum / self.blocks)
        return (spread + ASSUMED_BLOCKS * self._usual) / (self.blocks + ASSUMED_BLOCKS - 1)

    @property
    def ratio(self) -> float:
        """The logarithm of the likelihood ratio of H1 to H0, each with the variance that suits it best."""
        edge = self.hypotheses.edge
        none = self._squares + ASSUMED_BLOCKS * self._usual
        some = none - 2 * edge * self._sum + self.blocks * edge * edge
        return self.blocks / 2 * log(none / some)

    @property
    def gain(self) -> float:
        """The median-unbiased estimate: the true gain is as likely to be above it as below.

        The mean is too far from zero, since the test stops when luck runs high.
        """
        return self._gain_at(0.5)

    def interval(self) -> tuple[float, float]:
        """For the gain, at level 1 - 2 alpha, and right for a test that stopped by itself.

        The usual interval would be too narrow and off centre, since the test stops when luck runs high. This one asks
        for which true gains stopping here, or farther, would be rare (stage-wise ordering of a Brownian motion).
        """
        if not self.blocks:
            return -1.0, 1.0
        return self._gain_at(self.hypotheses.alpha), self._gain_at(1 - self.hypotheses.alpha)

    def _gain_at(self, level: float) -> float:
        """The true gain with which the test would end like this, or better, with the probability `level`."""
        bounds, deviation = self.hypotheses, sqrt(self.variance)
        if self.blocks <= MIN_BLOCKS:  # nothing was sequential about it
            reach = NormalDist().inv_cdf(level) * deviation / sqrt(self.blocks) if self.blocks else 0.0
            return max(-1.0, min(1.0, self.mean + reach))
        middle = bounds.edge / 2
        scale = deviation / bounds.edge
        at = (self._sum - self.blocks * middle) / deviation
        ends = (bounds.lower * scale, bounds.upper * scale)
        if self.verdict == "open":
            at = min(max(at, ends[0] * 0.999999), ends[1] * 0.999999)
        else:  # far from both hypotheses the walls of the ratio lie farther out than straight ones
            ends = (min(ends[0], at), max(ends[1], at))
        drift = drift_bound(float(self.blocks), at, self.verdict, ends, level)
        return max(-1.0, min(1.0, drift * deviation + middle))


class Power(msgspec.Struct, frozen=True):
    """What to expect of the test if the true gain were `gain`."""

    gain: float
    better: float
    """How likely the verdict "better" is."""
    blocks: float
    """How many blocks it takes on average."""


def power(hypotheses: Hypotheses, variance: float, gain: float) -> Power:
    """Before anything is played, for blocks of this variance."""
    deviation = sqrt(variance)
    scale = deviation / hypotheses.edge
    drift = (gain - hypotheses.edge / 2) / deviation
    ends = (hypotheses.lower * scale, hypotheses.upper * scale)
    return Power(gain, exit_probability(drift, ends), max(float(MIN_BLOCKS), mean_exit_time(drift, ends)))
