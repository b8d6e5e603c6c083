"""The attack suite: whatever a sandboxed bot does, it loses its own game only, and nothing of it remains."""

import ctypes
import os
import signal
import tempfile
import textwrap
from pathlib import Path

import pytest
from frames.polling import wait_until

from croupier.ai.registry import BUILT_IN
from croupier.games import find_game
from croupier.kernel.decision import NO_CLOCK, Clock
from croupier.kernel.errors import UsageError
from croupier.match.clock import TimeControl
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.sandbox import zygote_client
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.isolation import IsolationLevel, find_obstacles
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.zygote_protocol import SandboxedBot
from tests.security.attacks import FATAL, REFUSED, TEMPLATE

CUTTLE = find_game("cuttle")
PR_SET_CHILD_SUBREAPER = 36
SANDBOXES = [level for level in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK) if not find_obstacles(level)]
pytestmark = pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")


ATTACKER = "attacker"


def bot_file(folder: Path, body: str) -> Path:
    """A bot that attacks in one way."""
    return write_attacks(folder, {ATTACKER: body})


def write_attacks(folder: Path, bodies: dict[str, str]) -> Path:
    """One file for all of these attacks, so that they can share a zygote."""
    code = "ATTACKS = {}\n"
    for number, (name, body) in enumerate(bodies.items()):
        code += f"def attack{number}():\n{textwrap.indent(textwrap.dedent(body).strip(), '    ')}\n"
        code += f"ATTACKS[{name!r}] = attack{number}\n"
    path = folder / "attacker.py"
    path.write_text(TEMPLATE.format(attacks=code), encoding="utf-8")
    (folder / "victim.py").write_text("SECRET = 1\n", encoding="utf-8")
    return path


def locked(path: Path, level: IsolationLevel, limits: Limits | None = None) -> CellPool:
    return CellPool(SandboxedBot("cuttle", path), level, limits or Limits(memory=512))


def play(cells: CellPool, seconds: float = 60.0, name: str = ATTACKER) -> Match:
    match = Match(CUTTLE, CUTTLE.settings(), (name, "rival"), 7)
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
    folder = tmp_path_factory.mktemp("zygotes")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tempfile, "tempdir", str(folder))
        yield
        zygote_client.close_zygotes()
    wait_until(lambda: not any(pid.isdigit() and _is_our_zygote(int(pid)) for pid in os.listdir("/proc")))
    _adopt_orphans(False)
    assert list(folder.iterdir()) == []
    assert len(os.listdir("/proc/self/fd")) <= len(before) + 1


def _adopt_orphans(on: bool) -> None:
    """Whether processes below this one that lose their parent become its children, not those of process 1."""
    assert ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, int(on), 0, 0, 0) == 0


def _is_our_zygote(pid: int) -> bool:
    """One below this process; others may test on the same machine."""
    try:
        if b"croupier.players.sandbox.zygote" not in Path(f"/proc/{pid}/cmdline").read_bytes():
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
def attacks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bot that knows every attack."""
    return write_attacks(tmp_path_factory.mktemp("attacks"), REFUSED | FATAL)


@pytest.mark.parametrize("level", SANDBOXES)
@pytest.mark.parametrize("attack", REFUSED)
def test_what_a_bot_may_not_do_is_refused(attack: str, level: IsolationLevel, attacks: Path):
    match = play(locked(attacks, level), name=attack)
    assert match.over
    (word,) = said(match)
    assert word.startswith("stopped by"), word
    assert faults(match, 1) == []


@pytest.mark.parametrize("attack", ["read the password file", "open a UDP socket", "fork", "start a thread"])
def test_without_a_sandbox_the_same_attacks_get_through(attack: str, attacks: Path):
    """Or else the suite would pass whatever the sandbox does."""
    match = play(locked(attacks, IsolationLevel.PROCESS), name=attack)
    assert said(match) == ["BREACH"]


@pytest.mark.parametrize("level", SANDBOXES)
@pytest.mark.parametrize("attack", FATAL)
def test_a_bot_that_ends_or_blocks_its_process_gets_a_fault(attack: str, level: IsolationLevel, attacks: Path):
    match = play(locked(attacks, level), seconds=0.1, name=attack)
    assert match.over
    assert "BREACH" not in said(match)
    assert faults(match, 0)
    assert faults(match, 1) == []


@pytest.mark.parametrize("level", SANDBOXES)
@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("import os\nos._exit(3)\n", "ended its own process with code 3"),
        ("while True:\n    pass\n", "had 0.5 s to load its file and was stopped"),
        ("raise SystemExit\n", "cannot be loaded: SystemExit"),
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
    limits = Limits(start=0.5) if "while" in code else Limits()
    with pytest.raises(UsageError, match=r"bad\.py") as error:
        locked(path, level, limits).take()
    assert expected in str(error.value)


@pytest.mark.parametrize("level", SANDBOXES)
def test_a_zygote_that_has_ended_is_replaced(level: IsolationLevel, tmp_path: Path):
    cells = locked(bot_file(tmp_path, "pass"), level)
    cells.try_out()  # its cell stays idle, and ends with the zygote
    pid = zygote_client.find_zygote(level, cells.bot.path).pid
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    cells.renew()
    assert faults(play(cells), 0) == []
