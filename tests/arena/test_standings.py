"""Statistics that add, and intervals that know about blocks."""

import pytest

from croupier.arena.standings import WIN, Outcome, Record, no_standings, standings_of_block, wilson
from croupier.kernel.decision import Result


def outcome(places: tuple[int, ...], seating: tuple[int, ...], teams: tuple[int, ...] = (), faults=()) -> Outcome:
    scores = tuple(float(10 - place) for place in places)
    return Outcome(seating, teams or tuple(range(len(places))), Result(places, scores, "the end"), tuple(faults))


def duel(winners: str) -> list[Outcome]:
    """A block of two, by the letters of the winners: "ab" is one win for each, "-" a draw."""
    seatings = [(0, 1), (1, 0)]
    found = []
    for letter, seating in zip(winners, seatings, strict=True):
        places = (1, 1) if letter == "-" else tuple(1 if "ab"[entrant] == letter else 2 for entrant in seating)
        found.append(outcome(places, seating))
    return found


def duels(*blocks: str):
    total = no_standings(2)
    for block in blocks:
        total += standings_of_block(2, duel(block))
    return total


def test_wins_places_scores_and_endings_are_counted():
    standings = duels("aa", "ab", "b-")
    one, two = standings.records
    assert (one.matches, one.wins, dict(one.places)) == (6, 3.5, {1: 4, 2: 2})
    assert (two.matches, two.wins, dict(two.places)) == (6, 2.5, {1: 3, 2: 3})
    assert one.mean_score == pytest.approx((4 * 9 + 2 * 8) / 6)
    assert (standings.matches, dict(standings.endings)) == (6, {"the end": 6})


def test_a_tie_shares_the_win():
    (record,) = standings_of_block(1, [outcome((1, 1, 1), (0, 1, 2))]).records
    assert record.wins == pytest.approx(1 / 3)
    assert record.parts * 3 == WIN


def test_partners_win_together_and_once():
    standings = standings_of_block(2, [outcome((1, 2, 1, 2), (0, 1, 0, 1), (0, 1, 0, 1))])
    assert [record.wins for record in standings.records] == [1, 0]
    assert [dict(record.places) for record in standings.records] == [{1: 1}, {2: 1}]


def test_partners_who_are_different_bots_both_win():
    standings = standings_of_block(4, [outcome((1, 2, 1, 2), (0, 1, 2, 3), (0, 1, 0, 1))])
    assert [record.wins for record in standings.records] == [1, 0, 1, 0]


def test_a_bot_at_several_seats_wins_when_one_of_them_does():
    standings = standings_of_block(2, [outcome((1, 2, 3), (0, 1, 0))])
    assert [record.wins for record in standings.records] == [1, 0]
    assert dict(standings.records[0].places) == {1: 1, 3: 1}


def test_faults_are_counted_by_kind():
    faults = [(0, "Crashed"), (0, "Crashed"), (1, "TooSlow")]
    standings = standings_of_block(2, [outcome((1, 2), (0, 1), faults=faults)] * 2)
    assert [dict(record.faults) for record in standings.records] == [{"Crashed": 4}, {"TooSlow": 2}]


def test_standings_add_in_any_order():
    blocks = ["aa", "ab", "b-", "--", "ba", "aa", "-a"]
    whole, backwards = duels(*blocks), duels(*reversed(blocks))
    parts = duels(*blocks[:3]) + duels(*blocks[3:])
    assert whole == parts == backwards
    assert no_standings(2) + whole == whole


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
    cut = duels("aa", "ab", "bb") + standings_of_block(2, duel("ab")[:1])
    record = cut.records[0]
    assert record.win_rate == 4 / 7
    low, high = record.interval
    assert 0 < low < 4 / 7 < high < 1


def test_nothing_played_is_nothing_known():
    assert (Record().win_rate, Record().interval, Record().mean_score) == (0.0, (0.0, 1.0), 0.0)
