"""Searches in games small enough to be solved by hand."""

from itertools import count
from typing import Any

import pytest
from ai.search.toys import Toy, answer, search, value
from librt.vecs import vec
from mypy_extensions import i64

from croupier.ai.search.expected_line import expected_line
from croupier.ai.search.search import node_key
from croupier.games import find_game
from croupier.kernel.state import LEGAL_LIMIT

WIN, LOSE = (1000, 0), (0, 1000)
BOTH = pytest.mark.parametrize("options", [{}, {"trust": 0.5}, {"open_worlds": False}], ids=["ucb", "prior", "mcts"])


@BOTH
def test_rewards_go_to_the_seat_that_moved_also_twice_in_a_row(options: dict[str, Any]):
    """After 2 the same seat moves again and wins; after 1 it is the other's choice, who takes the win."""
    twice = (0, {1: (1, {1: WIN, 2: LOSE}), 2: (0, {1: LOSE, 2: WIN})})
    assert answer(search(Toy(2, twice), **options)) == 2


@BOTH
def test_the_other_side_is_expected_to_play_well(options: dict[str, Any]):
    alternating = (0, {1: (1, {1: WIN, 2: WIN, 3: LOSE}), 2: (1, {1: (600, 400), 2: (700, 300)})})
    found = search(Toy(2, alternating), **options)
    assert answer(found) == 2
    assert value(found, 2) == pytest.approx(0.6, abs=0.06)


@BOTH
def test_partners_share_their_rewards(options: dict[str, Any]):
    """Seats 0 and 2 are a team: after 1 the partner decides for both, after 2 the rivals do."""
    we, they = (1000, 0, 1000, 0), (0, 1000, 0, 1000)
    team = (0, {1: (2, {1: they, 2: we}), 2: (1, {1: they, 2: we})})
    assert answer(search(Toy(4, team), **options)) == 1


@BOTH
def test_of_three_players_each_looks_after_itself(options: dict[str, Any]):
    """Seat 1 takes what is best for itself, which is not what is worst for seat 0."""
    three = (
        0,
        {
            1: (1, {1: (0, 100, 900), 2: (500, 900, 0)}),
            2: (1, {1: (900, 100, 0), 2: (100, 900, 0)}),
        },
    )
    found = search(Toy(3, three), **options)
    assert answer(found) == 1


def test_legal_moves_may_differ_between_worlds():
    """In one world of four the rival has a third move, which it then always plays; in the others it cannot."""
    safe, rare = {1: (600, 400), 2: (600, 400)}, {1: (600, 400), 2: (600, 400), 3: LOSE}
    worlds = [(0, {1: (1, moves), 2: (500, 500)}) for moves in (safe, safe, safe, rare)]
    found = search(Toy(2, *worlds), 4000)
    assert value(found, 1) == pytest.approx(0.45, abs=0.03)
    assert answer(found) == 2
    third = next(edge for edge in range(found.tree.n_edges) if found.tree.moves[edge] == 3)
    assert 0.8 * found.tree.available[third] < found.tree.visits[third] <= found.tree.available[third]


def test_nobody_plans_on_what_it_will_not_know():
    """To wait and then guess a coin wins half the time. Only who searches each world on its own thinks it wins."""
    heads = (0, {1: (600, 400), 2: (0, {1: WIN, 2: LOSE})})
    tails = (0, {1: (600, 400), 2: (0, {1: LOSE, 2: WIN})})
    assert answer(search(Toy(2, heads, tails), 2000)) == 1
    assert answer(search(Toy(2, heads, tails), 2000, open_worlds=False)) == 2


def test_a_world_that_explains_more_is_searched_more_often():
    class Weighed(Toy):
        def fresh(self) -> Toy:
            return Weighed(self.seats, *self.worlds)

        def weight(self, seat: Any) -> Any:
            return 9000 if self.world == 0 else 1000

    heads, tails = (0, {1: WIN, 2: LOSE}), (0, {1: LOSE, 2: WIN})
    found = search(Weighed(2, heads, tails), 4000)
    assert value(found, 1) == pytest.approx(0.9, abs=0.03)
    unweighed = search(Weighed(2, heads, tails), 4000, candidates=0)
    assert value(unweighed, 1) == pytest.approx(0.5, abs=0.03)


def test_a_belief_can_change_what_was_imagined():
    class Believer(Toy):
        def fresh(self) -> Toy:
            return Believer(self.seats, *self.worlds)

        def believe(self, seat: Any) -> None:
            self.world = 0

    heads, tails = (0, {1: WIN, 2: LOSE}), (0, {1: LOSE, 2: WIN})
    assert value(search(Believer(2, heads, tails), 500), 1) == 1
    assert value(search(Believer(2, heads, tails), 2000, believes=False), 1) == pytest.approx(0.5, abs=0.05)


