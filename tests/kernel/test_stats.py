"""Awards by rate: a single lucky try in a long run is not the best rate."""

import pytest

from croupier.kernel.display.stats import MIN_TRIES, success_rate


@pytest.mark.parametrize(
    ("games", "successes", "tries", "rate"),
    [(1, 1, 1, 1.0), (100, 1, 1, 0.0), (100, MIN_TRIES // 2, MIN_TRIES, 0.5), (100, 0, 0, 0.0)],
)
def test_a_rate_needs_a_minimum_of_tries(games: int, successes: int, tries: int, rate: float):
    assert success_rate(successes, {"games": games, "tries": tries}, "tries") == rate
