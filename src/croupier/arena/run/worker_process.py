"""The supervisor's side of one worker process, and the chunk that it plays."""

import os
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep
from typing import Final

if sys.platform == "linux":
    import fcntl

from croupier.arena.run.pool_protocol import (
    BLAME_SIGNAL,
    NO_SEAT,
    NOTHING,
    Broken,
    Finished,
    Inbox,
    Order,
    Ready,
    Refused,
    WorkerStatus,
    send,
    status_file,
)
from croupier.arena.run.pool_worker import WorkerContext, work
from croupier.arena.run.task import Chunk, RunSetup
from croupier.arena.run.worker_program import WorkerProgram, become_program

MAX_CHUNKS_AHEAD: Final = 64
"""Number of chunks that may be begun after one that is not finished: their results wait in memory for it."""
PIPE_BYTES: Final = 1 << 20
BLAME_SECONDS: Final = 2.0  # for a worker to name the seat that has used most of the time


class Job:
    """A chunk and its progress."""

    def __init__(self, index: int, tasks: Chunk) -> None:
        self.index = index
        self.tasks = list(tasks)
        self.delivered: set[int] = set()
        self.deaths: dict[int, int] = {}
        self.losses = 0


def next_job(source: Iterator[tuple[int, Chunk]], busy: Sequence[Job]) -> Job | None:
    """The next chunk; None if there is none, or if an old one must be finished first."""
    indices = [job.index for job in busy]
    if indices and max(indices) - min(indices) >= MAX_CHUNKS_AHEAD:
        return None
    found = next(source, None)
    return None if found is None else Job(*found)


class WorkerProcess:
    """One worker process, as its supervisor sees it."""

    def __init__(self, setup: RunSetup, core: int | None, folder: Path, plan: bytes = b"") -> None:
        """Fork it; with a `plan` start a new program, which loads its bots by the plan and has no thread of ours."""
        orders, self._orders = os.pipe2(os.O_CLOEXEC)
        self.messages, messages = os.pipe2(os.O_CLOEXEC)
        with suppress(AttributeError, OSError):
            fcntl.fcntl(messages, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        status = status_file() if plan else -1
        self.status = WorkerStatus(status)
        self.core = core
        self.job: Job | None = None
        self.is_ready = False
        self._inbox = Inbox(self.messages)
        sys.stdout.flush()
        sys.stderr.flush()
        supervisor = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            if plan:
                become_program(
                    WorkerProgram(orders, messages, status, core, str(folder), supervisor, setup.version), plan
                )
            work(setup, WorkerContext(orders, messages, self.status, core, folder), supervisor)
        os.close(orders)
        os.close(messages)
        if plan:
            os.close(status)

    def order(self, order: Order) -> None:
        """Send an order. A worker that has ended is noticed when its messages end."""
        with suppress(BrokenPipeError):
            send(self._orders, order)

    def read_messages(self) -> list[Ready | Finished | Refused | Broken] | None:
        return self._inbox.messages()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def find_slowest_seat(self) -> int:
        """Ask it for the seat that has used most of the time of its match; NO_SEAT if there is none, or no answer."""
        self.status.blame(NOTHING)
        with suppress(ProcessLookupError):
            os.kill(self.pid, BLAME_SIGNAL)
        deadline = monotonic() + BLAME_SECONDS
        while self.status.seat == NOTHING and monotonic() < deadline:
            sleep(0.001)
        return NO_SEAT if self.status.seat == NOTHING else self.status.seat

    def stop(self) -> None:
        """Ask it to end after the current move."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        if self._orders >= 0:
            os.close(self._orders)
            self._orders = -1

    def wait(self) -> int:
        """Wait until the process has ended; its exit code, negative for a signal."""
        if self._orders >= 0:
            os.close(self._orders)
            self._orders = -1
        os.close(self.messages)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)
