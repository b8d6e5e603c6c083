"""The bridge to OpenSpiel, in both directions."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import mcts

from croupier import rl
from croupier.ai.registry import RandomBot
from croupier.games import GAMES, find_game
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.rl.openspiel import OpenSpielBot


def state_of(game: Any, deal: int, moves: int, seed: int = 1) -> Any:
    """After so many random moves."""
    state, rng = game.new_initial_state(), random.Random(seed)
    state.apply_action(deal)
    for _ in range(moves):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize("name", list(GAMES))
def test_a_game_is_registered_and_tells_what_a_player_sees(name: str):
    game = pyspiel.load_game(f"croupier_{name}")
    assert game.num_distinct_actions() == find_game(name).move_count
    state = state_of(game, 3, 4)
    seat = state.current_player()
    tensor = np.array(state.observation_tensor(seat))
    assert tensor.shape == tuple(game.observation_tensor_shape())
    assert tensor.any()
    assert state.observation_string(seat) != state.observation_string((seat + 1) % game.num_players())
    assert state.information_state_string(seat).startswith(state.observation_string(seat))
    assert state.action_to_string(seat, state.legal_actions()[0])


def test_settings_and_seats_are_parameters_and_survive_being_written():
    game = rl.open_spiel_game("coup", 3, {"window": "joint"}, deals=7)
    again = pyspiel.load_game(str(game))
    assert (again.num_players(), again.max_chance_outcomes()) == (3, 7)
    state = state_of(game, 2, 9)
    _, copied = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert str(copied) == str(state)
    assert copied.information_state_string(0) == state.information_state_string(0)
    assert str(state_of(game, 1, 0)) != str(state_of(game, 2, 0))


def test_copies_are_independent():
    state = state_of(rl.open_spiel_game("cuttle"), 5, 6)
    text, copied = str(state), state.clone()
    copied.apply_action(copied.legal_actions()[0])
    assert str(state) == text != str(copied)


def test_returns_are_those_of_the_match():
    game, rng = rl.open_spiel_game("cuttle"), random.Random(2)
    state = state_of(game, 5, 0)
    assert state.returns() == [0.0, 0.0]
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    assert sorted(state.returns()) == [-1.0, 1.0]


class Uniform(OpenSpielBot):
    """A policy."""

    def make_brain(self, game: Any, seat: int) -> Any:
        return policy.UniformRandomPolicy(game)


class Safe(OpenSpielBot):
    """A policy that always wants the same."""

    def make_brain(self, game: Any, seat: int) -> Any:
        return policy.FirstActionPolicy(game)


class Searching(OpenSpielBot):
    """A bot."""

    def make_brain(self, game: Any, seat: int) -> Any:
        rng = np.random.RandomState(1)
        return mcts.MCTSBot(game, 1.4, 8, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)


@pytest.mark.parametrize("kind", [Uniform, Safe, Searching])
@pytest.mark.parametrize("name", ["coup", "cuttle"])
def test_a_policy_or_bot_of_openspiel_is_a_player_here(name: str, kind: type[OpenSpielBot]):
    game = find_game(name)
    texts: set[str] = set()
    for _ in range(2):
        match = Match(game, game.settings({"max_turns": 20}), ["spiel", "random"], 4)
        run_bots(match, [kind(), RandomBot()])
        assert match.over
        assert not [step.faults for step in match.steps if step.faults]
        texts.add(str([step.move for step in match.steps]))
    assert len(texts) == 1, "the same seed gives the same match"
    mine = [step.move for step in match.steps if step.seat == 0]
    assert mine


def test_a_bot_of_openspiel_never_sees_the_match():
    """Two matches that look the same to its seat get the same answer."""
    game = find_game("coup")
    answers: list[Any] = []
    for exchange in (None, (0, 0, 2, 4)):
        match = Match(game, game.settings({}), ["spiel", "random"], 4, exchange=exchange)
        bot = Searching()
        bot.sit(match.table, 0, 9)
        decision = match.ask()
        assert decision is not None
        bot.face(decision.id)
        answers.append((decision.view.ints, bot.decide(decision)))
    assert answers[0] == answers[1]


class CompiledIsmcts(OpenSpielBot):
    def make_brain(self, game: Any, seat: int) -> Any:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        kind = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
        return pyspiel.ISMCTSBot(1, evaluator, 2.0, 20, 1000, kind, False, False)


def test_the_compiled_ismcts_of_openspiel_is_refused_and_does_not_crash() -> None:
    """It crashes at every game that is written in Python."""
    game = find_game("cuttle")
    match = Match(game, game.settings(), ["a", "b"], 1)
    run_bots(match, [CompiledIsmcts(), RandomBot()])
    (fault,) = {fault for step in match.steps if step.seat == 0 for fault in step.faults}
    assert "pyspiel.ISMCTSBot crashes at games that are written in Python" in fault
    assert "use open_spiel.python.algorithms.ismcts.ISMCTSBot" in fault
