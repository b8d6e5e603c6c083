"""`croupier climb`: level by level, up to the first that is not beaten, and what was lost there."""

import json
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
from frames.forks import Ran

FIRST = """\
from croupier.games.cuttle import CuttleBot

class First(CuttleBot):
    def select_move(self, view, legal_moves):
        return legal_moves[0]
"""


@pytest.fixture
def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("first.py").write_text(FIRST, encoding="utf-8")
    return "first.py"


def test_a_strong_bot_beats_the_first_level_and_is_told_the_next(croupier: Callable[..., Ran]):
    ran = croupier("climb", "heuristic", "--game", "cuttle", "--to", "noob", "--max-games", 300)
    assert ran.code == 0, ran.err
    assert ran.out.startswith("You beat noob (")
    assert "That was the last level." in ran.out


def test_a_weak_bot_gets_its_costliest_decisions_with_commands_that_work(croupier: Callable[..., Ran], bot: str):
    ran = croupier("climb", bot, "--from", "easy", "--max-games", 40, "--trust", "--db", "runs.sqlite")
    assert ran.code == 0, ran.err
    assert ran.out.startswith(("You do not beat easy yet (", "No clear result against easy ("))
    kinds = [line for line in ran.out.splitlines() if " cost " in line]
    assert 1 <= len(kinds) <= 3
    command = shlex.split(ran.out.partition("worst case: ")[2].splitlines()[0])
    assert command[:2] == ["croupier", "replay"]
    at = command.index("--at")
    # The debugger waits for input, so the same move is frozen as a test instead.
    frozen = croupier(*command[1:at], "--freeze", command[at + 1], *command[at + 2 :], "--db", "runs.sqlite")
    assert frozen.code == 0, frozen.err
    assert "expects draw" in frozen.out


def test_the_document_has_levels_and_mistakes(croupier: Callable[..., Ran], bot: str):
    ran = croupier("climb", bot, "--from", "easy", "--to", "easy", "--max-games", 40, "--trust", "--json")
    document = json.loads(ran.out)
    assert document["levels"][0]["level"] == "easy"
    assert not document["levels"][0]["beaten"]
    assert document["mistakes"][0]["cost"] > 0


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--from", "brutal"), "no level 'brutal'; choose one of noob, easy"),
        (("--from", "hard", "--to", "easy"), "easy comes before hard"),
    ],
)
def test_levels_are_checked(croupier: Callable[..., Ran], arguments: tuple[str, ...], complaint: str):
    ran = croupier("climb", "heuristic", "--game", "cuttle", *arguments)
    assert (ran.code, complaint in ran.err) == (2, True)
