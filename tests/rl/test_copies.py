"""Every environment can be copied and pickled, before the deal and in the middle of a match, and plays on alike."""

import copy
import pickle
import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import ismcts, mcts

from croupier import rl
from croupier.games import GAMES

Copy = Callable[[Any], Any]
COPIES = [
    pytest.param(copy.deepcopy, id="deepcopy"),
    pytest.param(lambda env: pickle.loads(pickle.dumps(env)), id="pickle"),
]
MEMORY = '''
from croupier.games.cuttle import CuttleBot


class Remembers(CuttleBot):
    """Plays by what it has been asked so far."""

    def on_start(self):
        self.asked = 0

    def select_move(self, view, legal_moves):
        self.asked += len(legal_moves)
        return self.asked % len(legal_moves)
'''


def legal(mask: Any, rng: random.Random) -> int:
    return rng.choice(np.flatnonzero(mask).tolist())


def zoo_course(env: Any, steps: int, seed: int) -> list[Any]:
    """What is seen and done in so many steps."""
    rng, course = random.Random(seed), []
    for _ in range(steps):
        if not env.agents:
            break
        seen, reward, over, _, _ = env.last()
        course.append((env.agent_selection, seen["observation"].tolist(), reward, over))
        env.step(None if over else legal(seen["action_mask"], rng))
    return course


@pytest.mark.parametrize("name", list(GAMES))
@pytest.mark.parametrize("copied", COPIES)
def test_pettingzoo(name: str, copied: Copy) -> None:
    env = rl.env(name)
    copied(env).reset(seed=3)
    env.reset(seed=3)
    zoo_course(env, 7, 1)
    twin = copied(env)
    course = zoo_course(env, 30, 2)
    assert zoo_course(twin, 30, 2) == course
    env.reset()
    twin.reset()
    assert zoo_course(twin, 3, 4) == zoo_course(env, 3, 4), "the next deal is the same, too"


def gym_course(env: Any, steps: int, seed: int) -> list[Any]:
    rng, course = random.Random(seed), []
    for _ in range(steps):
        seen, reward, over, _, info = env.step(legal(env.action_masks(), rng))
        course.append((seen["observation"].tolist(), reward, over, info))
        if over:
            course.append(env.reset()[1])
    return course


@pytest.mark.parametrize("opponent", ["heuristic", "strategist", "memory"])
@pytest.mark.parametrize("copied", COPIES)
def test_gymnasium(copied: Copy, opponent: str, tmp_path: Any) -> None:
    if opponent == "memory":
        (tmp_path / "memory.py").write_text(MEMORY)
        opponent = str(tmp_path / "memory.py")
    env = rl.gym_env("cuttle", [opponent], seat=None)
    copied(env).reset(seed=3)
    env.reset(seed=3)
    gym_course(env, 3, 1)
    twin = copied(env)
    course = gym_course(env, 20, 2)
    assert gym_course(twin, 20, 2) == course


@pytest.mark.parametrize("name", ["cuttle", "belote"])
@pytest.mark.parametrize("copied", COPIES)
def test_many_tables(name: str, copied: Copy) -> None:
    env = rl.vector_env(name, 3)
    env.reset(5)
    for _ in range(40):
        env.step(env.sample())
    twin = copied(env)
    for _ in range(20):
        for own, other in (
            (env.observations, twin.observations),
            (env.masks, twin.masks),
            (env.to_act, twin.to_act),
            (env.done, twin.done),
            (env.rewards, twin.rewards),
        ):
            assert np.array_equal(own, other)
        moves = env.sample()
        assert np.array_equal(moves, twin.sample())
        env.step(moves)
        twin.step(moves)
    assert (twin.matches, twin.decisions) == (env.matches, env.decisions)


@pytest.mark.parametrize("copied", COPIES)
def test_open_spiel(copied: Copy) -> None:
    game = rl.open_spiel_game("coup", 3, {"window": "joint"}, deals=7)
    assert str(copied(game)) == str(game)
    state = game.new_initial_state()
    for action in (4, *[None] * 5):
        state.apply_action(state.legal_actions()[0] if action is None else action)
    assert str(copied(state)) == str(state)


@pytest.mark.parametrize("name", list(GAMES))
def test_open_spiel_resamples_what_a_player_does_not_know(name: str) -> None:
    game = rl.open_spiel_game(name, settings={"bluff": {"max_turns": 4}, "belote": {"deals": 1}}.get(name))
    state, rng = game.new_initial_state(), random.Random(1)
    state.apply_action(3)
    for _ in range(5):
        state.apply_action(rng.choice(state.legal_actions()))
    seat = state.current_player()
    known, text = state.information_state_string(seat), str(state)
    worlds = [state.resample_from_infostate(seat, pyspiel.UniformProbabilitySampler(0.0, 1.0)) for _ in range(5)]
    assert {world.information_state_string(seat) for world in worlds} == {known}
    assert [world.legal_actions() for world in worlds] == [state.legal_actions()] * 5
    assert len({str(world) for world in worlds}) > 1
    assert str(state) == text


def test_open_spiels_own_information_set_search_plays() -> None:
    game = rl.open_spiel_game("cuttle", deals=10)
    luck = np.random.RandomState(1)
    bot = ismcts.ISMCTSBot(
        game=game, evaluator=mcts.RandomRolloutEvaluator(1, luck), uct_c=2.0, max_simulations=8, random_state=luck
    )
    state = game.new_initial_state()
    state.apply_action(2)
    for _ in range(3):
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)
