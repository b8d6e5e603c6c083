"""Watches the processes of one bot between its questions: how long they work, and how to stop them. Compiled.

Bots share a core, so what one of them does between its questions takes time from the others. Most decisions cost no
look at the clock of the process: what a process has used is compared with the time in which it could have used it.
"""

import os
import signal
import time
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Final, final

FREE_SECONDS: Final = 0.0002
"""Processor time between two questions that is not charged: a process needs some to get back to waiting."""
NEWS_SECONDS: Final = 0.05
"""The same between two matches, where a bot may look at how the last one ended."""
MAX_OFFENCES: Final = 3
"""A bot charged so often, in one match or as one program, is stopped between its questions from then on."""
_MAX_UNREAD_SECONDS: Final = 0.005
"""After so much time the clock of the process is read, although it need not be."""
_PROCESS_CLOCK: Final = 2


@final
class ProcessMonitor:
    """The processes of one bot. Where the system does not tell their times, nothing is charged."""

    def __init__(self, find: Callable[[], Sequence[int]], has_threads: bool = False) -> None:
        """`find` gives the numbers of the processes once they run.

        A process that `has_threads` can use more processor time in an answer than the answer takes.
        """
        self._find: Callable[[], Sequence[int]] = find
        self._has_threads: bool = has_threads
        self._is_watching: bool = False
        self._pids: list[int] = []
        """None where the system does not tell."""
        self._handles: list[int] = []
        self._used: float = 0.0
        """Processor time when it was last read."""
        self._unread: float = 0.0
        """Seconds since then in which using some was allowed."""
        self._answered: float = perf_counter()
        self.is_stopped: bool = False

    def note_answer(self, asked: float) -> None:
        """The bot has answered a question of that time, by `perf_counter`."""
        self._answered = perf_counter()
        if self._is_watching:
            seconds = self._answered - asked
            self._unread += seconds
            if seconds > FREE_SECONDS or self._has_threads:
                self._used = self._read()
                self._unread = 0.0

    def take_idle(self, free: float = FREE_SECONDS) -> float:
        """Seconds of processor time since the last answer; 0 if they are no more than `free`."""
        gap = perf_counter() - self._answered
        if gap < FREE_SECONDS and self._unread < _MAX_UNREAD_SECONDS:
            self._unread += gap
            return 0.0
        if not self._is_watching:
            self._begin()
            return 0.0
        used = self._read()
        idle = used - self._used - self._unread
        self._used = used
        self._unread = 0.0
        return idle if idle > free else 0.0

    def _begin(self) -> None:
        """Find the processes; from here on they are measured."""
        self._is_watching = True
        self._pids = list(self._find())
        self._used = self._read()
        self._unread = 0.0

    def _read(self) -> float:
        """Processor time of all; what it was if they have ended."""
        try:
            return sum([time.clock_gettime(((-1 - pid) << 3) | _PROCESS_CLOCK) for pid in self._pids])
        except OSError:
            return self._used

    def stop(self) -> None:
        """Stop the processes until `resume`."""
        if self.is_stopped:
            return
        if not self._is_watching:
            self._begin()
        if not self._handles:
            try:
                self._handles = [os.pidfd_open(pid) for pid in self._pids]
            except OSError:
                return
        self.is_stopped = self._signal("SIGSTOP")

    def resume(self) -> None:
        if self.is_stopped:
            self.is_stopped = False
            self._signal("SIGCONT")

    def _signal(self, name: str) -> bool:
        try:
            for handle in self._handles:
                signal.pidfd_send_signal(handle, signal.Signals[name])
        except OSError:  # it has ended
            return False
        return bool(self._handles)

    def close(self) -> None:
        """Let the processes go."""
        handles, self._handles = self._handles, []
        for handle in handles:
            os.close(handle)
