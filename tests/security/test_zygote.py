"""Processes of ours around a bot: no bot can end them for another, and no bot is charged when they end."""

import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import msgspec
import pytest
from frames.polling import wait_until

from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.schedule import plan_blocks
from croupier.arena.run.pool import WorkerPool
from croupier.arena.run.task import InProcess, Played, RunSetup, Task, chunks_of
from croupier.games import find_game
from croupier.games.cuttle import CuttleBot
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.entrant import Entrant
from croupier.players.sandbox import zygote_client
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.isolation import IsolationLevel
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.zygote_protocol import MESSAGE_BYTES, SandboxedBot, SandboxLost
from tests.security.test_sandbox import SANDBOXES, faults, locked, play

CUTTLE = find_game("cuttle")
SETTINGS = CUTTLE.settings()
pytestmark = [
    pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox"),
    pytest.mark.parametrize("level", SANDBOXES),
]

# Its moves depend on all that it was asked before, in this match and in this process.
REMEMBERING = """
from croupier.games.cuttle import CuttleBot

asked = 0

class Remembering(CuttleBot):
    seen = 0

    def select_move(self, view, legal_moves):
        global asked
        asked += 1
        self.seen += asked
        return legal_moves[self.seen % len(legal_moves)]
"""

# Its first message is not that of the cell, and what it imports is long as well.
FORGING = f"""
import os
from croupier.games.cuttle import CuttleBot
from croupier.players.sandbox.framing import FrameWriter
from croupier.players.sandbox.protocol import Loaded

FrameWriter().send(4, Loaded(b"x" * 100_000))

class Forging(CuttleBot):
    def select_move(self, view, legal_moves):
        return 0

if False:
{os.linesep.join(f"    import not_there_{number:05}" for number in range(900))}
"""

# The second fork of a zygote fails, as it does when there are too many processes.
FAILING_FORK = """
import sys
sys.path.insert(0, sys.argv[1])
from itertools import count
from croupier.players.sandbox import linux

real, forks = linux.fork, count(1)

def fork():
    if next(forks) == 2:
        raise BlockingIOError(11, "Resource temporarily unavailable")
    return real()

linux.fork = fork
"""

LAST_ACTS = {
    "exits when it hears the end": """
    def observe(self, event, view):
        if isinstance(event, Ended):
            os._exit(0)
""",
    "exits when it is dropped": """
    def __del__(self):
        if self.has_played:
            os._exit(0)
""",
}
EXITING = """
import os
from croupier.games.cuttle import CuttleBot
from croupier.games.cuttle.events import Ended

class Exiting(CuttleBot):
    has_played = False

    def observe(self, event, view):
        pass

    def select_move(self, view, legal_moves):
        self.has_played = True
        return 0
"""


@pytest.fixture(autouse=True)
def _nothing_remains() -> Iterator[None]:
    yield
    zygote_client.close_zygotes()


class First(CuttleBot):
    def select_move(self, view, legal_moves):
        return 0


class Killing(CuttleBot):
    """Runs in our process and kills zygotes at some of its moves; what it plays does not depend on that."""

    due: frozenset[int] = frozenset()
    marks: Path
    """A file for each move so far, whichever process it was in."""
    innermost = False

    def select_move(self, view, legal_moves):
        number = len(list(self.marks.iterdir()))
        (self.marks / str(number)).touch()
        if number in self.due:
            assert kill_zygotes(self.innermost)
        return 0


def kill_zygotes(innermost: bool) -> int:
    """Kill the zygotes that this process started: what is wrapped around them, or the zygotes themselves.

    Return when their cells have ended too, which takes the kernel a moment.
    """
    started = [zygote.pid for key, zygote in zygote_client._open.items() if key[0] == os.getpid()]
    for pid in started:
        below = descendants_of(pid)
        os.kill(innermost_of(pid) if innermost else pid, signal.SIGKILL)
        wait_until(lambda below=below: not any(is_alive(each) for each in below))
    return len(started)