def test_a_rival_can_be_taken_to_play_the_heuristic():
    """The rival's third answer would cost the win, but the toys' heuristic picks any of them."""
    tree = (0, {1: (1, {1: WIN, 2: WIN, 3: LOSE}), 2: (600, 400)})
    assert answer(search(Toy(2, tree), 3000)) == 2
    assert answer(search(Toy(2, tree), 3000, model=4096)) == 1


def test_what_pays_for_a_rival_counts_more_the_better_it_is_known():
    """With few rounds the rival is taken to answer at random; with many he has found the answer that wins for him."""
    tree = (0, {1: (1, {1: WIN, 2: WIN, 3: LOSE}), 2: (600, 400)})
    assert answer(search(Toy(2, tree), 200, model=3700)) == 1
    assert answer(search(Toy(2, tree), 20_000, model=3700)) == 2
    assert answer(search(Toy(2, tree), 20_000, model=3700, patience=10**9)) == 1


def test_an_imagined_world_keeps_no_list_of_its_shuffles():
    """The list is for the audit of a whole match; a search would fill it without end."""
    state = find_game("coup").new_state(find_game("coup").settings(), 2)
    state.start(1)
    world = state.fresh()
    world.copy_from(state)
    moves = vec[i64]([0] * LEGAL_LIMIT)
    for number in count():
        if state.to_act < 0:
            break
        move = moves[number % state.legal(moves)]
        state.apply(move)
        world.apply(move)
    assert len(state.shuffles) > 1
    assert world.watching
    assert world.shuffles == []


def test_seats_that_have_seen_nothing_do_not_share_a_node():
    keys = {node_key(seat, seat) for seat in range(10)}
    assert len(keys) == 10


def test_where_rewards_differ_little_curiosity_is_less():
    tree = (0, {1: (500, 500), 2: (520, 480), 3: (490, 510), 4: (500, 500)})
    visits = [search(Toy(2, tree), 2000, trust=0.5, adapts=adapts).root_visits[1] for adapts in (False, True)]
    assert visits[1] > 1.5 * visits[0]


def test_the_same_seed_gives_the_same_search_in_any_portions():
    tree = (0, {move: (1, {1: (move * 100, 0), 2: (900 - move * 100, 100)}) for move in range(1, 9)})
    whole = search(Toy(2, tree), 300, trust=0.5)
    parts = search(Toy(2, tree), 100, trust=0.5)
    for _ in range(20):
        parts.run(10)
    other = search(Toy(2, tree), 300, seed=2, trust=0.5)
    visits = [[found.root_visits[i] for i in range(8)] for found in (whole, parts, other)]
    assert visits[0] == visits[1]
    assert visits[0] != visits[2]
    assert sum(visits[0]) == 300


def test_a_forced_move_is_learnt_about():
    tree = (0, {1: (900, 100), 2: (300, 700)})
    found = search(Toy(2, tree), 50)
    found.forced = 2
    found.run(200)
    assert found.root_visits[1] >= 200
    assert value(found, 2) == pytest.approx(0.3, abs=0.001)


def test_the_line_is_what_both_prefer():
    tree = (0, {1: (1, {1: WIN, 2: (0, {1: (400, 600), 2: LOSE})}), 2: LOSE})
    found = search(Toy(2, tree), 400)
    from librt.vecs import vec
    from mypy_extensions import i64

    out, seats = vec[i64]([0] * 5), vec[i64]([0] * 5)
    n = expected_line(found, 1, out, seats)
    assert [int(out[i]) for i in range(n)] == [1, 2, 1]
    assert [int(seats[i]) for i in range(n)] == [0, 1, 0]


def test_a_chapter_ends_a_rollout_with_the_outlook():
    class Chapters(Toy):
        def fresh(self) -> Toy:
            return Chapters(self.seats, *self.worlds)

        def chapter(self) -> Any:
            return len(self.path) // 2

        def outlook(self, seat: Any) -> Any:
            return 700 if seat == 0 and self.path[0] == 2 else 200

    never = (1, {1: WIN, 2: LOSE})
    tree = (0, {1: (1, {1: never, 2: never}), 2: (1, {1: never, 2: never})})
    found = search(Chapters(2, tree), 200)
    assert value(found, 2) == pytest.approx(0.7)
    assert value(found, 1) == pytest.approx(0.2)
