"""Who plays next."""

from collections import Counter
from math import inf

from croupier.season.config import Ladder
from croupier.season.matchmaking import Candidate, next_table

LADDER = Ladder(known_elo=40.0, most_blocks=400)


def test_a_new_bot_plays_first_and_meets_anybody():
    known = [Candidate(number, 1500 + 50 * number, 30.0, 100, 100) for number in range(20)]
    met: Counter[int] = Counter()
    for block in range(200):
        table = next_table([*known, Candidate(99)], 2, LADDER, 7, block)
        assert table is not None
        assert table[0] == 99
        met[table[1]] += 1
    assert len(met) == 20


def test_the_least_known_meets_its_neighbours():
    bots = [Candidate(number, 1000 + 100 * number, 30.0, 100, 100) for number in range(10)]
    bots[5] = Candidate(5, 1500, 80.0, 100, 100)
    tables = [next_table(bots, 2, LADDER, 7, block) for block in range(50)]
    assert {table[0] for table in tables if table} == {5}
    assert {table[1] for table in tables if table} == {3, 4, 6, 7}


def test_deals_played_since_the_rating_count():
    bots = [Candidate(0, 1500, 70.0, 100, 400), Candidate(1, 1500, 60.0, 100, 100)]
    assert next_table(bots, 2, Ladder(known_elo=40.0, most_blocks=1000), 7, 0) == [1, 0]


def test_nobody_plays_when_all_are_known():
    bots = [Candidate(0, 1500, 30.0, 100, 100), Candidate(1, 1600, inf, 0, 400)]
    assert next_table(bots, 2, LADDER, 7, 0) is None
    assert next_table([Candidate(0)], 2, LADDER, 7, 0) is None


def test_a_table_has_as_many_different_bots_as_there_are():
    table = next_table([Candidate(number) for number in range(3)], 4, LADDER, 7, 0)
    assert table is not None
    assert sorted(table) == [0, 1, 2]
    table = next_table([Candidate(number) for number in range(9)], 4, LADDER, 7, 0)
    assert table is not None
    assert len(set(table)) == 4
