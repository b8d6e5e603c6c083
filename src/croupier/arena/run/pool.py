"""Many matches at once in processes of our own, which are looked after: whatever happens to one, nothing is lost.

A chunk whose worker dies is played again from its beginning, because bots may leave something in their processes from
one match of a chunk to the next; what was delivered already is not delivered twice. A match that hangs is broken off by
killing its worker, and left out from then on.
"""

import os
import select
import shutil
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final

import msgspec

if sys.platform == "linux":
    import fcntl

from croupier.arena.run.pool_protocol import (
    NOTHING,
    Broken,
    Finished,
    Inbox,
    Order,
    Play,
    Ready,
    Refused,
    Verify,
    WorkerStatus,
    send,
)
from croupier.arena.run.pool_worker import WorkerContext, work
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Chunk, Played, RunSetup, Skipped, Task
from croupier.kernel.errors import UsageError

CAN_FORK: Final = sys.platform == "linux"
"""Elsewhere a process cannot be forked, or not be looked after as here: everything is played in this one."""
POLL_SECONDS: Final = 0.2  # seconds between two looks at those who say nothing
GRACE_SECONDS: Final = 2.0  # seconds to end by themselves
MAX_DEATHS_PER_MATCH: Final = 3
"""A match that takes its worker with it so often is left out."""
MAX_FAILED_STARTS: Final = 10
"""So many workers in a row may die before they are ready."""
MAX_CHUNKS_AHEAD: Final = 64
"""So many chunks may be begun after one that is not finished; those who wait for it need room for what follows."""
PIPE_BYTES: Final = 1 << 20


class VerificationResult(msgspec.Struct, frozen=True):
    """What came of a verification match: entrants that were too slow, with what is said about them."""

    too_slow: dict[int, str]
    seconds: float
    """How long the match took."""


class Job:
    """A chunk and what became of it so far."""

    def __init__(self, index: int, tasks: Chunk) -> None:
        self.index = index
        self.tasks = list(tasks)
        self.delivered: set[int] = set()
        self.deaths: dict[int, int] = {}
        self.losses = 0


