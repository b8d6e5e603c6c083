"""A long command that is piped gives a sign of life, also while a bot in its own process thinks."""

import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import pytest

from croupier.ui.cli import heartbeat
from croupier.ui.cli.commands import COMMANDS

PATIENT = """
import os, time
from croupier.games.cuttle import CuttleBot

class Patient(CuttleBot):
    def select_move(self, view, legal_moves):
        # Thinks until the sign of life is there. The end of the wait is for a test that fails.
        end = time.monotonic() + 300
        while "still working" not in open(os.environ["SEEN"]).read() and time.monotonic() < end:
            time.sleep(0.02)
        return legal_moves[0]
"""


@pytest.mark.parametrize("command", [["run", "-n", "2"], ["compare", "--max-games", "2"]])
def test_a_command_is_not_silent_while_its_first_bot_thinks(command: list[str], tmp_path: Path):
    (tmp_path / "patient.py").write_text(PATIENT)
    name, *rest = command
    log = tmp_path / "log"
    bots = ["cuttle", "patient.py", "random"]
    limits = ["--trust", "--no-journal", "--timeout", "0", "--game-limit", "0"]
    with log.open("w") as errors:
        done = subprocess.run(
            [sys.executable, "-m", "croupier", name, *bots, *rest, *limits],
            stdout=subprocess.PIPE,
            stderr=errors,
            cwd=tmp_path,
            env=os.environ | {heartbeat.VARIABLE: "0.1", "SEEN": str(log)},
            check=True,
        )
    assert f"{name}: still working, " in log.read_text()
    assert b"still working" not in done.stdout


def test_commands_that_play_or_search_have_one():
    assert {each.name for each in COMMANDS} >= heartbeat.LONG_COMMANDS
    assert {"analyse", "compare", "exam", "profile", "puzzles", "replay", "run", "train"} <= heartbeat.LONG_COMMANDS


def test_the_line_names_the_task(tmp_path: Path):
    code = (
        "import os, time\n"
        "from croupier.ui.cli.heartbeat import begin_task, heartbeat\n"
        "with heartbeat(['run']):\n"
        "    begin_task('shuffling the cards')\n"
        "    end = time.monotonic() + 300\n"
        "    while 'run: shuffling the cards, ' not in open(os.environ['SEEN']).read() and time.monotonic() < end:\n"
        "        time.sleep(0.02)\n"
    )
    log = tmp_path / "log"
    with log.open("w") as errors:
        environment = os.environ | {heartbeat.VARIABLE: "0.1", "SEEN": str(log)}
        subprocess.run([sys.executable, "-c", code], stderr=errors, env=environment, check=True)
    assert "run: shuffling the cards, 0 s so far\n" in log.read_text()


@pytest.mark.parametrize(
    ("arguments", "seconds"),
    [(["run", "--quiet"], "1"), (["run", "--json"], "1"), (["play"], "1"), (["run"], "0"), ([], "1")],
)
def test_no_process_is_started_where_no_line_is_wanted(
    arguments: list[str], seconds: str, monkeypatch: pytest.MonkeyPatch
):
    def fork() -> NoReturn:
        raise AssertionError("a process was started")

    monkeypatch.setenv(heartbeat.VARIABLE, seconds)
    monkeypatch.setattr(os, "fork", fork)
    with heartbeat.heartbeat(arguments):
        heartbeat.touch()
        heartbeat.pause()
