"""Programs on standard input and output: kept for a run, heard when they die, gone when it is over."""

import os
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from frames.limits import time_limits
from frames.polling import read_until, wait_until
from players.programs import Program, is_running

import croupier
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.ui.cli.main import run_app


def play(*bots: Any, **options: Any) -> Match:
    return croupier.play("cuttle", list(bots), 3, trust=True, **options)


def faults(match: Match, seat: int = 0) -> list[str]:
    return [fault for step in match.steps if step.seat == seat for fault in step.faults]


def test_one_process_per_seat_for_each_seating_of_the_deals(tmp_path: Path) -> None:
    program = Program(tmp_path)
    report = croupier.run("cuttle", [program.spec, program.spec], 6, 3, trust=True)
    assert report.standings.matches == 6
    assert not any(record.faults for record in report.standings.records)
    assert len(program.pids) == 4
    assert not any(is_running(pid) for pid in program.pids)


def test_it_goes_by_the_name_of_its_file(tmp_path: Path) -> None:
    match = play(Program(tmp_path, name="clever.py").spec, "random")
    assert match.table.names == ("clever", "random")
    assert not faults(match)


def test_one_that_dies_is_gone_with_its_last_words(tmp_path: Path) -> None:
    program = Program(tmp_path, "if asked == 2: raise ValueError('no more cards')")
    match = play(program.spec, "random")
    (fault,) = faults(match)
    assert fault.startswith("Gone: mini exited with code 1; its last output: ")
    assert fault.endswith("| ValueError: no more cards")
    rulings = [step.ruling for step in match.steps if step.seat == 0]
    assert rulings[:3] == ["", "safe move", "benched"]


def test_one_that_died_is_started_again_for_the_next_match(tmp_path: Path) -> None:
    program = Program(tmp_path, "if asked == 2: os._exit(3)")
    report = croupier.run("cuttle", [program.spec, "random"], 4, 3, trust=True)
    assert report["mini"].faults == {"Gone": 4}
    assert len(program.pids) == 4


def test_one_that_closes_its_output_is_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.players.json import program as module

    monkeypatch.setattr(module, "GRACE_SECONDS", 0.05)
    program = Program(tmp_path, "os.close(1); sys.stdin.read(); os._exit(0)")
    assert faults(play(program.spec, "random")) == ["Gone: mini closed its output"]


def test_what_it_writes_to_its_error_output_is_kept_within_bounds(tmp_path: Path) -> None:
    flood = "for _ in range(1000): os.write(2, b'x' * 1000 + b'\\n')\nif asked == 2: os._exit(1)"
    (fault,) = faults(play(Program(tmp_path, flood).spec, "random"))
    assert 3000 < len(fault) < 5000


@time_limits(0.7, 5.0)
def test_one_that_hangs_is_stopped_when_its_time_is_over(tmp_path: Path, limit: float) -> None:
    act = "import signal\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\nif asked == 2: time.sleep(1000)"
    program = Program(tmp_path, act)
    ended: list[bool] = []

    class Watching(Bot[Any, Any]):
        """Waits at its second question until its rival has ended, which must not take until the match is over."""

        def decide(self, decision: Decision[Any, Any]) -> int:
            if decision.id == 2:
                handle = os.pidfd_open(program.pids[0])
                ended.append(bool(select.select([handle], [], [], 300)[0]))
                os.close(handle)
            return 0

    match = play(program.spec, Watching, timeout=limit)
    assert faults(match) == [f"TooSlow: did not answer 'turn' within {limit:g} s and was stopped"] * 3
    rulings = [step.ruling for step in match.steps if step.seat == 0]
    assert rulings[:5] == ["", *["safe move"] * 3, "benched"], "its successors hang as well"
    assert ended == [True]


@time_limits(1.0, 8.0)
def test_one_that_hangs_is_started_again_for_the_next_question_and_match(tmp_path: Path, limit: float) -> None:
    program = Program(tmp_path, "if asked == 2: time.sleep(1000)")
    report = croupier.run("cuttle", [program.spec, "random"], 2, 3, trust=True, timeout=limit)
    assert set(report["mini"].faults) == {"TooSlow"}
    assert len(program.pids) == report["mini"].faults["TooSlow"]
    assert not any(is_running(pid) for pid in program.pids)


def test_what_it_started_ends_with_it(tmp_path: Path) -> None:
    child = "import subprocess\nif asked == 1: print(subprocess.Popen(['sleep', '1000']).pid, file=open({!r}, 'w'))"
    program = Program(tmp_path, child.format(str(tmp_path / "child")))
    assert not faults(play(program.spec, "random"))
    assert not is_running(int((tmp_path / "child").read_text()))


