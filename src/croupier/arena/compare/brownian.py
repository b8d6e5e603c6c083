"""Where and when a Brownian motion leaves a strip: the arithmetic behind a sequential test.

The motion starts at 0 inside the strip (low, high), has unit variance per unit of time and some drift. All sums are
over the images of the walls and converge after a few terms.
"""

from collections.abc import Callable
from math import erfc, exp, expm1, inf, sqrt
from typing import Final

Strip = tuple[float, float]

_IMAGES: Final = range(-12, 13)
_HALF: Final = sqrt(0.5)


def exit_probability(drift: float, strip: Strip) -> float:
    """How likely the upper wall is reached first."""
    low, high = strip
    if abs(drift) * (high - low) < 1e-9:
        return -low / (high - low)
    if drift > 0:
        return expm1(2 * drift * low) / expm1(2 * drift * (low - high))
    # The same, with a factor taken out so that nothing overflows.
    return exp(2 * drift * high) * expm1(-2 * drift * low) / expm1(2 * drift * (high - low))


def mean_exit_time(drift: float, strip: Strip) -> float:
    low, high = strip
    if abs(drift) * (high - low) < 1e-6:
        return -low * high
    up = exit_probability(drift, strip)
    return (up * high + (1 - up) * low) / drift


def upper_by(time: float, drift: float, strip: Strip) -> float:
    """How likely the upper wall is reached first, and by this time."""
    low, high = strip
    total = 0.0
    for image in _IMAGES:
        way = high + 2 * image * (high - low)
        far, root = abs(way), sqrt(time)
        part = _exp_times(drift * high - abs(drift) * far, (abs(drift) * time - far) / root)
        part += _exp_times(drift * high + abs(drift) * far, (-abs(drift) * time - far) / root)
        total += part if way > 0 else -part
    return min(1.0, max(0.0, total))


def inside_above(time: float, at: float, drift: float, strip: Strip) -> float:
    """How likely the motion is still in the strip at this time, and above `at`."""
    low, high = strip
    root = sqrt(time)
    total = 0.0
    for image in _IMAGES:
        for start, sign in ((2 * image * (high - low), 1), (2 * high - 2 * image * (high - low), -1)):
            centre = start + drift * time
            ends = (at - centre) / root, (high - centre) / root
            # Of an image above the strip the lower tails are taken, which do not overflow.
            near, far = ends[::-1] if centre > high else (-ends[0], -ends[1])
            total += sign * (_exp_times(drift * start, near) - _exp_times(drift * start, far))
    return min(1.0, max(0.0, total))


def drift_bound(time: float, at: float, stopped: str, strip: Strip, level: float) -> float:
    """The drift with which a walk ends as well as this one, or better, with the probability `level`.

    Two levels are the ends of an interval; the level 0.5 is the median-unbiased estimate of the drift.

    Walks are ordered: those that reach the upper wall come first, the earlier the better; then those that are still
    inside, by height; then those that reach the lower wall, the later the better. `stopped` is "better" at the upper
    wall, "not better" at the lower.
    """

    def as_good(drift: float) -> float:
        if stopped == "better":
            return upper_by(time, drift, strip)
        if stopped == "open":
            return upper_by(time, drift, strip) + inside_above(time, at, drift, strip)
        return 1 - upper_by(time, -drift, (-strip[1], -strip[0]))

    return _solve_rising(as_good, level)


def _solve_rising(rising: Callable[[float], float], target: float) -> float:
    """Where a rising function of the drift has this value. A drift of 8 deviations per block is beyond all doubt."""
    low, high = -8.0, 8.0
    for _ in range(60):
        middle = (low + high) / 2
        if rising(middle) < target:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _exp_times(exponent: float, z: float) -> float:
    """exp(exponent) times the normal distribution function at z, where one may be huge and the other tiny."""
    if z < -30:
        return 0.0 if exponent - z * z / 2 < -700 else exp(exponent - z * z / 2) / (-z * 2.5066282746310002)
    tail = 0.5 * erfc(-z * _HALF)
    if tail == 0.0 or exponent == -inf:
        return 0.0
    return tail * exp(exponent) if exponent < 700 else inf
