"""Totals that add up in any order, and intervals that know about blocks."""

import random

import pytest
from arena.played import drawn, match

from croupier.arena.results.intervals import WIN, wilson
from croupier.arena.results.orderings import match_arrays
from croupier.arena.results.totals import EntrantRecord, RatedTotals, Standings, Totals
from croupier.arena.run.task import Played


def duel(winners: str, block: int) -> list[Played]:
    """A block of two, by the letters of the winners: "ab" is one win for each, "-" a draw."""
    found: list[Played] = []
    for letter, seating in zip(winners, [(0, 1), (1, 0)], strict=False):
        places = (1, 1) if letter == "-" else tuple(1 if "ab"[entrant] == letter else 2 for entrant in seating)
        found.append(match(2 * block + len(found), seating, places, block))
    return found


def duels(*blocks: str) -> Standings:
    return Totals(2).extend(each for block, winners in enumerate(blocks) for each in duel(winners, block)).standings()


def standings_of(entrants: int, *matches: Played) -> Standings:
    return Totals(entrants).extend(matches).standings()


def test_wins_places_scores_and_endings_are_counted():
    standings = duels("aa", "ab", "b-")
    one, two = standings.records
    assert (one.matches, one.wins, dict(one.places)) == (6, 3.5, {1: 4, 2: 2})
    assert (two.matches, two.wins, dict(two.places)) == (6, 2.5, {1: 3, 2: 3})
    assert one.mean_score == pytest.approx((4 * 9 + 2 * 8) / 6)
    assert (standings.matches, dict(standings.endings)) == (6, {"the end": 6})


def test_a_tie_shares_the_win():
    record = standings_of(3, match(0, (0, 1, 2), (1, 1, 1))).records[0]
    assert record.wins == pytest.approx(1 / 3)
    assert record.parts * 3 == WIN


def test_partners_win_together_and_once():
    standings = standings_of(2, match(0, (0, 1, 0, 1), (1, 2, 1, 2), teams=(0, 1, 0, 1)))
    assert [record.wins for record in standings.records] == [1, 0]
    assert [dict(record.places) for record in standings.records] == [{1: 1}, {2: 1}]


def test_partners_who_are_different_bots_both_win():
    standings = standings_of(4, match(0, (0, 1, 2, 3), (1, 2, 1, 2), teams=(0, 1, 0, 1)))
    assert [record.wins for record in standings.records] == [1, 0, 1, 0]


def test_a_bot_at_several_seats_wins_when_one_of_them_does():
    standings = standings_of(2, match(0, (0, 1, 0), (1, 2, 3)))
    assert [record.wins for record in standings.records] == [1, 0]
    assert dict(standings.records[0].places) == {1: 1, 3: 1}


def test_faults_are_counted_by_kind():
    faults = [(0, "Crashed"), (0, "Crashed"), (1, "TooSlow")]
    standings = standings_of(2, *(match(number, (0, 1), (1, 2), faults=faults) for number in range(2)))
    assert [dict(record.faults) for record in standings.records] == [{"Crashed": 4}, {"TooSlow": 2}]


def test_standings_add_in_any_order():
    matches = drawn((4.0, 2.0, 1.0, 1.0), 400, 3)
    expected = standings_of(4, *matches)
    for seed in range(3):
        random.Random(seed).shuffle(matches)
        assert standings_of(4, *matches) == expected
        assert Totals(4, block_size=3).extend(matches).standings() == expected


def test_records_add_up():
    one, two = duels("aa", "ab", "b-").records[0], duels("--", "ba").records[0]
    assert one + two == two + one == duels("aa", "ab", "b-", "--", "ba").records[0]
    assert one + EntrantRecord() == one


def test_the_best_comes_first():
    assert duels("aa", "ab").ranking() == [0, 1]
    assert duels("bb", "ab").ranking() == [1, 0]
    assert duels("ab").ranking() == [0, 1]


# Intervals.


@pytest.mark.parametrize(
    ("p", "n", "low", "high"),
    [
        (0.5, 100, 0.4038, 0.5962),
        (0.1, 50, 0.0435, 0.2136),
        (0.0, 10, 0.0, 0.2775),
        (1.0, 10, 0.7225, 1.0),
    ],
)
def test_wilsons_interval(p: float, n: float, low: float, high: float):
    assert wilson(p, n) == pytest.approx((low, high), abs=5e-5)


def test_two_equal_bots_leave_little_doubt_and_the_less_the_more_they_play():
    few, many = (duels(*["ab"] * blocks).records[0] for blocks in (5, 500))
    assert few.win_rate == many.win_rate == 0.5
    assert many.interval == pytest.approx((0.5, 0.5), abs=0.002)
    assert few.interval[0] < 0.4


def test_one_block_tells_little():
    low, high = duels("ab").records[0].interval
    assert low < 0.1
    assert high > 0.9


def test_when_every_match_is_won_a_block_counts_once():
    assert duels(*["aa"] * 20).records[0].interval == wilson(1.0, 20)
    assert duels(*["aa"] * 20).records[1].interval == wilson(0.0, 20)


def test_independent_matches_count_as_they_are():
    """With "aa", "ab", "ba", "bb" equally often, matches of a block do not depend on each other."""
    record = duels(*["aa", "ab", "ba", "bb"] * 100).records[0]
    low, high = record.interval
    assert (low, high) == pytest.approx(wilson(0.5, 800), abs=1e-4)


def test_luck_of_the_deal_widens_the_interval():
    """Where the cards alone decide, a block of two matches tells no more than one."""
    record = duels(*["aa", "bb"] * 100).records[0]
    assert record.interval == pytest.approx(wilson(0.5, 200), abs=1e-3)


def test_the_interval_fits_a_block_that_was_broken_off():
    record = duels("aa", "ab", "bb", "a").records[0]
    assert record.win_rate == 4 / 7
    low, high = record.interval
    assert 0 < low < 4 / 7 < high < 1


def test_nothing_played_is_nothing_known():
    assert (EntrantRecord().win_rate, EntrantRecord().interval, EntrantRecord().mean_score) == (0.0, (0.0, 1.0), 0.0)


def test_a_bot_at_several_seats_has_several_places_and_wins_once():
    standings = standings_of(
        2, match(0, (0, 1, 0), (1, 2, 3)), match(1, (0, 1, 0, 1), (1, 2, 1, 2), teams=(0, 1, 0, 1))
    )
    assert [record.matches for record in standings.records] == [2, 2]
    assert [record.win_rate for record in standings.records] == [1.0, 0.0]
    assert [dict(record.places) for record in standings.records] == [{1: 2, 3: 1}, {2: 2}]


def test_totals_for_ratings_have_the_same_standings_and_all_matches():
    matches = drawn((4.0, 2.0, 1.0, 1.0), 300, 3)
    totals = RatedTotals(4).extend(matches)
    assert totals.standings() == standings_of(4, *matches)
    assert len(match_arrays(totals).key) == 300


def test_the_leaders_are_those_of_the_standings():
    totals = Totals(4).extend(drawn((4.0, 2.0, 1.0, 1.0), 300, 3))
    standings = totals.standings()
    best = [("abcd"[number], standings.records[number].win_rate) for number in standings.ranking()]
    assert totals.leaders("abcd", 2) == best[:2]
