"""Memory that the limits of a process do not count: it is watched from outside, and limited by a control group."""

import os
import re
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.players import memory_group, memory_watch
from croupier.players.json import program as json_program
from croupier.players.sandbox import zygote_client
from croupier.players.sandbox.isolation import Isolation
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.zygote_protocol import ForkCell, StartCell
from tests.security.test_programs import played, program
from tests.security.test_sandbox import SANDBOXES, bot_file, faults, locked, play

needs_sandbox = pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")
WAIT = "import time\nwhile True: time.sleep(0.01)"
HOARD = f"hoard = bytearray(300 << 20)\n{WAIT}"


@pytest.fixture
def _unlimited(monkeypatch: pytest.MonkeyPatch):
    """As on a system that does not count what a process maps."""
    zygote_client.close_zygotes()

    encode = zygote_client._encode_order

    def raise_limit(order: StartCell | ForkCell) -> bytes:
        if isinstance(order, StartCell):
            order = replace(order, limits=replace(order.limits, memory=4096))
        return encode(order)

    monkeypatch.setattr(zygote_client, "_encode_order", raise_limit)
    yield
    zygote_client.close_zygotes()


@needs_sandbox
@pytest.mark.usefixtures("_unlimited")
@pytest.mark.parametrize("level", SANDBOXES)
def test_a_bot_that_uses_too_much_is_stopped_and_loses_its_own_match(level, tmp_path: Path) -> None:
    match = play(locked(bot_file(tmp_path, HOARD), level, Limits(memory=200)), seconds=60)
    assert match.over
    (fault, *others) = faults(match, 0)
    used = re.fullmatch(r"Crashed: used (\d+) MB of memory and was stopped; 200 MB are allowed", fault)
    assert used is not None, fault
    assert int(used[1]) > 200
    assert others == []
    assert faults(match, 1) == []


@needs_sandbox
def test_the_fault_of_one_that_asks_for_too_much_names_the_limit(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(
        "from croupier.games.cuttle import CuttleBot\n"
        "class Greedy(CuttleBot):\n"
        "    def select_move(self, view, legal_moves):\n"
        "        return bytearray(1 << 30) and 0\n"
    )
    match = play(locked(tmp_path / "bot.py", SANDBOXES[0], Limits(memory=200)))
    assert faults(match, 0)[0].startswith("Crashed: MemoryError: ")
    assert faults(match, 0)[0].endswith("; 200 MB of memory are allowed")


def test_what_is_shared_with_the_zygote_does_not_count() -> None:
    """A process that has 100 MB in use shares them with its fork."""
    hoard = bytearray(os.urandom(1 << 20) * 100)
    child = os.fork()
    if child == 0:
        while True:
            os.read(0, 1) or os.sched_yield()
    try:
        assert memory_watch.process_megabytes(child) > 100
        assert memory_watch.private_megabytes(child) < 60
        assert memory_watch.private_megabytes(os.getpid()) < memory_watch.process_megabytes(os.getpid())
    finally:
        os.kill(child, 9)
        os.waitpid(child, 0)
    del hoard
    assert memory_watch.process_megabytes(child) == 0


def test_a_short_life_is_not_looked_at() -> None:
    calls: list[int] = []
    process = memory_watch.WatchedProcess(lambda: calls.append(1) or [], 1)
    process.look()
    assert not calls
    process.look()
    assert calls
    process.close()
    process.look()
    assert len(calls) == 1


# Control groups: a folder in place of the file system, so that nothing depends on this machine.


@pytest.fixture
def delegated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The group around ours, with the controller of memory handed down; a new group gets the kernel's files."""
    slice_ = tmp_path / "cgroup" / "user.slice" / "app.slice"
    (slice_ / "ours.scope").mkdir(parents=True)
    (slice_ / "cgroup.procs").write_text("")
    (slice_ / "cgroup.subtree_control").write_text("cpu memory pids\n")
    proc = tmp_path / "proc"
    proc.mkdir()
    (proc / "cgroup").write_text("4:memory:/elsewhere\n0::/user.slice/app.slice/ours.scope\n")
    (proc / "mountinfo").write_text(
        f"24 1 0:22 / {tmp_path}/v1 rw - cgroup cgroup rw,memory\n"
        f"25 1 0:23 / {tmp_path}/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate\n"
    )
    monkeypatch.setattr(memory_group, "_find_parent_once", partial(memory_group.find_parent, proc))
    return slice_


def test_the_group_around_ours_is_used_if_it_hands_memory_down(delegated: Path, tmp_path: Path) -> None:
    proc = tmp_path / "proc"
    assert memory_group.find_parent(proc) == delegated
    (delegated / "cgroup.subtree_control").write_text("cpu pids\n")
    assert memory_group.find_parent(proc) is None
    (delegated.parent / "cgroup.procs").write_text("")
    (delegated.parent / "cgroup.subtree_control").write_text("memory\n")
    assert memory_group.find_parent(proc) == delegated.parent
    (proc / "cgroup").write_text("4:memory:/elsewhere\n0::/\n")
    assert memory_group.find_parent(proc) is None, "at the top there is none around ours"
    assert memory_group.find_parent(tmp_path / "nothing") is None


def test_groups_that_were_left_behind_are_removed(delegated: Path) -> None:
    (delegated / "croupier-999999999-1").mkdir()
    (delegated / f"croupier-{os.getpid()}-1").mkdir()
    memory_group._remove_left(delegated)
    assert sorted(path.name for path in delegated.glob("croupier-*")) == [f"croupier-{os.getpid()}-1"]


@needs_sandbox
@pytest.mark.usefixtures("_unlimited")
def test_a_bot_that_the_kernel_kills_is_told_why(delegated: Path, tmp_path: Path) -> None:
    """The test does what the kernel would do."""
    seen: list[tuple[str, str]] = []

    def look(process: memory_watch.WatchedProcess) -> None:
        original(process)
        for group in delegated.glob("croupier-*"):
            if (group / "memory.events").exists():
                continue
            seen.append(((group / "memory.max").read_text(), (group / "cgroup.procs").read_text()))
            (group / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
            os.kill(int(seen[-1][1]), 9)

    original = memory_watch.WatchedProcess.look
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(memory_watch.WatchedProcess, "look", look)
        match = play(locked(bot_file(tmp_path, WAIT), SANDBOXES[0], Limits(memory=200)), seconds=60)
    assert seen[0][0] == str(200 << 20)
    assert faults(match, 0) == ["Crashed: used more than 200 MB of memory and was stopped"]


def test_a_program_gets_a_group_too(delegated: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_program, "resident_megabytes", lambda pid: 0.0)
    match = played(
        program(tmp_path, f"open(__import__('glob').glob('{delegated}/croupier-*')[0] + '/memory.events', 'w').write("
                "'oom_kill 1'); sys.exit(137)"),
        Isolation(sandbox=False, limits=Limits(memory=100)),
    )  # fmt: skip
    (group,) = delegated.glob("croupier-*")
    assert (group / "memory.max").read_text() == str(100 << 20)
    found = [fault for step in match.steps for fault in step.faults]
    assert found[0] == "Gone: program used more than 100 MB of memory and was stopped"
