"""PettingZoo, Gymnasium and many tables: their own checkers for every game, and what ours promise beyond them."""

import subprocess
import sys
from typing import Any

import numpy as np
import pytest

from croupier import rl
from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.rl.check import CHECKS, check


@pytest.mark.parametrize("name", list(CHECKS))
@pytest.mark.parametrize("game", list(GAMES))
def test_the_checks_pass(game: str, name: str):
    CHECKS[name](game)


def test_a_check_that_fails_is_told_and_counted(monkeypatch: pytest.MonkeyPatch):
    def broken(game: str) -> None:
        raise AssertionError("no good")

    checks = {"a broken one": broken, "tables": CHECKS["many tables like single ones"]}
    monkeypatch.setattr("croupier.rl.check.CHECKS", checks)
    said: list[str] = []
    assert not check(["coup"], said.append)
    assert said[0] == "FAILED  coup     a broken one: AssertionError: no good"
    assert said[1].startswith("passed  coup     tables (")


def test_the_check_is_a_command():
    done = subprocess.run(
        [sys.executable, "-m", "croupier.rl.check", "poker"], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 1
    assert done.stderr.startswith("croupier: no game 'poker'")


def played(env: Any, seed: int) -> tuple[list[float], int]:
    """A random match: what each seat got, and how many decisions there were."""
    rng = np.random.default_rng(seed)
    env.reset(seed=seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    decisions = 0
    for agent in env.agent_iter():
        seen, reward, over, _, _ = env.last()
        totals[agent] += reward
        if over:
            env.step(None)
            continue
        decisions += 1
        env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return [totals[agent] for agent in env.possible_agents], decisions


def test_partners_are_paid_alike_and_it_all_adds_up_to_nothing():
    env = rl.env("belote", settings={"deals": 1})
    for seed in range(5):
        paid, _ = played(env, seed)
        assert paid[0] == paid[2]
        assert paid[1] == paid[3] == -paid[0]


def test_the_winner_of_two_gets_one_and_places_lie_in_between():
    assert sorted(played(rl.env("cuttle"), 1)[0]) == [-1.0, 1.0]
    paid, _ = played(rl.env("kittens", 4), 2)
    assert sorted(paid) == pytest.approx([-1.0, -1 / 3, 1 / 3, 1.0], abs=0.003)
    assert sum(paid) == pytest.approx(0.0)


def test_only_who_is_asked_may_do_anything():
    env = rl.env("coup", 3)
    env.reset(seed=4)
    masks = {agent: env.observe(agent)["action_mask"].sum() for agent in env.agents}
    assert [agent for agent, allowed in masks.items() if allowed] == [env.agent_selection]


@pytest.mark.parametrize("action", [1, 58, 59, -1, None])
def test_a_move_that_the_mask_does_not_allow_is_refused(action: int | None):
    env = rl.env("coup")
    env.reset(seed=4)
    with pytest.raises(ValueError, match=f"coup: player_0 chose action {action}, which its mask does not allow"):
        env.step(action)


def test_a_table_can_be_looked_at():
    env = rl.env("coup", render_mode="ansi")
    env.reset(seed=4)
    text = env.render()
    assert text is not None
    assert "player_1" in text
    assert rl.env("coup").render() is None


@pytest.mark.parametrize("seat", [0, 1, None])
def test_one_agent_plays_against_bots(seat: int | None):
    env = rl.gym_env("cuttle", ["heuristic"], seat=seat, render_mode="ansi")
    rng = np.random.default_rng(1)
    rewards, seats = [], set()
    for number in range(12):
        seen, info = env.reset(seed=number if number == 0 else None)
        seats.add(info["seat"])
        over, reward = False, 0.0
        while not over:
            assert (env.action_masks() == seen["action_mask"]).all()
            assert reward == 0.0
            seen, reward, over, cut, info = env.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            assert not cut
        rewards.append(reward)
        assert info["place"] == (1 if reward > 0 else 2)
    assert env.render()
    env.close()
    assert set(rewards) <= {-1.0, 1.0}
    assert sum(rewards) < 0, "random moves lose against the heuristic"
    assert seats == ({0, 1} if seat is None else {seat})


def test_an_illegal_move_ends_the_match_of_a_single_agent():
    env = rl.gym_env("coup", ["random"])
    env.reset(seed=3)
    seen, reward, over, _, info = env.step(1)
    assert (reward, over, info["illegal"], int(seen["action_mask"].sum())) == (-1.0, True, 1, 0)
    with pytest.raises(UsageError, match=r"call reset\(\) first"):
        env.step(0)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"opponents": []}, "needs opponents"),
        ({"opponents": ["tcp://localhost:1"]}, "must run in this process, but localhost:1 does not"),
        ({"opponents": ["nobody"]}, "no bot 'nobody'"),
        ({"seat": 2}, "no seat 2 at a table of 2"),
    ],
)
def test_what_cannot_be_an_environment_is_said(options: dict[str, Any], said: str):
    with pytest.raises(UsageError, match=said):
        rl.gym_env("cuttle", **options)


def test_a_missing_library_is_one_sentence(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "croupier.rl.pettingzoo_env", None)
    with pytest.raises(UsageError, match=r"needs pettingzoo for this: pip install 'croupier\[rl\]'"):
        rl.env("cuttle")


def test_many_tables_go_on_by_themselves():
    env = rl.vector_env("cuttle", 64)
    ended = 0
    for _ in range(150):
        env.step(env.sample())
        ended += int(env.done.sum())
        assert (env.rewards[env.done].sum(1) == 0).all()
        assert (env.rewards[~env.done] == 0).all()
        assert (env.masks.sum(1) > 0).all()
    assert env.matches == ended > 64
    assert env.decisions == 150 * 64


def test_the_same_seed_and_the_same_moves_give_the_same_matches():
    first, second = rl.vector_env("bluff", 8, 3), rl.vector_env("bluff", 8, 3)
    first.reset(5)
    second.reset(5)
    start = first.observations.copy()
    for _ in range(50):
        moves = first.sample()
        first.step(moves)
        second.step(moves)
        assert (first.observations == second.observations).all()
    first.reset(6)
    assert not (first.observations == start).all()


def test_advice_is_the_heuristics_and_better_than_chance():
    env = rl.vector_env("cuttle", 64)
    won = 0.0
    for _ in range(200):
        moves = np.where(env.to_act == 0, env.advice(), env.sample())
        assert (env.masks[np.arange(64), moves] == 1).all()
        env.step(moves)
        won += float(env.rewards[:, 0].sum())
    assert won > 0.6 * env.matches


@pytest.mark.parametrize("move", [-1, 5000, 70000, 1])
def test_an_illegal_move_at_one_table_stops_all(move: int):
    env = rl.vector_env("cuttle", 4)
    before = env.observations.copy()
    moves = env.sample()
    moves[2] = move
    with pytest.raises(ValueError, match=r"table 2: action .* is not legal"):
        env.step(moves)
    assert (env.observations == before).all()
    assert env.decisions == 0
    with pytest.raises(ValueError, match="shape"):
        env.step(moves[:3])
    with pytest.raises(ValueError, match="0 tables"):
        rl.vector_env("cuttle", 0)


def test_the_arrays_cannot_be_written_by_mistake():
    env = rl.vector_env("cuttle", 2)
    for array in (env.observations, env.masks, env.to_act, env.rewards, env.done):
        assert not array.flags.writeable
