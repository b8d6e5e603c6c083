"""Tournaments: who meets whom, byes, best-of, and results that do not depend on the order they come in."""

import random
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest

from croupier.arena.results.orderings import match_arrays
from croupier.arena.results.ratings import rate
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.task import Chunk, Played, Skipped
from croupier.arena.tournament.formats import Knockout, Meeting, Swiss, seeding
from croupier.arena.tournament.lineups import all_lineups, choose_byes, gauntlet_lineups, mixed_partners
from croupier.arena.tournament.play import PlayedRounds, RoundRunner
from croupier.arena.tournament.setup import set_up_tournament
from croupier.kernel.errors import UsageError

TWO, FOUR, TEAMS = (0, 1), (0, 1, 2, 3), (0, 1, 0, 1)


class Sure:
    """Plays by strength alone: the lower the number, the better; partners count together. Any order if asked for."""

    def __init__(self, teams: tuple[int, ...], shuffle: int | None = None) -> None:
        self._teams = teams
        self._shuffle = shuffle
        self.matches: list[Played] = []
        self.skipped: list[Skipped] = []
        self.idle = lambda: None

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        found = [self._played(task) for chunk in chunks for task in chunk]
        if self._shuffle is not None:
            random.Random(self._shuffle).shuffle(found)
        for played in found:
            self.matches.append(played)
            yield played

    def _played(self, task: Any) -> Played:
        seating, seed = task.pairing.seating, task.pairing.seed
        strength = {
            team: sum(who for who, side in zip(seating, self._teams, strict=True) if side == team)
            for team in self._teams
        }
        order = sorted(strength, key=lambda team: strength[team])
        places = tuple(order.index(team) + 1 for team in self._teams)
        scores = tuple(-float(place) for place in places)
        return Played(task.number, task.pairing.block, seed, seating, self._teams, places, scores, "", 1)


def held(names: int, teams: tuple[int, ...], form: str, blocks: int = 2, shuffle: int | None = None, **options: Any):
    plan = set_up_tournament([f"bot{n}" for n in range(names)], teams, form, **options)
    totals = RatedTotals(len(plan.names))
    executor = Sure(teams, shuffle)
    rounds: PlayedRounds = RoundRunner(executor, plan.entries, 7, blocks).play(
        plan.form, lambda each: totals.add(plan.rated(each))
    )
    return plan, rounds, totals, executor


def test_in_a_round_robin_everybody_meets_everybody_from_all_seats():
    _, rounds, totals, executor = held(4, TWO, "round-robin", blocks=3)
    assert [meeting.lineup for meeting in rounds[0][1]] == list(combinations(range(4), 2))
    assert totals.matches == 6 * 3 * 2
    assert Counter(played.seating for played in executor.matches) == {
        seating: 3 for a in range(4) for b in range(4) if a != b for seating in [(a, b)]
    }


def test_every_block_has_its_own_deal_that_its_seatings_share():
    *_, executor = held(3, TWO, "round-robin", blocks=2)
    seeds = {
        played.block: {other.seed for other in executor.matches if other.block == played.block}
        for played in executor.matches
    }
    assert all(len(found) == 1 for found in seeds.values())
    assert len({seed for found in seeds.values() for seed in found}) == len(seeds) == 6


def test_tables_of_four_and_pairs_round_the_table():
    _, rounds, _, executor = held(5, FOUR, "round-robin", blocks=1)
    assert len(rounds[0][1]) == 5
    assert len(executor.matches) == 5 * 4
    _, rounds, _, executor = held(3, FOUR, "round-robin", blocks=1, meet=2)
    assert {played.seating for played in executor.matches} >= {(0, 1, 0, 1), (1, 0, 1, 0)}


def test_too_many_tables_become_a_choice_in_which_all_meet():
    lineups = all_lineups(30, 4, most=100)
    assert len(lineups) < 120
    assert {frozenset(pair) for lineup in lineups for pair in combinations(lineup, 2)} == {
        frozenset(pair) for pair in combinations(range(30), 2)
    }
    counts = Counter(entry for lineup in lineups for entry in lineup)
    assert max(counts.values()) - min(counts.values()) <= 3


def test_a_gauntlet_is_one_against_the_field():
    assert gauntlet_lineups(4, 2) == [(0, 1), (0, 2), (0, 3)]
    assert gauntlet_lineups(4, 3) == [(0, 1, 2), (0, 2, 3), (0, 3, 1)]
    assert gauntlet_lineups(3, 3) == [(0, 1, 2)]


def test_swiss_pairs_equals_without_rematches_and_ranks_by_points():
    plan, rounds, _, _ = held(8, TWO, "swiss", blocks=1, rounds=3)
    assert isinstance(plan.form, Swiss)
    pairs = [frozenset(meeting.lineup) for _, meetings in rounds for meeting in meetings]
    assert len(pairs) == len(set(pairs)) == 12
    points = plan.form.points(rounds)
    assert points[0] == 3
    assert plan.form.standing(rounds)[0] == 0


