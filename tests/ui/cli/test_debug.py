"""`--debug`: at a breakpoint in a terminal, for as long as its author likes."""

import os
import pty
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from players.http.webbot import web_bot
from players.programs import Program

BOT = """\
from croupier.games.cuttle import CuttleBot


class Stops(CuttleBot):
    def select_move(self, view, legal_moves):
        if self.clock.answer is None and view.question == "turn" and not hasattr(self, "stopped"):
            self.stopped = True
            breakpoint()
        return legal_moves[0]
"""


class Terminal:
    """A command on a terminal, at which somebody types."""

    def __init__(self, *arguments: object, folder: Path, **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        command = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()", *map(str, arguments)]
        usual = {"TERM": "dumb", "COLUMNS": "160", "PATH": os.environ["PATH"], "PYTHONPATH": os.pathsep.join(sys.path)}
        self._running = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=folder, env={**usual, **environment}
        )
        os.close(theirs)
        self.text = ""

    def type_at(self, prompt: str, lines: Sequence[str]) -> None:
        """Wait for the prompt each time, then type a line."""
        seen = 0
        for line in lines:
            while prompt not in self.text[seen:]:
                assert self._read(), self.text
            seen = len(self.text)
            os.write(self._ours, f"{line}\n".encode())

    def end(self) -> int:
        while self._read():
            pass
        os.close(self._ours)
        return self._running.wait(300)

    def _read(self) -> bool:
        try:
            part = os.read(self._ours, 65536)
        except OSError:
            return False
        self.text += part.decode(errors="replace")
        return bool(part)


@pytest.fixture
def stops(tmp_path: Path) -> Path:
    path = tmp_path / "stops.py"
    path.write_text(BOT, encoding="utf-8")
    return path


def test_a_breakpoint_opens_the_debugger_in_the_bot(stops: Path) -> None:
    terminal = Terminal("run", "cuttle", stops.name, "random", "--debug", "--seed", "3", folder=stops.parent)
    terminal.type_at("(Pdb) ", ["p view.question, self.clock.answer", "n", "c"])
    assert terminal.end() == 0
    assert "--debug: stops.py: time limits are off" in terminal.text
    assert "bot files run without a sandbox" in " ".join(terminal.text.split())
    assert "-> return legal_moves[0]" in terminal.text
    assert "('turn', None)" in terminal.text
    assert "Result: " in terminal.text
    assert "fault" not in terminal.text


def test_quitting_the_debugger_ends_the_run(stops: Path) -> None:
    terminal = Terminal("run", "cuttle", stops.name, "random", "--debug", "-n", "100", folder=stops.parent)
    terminal.type_at("(Pdb) ", ["c", "q"])
    assert terminal.end() == 130
    assert terminal.text.count("(Pdb) ") == 2
    assert "leads with" not in terminal.text, "no bar is drawn over the debugger"


def test_it_works_beside_a_bot_on_a_connection_and_for_check(stops: Path) -> None:
    seen = stops.parent / "clock"
    rival = Program(stops.parent, act=f"open({str(seen)!r}, 'w').write(json.dumps(message['clock']))")
    terminal = Terminal("run", "cuttle", stops.name, rival.spec, "--debug", "--timeout", "1", folder=stops.parent)
    terminal.type_at("(Pdb) ", ["c"])
    assert terminal.end() == 0
    assert '"answer": null' in seen.read_text()
    terminal = Terminal("check", stops.name, "--debug", "-n", "1", "--limit", "0.001", folder=stops.parent)
    terminal.type_at("(Pdb) ", ["p 6 * 7", "q"])
    assert terminal.end() == 130
    assert "42" in terminal.text


def test_the_authors_own_debugger_is_used_if_there_is_one(stops: Path) -> None:
    (stops.parent / "mine.py").write_text("def hook():\n    print('MY DEBUGGER')\n", encoding="utf-8")
    environment = {"PYTHONBREAKPOINT": "mine.hook", "PYTHONPATH": os.pathsep.join([*sys.path, str(stops.parent)])}
    terminal = Terminal("run", "cuttle", stops.name, "random", "--debug", folder=stops.parent, **environment)
    assert terminal.end() == 0
    assert "MY DEBUGGER" in terminal.text
    assert "(Pdb)" not in terminal.text


def test_a_server_is_not_hurried_either(croupier) -> None:
    with web_bot() as bot:
        ran = croupier(
            "run", "belote", f"{bot.url}#decision_timeout=0.000001", "random*3", "--set", "deals=1", "--debug"
        )
    assert ran.code == 0
    assert "fault" not in ran.out
