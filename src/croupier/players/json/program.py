"""A program on its standard input and output as a link: one process for many matches, of different deals.

What it writes to its error output is shown to its author with the answers, and the end of it when the program dies. A
program that uses more memory than it may is killed.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import IO, Final

from croupier.kernel.errors import Gone, UsageError
from croupier.players.json.link import Lines, StreamLink
from croupier.players.memory_group import MemoryGroup, make_group
from croupier.players.memory_watch import memory_text
from croupier.players.process import MEMORY_POLL_SECONDS, Child, find_descendants, resident_megabytes
from croupier.players.sandbox.process_monitor import FREE_SECONDS, MAX_OFFENCES, NEWS_SECONDS, ProcessMonitor

ERROR_BYTES: Final = 4000
ERROR_LINES: Final = 4
GRACE_SECONDS: Final = 1.0  # to end by itself when its input is closed


class ErrorOutput(asyncio.Protocol):
    """What a program writes to its error output: the last ERROR_BYTES of all, and the first of what was not fetched."""

    def __init__(self) -> None:
        self._kept = b""
        self._fresh = b""
        self.ended = asyncio.Event()

    def data_received(self, data: bytes) -> None:
        self._kept = (self._kept + data)[-ERROR_BYTES:]
        self._fresh = (self._fresh + data)[:ERROR_BYTES]

    def fetch(self) -> str:
        fresh, self._fresh = self._fresh, b""
        return fresh.decode(errors="replace")

    def connection_lost(self, exc: Exception | None) -> None:
        self.ended.set()

    def text(self) -> str:
        lines = [line.strip() for line in self._kept.decode(errors="replace").splitlines() if line.strip()]
        return " | ".join(lines[-ERROR_LINES:])


class ProgramLink(StreamLink):
    """One running program."""

    def __init__(self, child: Child, name: str, memory: int | None = None, is_wrapped: bool = False) -> None:
        """`memory` is how many megabytes it may use; `is_wrapped`: the child is bubblewrap, which runs it."""
        super().__init__()
        self._is_wrapped = is_wrapped
        self._child = child
        self._name = name
        self._memory = memory
        self._watchdog: asyncio.Task[None] | None = None
        self._group: MemoryGroup | None = None
        self._monitor = None if memory is None else ProcessMonitor(partial(_find_all, child.pid), has_threads=True)
        self._offences = 0
        """How often it was charged for work between its questions."""
        self._work = 0.0
        """Seconds of such work that are still to be charged."""
        self._asked = 0.0
        self._errors = ErrorOutput()
        self._exit_report: asyncio.Task[None] | None = None
        self._readers: list[asyncio.BaseTransport] = []

    @property
    def pid(self) -> int:
        return self._child.pid

    async def attach(self) -> None:
        loop = asyncio.get_running_loop()
        self.transport, _ = await loop.connect_write_pipe(asyncio.BaseProtocol, _pipe(self._child.process.stdin))
        out, _ = await loop.connect_read_pipe(lambda: Lines(self), _pipe(self._child.process.stdout))
        err, _ = await loop.connect_read_pipe(lambda: self._errors, _pipe(self._child.process.stderr))
        self._readers += [out, err]
        if self._memory is not None:
            self._group = make_group([self._child.pid], self._memory)
            self._watchdog = loop.create_task(self._watch(self._memory))

    async def _watch(self, most: int) -> None:
        """Look at its memory until there is no more need to."""
        while not self.lost:
            used = resident_megabytes(self._child.pid)
            if used > most:
                self.hung_up(f"{self._name} {memory_text(used, most)}")
                self._child.kill()
                return
            await asyncio.sleep(MEMORY_POLL_SECONDS)

    def printed(self) -> str:
        """Also what lies in the pipe: who prints before it answers has printed it by then."""
        with suppress(OSError, ValueError):  # nothing there, or closed
            while data := os.read(_pipe(self._child.process.stderr).fileno(), ERROR_BYTES):
                self._errors.data_received(data)
        return self._errors.fetch()

    def wake(self) -> None:
        if self._monitor is not None:
            if self._asked:  # so it runs by now; `take_charge` has not left much, except between two matches
                self._note_work(self._monitor.take_idle(NEWS_SECONDS))
            self._monitor.resume()
        self._asked = perf_counter()

    def rest(self) -> None:
        if self._monitor is not None and not self.lost:
            self._monitor.note_answer(self._asked)
            if self._offences >= MAX_OFFENCES:
                self._monitor.stop()

    def take_charge(self, free: float = 0.0) -> float:
        if self._monitor is not None:
            self._note_work(self._monitor.take_idle(max(free, FREE_SECONDS)))
        charge, self._work = self._work, 0.0
        return charge

    def _note_work(self, seconds: float) -> None:
        if seconds > 0.0:
            self._work += seconds
            self._offences += 1

    def ended(self, how: str) -> None:
        if not self.lost and self._exit_report is None:
            self._exit_report = asyncio.get_running_loop().create_task(self._report_exit())

    def misbehaved(self, reason: str) -> None:
        """Stop it as well: whatever it goes on to do takes time from the others."""
        super().misbehaved(reason)
        self._child.kill()

    can_be_ended = True

    def end(self) -> None:
        self.misbehaved(f"{self._name} exceeded its time and was stopped")

    async def _report_exit(self) -> None:
        """Its output is closed: wait a moment for how it ended and what it said last."""
        try:
            async with asyncio.timeout(GRACE_SECONDS):
                await self._child.wait(GRACE_SECONDS)
                await self._errors.ended.wait()
        except TimeoutError:
            pass
        if self._group is not None and self._group.has_killed and not self.lost:
            self.hung_up(f"{self._name} used more than {self._memory} MB of memory and was stopped")
            return
        code = self._child.code
        if self._is_wrapped and code is not None and code < 0 and not self.lost:
            # A program cannot send it a signal, and when a program is ended by one, bubblewrap exits with a code.
            self.is_lost_by_us = True
            self.hung_up(f"bubblewrap was killed by signal {-code}, together with {self._name}")
            return
        how = "closed its output" if code is None else f"exited with code {code}"
        last = self._errors.text()
        self.hung_up(f"{self._name} {how}" + (f"; its last output: {last}" if last else ""))

    async def close(self, at_once: bool = False) -> None:
        await super().close(at_once)
        if self._monitor is not None:
            self._monitor.resume()
            self._monitor.close()
        if self._watchdog is not None:
            self._watchdog.cancel()
            await asyncio.gather(self._watchdog, return_exceptions=True)
        await self._child.end(grace_seconds=0 if at_once else GRACE_SECONDS, ask=False)
        if self._exit_report is not None:
            await self._exit_report
        for reader in self._readers:
            reader.close()
        if self._group is not None:
            self._group.close()


def _find_all(pid: int) -> list[int]:
    return list(find_descendants(pid))


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


async def open_program(
    command: Sequence[str], name: str, memory: int | None = None, is_wrapped: bool = False
) -> ProgramLink:
    """Start it; a UsageError if that cannot be. `memory` and `is_wrapped` are those of ProgramLink."""
    if sys.platform == "win32":
        raise UsageError(
            f"cannot start {name}: programs need Linux or macOS; on this system let it connect to listen:PORT"
        )
    pipe = subprocess.PIPE
    child = Child(command, Path.cwd(), name, stdin=pipe, stdout=pipe, stderr=pipe)
    link = ProgramLink(child, name, memory, is_wrapped)
    await link.attach()
    return link


async def reopen_program(
    command: Sequence[str], name: str, memory: int | None = None, is_wrapped: bool = False
) -> ProgramLink:
    try:
        return await open_program(command, name, memory, is_wrapped)
    except UsageError as error:
        raise Gone(str(error)) from None
