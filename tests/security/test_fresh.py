"""A process per match: a bot that leaves itself a mark in one match does not find it in the next."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from frames.polling import wait_until

from croupier.kernel.decision import NO_CLOCK, Clock
from croupier.match.clock import TimeControl
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.sandbox import zygote_client
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.isolation import IsolationLevel
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.zygote_protocol import SandboxedBot
from tests.security.test_sandbox import SANDBOXES, faults, said
from tests.security.test_zygote import CUTTLE, SETTINGS, First, descendants_of, is_alive, write

pytestmark = [
    pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox"),
    pytest.mark.parametrize("level", SANDBOXES),
]

BOT = """
import ctypes, fcntl, mmap, os, random, signal, socket, sys, threading, time
from croupier.games.cuttle import CuttleBot
from croupier.players.sandbox import linux

libc = ctypes.CDLL(None, use_errno=True)
here = os.path.dirname(__file__)

def attempt(act):
    try:
        return act()
    except Exception:
        return None

{setup}

class Marking(CuttleBot):
    asked = 0

    def select_move(self, view, legal_moves):
        self.asked += 1
        if self.asked == 1:
            self.say("found" if attempt(lambda: {find}) else "nothing")
        elif self.asked == 2:
            attempt(lambda: {leave})
        return legal_moves[0]
"""

# Names, what is done when the file is loaded, how a mark is left, how it is found, and whether a template is used.
RELAYS = {
    "a global variable": ("marks = []", "marks.append(1)", "marks", True),
    "the environment": ("", "os.environ.update(MARK='1')", "'MARK' in os.environ", True),
    "a loaded module": ("", "setattr(sys, 'mark', 1)", "hasattr(sys, 'mark')", True),
    "a stream of random numbers": (
        "stream = random.Random(1); first = stream.getstate()",
        "stream.random()",
        "stream.getstate() != first",
        True,
    ),
    "a pipe": (
        "ends = attempt(os.pipe); attempt(lambda: os.set_blocking(ends[0], False))",
        "os.write(ends[1], b'x')",
        "os.read(ends[0], 1)",
        True,
    ),
    "a pair of sockets": (
        "ends = attempt(socket.socketpair); attempt(lambda: ends[0].setblocking(False))",
        "ends[1].send(b'x')",
        "ends[0].recv(1)",
        True,
    ),
    "a file in memory": (
        "file = attempt(lambda: os.memfd_create('x'))",
        "os.write(file, b'x')",
        "os.fstat(file).st_size",
        True,
    ),
    "shared memory": (
        "memory = attempt(lambda: mmap.mmap(-1, 4096))",
        "memory.write(b'x')",
        "memory[0]",
        True,
    ),
    "a thread": (
        "marks = []; thread = threading.Thread(target=lambda: time.sleep(60), daemon=True); attempt(thread.start)",
        "marks.append(1)",
        "marks and thread.is_alive()",
        True,
    ),
    "a file in its folder": (
        "",
        "open(os.path.join(here, 'mark'), 'w').write('x')",
        "os.path.exists(os.path.join(here, 'mark'))",
        True,
    ),
    "the place in an open file": (
        "file = os.open(__file__, os.O_RDONLY)",
        "os.lseek(file, 5, os.SEEK_SET)",
        "os.lseek(file, 0, os.SEEK_CUR)",
        False,
    ),
    "the place in a file that is opened between two matches": (
        """
real, files = linux.call_locked, []
def call(number, *arguments):
    result = real(number, *arguments)
    if result > 0 and not files:
        files.append(os.open(__file__, os.O_RDONLY))
    return result
linux.call_locked = call
""",
        "os.lseek(files[0], 5, os.SEEK_SET)",
        "os.lseek(files[0], 0, os.SEEK_CUR)",
        False,
    ),
    "the place in a file in place of a pipe": (
        """
real, files = linux.call_locked, []
def call(number, *arguments):
    if not files:
        file = os.open(__file__, os.O_RDONLY)
        os.dup2(file, 3)
        os.close(file)
        files.append(3)
    result = real(number, *arguments)
    if result == 0 and len(files) == 1:
        files.append(os.dup(3))
    return result
