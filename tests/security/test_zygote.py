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
from croupier.players.sandbox.base import client as base_client
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

# The second cell of a zygote cannot be forked, as when there are too many processes.
FAILING_FORK = """
import sys
sys.path.insert(0, sys.argv[1])
from itertools import count
from croupier.players.sandbox import linux, zygote

real, cells = linux.fork, count(1)

def fork():
    is_for_cell = sys._getframe(1).f_code is zygote._execute.__code__
    if is_for_cell and next(cells) == 2:
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
    victim = "zygote"

    def select_move(self, view, legal_moves):
        number = len(list(self.marks.iterdir()))
        (self.marks / str(number)).touch()
        if number in self.due:
            assert kill_zygotes(self.victim)
        return 0


def kill_zygotes(victim: str) -> int:
    """Kill the zygotes that this process started, or what is around them.

    Return when their cells have ended too, which takes the kernel a moment.
    """
    mine = [zygote for key, zygote in zygote_client._open.items() if key[0] == os.getpid()]
    zygotes = [zygote for zygote in mine if zygote.is_running]  # those of other tests may have ended before
    for zygote in zygotes:
        below = [zygote.pid, *descendants_of(zygote.pid)]
        around = zygote.namespaces.pid if victim == "bubblewrap" and zygote.namespaces is not None else zygote.pid
        os.kill(around, signal.SIGKILL)
        wait_until(lambda below=below: not any(is_alive(each) for each in below))
    return len(zygotes)


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
    pid = zygote_client.find_zygote(level, other.bot).pid
    one.try_out()
    os.kill(zygote_client.find_zygote(level, one.bot).pid, signal.SIGKILL)
    assert zygote_client.find_zygote(level, other.bot).pid == pid
    other.give_back(cell)
    assert faults(play(other), 0) == []
    assert other.losses == 0


def test_zygotes_are_forked_from_one_base_that_no_bot_ever_reaches(level: IsolationLevel, tmp_path: Path) -> None:
    pools = [locked(write(tmp_path, name, REMEMBERING), level) for name in ("one.py", "other.py")]
    for pool in pools:
        pool.try_out()
    zygotes = [zygote_client.find_zygote(level, pool.bot) for pool in pools]
    wait_until(lambda: {zygote.pid for zygote in zygotes} <= set(children_of(base_client.find_base().pid)))
    for zygote in zygotes:
        # A zygote holds its own socket and the rules of its cells, a cell its pipes: neither holds what is the base's.
        assert names_of_open_sockets(zygote.pid) == 1
        (cell,) = children_of(zygote.pid)
        assert names_of_open_sockets(cell) == 0
        assert len(os.listdir(f"/proc/{cell}/fd")) == 5


def names_of_open_sockets(pid: int) -> int:
    return sum("socket" in os.readlink(path) for path in Path(f"/proc/{pid}/fd").iterdir())


def test_no_bot_sees_the_files_or_the_processes_of_another(level: IsolationLevel, tmp_path: Path) -> None:
    pools = [locked(write(tmp_path, name, REMEMBERING), level) for name in ("one.py", "other.py")]
    for pool in pools:
        pool.try_out()
    one, other = [zygote_client.find_zygote(level, pool.bot) for pool in pools]
    if level is IsolationLevel.BUBBLEWRAP:
        kinds = ("mnt", "pid", "net", "ipc", "uts")
        assert all(
            os.readlink(f"/proc/{one.pid}/ns/{kind}") != os.readlink(f"/proc/{other.pid}/ns/{kind}") for kind in kinds
        )
        assert all(os.readlink(f"/proc/{one.pid}/ns/{kind}") != os.readlink(f"/proc/self/ns/{kind}") for kind in kinds)
        assert Path(f"/proc/{one.pid}/root{one._folder}").exists()
        assert not Path(f"/proc/{one.pid}/root{other._folder}").exists()
    body = REMEMBERING.replace("asked = 0", f"import os\nasked = len(os.listdir({str(other._folder)!r}))")
    with pytest.raises(UsageError, match=r"cannot load .*spy\.py: (PermissionError|FileNotFoundError)"):
        locked(write(tmp_path, "spy.py", body), level).try_out()


def test_a_run_goes_on_when_the_base_is_killed(level: IsolationLevel, tmp_path: Path) -> None:
    cells = locked(write(tmp_path, "bot.py", REMEMBERING), level)
    cells.try_out()
    base = base_client.find_base()

    def kill(match: Match) -> None:
        if len(match.steps) == 4:
            os.kill(base.pid, signal.SIGKILL)
            wait_until(lambda: not is_alive(base.pid))

    match = Match(CUTTLE, SETTINGS, ("bot", "rival"), 7)
    run_bots(match, [cells(), First()], watch=kill)
    late = locked(write(tmp_path, "late.py", REMEMBERING), level)
    assert faults(match, 0) == faults(play(late), 0) == []
    assert cells.losses == late.losses == 0
    assert base_client.find_base() is not base
    cells.close()


def test_an_order_that_is_too_long_is_refused_and_harms_none(level: IsolationLevel, tmp_path: Path) -> None:
    path = write(tmp_path, "bot.py", REMEMBERING)
    cells = locked(path, level)
    cells.try_out()
    pid = zygote_client.find_zygote(level, cells.bot).pid
    wordy = CellPool(SandboxedBot("cuttle", path, options="x=" + "y" * 140_000), level, Limits(memory=512))
    with pytest.raises(UsageError, match=r"cannot start .*bot\.py: its path and options take 14\d+ bytes"):
        wordy.try_out()
    assert faults(play(cells), 0) == []
    assert zygote_client.find_zygote(level, cells.bot).pid == pid


def test_forged_byte_code_and_imports_without_end_harm_none(level: IsolationLevel, tmp_path: Path) -> None:
    forging = locked(write(tmp_path, "forging.py", FORGING), level)
    forging.try_out()
    pid = zygote_client.find_zygote(level, forging.bot).pid
    for _ in range(2):
        forging.renew()
        play(forging)
    assert zygote_client.find_zygote(level, forging.bot).pid == pid
    assert forging.losses == 0
    assert faults(play(locked(write(tmp_path, "bot.py", REMEMBERING), level)), 0) == []


@pytest.mark.parametrize("order", [b"\xff" * 10, b"\x00" * (MESSAGE_BYTES + 1), b"\x80"])
def test_a_zygote_reports_a_bad_order_and_goes_on(order: bytes, level: IsolationLevel, tmp_path: Path) -> None:
    cells = locked(write(tmp_path, "bot.py", REMEMBERING), level)
    zygote = zygote_client.find_zygote(level, cells.bot)
    with pytest.raises(SandboxLost, match="could not carry out a command"):
        zygote._ask(order, [0, 1, 2])
    assert faults(play(cells), 0) == []
    assert zygote_client.find_zygote(level, cells.bot) is zygote
    assert cells.losses == 0


def test_a_zygote_that_cannot_fork_reports_it_and_goes_on(
    level: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    zygote_client.close_zygotes()
    monkeypatch.setattr(base_client, "_BASE", FAILING_FORK + base_client._BASE)
    cells = locked(write(tmp_path, "bot.py", REMEMBERING), level)
    cells.try_out()
    zygote = zygote_client.find_zygote(level, cells.bot)
    before = len(os.listdir("/proc/self/fd"))
    with pytest.raises(SandboxLost, match="BlockingIOError"):
        zygote.start_cell(cells.bot, cells.limits)
    assert len(os.listdir("/proc/self/fd")) == before
    cells.renew()
    assert faults(play(cells), 0) == []
    assert zygote_client.find_zygote(level, cells.bot) is zygote


@pytest.mark.parametrize("victim", ["zygote", "bubblewrap"])
def test_a_match_goes_on_without_a_fault_when_the_zygote_is_killed(
    victim: str, level: IsolationLevel, tmp_path: Path
) -> None:
    cells = locked(write(tmp_path, "bot.py", REMEMBERING), level)
    kills: list[int] = []

    def kill(match: Match) -> None:
        if len(match.steps) in (0, 4, 5):
            kills.append(kill_zygotes(victim))

    match = Match(CUTTLE, SETTINGS, ("bot", "rival"), 7)
    run_bots(match, [cells(), First()], watch=kill)
    cells.renew()
    assert kills == [1, 1, 1]
    assert match.over
    assert faults(match, 0) == []
    assert cells.losses > 0


@pytest.mark.parametrize("victim", ["zygote", "bubblewrap"])
@pytest.mark.parametrize("workers", [0, 1])
def test_a_run_with_killed_zygotes_is_that_without(
    workers: int, victim: str, level: IsolationLevel, tmp_path: Path
) -> None:
    path = write(tmp_path, "bot.py", REMEMBERING)
    expected = in_order(InProcess(setup_of(level, path)).play(chunks()))
    marks = tmp_path / "marks"
    marks.mkdir()
    killing = type("KillingNow", (Killing,), {"due": frozenset({3, 40, 90}), "marks": marks, "victim": victim})
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
    zygote = zygote_client.find_zygote(level, cells.bot)
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
            (cell,) = children_of(zygote_client.find_zygote(level, cells.bot).pid)
            os.kill(cell, signal.SIGKILL)
            wait_until(lambda: not is_alive(cell))
            ended.append(cell)

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
    assert "exited with code 5" in faults(match, 0)[0]
