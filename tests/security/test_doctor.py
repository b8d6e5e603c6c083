"""`croupier doctor --attack`: what it prints, its exit codes, and that it leaves nothing behind."""

import json
import os
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest
from frames.polling import wait_until

from croupier.arena.attack import suite
from croupier.arena.attack.attack import Attempt, Outcome
from croupier.arena.attack.fairness import attempt_to_find_seeds
from croupier.arena.attack.suite import attack_this_machine, count_attempts
from croupier.arena.run.table import StopFlag
from croupier.players.sandbox.isolation import IsolationLevel, Obstacle
from croupier.ui.cli.commands import doctor
from croupier.ui.cli.main import run_app
from tests.security.test_sandbox import SANDBOXES

HELD = Attempt("files", "read a file", "landlock", Outcome.HELD, "stopped by PermissionError")
NOT_HELD = Attempt("files", "write a file", "landlock", Outcome.NOT_HELD, "BREACH")
NOT_TRIED = Attempt("all", "everything", "bubblewrap", Outcome.NOT_TRIED, "it needs Linux")


@pytest.mark.parametrize(
    ("attempts", "code", "words"),
    [
        ([HELD, HELD], 0, ["2 held", "2 attacks in 0 s: 2 held."]),
        ([HELD, NOT_HELD], 1, ["1 held; NOT HELD: write a file (BREACH)", "1 held, 1 NOT HELD."]),
        ([HELD, NOT_TRIED], 0, ["not tried: everything (it needs Linux)", "1 held, 1 not tried."]),
    ],
)
def test_the_table_says_what_held(
    attempts: list[Attempt],
    code: int,
    words: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr(doctor, "attack_this_machine", lambda stop: iter(attempts))
    assert run_app(["doctor", "--attack"]) == code
    shown = " ".join(capsys.readouterr().out.split())
    assert all(word in shown for word in words), shown
    assert run_app(["doctor", "--attack", "--json"]) == code
    document = json.loads(capsys.readouterr().out)
    assert [attempt["outcome"] for attempt in document["attempts"]] == [attempt.outcome.value for attempt in attempts]
    assert document["held"] + document["not_held"] + document["not_tried"] == len(attempts)


@pytest.mark.usefixtures("few_attacks")
def test_a_sandbox_that_is_not_there_is_not_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(suite, "find_obstacles", lambda level: (Obstacle.NOT_LINUX,))
    attempts = list(attack_this_machine())
    assert len(attempts) == count_attempts()
    assert [attempt.outcome for attempt in attempts[:2]] == [Outcome.HELD] * 2
    assert [attempt.outcome for attempt in attempts[2:]] == [Outcome.NOT_TRIED] * len(SANDBOXES)
    assert {attempt.detail for attempt in attempts[2:]} <= {"it needs Linux"}


@pytest.fixture
def few_attacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two attacks of each list; the others are tried in test_sandbox.py."""
    monkeypatch.setattr(suite, "PYTHON_ATTACKS", suite.PYTHON_ATTACKS[:2])
    monkeypatch.setattr(suite, "PROGRAM_ATTACKS", suite.PROGRAM_ATTACKS[:2])
    monkeypatch.setattr(suite, "MECHANISMS", SANDBOXES)
    monkeypatch.setattr(suite, "attempt_to_find_seeds", partial(attempt_to_find_seeds, limit=1000))


@pytest.mark.usefixtures("few_attacks")
@pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")
def test_every_attempt_is_counted_and_holds() -> None:
    attempts = list(attack_this_machine())
    assert [attempt for attempt in attempts if attempt.outcome is not Outcome.HELD] == []
    assert len(attempts) == count_attempts()
    assert {attempt.mechanism for attempt in attempts} == {"secret of 128 bits", *(level.value for level in SANDBOXES)}


@pytest.mark.usefixtures("few_attacks")
def test_it_stops_when_it_is_told_to() -> None:
    stop = StopFlag()
    stop.set()
    assert len(list(attack_this_machine(stop))) == 1


@pytest.mark.skipif(IsolationLevel.LANDLOCK not in SANDBOXES, reason="this machine has no Landlock")
def test_after_ctrl_c_nothing_is_left(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "doctor", "--attack"],
        env={**os.environ, "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    wait_until(lambda: any(tmp_path.iterdir()))
    os.killpg(process.pid, signal.SIGINT)
    shown, complaints = process.communicate()
    assert process.returncode == 130, complaints
    assert "stopping after this attack" in complaints
    assert "Stopped before the last attack." in shown
    assert list(tmp_path.iterdir()) == []
