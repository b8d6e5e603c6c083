"""The attack suite: whatever a sandboxed bot does, it loses its own game only, and nothing of it remains."""

import ctypes
import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from frames.polling import wait_until

from croupier.ai.registry import BUILT_IN
from croupier.arena.attack.attack import Attack, Outcome
from croupier.arena.attack.program_attacks import PROGRAM_ATTACKS
from croupier.arena.attack.python_attacks import PYTHON_ATTACKS, python_attacker
from croupier.arena.attack.target import AttackTarget
from croupier.games import find_game
from croupier.kernel.decision import NO_CLOCK, Clock
from croupier.kernel.errors import UsageError
from croupier.match.clock import TimeControl
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.sandbox import scratch, zygote_client
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.isolation import IsolationLevel, find_obstacles
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.zygote_protocol import SandboxedBot

CUTTLE = find_game("cuttle")
PR_SET_CHILD_SUBREAPER = 36
SANDBOXES = [level for level in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK) if not find_obstacles(level)]
pytestmark = pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")


def bot_file(folder: Path, body: str) -> Path:
    path = folder / "attacker.py"
    path.write_text(python_attacker("", 0, (Attack("", "", body),)), encoding="utf-8")
    return path


def locked(path: Path, level: IsolationLevel, limits: Limits | None = None) -> CellPool:
    return CellPool(SandboxedBot("cuttle", path), level, limits or Limits(memory=512))


def play(cells: CellPool, seconds: float = 5.0) -> Match:
    match = Match(CUTTLE, CUTTLE.settings(), ("attacker", "rival"), 7)
    timing = TimeControl([Clock(answer=seconds), NO_CLOCK])
    run_bots(match, [cells(), BUILT_IN["random"](CUTTLE)], timing=timing)
    cells.renew()
    return match


def said(match: Match) -> list[str]:
    return [text for step in match.steps if step.seat == 0 for text in step.say]


def faults(match: Match, seat: int) -> list[str]:
    return [fault for step in match.steps if step.seat == seat for fault in step.faults]


@pytest.fixture(scope="module", autouse=True)
def nothing_remains(tmp_path_factory: pytest.TempPathFactory):
    """No process, no file and no descriptor is left when the zygotes are closed."""
    zygote_client.close_zygotes()
    before = os.listdir("/proc/self/fd")
    _adopt_orphans(True)
    tmp_path_factory.getbasetemp()  # before the temporary directory is another one
    folder = Path(tempfile.mkdtemp(prefix="croupier-tests-"))
    folder.chmod(0o755)  # only the sandbox shall keep a bot out
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        yield
        zygote_client.close_zygotes()
    wait_until(lambda: not any(pid.isdigit() and _is_our_zygote(int(pid)) for pid in os.listdir("/proc")))
    _adopt_orphans(False)
    scratch._remove_made()  # as at the end of a process: the files of programs stay until then
    gc.collect()  # descriptors of what is only reachable from itself
    wait_until(lambda: not list(folder.iterdir()))  # a process that was killed may still be ending
    shutil.rmtree(folder)
    wait_until(lambda: len(os.listdir("/proc/self/fd")) <= len(before) + 1)


def _adopt_orphans(on: bool) -> None:
    """Whether processes below this one that lose their parent become its children, not those of process 1."""
    assert ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, int(on), 0, 0, 0) == 0


def _is_our_zygote(pid: int) -> bool:
    """One below this process; others may test on the same machine."""
    try:
        if b"croupier.players.sandbox.base.main" not in Path(f"/proc/{pid}/cmdline").read_bytes():
            return False
        parent = _parent(pid)
        while parent not in (0, 1, os.getpid()):
            parent = _parent(parent)
    except OSError:
        return False
    return parent == os.getpid()


def _parent(pid: int) -> int:
    return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])


@pytest.fixture(scope="module")
def targets(nothing_remains: None) -> Iterator[Callable[[IsolationLevel], AttackTarget]]:
    """A target for each level, kept for all tests of this file."""
    made: dict[IsolationLevel, AttackTarget] = {}
    with ExitStack() as stack:

        def target(level: IsolationLevel) -> AttackTarget:
            if level not in made:
                made[level] = stack.enter_context(AttackTarget(level))
            return made[level]

        yield target


Targets = Callable[[IsolationLevel], AttackTarget]


