"""An executor on a Ray cluster: every core gets a process that plays chunks, with the same results as here.

Ray only carries the messages. A chunk that was lost with its process or machine is played again elsewhere.
"""

import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Final

from croupier.arena.plan.run_plan import Plan, plan_text
from croupier.arena.run.pool import POLL_SECONDS
from croupier.arena.run.pool_protocol import (
    Begin,
    Broken,
    Finished,
    Play,
    Refused,
    decode_message,
    encode_message,
)
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import Chunk, Played, Skipped
from croupier.arena.run.worker_process import Job, next_job
from croupier.kernel.errors import UsageError
from croupier.players.frames import read_frame, write_frame

MAX_LOSSES: Final = 10
"""A chunk that is lost this many times is not tried again."""
_SOURCE: Final = str(Path(__file__).parents[2])
_NODE: Final = "import sys; sys.path.insert(0, sys.argv[1]); from croupier.arena.run.ray_node import main; main()"


class NodeActor:
    """A Ray actor that owns one process that plays."""

    def __init__(self, begin: bytes) -> None:
        command = [sys.executable, "-c", _NODE, _SOURCE]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._write(begin)
        self._hello = self._read()

    def hello(self) -> bytes:
        """The first message of the process."""
        return self._hello

    def pid(self) -> int:
        return os.getpid()

    def play(self, order: bytes) -> bytes:
        self._write(order)
        return self._read()

    def _write(self, message: bytes) -> None:
        assert self._process.stdin is not None
        write_frame(self._process.stdin.fileno(), message)

    def _read(self) -> bytes:
        assert self._process.stdout is not None
        message = read_frame(self._process.stdout.fileno())
        if not message:
            raise RuntimeError("the process that plays has ended")
        return message


class RayExecutor:
    """Ray as an executor; to be used within `with`."""

    def __init__(
        self,
        plan: Plan,
        version: str,
        address: str | None,
        count: int | None,
        stop: StopFlag | None = None,
        pads: bool = False,
    ) -> None:
        try:
            self._ray: Any = import_module("ray")
        except ImportError:
            raise UsageError("Ray is not installed: pip install 'croupier[ray]'") from None
        self._begin = encode_message(Begin(plan_text(plan), version, str(Path.cwd()), pads))
        self._address = address
        self._wanted = count
        self._stop = stop or StopFlag()
        self._is_ours = False
        self._starting: dict[Any, Any] = {}
        """Actors that are starting, by the reference to their first message."""
        self._free: list[Any] = []
        self._busy: dict[Any, tuple[Any, Job]] = {}
        self.count = 0
        self.skipped: list[Skipped] = []
        self.idle: Callable[[], None] = lambda: None

    def __enter__(self) -> "RayExecutor":
        ray = self._ray
        if not ray.is_initialized():
            try:
                ray.init(address=self._address, log_to_driver=False, logging_level="ERROR", include_dashboard=None)
            except (ConnectionError, RuntimeError, ValueError) as error:
                first = str(error).strip().splitlines()[0]
                raise UsageError(f"no Ray cluster at {self._address}: {first}") from None
            self._is_ours = True
        self.count = self._wanted or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._kind = ray.remote(num_cpus=1, max_restarts=0)(NodeActor)
        for _ in range(self.count):
            self._start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for actor in [*self._starting.values(), *self._free, *(actor for actor, _ in self._busy.values())]:
            self._ray.kill(actor)
        if self._is_ours:
            self._ray.shutdown()

    def _start(self) -> None:
        actor = self._kind.remote(self._begin)
        self._starting[actor.hello.remote()] = actor

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        source = enumerate(chunks)
        waiting: deque[Job] = deque()
        while not self._stop.is_set:
            while self._free and (job := waiting.popleft() if waiting else self._next(source)) is not None:
                actor = self._free.pop()
                self._busy[actor.play.remote(encode_message(Play(tuple(job.tasks))))] = (actor, job)
            if not self._busy and not waiting and not self._is_more(source, waiting):
                return
            references = [*self._busy, *self._starting]
            done, _ = self._ray.wait(references, num_returns=1, timeout=POLL_SECONDS)
            if not done:
                self.idle()
            for reference in done:
                yield from self._take_message(reference, waiting)

    def _is_more(self, source: Iterator[tuple[int, Chunk]], waiting: deque[Job]) -> bool:
        """Whether there is work for the actors that are starting."""
        job = self._next(source)
        if job is not None:
            waiting.append(job)
        return job is not None

    def _next(self, source: Iterator[tuple[int, Chunk]]) -> Job | None:
        return next_job(source, [job for _, job in self._busy.values()])

    def _take_message(self, reference: Any, waiting: deque[Job]) -> Iterator[Played]:
        """The matches in the message of an actor; a lost actor is replaced."""
        actor = self._starting.pop(reference, None)
        actor, job = (actor, None) if actor is not None else self._busy.pop(reference)
        try:
            message = decode_message(self._ray.get(reference))
        except self._ray.exceptions.RayError as error:
            self._on_loss(job, error, waiting)
            return
        if isinstance(message, Refused):
            raise UsageError(message.reason)
        if isinstance(message, Broken):
            raise RuntimeError(f"a process of the cluster failed:\n{message.trace}")
        self._free.append(actor)
        if isinstance(message, Finished) and job is not None:
            tasks = {task.number: task for task in job.tasks}
            self.skipped += [Skipped(tasks[number], reason) for number, reason in message.skipped]
            yield from message.played

    def _on_loss(self, job: Job | None, error: Exception, waiting: deque[Job]) -> None:
        """Replace an actor that was lost, and queue its chunk again."""
        self._start()
        if job is None:
            return
        job.losses += 1
        if job.losses == MAX_LOSSES:
            reason = str(error).strip().splitlines()[0]
            raise UsageError(f"the cluster lost the same matches {MAX_LOSSES} times; the last time: {reason}")
        waiting.append(job)
