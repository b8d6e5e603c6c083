"""A person's rating in puzzles: it rises with a solved one and falls with a missed one, by how difficult it was.

Glicko with one puzzle per period: a new person's rating moves quickly, an experienced one's slowly.
"""

from math import pi, sqrt
from typing import Final

import msgspec

FIRST_RATING: Final = 1200.0
FIRST_DEVIATION: Final = 200.0
LEAST_DEVIATION: Final = 60.0
PUZZLE_DEVIATION: Final = 80.0
LOG10: Final = 2.302585092994046
LOWEST_RATING: Final = 100.0
HIGHEST_RATING: Final = 3500.0


class SolverRating(msgspec.Struct, frozen=True):
    """A rating, and how uncertain it is."""

    rating: float = FIRST_RATING
    deviation: float = FIRST_DEVIATION

    @property
    def is_settled(self) -> bool:
        """Whether it can be shown without a question mark."""
        return self.deviation < 110


def expected_score(player: float, puzzle: float) -> float:
    """How likely a player with this rating solves a puzzle with that one."""
    return 1 / (1 + 10 ** ((puzzle - player) / 400))


def after_puzzle(now: SolverRating, puzzle: float, is_solved: bool) -> SolverRating:
    """The rating after one puzzle."""
    q = LOG10 / 400
    g = 1 / sqrt(1 + 3 * (q * PUZZLE_DEVIATION / pi) ** 2)
    expected = 1 / (1 + 10 ** (g * (puzzle - now.rating) / 400))
    information = q * q * g * g * expected * (1 - expected)
    precision = 1 / now.deviation**2 + information
    rating = now.rating + q / precision * g * (is_solved - expected)
    rating = min(HIGHEST_RATING, max(LOWEST_RATING, rating))
    return SolverRating(rating, max(LEAST_DEVIATION, sqrt(1 / precision)))
