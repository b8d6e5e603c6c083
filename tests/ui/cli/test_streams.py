"""Signals, pipes and terminals: the command line in a process of its own."""

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.match.replay.read import read_replays

INTERRUPTING = """
import os, signal
from croupier.games.cuttle import CuttleBot

class Interrupting(CuttleBot):
    asked = 0

    def select_move(self, view, legal_moves):
        Interrupting.asked += 1
        if Interrupting.asked == {at}:
            os.kill({whom}(), signal.SIGINT)
            {then}
        return 0
"""
AGAIN = """for _ in range(1000): pass
            os.kill(os.getppid(), signal.SIGINT)
            while True: pass"""
RAISING = """
from croupier.games.cuttle import CuttleBot

class Raising(CuttleBot):
    def select_move(self, view, legal_moves):
        raise KeyboardInterrupt
"""


ALONE = ("--trust", "--seed", 7, "--workers", 1)


def write_bot(folder: Path, text: str) -> Path:
    path = folder / "bot.py"
    path.write_text(text, encoding="utf-8")
    return path


def test_ctrl_c_stops_a_run_cleanly(process, tmp_path):
    bot = write_bot(tmp_path, INTERRUPTING.format(at=500, whom="os.getppid", then="pass"))
    file = tmp_path / "h.jsonl"
    ran = process("run", "cuttle", bot, "random", "-n", 1_000_000, *ALONE, "--history", file)
    assert ran.code == 130
    assert "of 1,000,000 matches" in ran.out
    assert "95 % interval" in ran.out
    assert "Traceback" not in ran.err
    played = len(list(read_replays(file)))
    assert f"Stopped after {played:,} of" in ran.out
    assert played > 3


def test_ctrl_c_leaves_one_json_document(process, tmp_path):
    bot = write_bot(tmp_path, INTERRUPTING.format(at=100, whom="os.getppid", then="pass"))
    ran = process("run", "cuttle", bot, "random", "-n", 1_000_000, *ALONE, "--json")
    document = json.loads(ran.out)
    assert (ran.code, document["stopped"], document["matches_planned"]) == (130, True, 1_000_000)


def test_ctrl_c_stops_a_single_match(process, tmp_path):
    bot = write_bot(tmp_path, INTERRUPTING.format(at=2, whom="os.getpid", then="pass"))
    file = tmp_path / "h.jsonl"
    ran = process("run", "cuttle", bot, "random", "--trust", "--seed", 7, "--history", file)
    assert ran.code == 130
    assert "Stopped after" in ran.out
    assert file.read_bytes() == b""


def test_a_second_ctrl_c_ends_it_at_once(process, tmp_path):
    bot = write_bot(tmp_path, INTERRUPTING.format(at=300, whom="os.getppid", then=AGAIN))
    ran = process("run", "cuttle", bot, "random", "-n", 1000, *ALONE)
    assert ran.code == 130
    assert "Traceback" not in ran.err


def test_a_keyboard_interrupt_of_a_bot_is_its_own_crash(process, tmp_path):
    bot = write_bot(tmp_path, RAISING)
    ran = process("run", "cuttle", bot, "random", "-n", 4, "--seed", 7, "--trust", "--json")
    assert ran.code == 0
    assert json.loads(ran.out)["bots"][0]["faults"] == {"Crashed": 12}


def test_a_reader_who_leaves_is_no_error():
    command = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()", "run", "cuttle", "random*2"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    running.stdout.close()
    with running.stderr:
        assert running.stderr.read() == b""
    running.wait(300)


def test_a_reader_who_leaves_ends_a_match_with_a_person():
    command = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()", "play", "cuttle", "--seed", "5"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    running = subprocess.Popen(command, **pipes)
    with running.stderr, running.stdin:
        running.stdout.readline()
        running.stdout.close()
        running.stdin.write(b"1\n1\n")
        running.stdin.flush()
        assert running.wait(300) == 1
        assert running.stderr.read() == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_a_full_disk_below_the_output_is_a_sentence():
    command = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()", "run", "cuttle", "random*2"]
    with open("/dev/full", "w") as full:
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr == "croupier: cannot write the output: No space left on device\n"


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """All that a command writes when its output and its errors are a terminal."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()", *arguments]
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "CROUPIER_DB") if name in os.environ}
    usual = {"TERM": "xterm", "COLUMNS": "120", **kept}
    running = subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs, env={**usual, **environment})
    os.close(theirs)
    written = b""
    while True:
        try:
            part = os.read(ours, 65536)
        except OSError:
            break
        if not part:
            break
        written += part
    os.close(ours)
    assert running.wait(300) == 0
    return written.decode()


@pytest.mark.slow_pure
def test_a_terminal_gets_a_bar_with_rate_and_leader():
    text = on_a_terminal("run", "cuttle", "random*2", "-n", "4000", "--seed", "7")
    assert "matches/s" in text
    assert " %, random 2 " in text or " %, random " in text
    assert "━" in text


def test_quiet_has_no_bar():
    text = on_a_terminal("run", "cuttle", "random*2", "-n", "1000", "--seed", "7", "--quiet")
    assert text.count("matches/s") == 1
    assert "━" not in text


def test_no_color_is_respected():
    command = ("run", "cuttle", "random*2", "--seed", "7")
    assert "\x1b[36m" in on_a_terminal(*command)
    assert "\x1b[36m" not in on_a_terminal(*command, NO_COLOR="1")
