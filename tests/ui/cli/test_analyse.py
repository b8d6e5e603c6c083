"""`croupier analyse` and `croupier debug-search`, as a player uses them after a lost match."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from croupier.ai.search.analyst import EXPERT_COST


@pytest.fixture
def history(croupier, tmp_path) -> Path:
    file = tmp_path / "h.jsonl"
    croupier("run", "cuttle", "heuristic", "random", "-n", 2, "--seed", 7, "--history", file)
    return file


def test_the_costliest_decisions_of_each_player_are_named_with_a_better_move(croupier, history):
    ran = croupier("analyse", history, "--iterations", 60)
    assert ran.code == 0, ran.err
    assert "random: costliest decisions" in ran.out
    assert "Luck and skill" in ran.out
    worst = [line for line in ran.out.splitlines() if "; best move: " in line and " Cost: " in line]
    assert 1 <= len(worst) <= 6
    assert all(re.match(r'  move \d+: "(Play|Draw|Counter|Pass|Discard|Take|Scuttle)', line) for line in worst), worst


def test_the_parts_of_an_account_add_up_and_decisions_never_gain(croupier, history):
    found = json.loads(croupier("analyse", history, "--iterations", 60, "--json").out)
    for account in found["accounts"]:
        parts = [account[name] for name in ("start", "mistakes", "gifts", "luck")]
        assert sum(parts) == pytest.approx(account["result"], abs=0.001)
        assert account["mistakes"] <= 0 <= account["gifts"]
    sums = {name: sum(account[name] for account in found["accounts"]) for name in ("start", "luck", "result")}
    assert sums == pytest.approx({"start": 1, "luck": 0, "result": 1}, abs=0.001)
    assert all(sum(chances) == pytest.approx(1) for chances in found["forecasts"])
    for worst in found["costliest"]:
        losses = [decision["lost"] for decision in worst]
        assert losses == sorted(losses, reverse=True)
        assert len(losses) <= 3
    assert all(decision["lost"] >= 0 for decision in found["decisions"])


def test_the_curve_has_a_point_for_every_move_and_ends_with_the_result(croupier, history, tmp_path):
    picture = tmp_path / "curve.svg"
    found = json.loads(croupier("analyse", history, "--iterations", 20, "--svg", picture, "--json").out)
    replayed = json.loads(croupier("replay", history, "--match", 1, "--json").out)["matches"][0]
    assert len(found["forecasts"]) == len(replayed["moves"]) + 1
    assert sorted(found["forecasts"][-1]) == [0.0, 1.0]
    curves = ElementTree.parse(picture).getroot().findall("{http://www.w3.org/2000/svg}polyline")
    assert [len(curve.attrib["points"].split()) for curve in curves] == [len(found["forecasts"])] * 2


def test_one_decision_is_shown_with_every_legal_move(croupier, history):
    ran = croupier("analyse", history, "--at", 1, "--iterations", 100)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("Move 1, 'turn' to heuristic (seat 0)")
    assert "expected continuation" in ran.out
    found = json.loads(croupier("analyse", history, "--at", 1, "--iterations", 100, "--json").out)
    assert sum(stats["visits"] for stats in found["moves"]) == 100 // EXPERT_COST


def test_a_whole_file_is_added_up(croupier, history):
    ran = croupier("analyse", history, "--all", "--iterations", 20)
    assert ran.code == 0, ran.err
    assert "heuristic (2 matches)" in ran.out
    assert "without the luck of the deal" in ran.out
    found = json.loads(croupier("analyse", history, "--all", "--iterations", 20, "--json").out)
    assert found["heuristic"]["skill"]["blocks"] == 1
    assert sum(each["luck"] for each in found.values()) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--at", 999), "no move 999"),
        (("--match", 3), "no match 3"),
        (("--all", "--at", 1), "remove --all"),
    ],
)
def test_what_cannot_be_shown_is_said(croupier, history, arguments, complaint):
    ran = croupier("analyse", history, *arguments)
    assert ran.code == 2
    assert complaint in ran.err


@pytest.mark.parametrize(("search", "iterations"), [("ismcts", 30), ("mcts", 30), ("mcts", 5), ("expert", 20)])
def test_a_search_can_be_watched(croupier, search: str, iterations: int):
    command = ("debug-search", "cuttle", "--search", search, "--games", 1, "--iterations", iterations)
    ran = croupier(*command, "--verbose", "--seed", 3)
    assert ran.code == 0, ran.err
    assert f": {search} in seat 0, heuristic in the others" in ran.out
    assert "expected continuation" in ran.out
    assert ran.out.rstrip().splitlines()[-1] in (f"{search} won 0 of 1.", f"{search} won 1 of 1.")


def test_any_bot_can_sit_against_a_search(croupier, tmp_path):
    file = tmp_path / "first.py"
    file.write_text("def agent(observation, configuration):\n    return 0\n")
    ran = croupier("debug-search", "coup", "--against", file, "--games", 1, "--iterations", 10, "--seed", 3)
    assert ran.code == 0, ran.err
    assert f"ismcts in seat 0, {file} in the others" in ran.out


def test_what_is_no_bot_cannot_sit_against_a_search(croupier):
    ran = croupier("debug-search", "cuttle", "--against", "nobody")
    assert ran.code == 2
    assert "nobody" in ran.err


def test_a_replay_tells_what_the_search_noted(croupier, tmp_path):
    file = tmp_path / "n.jsonl"
    croupier("run", "cuttle", "ismcts:iterations=20", "random", "--seed", 7, "--history", file)
    assert "[NOTE]" not in croupier("replay", file).out
    told = croupier("replay", file, "--notes").out.splitlines()
    assert any(line.startswith("[NOTE] ismcts:iterations=20: 20 iterations: ") for line in told)
