"""What a rating is. How it is computed is in `ratings`, which needs numpy; this does not."""

from math import log
from typing import Final

import msgspec

ELO: Final = 400 / log(10)
"""Points for a factor of e in the odds."""
AVERAGE: Final = 1500.0


class Rating(msgspec.Struct, frozen=True):
    """One entrant's."""

    elo: float
    low: float
    high: float
    """95 %."""
    best: float
    """How likely it is the best of all."""
    without_faults: float | None = None
    """The rating from the matches without any fault; None if there are none or all are."""