class WorkerProcess:
    """One process, seen from outside."""

    def __init__(self, setup: RunSetup, core: int | None, folder: Path) -> None:
        orders, self._orders = os.pipe2(os.O_CLOEXEC)
        self.messages, messages = os.pipe2(os.O_CLOEXEC)
        with suppress(AttributeError, OSError):
            fcntl.fcntl(messages, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self.status = WorkerStatus()
        self.core = core
        self.job: Job | None = None
        self.is_ready = False
        self._inbox = Inbox(self.messages)
        sys.stdout.flush()
        sys.stderr.flush()
        supervisor = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            work(setup, WorkerContext(orders, messages, self.status, core, folder), supervisor)
        os.close(orders)
        os.close(messages)

    def order(self, order: Order) -> None:
        """A worker that is gone is noticed when its messages end."""
        with suppress(BrokenPipeError):
            send(self._orders, order)

    def read_messages(self) -> list[Ready | Finished | Refused | Broken] | None:
        return self._inbox.messages()

    def kill(self) -> None:
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)

    def stop(self) -> None:
        """Ask it to end after the current move."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        if self._orders >= 0:
            os.close(self._orders)
            self._orders = -1

    def wait(self) -> int:
        """Wait for its end; how it ended."""
        if self._orders >= 0:
            os.close(self._orders)
            self._orders = -1
        os.close(self.messages)
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


class WorkerPool:
    """Supervised workers as an executor; to be used within `with`, before there are threads in this process."""

    def __init__(
        self, setup: RunSetup, count: int, limit: float | None = None, stop: StopFlag | None = None, pin: bool = True
    ) -> None:
        """`limit` is the time that a match may take; None for as long as it likes. `pin` gives each a core."""
        self._setup = setup
        self._cores = cores_for(count) if pin else [None] * count
        self._limit = limit
        self._stop = stop or StopFlag()
        self._workers: list[WorkerProcess] = []
        self._folder = Path()
        self._failed_starts = 0
        self.skipped: list[Skipped] = []
        """What was left out so far."""
        self.idle: Callable[[], None] = _nothing
        """Called now and then while nothing comes."""

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._workers]

    def __enter__(self) -> "WorkerPool":
        self._folder = Path(tempfile.mkdtemp(prefix="croupier-run-"))
        self._folder.chmod(0o755)
        try:
            for core in self._cores:
                self._start_worker(core)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Everybody goes home; who has not gone after a moment is sent."""
        for worker in self._workers:
            worker.stop()
        deadline = monotonic() + GRACE_SECONDS
        for worker in self._workers:
            while _is_running(worker.pid) and monotonic() < deadline:
                # Its messages are read, so that it does not wait for that; nobody wants them any more.
                if select.select([worker.messages], [], [], 0.02)[0] and worker.read_messages() is None:
                    break
            if monotonic() >= deadline:
                worker.kill()
            worker.wait()
        self._workers = []
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start_worker(self, core: int | None) -> None:
        self._workers.append(WorkerProcess(self._setup, core, self._folder))

    def set_limit(self, limit: float | None) -> None:
        """From now on a match may take so long."""
        self._limit = limit

    def verify(self, task: Task, seconds: float) -> VerificationResult:
        """Play one match with time limits for everybody. It is no match of the run."""
        worker = self._workers[0]
        seating = task.pairing.seating
        worker.order(Verify(task, seconds))
        began = monotonic()
        while not self._stop.is_set:
            if select.select([worker.messages], [], [], POLL_SECONDS)[0]:
                messages = self._read_results(worker)
                if messages is None:
                    return self._died_in_verification(worker, seating, monotonic() - began)
                for message in messages:
                    return _verification_result(message.played[0], monotonic() - began)
            # A bot of the worker's own is rung up by an alarm; all others have clocks, and may be asked again.
            is_inside = worker.status.seat != NOTHING
            patience = 2 * seconds + 1 if is_inside else 4 * seconds + 10 + (self._setup.clock.bank or 0.0)
            if worker.status.seconds() > patience:
                worker.kill()
        return VerificationResult({}, monotonic() - began)

    def _died_in_verification(
        self, worker: WorkerProcess, seating: Sequence[int], seconds: float
    ) -> VerificationResult:
        seat = worker.status.seat
        was_slow = worker.status.seconds() > seconds / 2
        code = self._replace(worker)
        if seat == NOTHING:
            raise UsageError(f"the verification match ended with its process ({_exit_text(code)})")
        what = "did not answer and could only be stopped with its process" if was_slow else "ended its process"
        return VerificationResult({seating[seat]: what}, seconds)

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        source = enumerate(chunks)
        waiting: deque[Job] = deque()
        while not self._stop.is_set:
            for worker in self._workers:
                if worker.job is None:
                    worker.job = waiting.popleft() if waiting else self._next(source)
                    if worker.job is not None:
                        worker.order(Play(tuple(worker.job.tasks)))
            if not any(worker.job for worker in self._workers):
                return
            yield from self._collect(waiting)
            self._kill_overdue()

    def _next(self, source: Iterator[tuple[int, Chunk]]) -> Job | None:
        """A new chunk; None if there is none, or if an old one must be finished first."""
        busy = [worker.job.index for worker in self._workers if worker.job is not None]
        if busy and max(busy) - min(busy) >= MAX_CHUNKS_AHEAD:
            return None
        found = next(source, None)
        return None if found is None else Job(*found)

    def _collect(self, waiting: deque[Job]) -> Iterator[Played]:
        """What comes in within a moment."""
        ready, _, _ = select.select([worker.messages for worker in self._workers], [], [], POLL_SECONDS)
        if not ready:
            self.idle()
        for worker in list(self._workers):
            if worker.messages not in ready:
                continue
            messages = self._read_results(worker)
            if messages is None:
                self._on_worker_exit(worker, waiting)
                continue
            for message in messages:
                job = worker.job
                if job is None:
                    continue
                for played in message.played:
                    if played.number not in job.delivered:
                        job.delivered.add(played.number)
                        yield played
                if message.all:
                    worker.job = None

    def _read_results(self, worker: WorkerProcess) -> list[Finished] | None:
        """What it has delivered; None when it is gone."""
        messages = worker.read_messages()
        if messages is None:
            return None
        delivered: list[Finished] = []
        for message in messages:
            if isinstance(message, Refused):
                raise UsageError(message.reason)
            if isinstance(message, Broken):
                raise RuntimeError(f"a worker failed:\n{message.trace}")
            if isinstance(message, Finished):
                delivered.append(message)
            else:
                worker.is_ready = True
        return delivered

    def _kill_overdue(self) -> None:
        """End the workers whose match takes too long."""
        if self._limit is None:
            return
        for worker in self._workers:
            if worker.job is not None and worker.status.seconds() > self._limit:
                number = worker.status.number
                worker.kill()
                self._skip_match(worker.job, number, f"took longer than {self._limit:g} s and was stopped")

    def _on_worker_exit(self, worker: WorkerProcess, waiting: deque[Job]) -> None:
        """Somebody else does its work."""
        job, number, was_ready = worker.job, worker.status.number, worker.is_ready
        code = self._replace(worker)
        self._failed_starts = 0 if was_ready else self._failed_starts + 1
        if self._failed_starts == MAX_FAILED_STARTS:
            raise UsageError(f"worker processes cannot be started: the last of {MAX_FAILED_STARTS} {_exit_text(code)}")
        if job is None:
            return
        if number != NOTHING:
            job.deaths[number] = job.deaths.get(number, 0) + 1
            if job.deaths[number] == MAX_DEATHS_PER_MATCH:
                self._skip_match(
                    job, number, f"ended its worker process {MAX_DEATHS_PER_MATCH} times: {_exit_text(code)}"
                )
        if job.tasks:
            waiting.append(job)

    def _replace(self, worker: WorkerProcess) -> int:
        self._workers.remove(worker)
        code = worker.wait()
        self._start_worker(worker.core)
        return code

    def _skip_match(self, job: Job, number: int, reason: str) -> None:
        for task in job.tasks:
            if task.number == number:
                job.tasks.remove(task)
                self.skipped.append(Skipped(task, reason))
                return


def _nothing() -> None:
    return


def _verification_result(played: Played, seconds: float) -> VerificationResult:
    """Those who ran out of time."""
    late = {seat for seat, kind in played.faults if kind == "TooSlow"}
    found = {seat: text for seat, text, _ in played.complaints}
    return VerificationResult({played.seating[seat]: found[seat].partition(": ")[2] for seat in sorted(late)}, seconds)


def _exit_text(code: int) -> str:
    return f"was ended by signal {-code} ({signal.Signals(-code).name})" if code < 0 else f"ended with code {code}"


def _is_running(pid: int) -> bool:
    """Without taking notice of its end."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def all_cores() -> list[int]:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def cores_for(count: int) -> list[int | None]:
    """A processor for each worker, and None for all when there are more of them than processors.

    Where there are fewer, several runs that go on at the same time should not all choose the first.
    """
    cores = all_cores()
    if count > len(cores) or not hasattr(os, "sched_setaffinity"):
        return [None] * count
    first = 0 if count == len(cores) else os.getpid()
    return [cores[(first + number) % len(cores)] for number in range(count)]
