"""A supervised pool of worker processes that play chunks. No match is lost when a worker dies.

The chunk of a worker that dies is played again from its beginning, because bots may keep something in their processes
from one match of a chunk to the next; matches delivered before are not delivered twice. The worker of a match that
takes too long is killed, and the seat that used most of the time loses the match; if it was no seat, it is skipped.
"""

import os
import select
import shutil
import signal
import sys
import tempfile
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final

import msgspec

from croupier.arena.plan.run_plan import Plan, plan_text
from croupier.arena.run.pool_protocol import NO_SEAT, NOTHING, Broken, Finished, Play, Refused, Verify
from croupier.arena.run.pool_worker import SANDBOX_LOST_CODE
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Chunk, Played, RunSetup, Skipped, Task, lost_on_time
from croupier.arena.run.worker_process import Job, WorkerProcess, next_job
from croupier.arena.run.worker_program import has_threads, runs_files
from croupier.kernel.errors import UsageError

CAN_FORK: Final = sys.platform == "linux"
"""Whether workers can be forked and supervised; if not, all matches are played in this process."""
POLL_SECONDS: Final = 0.2  # between two checks of workers that send nothing
GRACE_SECONDS: Final = 2.0  # for workers to end by themselves
MAX_DEATHS_PER_MATCH: Final = 3
"""A match that ends its worker this many times is skipped."""
MAX_FAILED_STARTS: Final = 10
"""Number of workers in a row that may die before they are ready."""


class VerificationResult(msgspec.Struct, frozen=True):
    """The result of a verification match."""

    too_slow: dict[int, str]
    """Entrants that were too slow, by number, with the reason."""
    seconds: float
    """Duration of the match."""


class WorkerPool:
    """Supervised workers as an executor; to be used within `with`."""

    def __init__(
        self,
        setup: RunSetup,
        count: int,
        limit: float | None = None,
        stop: StopFlag | None = None,
        pin: bool = True,
        plan: Plan | None = None,
    ) -> None:
        """`limit` is the time that a match may take, in seconds; None for no limit. `pin` gives each worker a core.

        With a `plan` workers are programs of their own where a fork would lack the threads of this process.
        """
        self._setup = setup
        self._plan = plan
        self._cores = cores_for(count) if pin else [None] * count
        self._limit = limit
        self._stop = stop or StopFlag()
        self._workers: list[WorkerProcess] = []
        self._folder = Path()
        self._failed_starts = 0
        self.skipped: list[Skipped] = []
        """Matches that were skipped so far."""
        self.idle: Callable[[], None] = _nothing
        """Called now and then while no match ends."""

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
        """Stop all workers; kill those still running after GRACE_SECONDS."""
        for worker in self._workers:
            worker.stop()
        deadline = monotonic() + GRACE_SECONDS
        for worker in self._workers:
            while _is_running(worker.pid) and monotonic() < deadline:
                # Read and drop its messages, so that it does not block on a full pipe.
                if select.select([worker.messages], [], [], 0.02)[0] and worker.read_messages() is None:
                    break
            if monotonic() >= deadline:
                worker.kill()
            worker.wait()
        self._workers = []
        shutil.rmtree(self._folder, ignore_errors=True)

    def _start_worker(self, core: int | None) -> None:
        plan = b""
        if self._plan is not None and has_threads() and runs_files(self._setup, self._plan):
            plan = plan_text(self._plan).encode()
        self._workers.append(WorkerProcess(self._setup, core, self._folder, plan))

    def set_limit(self, limit: float | None) -> None:
        """Set the time that a match may take from now on, in seconds."""
        self._limit = limit

    def verify(self, task: Task, seconds: float) -> VerificationResult:
        """Play one match with time limits for all bots. It is no match of the run."""
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
            # A bot in the worker's process is stopped by an alarm; all others have clocks, and may be asked again.
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
        what = "did not answer, and its process was stopped" if was_slow else "ended its process"
        return VerificationResult({seating[seat]: what}, seconds)

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        source = enumerate(chunks)
        waiting: deque[Job] = deque()
        while not self._stop.is_set:
            for worker in self._workers:
                if worker.job is None:
                    worker.job = waiting.popleft() if waiting else next_job(source, self._busy_jobs())
                    if worker.job is not None:
                        worker.order(Play(tuple(worker.job.tasks)))
            if not self._busy_jobs():
                return
            yield from self._collect(waiting)
            yield from self._kill_overdue()

    def _busy_jobs(self) -> list[Job]:
        return [worker.job for worker in self._workers if worker.job is not None]

    def _collect(self, waiting: deque[Job]) -> Iterator[Played]:
        """The matches that arrive within POLL_SECONDS."""
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
        """The results that a worker has sent; None when it has ended."""
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

    def _kill_overdue(self) -> Iterator[Played]:
        """Kill the workers whose match takes too long; those matches that a seat loses for it."""
        if self._limit is None:
            return
        for worker in self._workers:
            job, number = worker.job, worker.status.number
            if job is None or number in job.delivered or worker.status.seconds() <= self._limit:
                continue
            seat = worker.find_slowest_seat()
            if worker.status.number != number:
                continue  # it has ended meanwhile
            worker.kill()
            if seat == NO_SEAT:
                self._skip_match(job, number, f"took longer than {self._limit:g} s and was stopped")
            elif (task := _take_task(job, number)) is not None:
                job.delivered.add(number)
                yield lost_on_time(self._setup, task, seat, self._limit)

    def _on_worker_exit(self, worker: WorkerProcess, waiting: deque[Job]) -> None:
        """Replace a worker that ended, and queue its chunk again."""
        job, number, was_ready = worker.job, worker.status.number, worker.is_ready
        code = self._replace(worker)
        self._failed_starts = 0 if was_ready else self._failed_starts + 1
        if self._failed_starts == MAX_FAILED_STARTS:
            raise UsageError(f"cannot start worker processes: the last of {MAX_FAILED_STARTS} {_exit_text(code)}")
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
        if (task := _take_task(job, number)) is not None:
            self.skipped.append(Skipped(task, reason))


def _nothing() -> None:
    return


def _take_task(job: Job, number: int) -> Task | None:
    """Take a task out of its job, so that it is not played again."""
    found = next((task for task in job.tasks if task.number == number), None)
    if found is not None:
        job.tasks.remove(found)
    return found


def _verification_result(played: Played, seconds: float) -> VerificationResult:
    """The entrants that ran out of time in a verification match."""
    late = {seat for seat, kind in played.faults if kind == "TooSlow"}
    found = {seat: text for seat, text, _ in played.complaints}
    return VerificationResult({played.seating[seat]: found[seat].partition(": ")[2] for seat in sorted(late)}, seconds)


def _exit_text(code: int) -> str:
    if code == SANDBOX_LOST_CODE:
        return "lost its sandbox"
    return f"was killed by signal {-code} ({signal.Signals(-code).name})" if code < 0 else f"exited with code {code}"


def _is_running(pid: int) -> bool:
    """Whether a child process is running; its exit status is left for `wait`."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None


def all_cores() -> list[int]:
    """The processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return list(range(os.cpu_count() or 1))


def cores_for(count: int) -> list[int | None]:
    """A processor for each worker, and None for all when there are more of them than processors.

    With fewer workers than processors the first one varies by process, so that simultaneous runs spread out.
    """
    cores = all_cores()
    if count > len(cores) or not hasattr(os, "sched_setaffinity"):
        return [None] * count
    first = 0 if count == len(cores) else os.getpid()
    return [cores[(first + number) % len(cores)] for number in range(count)]