def named(names: str, attacks: tuple[Attack, ...]) -> list[Attack]:
    found = [attack for attack in attacks if attack.name in names.split(", ")]
    assert len(found) == len(names.split(", "))
    return found


@pytest.mark.parametrize("level", SANDBOXES)
@pytest.mark.parametrize("attack", PYTHON_ATTACKS, ids=lambda attack: attack.name)
def test_a_bot_that_attacks_is_stopped(attack: Attack, level: IsolationLevel, targets: Targets):
    attempt = targets(level).attempt_in_python(attack)
    assert attempt.outcome is Outcome.HELD, attempt.detail


@pytest.mark.parametrize("level", SANDBOXES)
@pytest.mark.parametrize("attack", PROGRAM_ATTACKS, ids=lambda attack: attack.name)
def test_2_a_program_that_attacks_is_stopped(attack: Attack, level: IsolationLevel, targets: Targets):
    attempt = targets(level).attempt_as_program(attack)
    assert attempt.outcome is Outcome.HELD, attempt.detail


@pytest.mark.parametrize("level", SANDBOXES)
def test_all_attacks_together_leave_no_trace(level: IsolationLevel, targets: Targets):
    assert targets(level).attempt_to_change_what_is_outside().outcome is Outcome.HELD


OPEN = "read a file that everyone may read, write to a folder that everyone may write to, open a UDP socket, fork, "
OPEN += "start a thread, make a directory, signal the parent, change a mode, read a process's clock, "
OPEN += "ask for a process's clock, ask for a process's cores, find a process by a lock"
OPEN_TO_PROGRAMS = "change a mode, change a time, move itself to another core, read a file outside, "
OPEN_TO_PROGRAMS += "read the clock of a process, ask for the cores of a process"


@pytest.mark.parametrize("attack", named(OPEN, PYTHON_ATTACKS), ids=lambda attack: attack.name)
def test_without_a_sandbox_the_same_attacks_get_through(attack: Attack, targets: Targets):
    """Or else the suite would pass whatever the sandbox does."""
    target = targets(IsolationLevel.PROCESS)
    attempt = target.attempt_in_python(attack)
    assert (attempt.outcome, attempt.detail) == (Outcome.NOT_HELD, "BREACH")


@pytest.mark.parametrize("attack", named(OPEN_TO_PROGRAMS, PROGRAM_ATTACKS), ids=lambda attack: attack.name)
def test_2_without_a_sandbox_programs_get_through(attack: Attack, targets: Targets):
    target = targets(IsolationLevel.PROCESS)
    attempt = target.attempt_as_program(attack)
    assert (attempt.outcome, attempt.detail) == (Outcome.NOT_HELD, "BREACH")
    assert target.attempt_to_change_what_is_outside().outcome is Outcome.NOT_HELD


@pytest.mark.parametrize("level", SANDBOXES)
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import os\nos._exit(3)\n", "exited with code 3"),
        ("while True:\n    pass\n", "did not load its file within 0.5 s and was stopped"),
        ("raise SystemExit\n", "SystemExit"),
        ("import os\nos.fork()\n", "PermissionError"),
        ("1 +\n", "line 1: syntax error"),
        ("x = 1\n", "has no bot"),
        ("import socket\nsocket.socket()\n", "PermissionError"),
    ],
)
def test_a_file_that_misbehaves_when_it_is_loaded_is_named(
    code: str, expected: str, level: IsolationLevel, tmp_path: Path
):
    path = tmp_path / "bad.py"
    path.write_text(code, encoding="utf-8")
    with pytest.raises(UsageError, match=r"bad\.py") as error:
        locked(path, level, Limits(start=0.5)).take()
    assert expected in str(error.value)


@pytest.mark.parametrize("level", SANDBOXES)
def test_a_zygote_that_has_ended_is_replaced(level: IsolationLevel, tmp_path: Path):
    cells = locked(bot_file(tmp_path, "pass"), level)
    cells.try_out()  # its cell stays idle, and ends with the zygote
    zygote = zygote_client.find_zygote(level, cells.bot)
    assert isinstance(zygote, zygote_client.Zygote)
    os.kill(zygote.pid, signal.SIGKILL)
    wait_until(lambda: not zygote.is_running)
    cells.renew()
    assert faults(play(cells), 0) == []
