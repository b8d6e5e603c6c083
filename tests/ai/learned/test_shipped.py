"""The policies that come with Croupier: small files, legal moves at every table, and better than simple play."""

from functools import cache

import pytest

from croupier.ai.learned.weights import SHIPPED, SUFFIX, load_policy, policy_for, shipped_policy
from croupier.ai.registry import BUILT_IN, built_in_for
from croupier.ai.search.bots import ExpertBot, solves_without_policy
from croupier.games import GAMES, find_game
from croupier.kernel.rng import Chance
from croupier.kernel.state import legal_buffer
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.spec import load_bots

MOST_BYTES = 1_500_000
NAMES = sorted(path.name.removesuffix(SUFFIX) for path in SHIPPED.glob(f"*{SUFFIX}"))
SETTINGS = {"belote": {"deals": 2}}
MATCHES = 100
LEAST = {"cuttle": 0.55, "kittens": 0.75, "coup": 0.6, "bluff": 0.55, "belote": 0.55}
"""Shares of wins between two sides that no shipped policy may fall below against the heuristic."""


@cache
def share_won(name: str, spec: str, rival: str, matches: int = MATCHES) -> float:
    """How often a bot wins between two sides, from both of them in turns."""
    game = find_game(name)
    settings = game.settings(SETTINGS.get(name, {}))
    seats = min(game.seats)
    won = 0.0
    for number in range(matches):
        specs = [spec, rival] * (seats // 2) if number % 2 else [rival, spec] * (seats // 2)
        match = Match(game, settings, [f"p{seat}" for seat in range(seats)], number // 2)
        run_bots(match, [entrant.make() for entrant in load_bots(game, specs, BUILT_IN)])
        assert not any(step.faults for step in match.steps)
        places = match.result().places
        firsts = [seat for seat in range(seats) if places[seat] == 1]
        won += sum(specs[seat] == spec for seat in firsts) / len(firsts)
    return won / matches


@pytest.mark.parametrize("name", NAMES)
def test_policies_are_small_and_of_these_rules(name):
    path = shipped_policy(name)
    assert path.stat().st_size <= MOST_BYTES
    policy = load_policy(path)
    assert policy.game == name
    assert policy.rules_version == find_game(name).rules_version
    assert "self-play" in policy.trained


@pytest.mark.parametrize("name", sorted(GAMES))
def test_learned_bots_are_there_where_a_policy_is(name):
    there = set(built_in_for(find_game(name)))
    assert ("learned" in there) == (name in NAMES)
    assert ("expert" in there) == (name in NAMES or name == "belote"), "Belote's last tricks are solved without one"


def test_every_game_comes_with_a_policy():
    assert sorted(GAMES) == NAMES


def test_the_search_of_belote_solves_and_is_not_guided():
    """Its policy was not shown to help a search; docs/strength.md says so."""
    belote = find_game("belote")
    assert solves_without_policy(belote)
    assert ExpertBot(belote).iterations == 2000


@pytest.mark.parametrize("name", NAMES)
def test_what_is_learned_beats_simple_play(name):
    assert share_won(name, "learned", "random") >= 0.85
    assert share_won(name, "learned", "heuristic") >= LEAST[name]


@pytest.mark.parametrize("name", NAMES)
def test_a_policy_plays_at_every_number_of_seats(name):
    game = find_game(name)
    for seats in [seats for seats in game.seats if seats <= 6]:
        settings = game.settings()
        evaluator = policy_for(game).evaluator(settings, seats)
        state = game.new_state(settings, seats)
        state.start(seats)
        chance = Chance()
        chance.start(seats, 0, 0)
        moves = legal_buffer()
        for _ in range(60):
            if state.to_act < 0:
                break
            n = state.legal(moves)
            evaluator.look(state, state.to_act)
            assert evaluator.score(moves, n) > 0
            evaluator.judge()
            assert 990 <= sum(evaluator.wins) <= 1000
            state.apply(moves[chance.below(n)])