def test_in_an_odd_swiss_nobody_sits_out_twice():
    plan, rounds, _, _ = held(5, TWO, "swiss", blocks=1, rounds=4)
    out = [entry for played, _ in rounds for entry in played.byes]
    assert len(out) == len(set(out)) == 4
    assert isinstance(plan.form, Swiss)
    assert sum(plan.form.points(rounds)) == 4 * 3
    assert choose_byes([3, 1, 2], 2, [2]) == ([3, 2], [1])


def test_a_knockout_gives_byes_to_the_first_and_ends_with_the_best():
    assert seeding(6) == [0, 7, 3, 4, 1, 6, 2, 5]
    plan, rounds, _, _ = held(6, TWO, "knockout", best_of=3)
    assert [played.title for played, _ in rounds] == ["quarter-finals", "semi-finals", "final"]
    assert rounds[0][0].byes == (0, 1)
    assert isinstance(plan.form, Knockout)
    assert plan.form.survivors(rounds) == [0]
    final = rounds[-1][1][0]
    assert (final.lineup, final.played, final.blocks) == ((0, 1), 2, (2.0, 0.0)), "decided after two of three"
    assert plan.duel_text(final) == "bot0 beats bot1 2-0"


@pytest.mark.parametrize(
    ("wins", "scores", "blocks", "first"),
    [
        ((4, 6), (0, 0), (2, 1), 7),
        ((4, 6), (9, 0), (1.5, 1.5), 9),
        ((5, 5), (1, 2), (1.5, 1.5), 9),
        ((5, 5), (2, 2), (1.5, 1.5), 7),
    ],
)
def test_ties_are_broken_by_blocks_matches_score_and_seed(wins: Any, scores: Any, blocks: Any, first: int):
    assert Meeting((7, 9), wins, scores, blocks, 3).ranking()[0] == first


@pytest.mark.parametrize("form", ["round-robin", "swiss", "gauntlet", "knockout"])
def test_the_order_of_results_never_changes_the_ratings(form: str):
    _, rounds, totals, _ = held(5, TWO, form)
    expected = rate(match_arrays(totals), 3)
    for shuffle in range(3):
        _, other, mixed, _ = held(5, TWO, form, shuffle=shuffle)
        assert other == rounds
        assert rate(match_arrays(mixed), 3) == expected


def test_fixed_partners_are_rated_as_one():
    plan, _, totals, executor = held(4, TEAMS, "round-robin", partners="fixed")
    assert plan.names == ("bot0 + bot1", "bot2 + bot3")
    seatings = [(0, 2, 1, 3), (2, 1, 3, 0), (1, 3, 0, 2), (3, 0, 2, 1)]
    assert sorted(played.seating for played in executor.matches) == sorted(
        [*seatings, *(each[::-1] for each in seatings)]
    )
    assert [record.win_rate for record in totals.standings().records] == [1.0, 0.0]


def test_in_a_league_everybody_plays_with_everybody():
    assert len(mixed_partners(4)) == 3
    assert len(mixed_partners(5)) == 15
    chosen = mixed_partners(9, most=60)
    counts = Counter(pair for meeting in chosen for pair in meeting)
    assert len(counts) == 36
    assert max(counts.values()) - min(counts.values()) <= 1
    plan, _, totals, executor = held(4, TEAMS, "round-robin", partners="mixed")
    assert plan.is_league
    together = Counter(frozenset((p.seating[s], p.seating[s + 2])) for p in executor.matches for s in (0, 1))
    assert len(together) == 6
    assert len(set(together.values())) == 1
    from croupier.arena.results.summary import summarise
    from croupier.games import find_game

    found = plan.compatibility(executor.matches, summarise(totals, plan.names, find_game("belote")))
    assert len(found) == 6
    assert all(each.low <= each.rate <= each.high for each in found)


@pytest.mark.parametrize(
    ("names", "teams", "form", "options", "words"),
    [
        (3, TEAMS, "round-robin", {"partners": "mixed"}, "at least four bots, not 3"),
        (3, TEAMS, "round-robin", {"partners": "fixed"}, "groups of 2, but 3 bots were given"),
        (4, TWO, "round-robin", {"partners": "fixed"}, "for games with teams"),
        (4, TEAMS, "swiss", {"partners": "mixed"}, "always a round-robin"),
        (4, TWO, "round-robin", {"meet": 3}, "3 bots cannot meet at a table with 2 sides"),
        (4, TWO, "knockout", {"rounds": 3}, "--rounds is for swiss"),
        (4, FOUR, "knockout", {"meet": 3}, "in a knockout two bots meet"),
        (3, FOUR, "round-robin", {"meet": 4}, "needs more than 3 bots"),
    ],
)
def test_what_cannot_be_is_refused(names: int, teams: Any, form: str, options: Any, words: str):
    with pytest.raises(UsageError, match=words):
        set_up_tournament([f"bot{n}" for n in range(names)], teams, form, **options)
