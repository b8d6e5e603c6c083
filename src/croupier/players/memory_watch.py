"""A watchdog for the memory of sandboxed bots, which looks from outside every WATCH_SECONDS.

It is the second line behind the limits of the process itself, which not every system enforces for all memory. It costs
a decision nothing: a thread looks, and only at processes that live longer than two of its rounds.
"""

import os
import re
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from mmap import PAGESIZE
from pathlib import Path
from typing import Final

from croupier.players.memory_group import MemoryGroup, make_group

WATCH_SECONDS: Final = 0.25
_MEGABYTE: Final = 1 << 20
_PRIVATE: Final = re.compile(r"^(?:Private_Clean|Private_Dirty|Private_Hugetlb|SwapPss):\s+(\d+) kB$", re.MULTILINE)


def memory_text(used: float, allowed: int) -> str:
    """How it is said that a bot was stopped for its memory; both in megabytes."""
    return f"used {used:.0f} MB of memory and was stopped; {allowed} MB are allowed"


class WatchedProcess:
    """The processes of one bot, ended when they use more memory than they may."""

    def __init__(self, find_pids: Callable[[], Sequence[int]], megabytes: int) -> None:
        """`find_pids` gives the numbers of the processes once they run; `megabytes` is what they may use."""
        self.find_pids = find_pids
        self._megabytes = megabytes
        self._pids: list[int] = []
        self._group: MemoryGroup | None = None
        self._rounds = 0
        self._is_closed = False
        self._lock = threading.Lock()
        self._exceeded = ""

    def look(self) -> None:
        """Measure the processes, and kill them if they use too much. The first time nothing is done."""
        self._rounds += 1
        if self._rounds == 1:
            return
        with self._lock:
            # A process is not waited for before it is closed, so its number is its own until then.
            if self._is_closed or self._exceeded:
                return
            if not self._pids:
                self._pids = list(self.find_pids())
                self._group = make_group(self._pids, self._megabytes) if self._pids else None
            used = sum(map(process_megabytes, self._pids))
            if used > self._megabytes:
                used = sum(map(private_megabytes, self._pids))
            if used > self._megabytes:
                self._exceeded = memory_text(used, self._megabytes)
                for pid in self._pids:
                    with suppress(ProcessLookupError, PermissionError):
                        os.kill(pid, signal.SIGKILL)

    @property
    def exceeded(self) -> str:
        """What is said of a bot that was killed for its memory; empty for any other."""
        with self._lock:
            if not self._exceeded and self._group is not None and self._group.has_killed:
                self._exceeded = f"used more than {self._megabytes} MB of memory and was stopped"
            return self._exceeded

    def close(self) -> None:
        """Look no longer; to be called before anybody waits for the processes."""
        _find_watch(os.getpid()).remove(self)
        with self._lock:
            self._is_closed = True

    def remove_group(self) -> None:
        """Remove the control group; to be called when the processes have ended."""
        _ = self.exceeded  # the group knows, and goes
        if self._group is not None:
            self._group.close()
            self._group = None


class MemoryWatch:
    """The thread of this process that looks at all watched processes."""

    def __init__(self) -> None:
        self._watched: set[WatchedProcess] = set()
        self._has_work = threading.Event()
        self._thread: threading.Thread | None = None

    def add(self, process: WatchedProcess) -> None:
        self._watched.add(process)
        self._has_work.set()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="memory", daemon=True)
            self._thread.start()

    def remove(self, process: WatchedProcess) -> None:
        self._watched.discard(process)

    def _run(self) -> None:
        pause = threading.Event()
        while True:
            self._has_work.wait()
            self._has_work.clear()
            while watched := list(self._watched):
                for process in watched:
                    with suppress(OSError, ValueError):  # it has ended meanwhile
                        process.look()
                pause.wait(WATCH_SECONDS)


@cache
def _find_watch(owner: int) -> MemoryWatch:
    """The watch of the process `owner`; a fork has one of its own."""
    return MemoryWatch()


def watch_memory(find_pids: Callable[[], Sequence[int]], megabytes: int) -> WatchedProcess:
    """Watch the processes of one bot until they are closed."""
    process = WatchedProcess(find_pids, megabytes)
    _find_watch(os.getpid()).add(process)
    return process


def process_megabytes(pid: int) -> float:
    """Megabytes in use by one process, shared ones included; 0 if the system does not tell."""
    try:
        return int(Path("/proc", str(pid), "statm").read_text().split()[1]) * PAGESIZE / _MEGABYTE
    except (OSError, IndexError):
        return 0.0


def private_megabytes(pid: int) -> float:
    """Megabytes that one process shares with no other; those in use where the system does not tell more."""
    try:
        text = Path("/proc", str(pid), "smaps_rollup").read_text()
    except OSError:
        return process_megabytes(pid)
    return sum(map(int, _PRIVATE.findall(text))) / 1024