linux.call_locked = call
""",
        "os.lseek(files[1], 5, os.SEEK_SET)",
        "os.lseek(files[1], 0, os.SEEK_CUR)",
        False,
    ),
    "flags of a descriptor": (
        "",
        "fcntl.fcntl(0, fcntl.F_SETFL, os.O_NONBLOCK)",
        "fcntl.fcntl(0, fcntl.F_GETFL) & os.O_NONBLOCK",
        True,
    ),
    "a signal to the one that loaded the file": (
        "marks = []; signal.signal(signal.SIGUSR1, lambda *_: marks.append(1)); loader = os.getpid()",
        "os.kill(loader, signal.SIGUSR1)",
        "marks",
        True,
    ),
    "the end of a process": (
        "marks = []; signal.signal(signal.SIGCHLD, lambda *_: marks.append(1))",
        "os._exit(3)",
        "marks",
        True,
    ),
    "a second fork that outlives the match": (
        "marks = []",
        "[marks.append(1), libc.syscall(56, 0x8011, 0, 0, 0, 0) == 0 and time.sleep(3600)]",
        "marks",
        True,
    ),
    "a loader that goes on instead of waiting": (
        "marks = []; loader = os.getpid()\n"
        "real = linux.call_locked\n"
        "linux.call_locked = lambda *a: real(*a) if os.getpid() != loader or not marks else os._exit(1)",
        "marks.append(1)",
        "marks",
        True,
    ),
}
ENDING = """
real, loader = linux.call_locked, os.getpid()
def call(number, *arguments):
    result = real(number, *arguments)
    return os._exit(0) if result > 0 else result
linux.call_locked = call
"""


@pytest.fixture(autouse=True)
def _nothing_remains() -> Iterator[None]:
    yield
    zygote_client.close_zygotes()


def pool(folder: Path, level: IsolationLevel, setup: str, leave: str, find: str, fresh: bool = True) -> CellPool:
    path = write(folder, "bot.py", BOT.format(setup=setup, leave=leave, find=find))
    return CellPool(SandboxedBot("cuttle", path), level, Limits(memory=512), fresh)


def play(cells: CellPool) -> Match:
    match = Match(CUTTLE, SETTINGS, ("bot", "rival"), 7)
    run_bots(match, [cells(), First()], timing=TimeControl([Clock(answer=30.0), NO_CLOCK]))
    return match


def uses_template(cells: CellPool) -> bool:
    zygote = zygote_client.find_zygote(cells.level, cells.bot)
    assert isinstance(zygote, zygote_client.Zygote)
    (template,) = zygote._templates._all.values()
    return template is not None


@pytest.mark.parametrize("relay", RELAYS)
def test_no_bit_gets_from_one_match_to_the_next(relay: str, level: IsolationLevel, tmp_path: Path) -> None:
    setup, leave, find, has_template = RELAYS[relay]
    cells = pool(tmp_path, level, setup, leave, find)
    assert [set(said(play(cells))) for _ in range(3)] == [{"nothing"}] * 3
    assert uses_template(cells) is has_template
    assert cells.losses == 0


@pytest.mark.parametrize("relay", ["a global variable", "the place in an open file"])
def test_in_one_process_the_mark_is_found(relay: str, level: IsolationLevel, tmp_path: Path) -> None:
    """Or else the tests would pass whatever a fresh process is."""
    setup, leave, find, _ = RELAYS[relay]
    cells = pool(tmp_path, level, setup, leave, find, fresh=False)
    assert [said(play(cells)) for _ in range(2)] == [["nothing"], ["found"]]
    cells.close()


@pytest.mark.parametrize("setup", [ENDING])
def test_a_bot_that_cannot_be_forked_loads_its_file_for_each_match(
    setup: str, level: IsolationLevel, tmp_path: Path
) -> None:
    cells = pool(tmp_path, level, "marks = []\n" + setup, "marks.append(1)", "marks")
    for _ in range(3):
        match = play(cells)
        assert said(match) == ["nothing"]
        assert faults(match, 0) == []
    assert not uses_template(cells)
    assert cells.losses == 0


def test_a_bot_in_two_seats_has_a_process_in_each(level: IsolationLevel, tmp_path: Path) -> None:
    setup, leave, find, _ = RELAYS["a global variable"]
    cells = pool(tmp_path, level, setup, leave, find)
    for _ in range(2):
        match = Match(CUTTLE, SETTINGS, ("bot", "bot"), 7)
        run_bots(match, [cells(), cells()])
        assert [text for step in match.steps for text in step.say] == ["nothing", "nothing"]
        assert not any(step.faults for step in match.steps)


def test_no_process_is_left_when_the_zygote_is_killed(level: IsolationLevel, tmp_path: Path) -> None:
    cells = pool(tmp_path, level, *RELAYS["a global variable"][:3])
    below: list[int] = []

    def kill(match: Match) -> None:
        if len(match.steps) == 4:
            zygote = zygote_client.find_zygote(level, cells.bot)
            assert isinstance(zygote, zygote_client.Zygote)
            below.extend([zygote.pid, *descendants_of(zygote.pid)])
            os.kill(zygote.pid, signal.SIGKILL)

    match = Match(CUTTLE, SETTINGS, ("bot", "rival"), 7)
    run_bots(match, [cells(), First()], watch=kill)
    cells.close()
    assert faults(match, 0) == []
    assert len(below) == 3, "the zygote, the template and its fork"
    wait_until(lambda: not any(map(is_alive, below)))