def test_one_that_stays_when_its_input_is_closed_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.players.json import program as module

    monkeypatch.setattr(module, "GRACE_SECONDS", 0.05)
    program = Program(tmp_path, end="time.sleep(1000)")
    assert not faults(play(program.spec, "random"))
    assert not is_running(program.pids[0])


@pytest.mark.parametrize(
    ("act", "told"),
    [
        ("print('thinking', flush=True)", "BadMessage: unreadable answer (JSON is malformed"),
        ("answer['id'] -= 1", "BadMessage: answer to question 0; the open question is 1, 'turn'"),
        ("answer['move'] = 99", "IllegalMove: answered cuttle: 'turn' to seat 0 with 99; legal moves: draw"),
        ("answer['note'] = 'x' * 99999", "BadMessage: answer too long: 65537 bytes, at most 65536; the open"),
    ],
)
def test_answers_that_are_none(tmp_path: Path, act: str, told: str) -> None:
    match = play(Program(tmp_path, act).spec, "random")
    assert faults(match)[0].startswith(told)
    assert match.over


def test_what_it_prints_besides_is_told_to_its_author(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the answer before which it was printed; so much of it, and no more, in a match."""
    printing = "print('question', message['id'], file=sys.stderr, flush=True)"
    match = play(Program(tmp_path, printing).spec, "random")
    told = [step.printed for step in match.steps if step.seat == 0]
    assert told == [f"question {number}\n" for number in range(1, len(told) + 1)]
    assert all(step.printed == "" for step in match.steps if step.seat == 1)
    run_app(["run", "cuttle", Program(tmp_path, printing).spec, "random", "--seed", "3", "--trust"])
    assert "[BOT] mini: question 1" in capsys.readouterr().out
    match = play(Program(tmp_path, "print('x' * 3000, file=sys.stderr, flush=True)").spec, "random")
    assert sum(len(step.printed) for step in match.steps) == 10_000


def test_one_that_floods_its_output_is_gone(tmp_path: Path) -> None:
    match = play(Program(tmp_path, "print('{}\\n' * 5000, flush=True)").spec, "random")
    assert "Gone: sent 100 lines without being asked" in faults(match)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("cmd:", "write a program as cmd:PROGRAM, such as cmd:./my_bot"),
        ("cmd:'", "is not a command: no closing quotation"),
        ("cmd:./not-there", "cannot start not-there: ./not-there: No such file or directory"),
    ],
)
def test_what_cannot_be_started(spec: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        play(spec, "random")


PEEKING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "decide":
        try:
            seen = open("/etc/passwd").read()
        except OSError:
            seen = ""
        print(json.dumps({"type": "move", "id": message["id"], "move": 0, "note": seen[:9]}), flush=True)
"""


@pytest.mark.parametrize("trust", [True, False])
def test_a_program_is_sandboxed_unless_it_is_trusted(tmp_path: Path, trust: bool) -> None:
    path = tmp_path / "peeking.py"
    path.write_text(PEEKING, encoding="utf-8")
    spec = f"cmd:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}"
    match = croupier.play("cuttle", [spec, "random"], 1, trust=trust)
    assert not any(step.faults for step in match.steps)
    assert any(step.note for step in match.steps) == trust


def test_on_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    program = Program(tmp_path, "if asked == 1: raise ValueError('oh')")
    command = ["run", "cuttle", program.spec, "random", "--trust", "--seed", "1"]
    assert run_app([*command, "-n", "4"]) == 0
    printed = capsys.readouterr().out
    assert "Gone 4" in printed
    assert "First fault of mini: Gone: mini exited with code 1; its last output: " in printed
    assert run_app(command) == 0
    assert "mini, 0 points, 1 fault" in capsys.readouterr().out


CLI = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()"]


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -15), (signal.SIGKILL, -9)], ids=str
)
def test_an_interrupted_run_leaves_nothing_behind(tmp_path: Path, number: signal.Signals, code: int) -> None:
    act = f"import signal\nsignal.signal(signal.SIGHUP, signal.SIG_IGN)\nopen({str(tmp_path / 'on')!r}, 'w').close()"
    program = Program(tmp_path, act, end="time.sleep(1000)")
    command = [*CLI, "run", "belote", program.spec, "random", "--trust", "--set", "target=10000"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as run:
        read_until(run.stdout, "plays")
        assert run.stdout is not None
        run.send_signal(number)
        run.stdout.read()
        assert run.wait() == code
    wait_until(lambda: not any(is_running(pid) for pid in program.pids))  # what ends them is not a child of ours
