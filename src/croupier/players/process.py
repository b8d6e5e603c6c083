"""Supervised child processes: each leads a process group and is ended with all that it started, also if we are killed.

Every bot that is a program of its own is started here.
"""

import asyncio
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final, Protocol

from croupier.kernel.errors import UsageError
from croupier.players.memory_watch import process_megabytes

GRACE_SECONDS: Final = 2.0
"""The time between asking a program to end and killing it."""
_POLL_SECONDS: Final = 0.01

# Waits on a pipe from us: a byte means that the process was ended properly, its end that we are gone.
_GUARD: Final = """\
import os, sys
if not os.read(0, 1):
    try:
        getattr(os, "killpg", os.kill)(int(sys.argv[1]), 9)
    except OSError:
        pass
"""


class Child:
    """A bot's program in a process group of its own: started, watched, and ended with all that it started.

    A second process kills the group if ours ends without doing so, such as by a signal.
    """

    def __init__(
        self,
        command: Sequence[str],
        directory: Path,
        name: str,
        *,
        env: dict[str, str] | None = None,
        stdin: int = subprocess.DEVNULL,
        stdout: int = subprocess.DEVNULL,
        stderr: int = subprocess.STDOUT,
    ) -> None:
        """Start the program; raise a UsageError if that fails."""
        if not directory.is_dir():
            raise UsageError(f"cannot start {name}: no folder {directory}")
        try:
            self.process = subprocess.Popen(
                [_find_program(command[0], directory), *command[1:]],
                cwd=directory,
                env={**os.environ, **(env or {})},
                stdin=stdin,
                stdout=stdout,
                stderr=stderr,
                start_new_session=True,
            )
        except OSError as error:
            raise UsageError(f"cannot start {name}: {command[0]}: {error.strerror}") from None
        self._guard = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _GUARD, str(self.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        return self.process.pid

    @property
    def code(self) -> int | None:
        """How it ended; None while it runs."""
        return self.process.poll()

    async def wait(self, seconds: float) -> None:
        """Wait until it has ended; raise a TimeoutError if it has not by then."""
        async with asyncio.timeout(seconds):
            while self.code is None:
                await asyncio.sleep(_POLL_SECONDS)

    async def end(self, grace_seconds: float = GRACE_SECONDS, ask: bool = True) -> None:
        """End it and all that it started. With `ask` it gets SIGTERM first, and time to exit."""
        if ask:
            kill_group(self.process, "SIGTERM")
        with suppress(TimeoutError):
            await self.wait(grace_seconds)
        # What it started may be left when it has ended itself.
        kill_group(self.process)
        self.process.wait()
        assert self._guard.stdin is not None
        with suppress(BrokenPipeError):
            self._guard.stdin.write(b".")
            self._guard.stdin.close()
        self._guard.wait()

    def kill(self) -> None:
        """Kill it and all that it started; `end` is still to be called."""
        kill_group(self.process)


def _find_program(file_name: str, directory: Path) -> str:
    """Find the program beside the bot or on the path; our own Python if there is no `python` on it."""
    if (directory / file_name).is_file():
        return str(directory / file_name)
    if shutil.which(file_name) is None and file_name in ("python", "python3"):
        return sys.executable
    return file_name


def end_process(process: "subprocess.Popen[bytes]", grace_seconds: float) -> int:
    """Wait for a process to exit, then kill it and all that it started; return its exit code."""
    try:
        return process.wait(grace_seconds)
    except subprocess.TimeoutExpired:
        kill_group(process)
        return process.wait()


class Signalled(Protocol):
    """A process of `subprocess` or of `asyncio`."""

    @property
    def pid(self) -> int: ...

    def kill(self) -> None: ...


def kill_group(process: Signalled, signal_name: str = "SIGKILL") -> None:
    """Signal a process and all that it started; on Windows, which has no process groups, kill the process alone."""
    with suppress(ProcessLookupError, PermissionError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, signal.Signals[signal_name])


MEMORY_POLL_SECONDS: Final = 0.05
_NUMBERS: Final = re.compile(r"^NSpid:\t\d+(?:\t\d+)*\t(\d+)$", re.MULTILINE)
"""The numbers of a process in its own namespace and those around it; the last is the innermost."""


def find_descendants(pid: int) -> Iterator[int]:
    """A process and all that descend from it, those in namespaces of their own included; nothing without /proc."""
    todo = [pid]
    while todo:
        pid = todo.pop()
        try:
            # Each thread lists the processes that it started.
            for thread in Path("/proc", str(pid), "task").iterdir():
                todo += map(int, (thread / "children").read_text().split())
        except OSError:
            continue  # it has ended meanwhile
        yield pid


def find_inner(outer: int, number: int) -> list[int]:
    """The descendant of `outer` that has this number in a namespace of its own; none if there is no such process."""
    for pid in find_descendants(outer):
        with suppress(OSError):
            found = _NUMBERS.search(Path("/proc", str(pid), "status").read_text())
            if found is not None and int(found[1]) == number:
                return [pid]
    return []


def resident_megabytes(pid: int) -> float:
    """Megabytes in use by a process and its descendants."""
    return sum(map(process_megabytes, find_descendants(pid)))
