"""`croupier profile`: a table, sentences, one document, and what can be won from a bot."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from frames.forks import Ran

HONEST = """\
from croupier.games.coup import CoupBot

class Timid(CoupBot):
    def act(self, view):
        return f"coup {view.rivals[0]}" if view.my_coins >= 7 else "income"
"""


def test_a_sandboxed_bot_has_a_profile_in_words(
    croupier: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("timid.py").write_text(HONEST, encoding="utf-8")
    ran = croupier("profile", "timid.py", "--vs", "random", "-n", 20, "--seed", 1, "--quiet")
    assert ran.code == 0, ran.err
    assert "timid in coup, 20 matches against random" in ran.out
    assert "challenges 0% of" in ran.out
    assert "would be equal). Seed: 1" in ran.out


def test_the_document_has_tells_findings_and_the_best_response(croupier: Callable[..., Ran], tmp_path: Path):
    policy = tmp_path / "answer.policy"
    ran = croupier(
        *("profile", "random", "--game", "coup", "--vs", "random", "-n", 8, "--seed", 1, "--json"),
        *("--exploit", "0.02", "--save", policy),
    )
    assert ran.code == 0, ran.err
    document = json.loads(ran.out)
    assert [tell["name"] for tell in document["tells"]] == ["claims", "challenges", "losses"]
    assert document["verdict"].startswith("random in coup has no clear tell in 8 matches")
    best = document["exploit"]["best"]
    assert best["low"] <= best["rate"] <= best["high"]
    assert {"learned response", "heuristic"} <= {each["name"] for each in document["exploit"]["tried"]}
    assert policy.is_file()


def test_a_bot_that_cannot_be_trained_against_is_tried_against_the_built_in_ones(
    croupier: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    Path("timid.py").write_text(HONEST, encoding="utf-8")
    ran = croupier("profile", "timid.py", "--trust", "-n", 4, "--seed", 1, "--exploit", "0.02", "--quiet")
    assert ran.code == 0, ran.err
    assert "nothing was learned: timid.py remembers what happened" in ran.out
    assert "Best response to timid in coup: " in ran.out


def test_faults_are_mentioned(croupier: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    Path("broken.py").write_text(HONEST.replace("view.my_coins >= 7", "view.no_such_thing"), encoding="utf-8")
    ran = croupier("profile", "broken.py", "--trust", "-n", 4, "--seed", 1, "--quiet")
    assert ran.code == 0, ran.err
    assert "It made faults in 4 of 4 matches; to see them: croupier check broken.py" in ran.out


def test_a_bot_without_a_game_must_name_it(croupier: Callable[..., Ran]):
    ran = croupier("profile", "random")
    assert ran.code != 0
    assert "--game" in ran.err
