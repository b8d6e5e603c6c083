"""A/A runs: identical bots beside a stronger one do as well as each other, however they were typed.

`bench/fairness.py` does the same in every game at every table size, over hundreds of runs.
"""

from itertools import permutations

import pytest

import croupier

ORDERS = sorted(set(permutations(["heuristic", "random", "random"])))


@pytest.mark.parametrize("bots", ORDERS)
def test_identical_bots_are_rated_alike(bots: tuple[str, ...]):
    found = croupier.tournament("kittens", bots, seats=3, blocks=100, seed=5).summary
    one, two = (number for number, bot in enumerate(bots) if bot == "random")
    pair = found.pairs[one][two]
    assert pair.meetings == 300
    assert pair.low <= 0.5 <= pair.high
    assert found.balance is not None
    assert found.balance.is_even


def test_two_copies_at_a_table_of_three_win_equally_often():
    report = croupier.run("coup", ["random", "random"], n=600, seed=5, seats=3)
    one, two = report.standings.records
    assert one.seats == two.seats
    assert one.interval[0] <= 0.5 <= one.interval[1]