def children_of(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def descendants_of(pid: int) -> list[int]:
    return [each for child in children_of(pid) for each in (child, *descendants_of(child))]


def is_alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    except OSError:
        return False


def innermost_of(pid: int) -> int:
    """The zygote within bubblewrap: bubblewrap and its first process have one child each."""
    for _ in range(2):
        children = children_of(pid)
        if b"bwrap" not in Path(f"/proc/{pid}/cmdline").read_bytes().partition(b"\0")[0]:
            break
        pid = children[0]
    return pid


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def setup_of(level: IsolationLevel, path: Path, rival: type[CuttleBot] = First) -> RunSetup:
    cells = locked(path, level)
    return RunSetup(CUTTLE, SETTINGS, (Entrant("bot", "bot", cells, cells=cells), Entrant("rival", "rival", rival)))


def chunks(matches: int = 12) -> Iterator[tuple[Task, ...]]:
    return map(tuple, chunks_of(plan_blocks(7, matches, run_orders(CUTTLE, SETTINGS, 2)), 4))


def in_order(played: Iterator[Played]) -> list[Played]:
    """By number, without what a clock measured."""
    return [msgspec.structs.replace(one, seconds=(), sheet=b"") for one in sorted(played, key=lambda one: one.number)]


def test_every_bot_has_a_zygote_of_its_own(level: IsolationLevel, tmp_path: Path) -> None:
    one, other = (locked(write(tmp_path, name, REMEMBERING), level) for name in ("one.py", "other.py"))
    cell = other.take()
    pid = zygote_client.find_zygote(level, other.bot.path).pid
    one.try_out()
    os.kill(zygote_client.find_zygote(level, one.bot.path).pid, signal.SIGKILL)
    assert zygote_client.find_zygote(level, other.bot.path).pid == pid
    other.give_back(cell)
    assert faults(play(other), 0) == []
    assert other.losses == 0


def test_an_order_that_is_too_long_is_refused_and_harms_none(level: IsolationLevel, tmp_path: Path) -> None:
    path = write(tmp_path, "bot.py", REMEMBERING)
    cells = locked(path, level)
    cells.try_out()
    pid = zygote_client.find_zygote(level, path).pid
    wordy = CellPool(SandboxedBot("cuttle", path, options="x=" + "y" * 140_000), level, Limits(memory=512))
    with pytest.raises(UsageError, match=r"bot\.py cannot be started: its path and options take 14\d+ bytes"):
        wordy.try_out()
    assert faults(play(cells), 0) == []
    assert zygote_client.find_zygote(level, path).pid == pid


def test_forged_byte_code_and_imports_without_end_harm_none(level: IsolationLevel, tmp_path: Path) -> None:
    forging = locked(write(tmp_path, "forging.py", FORGING), level)
    forging.try_out()
    pid = zygote_client.find_zygote(level, forging.bot.path).pid
    for _ in range(2):
        forging.renew()
        play(forging)
    assert zygote_client.find_zygote(level, forging.bot.path).pid == pid
    assert forging.losses == 0
    assert faults(play(locked(write(tmp_path, "bot.py", REMEMBERING), level)), 0) == []


@pytest.mark.parametrize("order", [b"\xff" * 10, b"\x00" * (MESSAGE_BYTES + 1), b"\x80"])
def test_a_zygote_reports_a_bad_order_and_goes_on(order: bytes, level: IsolationLevel, tmp_path: Path) -> None:
    cells = locked(write(tmp_path, "bot.py", REMEMBERING), level)
    zygote = zygote_client.find_zygote(level, cells.bot.path)
    with pytest.raises(SandboxLost, match="could not do as it was told"):
        zygote._ask(order, [0, 1, 2])
    assert faults(play(cells), 0) == []
    assert zygote_client.find_zygote(level, cells.bot.path) is zygote
    assert cells.losses == 0


def test_a_zygote_that_cannot_fork_reports_it_and_goes_on(
    level: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zygote_client, "_ZYGOTE", FAILING_FORK + zygote_client._ZYGOTE)
    cells = locked(write(tmp_path, "bot.py", REMEMBERING), level)
    cells.try_out()
    zygote = zygote_client.find_zygote(level, cells.bot.path)
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(SandboxLost, match="BlockingIOError"):
        zygote.start_cell(cells.bot, cells.limits)
    assert len(os.listdir("/proc/self/fd")) == before
    cells.renew()
    assert faults(play(cells), 0) == []
    assert zygote_client.find_zygote(level, cells.bot.path) is zygote


@pytest.mark.parametrize("innermost", [False, True])
def test_a_match_goes_on_without_a_fault_when_the_zygote_is_killed(
    innermost: bool, level: IsolationLevel, tmp_path: Path
) -> None:
    cells = locked(write(tmp_path, "bot.py", REMEMBERING), level)
    kills: list[int] = []

    def kill(match: Match) -> None:
        if len(match.steps) in (0, 4, 5):
            kills.append(kill_zygotes(innermost))

    match = Match(CUTTLE, SETTINGS, ("bot", "rival"), 7)
    run_bots(match, [cells(), First()], watch=kill)
    cells.renew()
    assert kills == [1, 1, 1]
    assert match.over
    assert faults(match, 0) == []
    assert cells.losses > 0


@pytest.mark.parametrize("innermost", [False, True])
@pytest.mark.parametrize("workers", [0, 1])
def test_a_run_with_killed_zygotes_is_that_without(
    workers: int, innermost: bool, level: IsolationLevel, tmp_path: Path
) -> None:
    path = write(tmp_path, "bot.py", REMEMBERING)
    expected = in_order(InProcess(setup_of(level, path)).play(chunks()))
    marks = tmp_path / "marks"
    marks.mkdir()
    killing = type("KillingNow", (Killing,), {"due": frozenset({3, 40, 90}), "marks": marks, "innermost": innermost})
    setup = setup_of(level, path, killing)
    if workers:
        with WorkerPool(setup, workers) as pool:
            played = in_order(pool.play(chunks()))
            assert pool.skipped == []
    else:
        played = in_order(InProcess(setup).play(chunks()))
    assert len(list(marks.iterdir())) > 90
    assert [one.faults for one in played] == [()] * len(expected)
    assert played == expected


def test_a_zygote_outlives_the_thread_that_needed_it_first(level: IsolationLevel, tmp_path: Path) -> None:
    cells = locked(write(tmp_path, "bot.py", REMEMBERING), level)
    thread = Thread(target=cells.try_out)
    thread.start()
    thread.join()
    zygote = zygote_client.find_zygote(level, cells.bot.path)
    time.sleep(0.1)
    assert zygote.is_running
    assert faults(play(cells), 0) == []
    assert cells.losses == 0


def test_idle_zygotes_are_closed_when_there_are_too_many(
    level: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(zygote_client, "MAX_IDLE", 2)
    pools = [locked(write(tmp_path, f"bot{number}.py", REMEMBERING), level) for number in range(4)]
    kept = pools[0].take()
    for pool in pools[1:]:
        pool.try_out()
        pool.renew()
    names = [path.name for _, _, path in zygote_client._open]
    assert names == ["bot0.py", "bot2.py", "bot3.py"]
    assert kept.is_open
    pools[0].close()


@pytest.mark.parametrize("act", LAST_ACTS)
@pytest.mark.parametrize("workers", [0, 1])
def test_a_bot_that_exits_after_its_last_answer_ends_no_run(
    workers: int, act: str, level: IsolationLevel, tmp_path: Path
) -> None:
    setup = setup_of(level, write(tmp_path, "bot.py", EXITING + LAST_ACTS[act]))
    if workers:
        with WorkerPool(setup, workers) as pool:
            played = in_order(pool.play(chunks()))
            assert pool.skipped == []
    else:
        played = in_order(InProcess(setup).play(chunks()))
    assert len(played) == 12
    assert [one.faults for one in played] == [()] * 12


def test_a_bot_that_is_gone_before_the_last_news_ends_no_match(level: IsolationLevel, tmp_path: Path) -> None:
    cells = locked(write(tmp_path, "bot.py", EXITING), level)
    ended: list[int] = []

    def end_cell(match: Match) -> None:
        if match.over:
            zygote = innermost_of(zygote_client.find_zygote(level, cells.bot.path).pid)
            (cell,) = Path(f"/proc/{zygote}/task/{zygote}/children").read_text().split()
            os.kill(int(cell), signal.SIGKILL)
            wait_until(lambda: Path(f"/proc/{cell}/stat").read_text().rpartition(")")[2].split()[0] == "Z")
            ended.append(int(cell))

    for number in range(1, 3):
        match = Match(CUTTLE, SETTINGS, ("bot", "rival"), 7)
        run_bots(match, [cells(), First()], watch=end_cell)
        assert len(ended) == number
        assert faults(match, 0) == []
    cells.close()


def test_a_cell_that_ends_between_two_matches_is_replaced(level: IsolationLevel, tmp_path: Path) -> None:
    cells = locked(write(tmp_path, "bot.py", EXITING + LAST_ACTS["exits when it hears the end"]), level)
    for _ in range(3):
        match = Match(CUTTLE, SETTINGS, ("bot", "rival"), 7)
        run_bots(match, [cells(), First()])
        assert faults(match, 0) == []
    cells.close()


def test_a_bot_that_exits_when_it_sits_down_is_charged(level: IsolationLevel, tmp_path: Path) -> None:
    body = "\n    def on_start(self):\n        os._exit(5)\n"
    match = play(locked(write(tmp_path, "bot.py", EXITING + body), level))
    assert "ended its own process with code 5" in faults(match, 0)[0]
