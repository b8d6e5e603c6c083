"""Run commands of Croupier in child processes: those that take long or run strangers' code.

A tournament started from the page is exactly the one that the command line would play, kept in the same store.
"""

import asyncio
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

MAX_OUTPUT_BYTES: Final = 4_000_000


class CommandResult(msgspec.Struct, frozen=True):
    """Output and exit code of a command; the code is None if it was stopped because it took too long."""

    code: int | None
    out: bytes
    err: str


async def start(*arguments: str, folder: Path | None = None) -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import os; getattr(os, 'nice', int)(8); from croupier.ui.cli.main import main; main()",
        *arguments,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        cwd=folder,
        env={**os.environ, "NO_COLOR": "1"},
        start_new_session=True,  # Ctrl-C is for the server, which ends this itself
    )


async def wait(process: asyncio.subprocess.Process, seconds: float | None = None) -> CommandResult:
    """Wait for a command; stop it and everything it started after `seconds`."""
    try:
        async with asyncio.timeout(seconds):
            out, err = await process.communicate()
    except TimeoutError:
        await stop(process)
        return CommandResult(None, b"", "")
    except asyncio.CancelledError:
        await stop(process)
        raise
    return CommandResult(process.returncode, out[:MAX_OUTPUT_BYTES], err.decode(errors="replace")[-4000:])


async def stop(process: asyncio.subprocess.Process) -> None:
    """Kill a command and everything it started."""
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.killpg(process.pid, 9)
    await asyncio.shield(_wait_until_ended(process))


async def _wait_until_ended(process: asyncio.subprocess.Process) -> None:
    """Wait until the process has ended, and one second for its pipes, which another process may hold open."""
    await process.wait()
    with suppress(TimeoutError):
        async with asyncio.timeout(1):
            await process.communicate()
