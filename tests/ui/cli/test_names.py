"""What bots are called in unrated play: by their own names, and copies by plain numbers."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.players.entrant import unique_names

PROGRAM = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "name": "Speedy", "match": message["match"]}), flush=True)
    elif message["type"] in ("decide", "illegal"):
        print(json.dumps({"type": "move", "match": message["match"], "id": message["id"], "move": 0}), flush=True)
"""
BOT = """
from croupier.games.cuttle import CuttleBot

class Mine(CuttleBot):
    name = "Fancy Name"
    def select_move(self, view, legal_moves):
        return legal_moves[0]
"""


@pytest.mark.parametrize(
    ("names", "unique"),
    [
        (["random", "random"], ("random", "random 2")),
        (["random", "random 2", "random", "random 2"], ("random", "random 2", "random 3", "random 4")),
        (["bot 2", "bot 2"], ("bot 2", "bot 2 2")),
        (["a", "b", "a"], ("a", "b", "a 2")),
    ],
)
def test_copies_are_numbered_once(names: list[str], unique: tuple[str, ...]) -> None:
    assert unique_names(names) == unique


def test_a_team_of_copies_is_numbered_plainly(croupier: Callable[..., Any]) -> None:
    ran = croupier("run", "belote", "random", "random", "--seed", "1", "--set", "deals=1", "--json")
    names = [bot["name"] for bot in json.loads(ran.out)["bots"]]
    assert names == ["random", "random 2", "random 3", "random 4"]


def test_programs_and_files_are_called_by_their_own_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Callable[..., Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prog.py").write_text(PROGRAM)
    Path("mine.py").write_text(BOT)
    ran = croupier("run", "cuttle", "cmd:python prog.py", "mine.py", "--seed", "1", "--trust", "--json")
    assert ran.code == 0, ran.err
    assert [bot["name"] for bot in json.loads(ran.out)["bots"]] == ["Speedy", "Fancy Name"]


def test_a_program_that_takes_the_name_of_a_built_in_bot_keeps_that_of_its_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, croupier: Callable[..., Any]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prog.py").write_text(PROGRAM.replace("Speedy", "heuristic"))
    ran = croupier("run", "cuttle", "cmd:python prog.py", "random", "--seed", "1", "--trust", "--json")
    assert [bot["name"] for bot in json.loads(ran.out)["bots"]] == ["prog", "random"]
