"""The last tricks with all cards open: the solver against plain minimax over the rules, and its use by searches."""

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from croupier.ai.registry import BUILT_IN
from croupier.ai.search.bots import SearchBot
from croupier.ai.search.search import Search
from croupier.games import find_game
from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.solver import SWEEP
from croupier.kernel.decision import NO_CLOCK, Table
from croupier.kernel.rng import Chance, purpose
from croupier.kernel.state import LEGAL_LIMIT, State, legal_buffer
from croupier.match.rebuild_decision import DecisionBuilder
from croupier.players.spec import load_bots

BELOTE = find_game("belote")
LAST = 28
TEST = purpose("test of the solver")


def position(seed: int, cards: int, by_hint: bool = False) -> State:
    """A deal after so many cards, bid and played at random, or by the heuristic."""
    state = BELOTE.new_state(BELOTE.settings(), 4)
    state.start(seed)
    chance = Chance()
    chance.start(seed, TEST, 0)
    while state.question != c.Q_CARD or state.words[w.N_PLAYED] < cards:
        moves = legal_buffer()
        n = state.legal(moves)
        state.apply(state.hint(chance.word(), moves, n) if by_hint else moves[chance.below(n)])
    return state


def legal(state: State) -> list[int]:
    moves = legal_buffer()
    n = state.legal(moves)
    return [moves[i] for i in range(n)]


def minimax(state: State, seat: int, chapter: int) -> tuple[int, int]:
    """What `seat` and its partner take when everybody plays perfectly, and what that brings; by the rules alone."""
    if state.to_act < 0 or state.chapter() != chapter:
        result = state.results[state.words[w.N_RESULTS] - 1]
        sweep = (0, SWEEP, -SWEEP)[(result >> 7) & 3]
        first = ((result >> 10) & 1023) + sweep
        return first if seat % 2 == 0 else -first, state.reward(seat) if state.to_act < 0 else state.outlook(seat)
    values = [minimax(state.after(move), seat, chapter) for move in legal(state)]
    return max(values) if (state.to_act ^ seat) & 1 == 0 else min(values)


def solved(state: State) -> tuple[list[int], list[int]]:
    """Rewards and margins of all legal moves."""
    moves = legal(state)
    out = vec[i64]([0] * (2 * LEGAL_LIMIT))
    state.solve(state.to_act, vec[i64](moves), len(moves), out)
    return [out[i] for i in range(len(moves))], [out[len(moves) + i] for i in range(len(moves))]


@pytest.mark.parametrize("cards", [20, 21, 22, 23, LAST])
def test_the_solver_finds_what_minimax_finds(cards: int):
    differing = 0
    for seed in range(100 * cards, 100 * cards + 6):
        state = position(seed, cards, by_hint=seed % 2 == 0)
        before = list(state.words)
        rewards, margins = solved(state)
        assert list(state.words) == before, "solving changes nothing"
        seat = state.to_act
        expected = [minimax(state.after(move), seat, state.chapter()) for move in legal(state)]
        assert rewards == [reward for _, reward in expected]
        so_far = state.words[w.CARD_POINTS] * (1 if seat % 2 == 0 else -1)
        assert margins == [points - so_far for points, _ in expected]
        differing += len(set(margins)) > 1
    assert differing or cards == LAST, "some of the moves must matter, or nothing was tested"


def test_margins_follow_rewards():
    for seed in range(8):
        rewards, margins = solved(position(seed, 16, by_hint=True))
        best = max(margins)
        assert rewards[margins.index(best)] == max(rewards)


def test_a_sweep_is_seen():
    for seed in range(400):
        state = position(seed, 24, by_hint=True)
        if 6 in (state.words[w.TRICKS], state.words[w.TRICKS + 1]):
            _, margins = solved(state)
            if max(margins) > 500:
                return
    raise AssertionError("no sweep in 400 deals")


def test_only_the_last_tricks_are_solved():
    assert not position(1, 7).is_solvable()
    assert position(1, 8).is_solvable()
    assert not BELOTE.is_worth_solving(position(1, 11).snapshot(0)), "that takes too long"
    assert BELOTE.is_worth_solving(position(1, 12).snapshot(0))
    fresh = BELOTE.new_state(BELOTE.settings(), 4)
    fresh.start(1)
    assert not fresh.is_solvable()


def test_a_search_that_solves_visits_all_moves_alike_and_repeats_itself():
    state = position(5, 12, by_hint=True)
    search = Search(state.fresh(), state.fresh(), 100)
    search.solves = True
    found = []
    for _ in range(2):
        search.begin(state.to_act, state.snapshot(state.to_act), 7)
        search.run(160)
        visits = {search.root_visits[i] for i in range(search.n_moves)}
        assert visits == {10}
        found.append([search.root_rewards[i] for i in range(search.n_moves)])
    assert found[0] == found[1]


def test_the_expert_of_belote_solves_the_last_tricks():
    state = position(5, 16, by_hint=True)
    seat = state.to_act
    table = Table("belote", 4, BELOTE.settings(), ("a", "b", "c", "d"))
    decision = DecisionBuilder(BELOTE, table, seat, state.fresh(), legal_buffer()).decision(
        1, state.snapshot(seat), (), NO_CLOCK, ""
    )
    assert len(decision.moves) > 1
    for spec, solves in (("expert:iterations=160", True), ("ismcts:iterations=160", False)):
        bot = load_bots(BELOTE, [spec], BUILT_IN)[0].make()
        assert isinstance(bot, SearchBot)
        bot.sit(table, seat, 1)
        bot.face(1)
        visits = [stats.visits for stats in bot.select_move_with_stats(decision)[1].moves]
        assert (visits == [10] * len(visits)) == solves
