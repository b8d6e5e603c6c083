"""Ratings: known strengths are found again, and nothing depends on the order of the matches."""

import random
from math import log

import pytest
from arena.played import drawn, match

from croupier.arena.results.intervals import widening
from croupier.arena.results.orderings import match_arrays
from croupier.arena.results.pairwise import pairwise
from croupier.arena.results.ratings import ELO_PER_LOG_ODDS, components, over_time, rate
from croupier.arena.results.summary import few_blocks_text, summarise
from croupier.arena.results.totals import RatedTotals
from croupier.games import find_game

STRENGTHS = (4.0, 2.0, 1.0, 1.0)


def games(matches, entrants: int = 4):
    return match_arrays(RatedTotals(entrants).extend(matches))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_known_strengths_are_found_again(seats: int):
    ratings = rate(games(drawn(STRENGTHS, 3000, seats)))
    mean = sum(map(log, STRENGTHS)) / 4
    for rating, strength in zip(ratings, STRENGTHS, strict=True):
        truth = 1500 + ELO_PER_LOG_ODDS * (log(strength) - mean)
        assert rating.elo == pytest.approx(truth, abs=35)
        assert rating.low < rating.elo < rating.high
        assert rating.low - 15 < truth < rating.high + 15
    assert ratings[0].best > 0.99
    assert sum(rating.best for rating in ratings) == pytest.approx(1)


def test_the_order_of_the_matches_changes_no_digit():
    matches = drawn(STRENGTHS, 400, 3)
    expected = games(matches)
    for seed in range(3):
        random.Random(seed).shuffle(matches)
        assert rate(games(matches), 5) == rate(expected, 5)
        assert pairwise(games(matches)).low.tolist() == pairwise(expected).low.tolist()


def test_two_who_draw_are_equal():
    ratings = rate(games([match(n, (0, 1), (1, 1)) for n in range(20)], 2))
    assert ratings[0].elo == pytest.approx(1500, abs=1e-6)


def test_one_win_in_four_is_the_elo_of_one_win_in_four():
    matches = [match(n, (0, 1), (1, 2) if n % 4 else (2, 1)) for n in range(4000)]
    one, two = rate(games(matches, 2))
    assert one.elo - two.elo == pytest.approx(400 * log(3) / log(10), abs=2)


def test_partners_are_as_strong_as_their_mean():
    """0 wins with anybody as partner, so it is the best although it never wins alone."""
    chance = random.Random(3)
    matches = []
    for number in range(600):
        seating = chance.sample(range(5), 4)
        ahead = 1 if 0 in (seating[0], seating[2]) else 2 if 0 in seating else chance.choice((1, 2))
        places = (ahead, 3 - ahead, ahead, 3 - ahead)
        matches.append(match(number, seating, places, teams=(0, 1, 0, 1)))
    ratings = rate(games(matches, 5))
    assert max(range(5), key=lambda number: ratings[number].elo) == 0
    assert ratings[0].best > 0.99


def test_ties_of_many_favour_nobody():
    matches = [match(n, tuple((s + n) % 5 for s in range(5)), (1, 1, 1, 1, 1)) for n in range(5)]
    assert all(rating.elo == pytest.approx(1500, abs=1e-6) for rating in rate(games(matches, 5)))


def test_a_bot_that_never_lost_has_a_finite_rating_and_an_honest_interval():
    one, two = rate(games([match(n, (n % 2, 1 - n % 2), (1 + n % 2, 2 - n % 2), n // 2) for n in range(40)], 2))
    assert 1500 < one.elo < 3000
    assert one.high - one.low > 100
    assert two.low < two.elo


def test_faults_are_left_out_of_the_second_rating():
    clean = [match(n, (0, 1), (1, 2)) for n in range(20)]
    faulty = [match(20 + n, (0, 1), (2, 1), faults=[(0, "Crashed")]) for n in range(40)]
    one, two = rate(games([*clean, *faulty], 2))
    assert one.elo < two.elo
    assert one.without_faults is not None
    assert two.without_faults is not None
    assert one.without_faults > two.without_faults
    assert rate(games(clean, 2))[0].without_faults is None


def test_those_who_never_met_are_groups():
    met = [match(0, (0, 1), (1, 2)), match(1, (2, 3), (1, 2)), match(2, (3, 4), (1, 2))]
    assert components(games(met, 5)) == [[0, 1], [2, 3, 4]]


def test_groups_that_never_met_are_rated_apart():
    one = [match(n, (0, 1), (1, 2) if n % 4 else (2, 1), n) for n in range(40)]
    two = [match(40 + n, (2, 3, 4), (1 + n % 3, 1 + (n + 1) % 3, 1 + (n + 2) % 3), 40 + n) for n in range(30)]
    summary = summarise(RatedTotals(5).extend([*one, *two]), "abcde", find_game("bluff"))
    assert summary.groups == ((2, 3, 4), (0, 1))
    assert summary.rankings() == [[2, 3, 4], [0, 1]]
    for group in summary.groups:
        rows = [summary.rows[number] for number in group]
        assert sum(row.elo for row in rows) / len(rows) == pytest.approx(1500)
        assert sum(row.best or 0 for row in rows) == pytest.approx(1)
    alone = summarise(RatedTotals(2).extend(one), "ab", find_game("bluff"))
    assert summary.rows[0].elo == pytest.approx(alone.rows[0].elo)
    assert summary.rows[0].elo_low == pytest.approx(alone.rows[0].elo_low)


def test_nobody_is_the_best_after_a_few_deals():
    won = [match(n, (n % 2, 1 - n % 2), (1 + n % 2, 2 - n % 2), n // 2) for n in range(20)]
    for matches, known in ((won[:18], False), (won, True)):
        summary = summarise(RatedTotals(2).extend(matches), "ab", find_game("cuttle"))
        assert [row.best is not None for row in summary.rows] == [known] * 2
        assert bool(summary.hardly_known()) is not known
    assert "Too few deals to rate (fewer than 10): a, b." in few_blocks_text("ab")


@pytest.mark.parametrize(("blocks", "factor"), [(5, 1.58), (10, 1.22), (20, 1.10), (1000, 1.00)])
def test_intervals_of_few_blocks_are_wider(blocks: int, factor: float):
    assert widening(blocks) == pytest.approx(factor, abs=0.01)


def test_ratings_over_time_end_with_the_rating():
    matches = games(drawn(STRENGTHS, 200))
    history = over_time(matches, 10)
    assert [count for count, _ in history] == list(range(20, 201, 20))
    assert history[-1][1] == pytest.approx([rating.elo for rating in rate(matches)], abs=1e-6)


def test_who_was_ahead_of_whom():
    found = pairwise(games([match(n, (0, 1, 2), (1, 2, 2)) for n in range(30)], 3))
    assert found.meetings[0].tolist() == [0, 30, 30]
    assert found.share[0, 1] == 1
    assert found.share[1, 2] == found.share[2, 1] == 0.5
    assert 0.8 < found.low[0, 1] < found.high[0, 1] == 1
    assert found.low[1, 2] < 0.5 < found.high[1, 2]
