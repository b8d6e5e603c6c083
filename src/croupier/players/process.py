"""Processes of ours: started as the head of a process group, ended with all that they started, whatever becomes of us.

Everything that runs a bot as a program of its own starts it here.
"""

import asyncio
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError

PATIENCE: Final = 2.0  # seconds between asking a program to end and ending it

# Reads until we close the pipe: a byte first means that all is well, nothing means that we are gone.
_GUARD: Final = """\
import os, sys
if not os.read(0, 1):
    try:
        getattr(os, "killpg", os.kill)(int(sys.argv[1]), 9)
    except OSError:
        pass
"""


def started(
    command: Sequence[str],
    directory: Path,
    name: str,
    *,
    env: dict[str, str] | None = None,
    stdin: int = subprocess.DEVNULL,
    stdout: int = subprocess.DEVNULL,
    stderr: int = subprocess.STDOUT,
) -> subprocess.Popen[bytes]:
    """The one place where a bot becomes a process: what is to be put in front of its command belongs here."""
    if not directory.is_dir():
        raise UsageError(f"{name} cannot be started: there is no directory {directory}")
    try:
        return subprocess.Popen(
            [_program(command[0], directory), *command[1:]],
            cwd=directory,
            env={**os.environ, **(env or {})},
            stdin=stdin,
            stdout=stdout,
            stderr=stderr,
            start_new_session=True,
        )
    except OSError as error:
        raise UsageError(f"{name} cannot be started: {command[0]}: {error.strerror}") from None


def _program(file_name: str, directory: Path) -> str:
    """Where the program lies: beside the bot, or on the path. Without a `python` there, ours is one."""
    if (directory / file_name).is_file():
        return str(directory / file_name)
    if shutil.which(file_name) is None and file_name in ("python", "python3"):
        return sys.executable
    return file_name


class Guard:
    """Waits beside a process: should this one end without ending it, as by a signal, the guard does so."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._guard = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", _GUARD, str(process.pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    async def end(self, patience: float = PATIENCE, ask: bool = True) -> None:
        """End the process and all that it started; `ask` it first with a signal, and wait so long."""
        if ask:
            self._signal("SIGTERM")
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                while self._process.poll() is None:
                    await asyncio.sleep(0.01)
        # What it started may be left when it has ended itself.
        self._signal("SIGKILL")
        self._process.wait()
        assert self._guard.stdin is not None
        with suppress(BrokenPipeError):
            self._guard.stdin.write(b".")
            self._guard.stdin.close()
        self._guard.wait()

    def kill(self) -> None:
        """Stop the process and all that it started, at once; it is still to be ended."""
        self._signal("SIGKILL")

    def _signal(self, name: str) -> None:
        """To the process and all that it started; where there are no groups of processes, to itself alone."""
        if sys.platform == "win32":
            self._process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.Signals[name])
