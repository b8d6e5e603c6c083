"""A trained policy as an ordinary bot, and the example that trains one."""

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.kernel.errors import UsageError
from croupier.rl.network import Network, PolicyBot
from croupier.rl.vector import VectorEnv

ROOT = Path(__file__).parents[2]
LEARNED = ROOT / "bots" / "learned" / "learned.py"


@pytest.fixture(scope="module")
def trainer() -> Any:
    spec = importlib.util.spec_from_file_location("train", ROOT / "bots" / "learned" / "train.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("game", "name"), [("cuttle", "Cuttle"), ("coup", "Coup")])
def test_the_policies_in_the_repository_beat_random_clearly(game: str, name: str):
    report = croupier.run(game, [f"{LEARNED}:{name}", "random"], n=60, seed=11, trust=True)
    assert report[name].interval[0] > 0.65
    assert report[name].faults == {}


def test_a_policy_plays_sandboxed():
    match = croupier.play("coup", [f"{LEARNED}:Coup", "random"], seed=2)
    assert [step.faults for step in match.steps if step.faults] == []
    assert any(step.note.startswith("value=") for step in match.steps)


def test_training_is_the_same_every_time_and_learns(trainer: Any, tmp_path: Path):
    errors: list[float] = []

    def say(line: str) -> None:
        errors.append(float(line.rpartition(" ")[2]))

    networks = [trainer.train("coup", 2, 6_000, 1, say, tables=32, steps=64)[0] for _ in range(2)]
    for name, array in networks[0].weights.items():
        assert np.array_equal(array, networks[1].weights[name])
    fresh = trainer.train("coup", 2, 1, 1, say, tables=32, steps=64)[0]
    assert errors[0] == errors[1] < errors[2]
    path = tmp_path / "policy.npz"
    networks[0].save(path, "coup", 2)
    again, game, seats = Network.load(path)
    assert (game, seats) == ("coup", 2)
    row = np.ones((1, len(fresh.weights["w1"])), np.int8)
    assert np.allclose(again.values(row), networks[0].values(row), atol=0.02)


def test_lessons_are_of_finished_matches_only(trainer: Any):
    lessons = trainer.Lessons(VectorEnv("coup", 4), 6)
    lessons.done[2, 1] = True
    lessons.rewards[2, 1] = [1.0, -1.0]
    lessons.seats[:, 1] = [0, 1, 0, 1, 0, 1]
    lessons.actions[:, 1] = [10, 11, 12, 13, 14, 15]
    observations, actions, results = lessons.finished()
    assert list(actions) == [10, 11, 12]
    assert list(results) == [1.0, -1.0, 1.0]
    assert len(observations) == 3


def policy(path: Path) -> type[PolicyBot]:
    return type("Mine", (PolicyBot,), {"weights": path})


def test_a_policy_says_what_it_is_not_for(tmp_path: Path):
    with pytest.raises(UsageError, match="holds no policy"):
        policy(tmp_path / "nothing.npz")()
    coup = policy(ROOT / "bots" / "learned" / "coup.npz")
    match = croupier.play("cuttle", [coup, "random"], seed=1)
    assert "trained for coup with 2 players, not for cuttle with 2" in str([step.faults for step in match.steps])
    online = policy(ROOT / "bots" / "learned" / "cuttle.npz")
    match = croupier.play("cuttle", [online, "random"], seed=1, settings={"rules": "online"})
    assert "trained with other settings" in str([step.faults for step in match.steps])
