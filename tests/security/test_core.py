"""A match and its bots on one core, and how often a bot gets a new process."""

import json
import os
from pathlib import Path

import pytest

import croupier
from croupier.players.sandbox.affinity import get_affinity, pinned_core
from croupier.ui.cli.main import run_app
from tests.security.test_sandbox import SANDBOXES

pytestmark = pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")

BOT = """\
import os
from croupier.games.cuttle import CuttleBot

made = []


class Telling(CuttleBot):
    def __init__(self):
        made.append(1)
        self.is_first = True

    def select_move(self, view, legal_moves):
        if self.is_first:
            self.say(f"{sorted(os.sched_getaffinity(0))} {len(made)}")
        self.is_first = False
        return legal_moves[0]
"""


@pytest.fixture
def telling(tmp_path: Path) -> str:
    path = tmp_path / "telling.py"
    path.write_text(BOT, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("core", sorted(os.sched_getaffinity(0)))
def test_pinned_for_a_while(core: int) -> None:
    before = get_affinity()
    with pinned_core(core):
        assert get_affinity() == {core}
    assert get_affinity() == before


def test_without_a_core_it_stays_on_one() -> None:
    before = get_affinity()
    with pinned_core():
        assert len(get_affinity()) == 1
        assert get_affinity() <= before
    assert get_affinity() == before


def test_a_bot_runs_where_its_match_runs(telling: str) -> None:
    before = get_affinity()
    last = max(before)
    with pinned_core(last):
        match = croupier.play("cuttle", [telling, "random"], 3)
    assert match.steps[0].say[0].startswith(f"[{last}] ")
    assert get_affinity() == before
    match = croupier.play("cuttle", [telling, "random"], 3)
    assert match.steps[0].say[0].split()[0] in {f"[{core}]" for core in before}


@pytest.mark.parametrize(("fresh", "counts"), [([], 2), (["--fresh", "chunk"], 2), (["--fresh", "match"], 1)])
def test_a_process_for_a_chunk_or_for_a_match(
    fresh: list[str], counts: int, telling: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    history = tmp_path / "history.jsonl"
    command = ["run", "cuttle", telling, "random", "-n", "4", "--seed", "3", "--history", str(history), *fresh]
    assert run_app(command) == 0
    capsys.readouterr()
    # How many bots its process had made: another number for each of the two deals that one process meets.
    assert len({text.split()[-1] for text in said(history)}) == counts


def said(history: Path) -> list[str]:
    found: list[str] = []

    def look(value: object) -> None:
        if isinstance(value, str) and value.startswith("["):
            found.append(value)
        elif isinstance(value, dict):
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    for line in history.read_text(encoding="utf-8").splitlines():
        look(json.loads(line))
    return found
