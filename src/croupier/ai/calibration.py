"""From what a search expects to a probability: corrections counted in matches, for everything that people read.

A search is surer of itself than it should be in one game and not sure enough in another. `bench/calibration.py` plays
matches, compares what was expected with who won, and prints the rows of FITTED.
"""

from collections.abc import Sequence
from math import exp, log
from typing import Final

import msgspec

LEAST_CHANCE: Final = 0.002
"""No chance is taken for smaller, so that none is beyond correction."""
LEAST_SLOPE: Final = 0.3
"""A search with a smaller slope knows too little to name a win chance."""


class Calibration(msgspec.Struct, frozen=True):
    """How the expectations of one game at tables of one size become probabilities."""

    slope: float = 1.0
    """Of the value of a move, on the scale of log-odds, counted from an even share of the wins."""
    shift: float = 0.0
    """What is added to that."""
    rollouts: float = 1.0
    """The weight of the matches played on with all cards open, in the win chances of all seats."""
    policy: float = 0.0
    """The same of what the learned policy expects from the view of the seat to act."""
    matches: int = 0
    """How many matches this was fitted to; 0 for no correction."""

    @property
    def is_known(self) -> bool:
        """Whether the value of a move says anything about who wins."""
        return self.slope >= LEAST_SLOPE

    def chance(self, value: float, sides: int) -> float:
        """The probability that the side wins whose move has this value."""
        even = log(1 / sides / (1 - 1 / sides)) if sides > 1 else 0.0
        return 1 / (1 + exp(-(even + self.shift + self.slope * (_log_odds(value) - even))))

    def steepness(self, value: float, sides: int) -> float:
        """How much the probability changes with the value, there."""
        chance, raw = self.chance(value, sides), min(1 - LEAST_CHANCE, max(LEAST_CHANCE, value))
        return self.slope * chance * (1 - chance) / (raw * (1 - raw))

    def shares(self, rollouts: Sequence[float], policy: Sequence[float] | None) -> tuple[float, ...]:
        """The win chances of all sides, which sum to 1, from two opinions about them."""
        if not self.matches:
            return tuple(rollouts)
        scores = [self.rollouts * log(max(LEAST_CHANCE, each)) for each in rollouts]
        if policy is not None:
            scores = [
                score + self.policy * log(max(LEAST_CHANCE, each)) for score, each in zip(scores, policy, strict=True)
            ]
        best = max(scores)
        raised = [exp(score - best) for score in scores]
        return tuple(each / sum(raised) for each in raised)


def _log_odds(value: float) -> float:
    value = min(1 - LEAST_CHANCE, max(LEAST_CHANCE, value))
    return log(value / (1 - value))


NO_CORRECTION: Final = Calibration()
FITTED: Final[dict[tuple[str, int], Calibration]] = {
    ("belote", 4): Calibration(0.894, -0.279, 1.002, 0.0, 100),
    ("bluff", 2): Calibration(0.59, 0.096, 0.736, 0.0, 100),
    ("coup", 2): Calibration(0.659, 0.032, 0.247, 0.543, 100),
    ("cuttle", 2): Calibration(1.424, 0.052, 0.718, 0.585, 100),
    ("kittens", 2): Calibration(1.051, -0.004, 0.702, 0.734, 100),
    ("kittens", 4): Calibration(1.235, -0.118, 0.501, 0.757, 100),
}
"""By game and number of seats, as `bench/calibration.py` prints it."""


def calibration_of(game: str, seats: int) -> Calibration:
    """The correction for this table; none where nothing was measured."""
    return FITTED.get((game, seats), NO_CORRECTION)
