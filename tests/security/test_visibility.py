"""What a sandboxed bot can find out about the machine without opening anything, at each level.

bubblewrap shows nothing but the bot's own. Landlock decides what is opened, not what is asked for by name: there a bot
can learn that a file or process exists, and no more. docs/sandbox.md says so.
"""

import os
from pathlib import Path

import pytest

from croupier.players.sandbox.isolation import IsolationLevel
from tests.security.test_program_sandbox import python_program, run_in
from tests.security.test_sandbox import SANDBOXES, locked, play, said

pytestmark = pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")
every_level = pytest.mark.parametrize("level", SANDBOXES)

OURS = f"/proc/{os.getpid()}"
BY_NAME = {
    "the size of a file": "os.stat('/etc/passwd')",
    "that a folder exists": "os.stat('/var')",
    "that a process exists": f"os.stat('{OURS}')",
}
NEVER = {
    "which processes there are": f"os.listdir('/proc').index('{os.getpid()}')",
    "which files the system has": "os.listdir('/etc')",
    "the command of a process": f"open('{OURS}/cmdline').read()",
    "the state of a process": f"open('{OURS}/stat').read()",
    "where a process works": f"os.readlink('{OURS}/cwd')",
    "what a process runs": f"os.readlink('{OURS}/exe')",
    "the files of a process": f"os.listdir('{OURS}/fd')",
}
PROBE = f"""\
import os

def found():
    for what, code in {BY_NAME | NEVER!r}.items():
        try:
            eval(code)
        except (OSError, ValueError):
            continue
        yield what
"""
BOT = f"""\
from croupier.games.cuttle import CuttleBot
{PROBE}
class Probing(CuttleBot):
    def select_move(self, view, legal_moves):
        self.say("; ".join(found()))
        return legal_moves[0]
"""


def visible(level: IsolationLevel) -> list[str]:
    return [] if level is IsolationLevel.BUBBLEWRAP else list(BY_NAME)


@every_level
def test_14_what_a_bot_learns_of_files_and_processes(level: IsolationLevel, tmp_path: Path) -> None:
    path = tmp_path / "probing.py"
    path.write_text(BOT, encoding="utf-8")
    assert said(play(locked(path, level)))[0] == "; ".join(visible(level))


@every_level
def test_14_what_a_program_learns_of_files_and_processes(level: IsolationLevel, tmp_path: Path) -> None:
    assert run_in(level, python_program(tmp_path, f"{PROBE}print(*found(), sep='\\n')\n")).split("\n")[:-1] == (
        visible(level) or [""]
    )


def test_14_without_a_sandbox_all_of_it_is_seen(tmp_path: Path) -> None:
    printed = run_in(IsolationLevel.PROCESS, python_program(tmp_path, f"{PROBE}print(*found(), sep='\\n')\n"))
    assert printed.splitlines() == [*BY_NAME, *NEVER]
