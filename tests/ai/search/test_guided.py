"""Search with a learned policy: it finds what the policy does not know, and needs nothing but a view."""

import numpy as np
import pytest

from croupier.ai.learned.inputs import entry_names, move_parts
from croupier.ai.learned.weights import OpenPolicy
from croupier.ai.registry import BUILT_IN
from croupier.ai.search.search import Search
from croupier.games import GAMES, find_game
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.spec import load_bots
from croupier.rl.train.network import PolicyNetwork
from croupier.rl.train.quantise import quantise

CUTTLE = find_game("cuttle")


def ignorant_policy(game, seats, path):
    """A policy of random weights."""
    variants = [(game.settings(), seats)]
    names = entry_names(game, variants)
    network = PolicyNetwork.fresh(len(names), len(move_parts(game)[0]), seats, (8, 8), np.random.default_rng(1))
    policy = quantise(network, game, names)
    policy.save(path)
    return policy


def test_a_win_at_hand_is_found_though_the_policy_knows_nothing(tmp_path):
    policy = OpenPolicy(ignorant_policy(CUTTLE, 2, tmp_path / "cuttle.policy"), CUTTLE)
    settings = CUTTLE.settings()
    state = CUTTLE.new_state(settings, 2)
    search = Search(CUTTLE.new_state(settings, 2), CUTTLE.new_state(settings, 2), 20_000)
    search.guide = policy.evaluator(settings, 2)
    search.worlds.candidates = 0
    search.trust = 0.75
    search.exploration = 1.0
    found = 0
    for seed in range(60):
        state.start(seed)
        moves = search.moves
        while state.to_act >= 0:
            n = state.legal(moves)
            legal = [moves[i] for i in range(n)]
            wins = [
                move for move in legal if state.after(move).to_act < 0 and state.after(move).place(state.to_act) == 1
            ]
            if wins and len(wins) < n:
                search.begin(state.to_act, state.snapshot(state.to_act), seed)
                search.run(300)
                assert search.root_moves[search.best()] in wins
                found += 1
                break
            state.apply(state.hint(seed, moves, n))
    assert found >= 5


@pytest.mark.parametrize("name", sorted(GAMES))
def test_an_expert_plays_whole_matches_and_repeats_itself(name, tmp_path):
    game = find_game(name)
    seats = max(3, min(game.seats)) if 3 in game.seats else min(game.seats)
    ignorant_policy(game, seats, tmp_path / "some.policy")
    played = []
    for _ in range(2):
        settings = game.settings({"bluff": {"max_turns": 3}, "belote": {"deals": 1}}.get(name, {}))
        match = Match(game, settings, [f"p{seat}" for seat in range(seats)], 5)
        specs = [f"expert:weights={tmp_path / 'some.policy'},iterations=20", *["random"] * (seats - 1)]
        run_bots(match, [entrant.make() for entrant in load_bots(game, specs, BUILT_IN)])
        assert not any(step.faults for step in match.steps)
        played.append([(step.move, step.note) for step in match.steps])
    assert played[0] == played[1]


def guided_search(game, seats, path, **options):
    settings = game.settings()
    policy = OpenPolicy(ignorant_policy(game, seats, path), game)
    search = Search(game.new_state(settings, seats), game.new_state(settings, seats), 20_000)
    search.guide = policy.evaluator(settings, seats)
    search.worlds.candidates = 0
    search.trust = 0.9
    search.exploration = 1.0
    for name, value in options.items():
        setattr(search, name, value)
    state = game.new_state(settings, seats)
    state.start(3)
    search.begin(state.to_act, state.snapshot(state.to_act), 5)
    return search


def test_no_plausible_move_is_judged_by_a_few_visits(tmp_path):
    search = guided_search(find_game("coup"), 2, tmp_path / "coup.policy")
    search.run(400)
    visits = [search.root_visits[i] for i in range(search.n_moves)]
    assert sum(visits) == 400
    assert min(visits) >= 400 // search.n_moves // 5


@pytest.mark.parametrize("mixes", [False, True])
def test_the_move_is_drawn_from_the_improved_policy_where_it_mixes(mixes, tmp_path):
    search = guided_search(find_game("coup"), 2, tmp_path / "coup.policy", mixes=mixes, sharpness=2.0)
    search.run(200)
    shares = [search.root_shares[i] for i in range(search.n_moves)]
    assert max(shares) == 1
    assert shares.index(1) == search.best()
    chosen = {search.choice() for _ in range(200)}
    assert (len(chosen) > 1) == mixes
    assert all(shares[index] >= 0.05 for index in chosen)


def test_a_sharper_search_leaves_less_to_the_policy(tmp_path):
    spread = []
    for sharpness in (1.0, 100.0):
        search = guided_search(find_game("coup"), 2, tmp_path / "coup.policy", sharpness=sharpness)
        search.run(200)
        spread.append(sum(search.root_shares[i] for i in range(search.n_moves)))
    assert spread[1] < spread[0]


def test_a_policy_of_deals_ends_its_lines_with_the_deal(tmp_path):
    belote = find_game("belote")
    search = guided_search(belote, 4, tmp_path / "belote.policy", gain=2.0)
    search.run(300)
    mean = sum(search.root_rewards[i] for i in range(search.n_moves)) / 300
    assert search.standing == 500
    assert 300 < mean < 700


def test_a_solved_position_is_not_mixed(tmp_path):
    """Shares of solved worlds are sums of rewards: drawing from them would play nearly at random."""
    belote = find_game("belote")
    search = guided_search(belote, 4, tmp_path / "belote.policy", gain=2.0, mixes=True, solves=True)
    state = belote.new_state(belote.settings(), 4)
    state.start(3)
    found = 0
    while state.to_act >= 0 and found < 5:
        moves = search.moves
        n = state.legal(moves)
        search.begin(state.to_act, state.snapshot(state.to_act), 5)
        if search.solving and n > 1:
            search.run(64)
            assert {search.choice() for _ in range(50)} == {search.best()}
            found += 1
            n = state.legal(moves)
        state.apply(state.hint(7, moves, n))
    assert found == 5
