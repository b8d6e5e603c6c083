"""A function in the manner of Kaggle's environments as a bot."""

from pathlib import Path

import pytest

import croupier
from croupier.kernel.errors import UsageError

ROOT = Path(__file__).parents[2]

SEES = """
def agent(observation, configuration):
    assert observation.player == observation["player"] == 0
    assert observation.step >= 0
    assert observation.moves and observation.view.hand is not None
    assert configuration.game == "coup" and configuration.seats == 2
    assert configuration.settings.window == "official"
    assert all(event.text for event in observation.events)
    assert not hasattr(observation, "secret")
    return len(observation.moves) - 1
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "function.py"


def played(path: Path, spec: str = "", **options: bool) -> list[str]:
    match = croupier.play("coup", [f"{path}{spec}", "random"], seed=3, **options)
    return [fault for step in match.steps for fault in step.faults]


@pytest.mark.parametrize("trust", [False, True])
def test_it_is_loaded_and_sees_what_it_may(file: Path, trust: bool):
    file.write_text(SEES, encoding="utf-8")
    assert played(file, trust=trust) == []


@pytest.mark.parametrize(
    "text",
    [
        "def agent(observation):\n    return observation.moves[0]\n",
        "def agent(*given):\n    return given[0]['moves'][-1]\n",
        "class Index(int):\n    pass\n\ndef agent(observation, configuration):\n    return Index(0)\n",
    ],
)
def test_it_may_take_one_argument_and_answer_with_text(file: Path, text: str):
    file.write_text(text, encoding="utf-8")
    assert played(file, trust=True) == []


def test_another_function_can_be_named(file: Path):
    text = "def agent(o):\n    return None\n\ndef brave(o, c):\n    return len(o.moves) - 1\n"
    file.write_text(text, encoding="utf-8")
    assert played(file, ":brave", trust=True) == []
    faults = played(file, trust=True)
    assert faults[0].startswith("Crashed: TypeError")


def test_a_bot_class_comes_first(file: Path):
    text = "from croupier.ai.baselines import RandomBot\n\nclass Mine(RandomBot):\n    pass\n"
    file.write_text(f"{text}\ndef agent(o, c):\n    return 'nonsense'\n", encoding="utf-8")
    assert played(file, trust=True) == []
    assert played(file, ":agent", trust=True)[0].startswith("IllegalMove")


def test_a_file_with_neither_says_what_it_needs(file: Path):
    file.write_text("agents = []\n", encoding="utf-8")
    with pytest.raises(UsageError, match=r"subclasses CoupBot, or a function agent\(observation, configuration\)"):
        played(file, trust=True)


def test_the_example_beats_random():
    report = croupier.run("coup", [str(ROOT / "bots/coup/kaggler.py"), "random"], n=60, seed=5, trust=True)
    assert report["kaggler"].win_rate > 0.65
    assert report["kaggler"].faults == {}
