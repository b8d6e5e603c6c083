"""A function in the manner of Kaggle's environments as a bot."""

import sys
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


def test_the_last_function_is_the_agent_and_another_can_be_named(file: Path):
    text = "from math import sqrt\n\ndef agent(o):\n    return None\n\ndef brave(o, c):\n    return len(o.moves) - 1\n"
    file.write_text(text, encoding="utf-8")
    assert played(file, trust=True) == []
    faults = played(file, ":agent", trust=True)
    assert faults[0].startswith("Crashed: TypeError")


CALLABLES = [
    """
class Agent:
    def __init__(self):
        self.asked = 0

    def __call__(self, observation, configuration):
        self.asked += 1
        return self.asked % len(observation.moves)


agent = Agent()
""",
    """
from functools import partial


def answer(index, observation):
    return observation.moves[index]


agent = partial(answer, 0)
""",
    "agent = lambda observation: 0\n",
]


@pytest.mark.parametrize("text", CALLABLES, ids=["object", "partial", "lambda"])
def test_an_agent_is_anything_that_can_be_called(file: Path, text: str):
    file.write_text(text, encoding="utf-8")
    assert played(file, ":agent", trust=True) == []
    assert played(file, trust=True) == []


def test_it_is_told_how_long_a_match_may_be(file: Path):
    file.write_text("def agent(o, c):\n    return 0 if c.episodeSteps == c.settings.max_turns else None\n")
    assert played(file, trust=True) == []


MEMORY = """
asked = 0
seen = []


def agent(observation, configuration):
    global asked
    assert observation.step == asked, (observation.step, asked)
    asked += 1
    seen.append(observation.step)
    assert seen == list(range(asked))
    return 0
"""


@pytest.mark.parametrize("trust", [False, True])
def test_global_variables_last_for_a_match(file: Path, trust: bool):
    """Also with two seats of one file."""
    file.write_text(MEMORY, encoding="utf-8")
    before = set(sys.modules)
    results = croupier.run_batch("coup", [str(file), f"{file}:agent"], n=40, seed=5, trust=trust)
    assert {result.faults for result in results} == {()}
    left = [name for name in sys.modules if name.startswith("croupier_bot_") and name not in before]
    assert len(left) < 10, "modules of past matches are left behind"


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
