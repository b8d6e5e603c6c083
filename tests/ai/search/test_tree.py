"""The tree of a search, and what the notes on a Cuttle simulation say goes wrong with trees."""

from math import log

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from croupier.ai.search.tree import NONE, Tree, log_of
from croupier.kernel.rng import Chance

MOVES = vec[i64]([10, 20, 30])


def chosen(tree: Tree, n: int = 3, hinted: int = NONE, trust: float = 0.0, exploration: float = 1.414) -> int:
    edge = tree.choose(tree.enter(1), MOVES, n, hinted, exploration, trust, Chance())
    return edge if edge == NONE else int(tree.moves[edge])


def play(tree: Tree, move: int, reward: int) -> None:
    """Follow a move at the root and be rewarded."""
    tree.reward(tree.follow(tree.enter(1), move), reward)


@pytest.mark.parametrize("trust", [0.0, 0.5])
def test_a_bound_without_visits_is_no_error(trust: float):
    tree = Tree(100)
    slot = tree.enter(1)
    for move in (10, 20, 30):
        assert tree.follow(slot, move) != NONE
    assert chosen(tree, trust=trust) in (10, 20, 30)


def test_a_node_without_edges_has_no_favourite():
    tree = Tree(100)
    slot = tree.enter(1)
    assert tree.favourite(slot, MOVES, 3) == NONE
    assert tree.slot_of(2) == NONE


def test_every_visit_of_the_root_counts():
    tree = Tree(100)
    for _ in range(50):
        chosen(tree)
    assert tree.node_visits[tree.slot_of(1)] == 50


def test_each_move_is_tried_once_before_bounds_decide():
    tree = Tree(100)
    first = []
    for _ in range(3):
        move = chosen(tree)
        first.append(move)
        play(tree, move, 0)
    assert sorted(first) == [10, 20, 30]


def test_the_hinted_move_is_tried_first():
    assert chosen(Tree(100), hinted=20) == 20
    assert chosen(Tree(100), hinted=30, trust=0.5) == 30


@pytest.mark.parametrize("trust", [0.0, 0.5])
def test_the_better_move_is_preferred(trust: float):
    tree = Tree(100)
    for move, reward in ((10, 200), (20, 900), (30, 300)):
        for _ in range(20):
            play(tree, move, reward)
    assert chosen(tree, trust=trust) == 20


def test_a_move_that_was_seldom_legal_is_not_taken_for_neglected():
    """Its bound counts the visits in which it was legal, not those of its node."""
    rare, common = Tree(100), Tree(100)
    for tree in (rare, common):
        for move, reward in ((10, 520), (20, 500)):
            for _ in range(10):
                play(tree, move, reward)
    edge = common.follow(common.enter(1), 20)
    common.available[edge] += 5000
    assert chosen(rare, 2, exploration=0.5) == 10
    assert chosen(common, 2, exploration=0.5) == 20


def test_choosing_counts_for_all_that_is_legal_and_only_for_that():
    tree = Tree(100)
    for move in (10, 20, 30):
        play(tree, move, 500)
    before = [tree.available[edge] for edge in range(3)]
    chosen(tree, 2)
    after = [tree.available[edge] for edge in range(3)]
    assert [b - a for a, b in zip(before, after, strict=True)] == [1, 1, 0]


def test_a_full_tree_takes_nothing_more_and_says_so():
    tree = Tree(2)
    slot = tree.enter(1)
    assert [tree.follow(slot, move) for move in (10, 20, 30)] == [0, 1, NONE]
    assert chosen(tree) == NONE
    assert tree.enter(2) != NONE
    assert tree.enter(3) == NONE


def test_keys_that_fall_together_stay_apart():
    tree = Tree(40)
    slots = {tree.enter(1 + 64 * number) for number in range(40)}
    assert len(slots) == 40
    assert tree.slot_of(1 + 64 * 39) in slots


def test_the_more_rounds_the_less_easily_a_search_is_sure():
    """The same shares of visits and the same values, but what the larger tree has neglected it tries again."""
    moves = []
    for times in (1, 100):
        tree = Tree(100)
        for move, visits, reward in ((10, 900, 550), (20, 100, 500)):
            edge = tree.follow(tree.enter(1), move)
            tree.visits[edge] = visits * times
            tree.available[edge] = 1000 * times * times  # as much curiosity, but for what grows
            tree.rewards[edge] = reward * visits * times
        tree.node_visits[tree.slot_of(1)] = 1000 * times
        moves.append(chosen(tree, 2, trust=0.5, exploration=0.6))
    assert moves == [10, 20]


@pytest.mark.parametrize("n", [1, 2, 3, 10, 100, 4095])
def test_logarithms_are_exact(n: int):
    assert log_of(n) == pytest.approx(log(n), abs=1e-12)


@pytest.mark.parametrize("n", [4096, 10_000, 1_000_000])
def test_large_logarithms_are_close(n: int):
    assert log_of(n) == pytest.approx(log(n), abs=1e-3)


def test_the_logarithm_of_nothing_is_no_error():
    assert log_of(0) == 0
