"""What acts tell about hidden facts, in bits, beyond what the rules alone tell.

The model behind it: an act multiplies the odds of each fact by factors of its own. The factors are learned from the
acts of some deals and tried on the others, so chance patterns bring no gain but cost a little. The gain of an act is
the logarithm, to base 2, of how much more likely the model thought the true fact than the rules alone do.
"""

from collections.abc import Sequence
from math import sqrt
from typing import Final

import numpy as np
import numpy.typing as npt

from croupier.arena.profile.observe import Act
from croupier.arena.results.intervals import Z95, block_interval, student, widening

FOLDS: Final = 10
CAUTIONS: Final = (0.5, 2.0, 8.0, 32.0, 128.0, 1e6)
"""Precisions of the normal prior of a factor's logarithm that are tried: with a high one, only many acts of a kind move
it away from 0; with the last one nothing does."""
NEWTON_STEPS: Final = 40
STEP_END: Final = 1e-7
RESAMPLES: Final = 2000

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def held_out_gains(acts: Sequence[Act]) -> Floats:
    """For each act, the bits that a model learned from other deals gains over the rules alone.

    How cautious the model of a fold is, is chosen by what each caution gains in the other folds.
    """
    folds = np.array([act.block % FOLDS for act in acts], np.int64)
    tried = np.array([_gains(acts, folds, caution) for caution in CAUTIONS])
    gains = np.zeros(len(acts))
    for fold in range(FOLDS):
        tested = folds == fold
        best = tried[:, ~tested].sum(axis=1).argmax()
        gains[tested] = tried[best, tested]
    return gains


def _gains(acts: Sequence[Act], folds: Ints, caution: float) -> Floats:
    facts = np.array([act.fact for act in acts], np.int64)
    baseline = np.array([act.baseline for act in acts], np.float64)
    kinds = np.unique(np.array([act.words for act in acts]), return_inverse=True)[1]
    gains = np.zeros(len(acts))
    for kind in range(kinds.max() + 1):
        for fold in range(FOLDS):
            tested = (kinds == kind) & (folds == fold)
            if tested.any():
                known = (kinds == kind) & (folds != fold)
                tilt = _fit(facts[known], baseline[known], caution)
                gains[tested] = _gain(facts[tested], baseline[tested], tilt)
    return gains


def _fit(facts: Ints, baseline: Floats, caution: float) -> Floats:
    """The logarithms of the factors: most likely by these acts and the prior, found by Newton's method."""
    count = int(baseline.shape[1])
    tilt: Floats = np.zeros(count)
    if not len(facts):
        return tilt
    hits = np.bincount(facts, minlength=count)

    def worth(tried: Floats) -> float:
        return float(hits @ tried - np.log(baseline @ np.exp(tried)).sum() - caution / 2 * tried @ tried)

    best = worth(tilt)
    for _ in range(NEWTON_STEPS):
        weighted = baseline * np.exp(tilt)
        chances = weighted / weighted.sum(axis=1, keepdims=True)
        slope = np.subtract(hits, chances.sum(axis=0)) - caution * tilt
        curve = np.diag(chances.sum(axis=0)) - chances.T @ chances + caution * np.eye(count)
        step = np.asarray(np.linalg.solve(curve, slope), np.float64)
        length = 1.0
        while (now := worth(tilt + length * step)) < best and length > STEP_END:
            length /= 2  # a whole step can go too far where the baseline is nearly certain
        if now <= best:
            break
        tilt, best = np.asarray(tilt + length * step, np.float64), now
    return tilt


def _gain(facts: Ints, baseline: Floats, tilt: Floats) -> Floats:
    return (tilt[facts] - np.log((baseline * np.exp(tilt)).sum(axis=1))) / np.log(2)


def uncertainty(acts: Sequence[Act]) -> float:
    """The bits that an opponent who knows the rules alone lacks about the fact of an act, on average."""
    return -float(np.mean([np.log2(act.baseline[act.fact]) for act in acts]))


def mean_interval(values: Floats, blocks: Sequence[int], seed: int = 0, z: float = Z95) -> tuple[float, float]:
    """The interval of a mean, by resampling deal blocks; of two-sided 95 % confidence unless `z` says otherwise."""
    names, places = np.unique(np.array(blocks), return_inverse=True)
    if len(names) < 2:
        return -float("inf"), float("inf")
    sums = np.bincount(places, weights=values)
    counts = np.bincount(places)
    rng = np.random.default_rng(seed)
    drawn = rng.integers(len(names), size=(RESAMPLES, len(names)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    mean = float(values.mean())
    reach = float(means.std()) * widening(len(names)) * z
    return mean - reach, mean + reach


class Tally:
    """How often something happened, deal block by deal block."""

    def __init__(self) -> None:
        self._blocks: dict[int, list[float]] = {}

    def add(self, block: int, happened: bool, expected: float = 0.0) -> None:
        counts = self._blocks.setdefault(block, [0, 0, 0.0])
        counts[0] += 1
        counts[1] += happened
        counts[2] += expected

    @property
    def count(self) -> int:
        return int(sum(counts[0] for counts in self._blocks.values()))

    @property
    def rate(self) -> float:
        return sum(counts[1] for counts in self._blocks.values()) / max(1, self.count)

    @property
    def expected(self) -> float:
        return sum(counts[2] for counts in self._blocks.values()) / max(1, self.count)

    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the rate, which counts the blocks and not the single acts."""
        rate = self.rate
        spread = sum((counts[1] - rate * counts[0]) ** 2 for counts in self._blocks.values())
        return block_interval(rate, self.count, len(self._blocks), spread)

    def exceeds(self, z: float) -> bool:
        """Whether the rate is above what was expected by more than z standard errors, blocks being independent.

        With few blocks more are needed, by Student's distribution.
        """
        blocks = self._blocks.values()
        excess = self.rate - self.expected
        if excess <= 0 or len(blocks) < 2:
            return False
        spread = sum((counts[1] - counts[2] - excess * counts[0]) ** 2 for counts in blocks)
        # One act more or less keeps a few blocks that agree from looking certain.
        error = sqrt(spread * len(blocks) / (len(blocks) - 1) + 1) / self.count
        return excess > student(len(blocks) - 1, z) * error
