"""A terminal used line by line, shared by several people: one at a time has it, and it is handed over in between."""

import asyncio
import os
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager, suppress
from threading import Thread

from croupier.kernel.errors import UsageError

_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class InputEnded(UsageError):
    """The input ended."""


class Screen:
    """One terminal or pipe."""

    def __init__(self, write: Callable[[str], None], people: int = 1) -> None:
        self.write = write
        self.people = people
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._reader: Thread | None = None
        self._in_use = asyncio.Lock()
        self._holder = ""

    async def read(self, prompt: str) -> str:
        """Read the next line; raises InputEnded when there is none."""
        if self._reader is None:
            loop = asyncio.get_running_loop()
            self._reader = Thread(target=self._listen, args=(loop,), name="typed", daemon=True)
            self._reader.start()
        sys.stdout.write(prompt)
        sys.stdout.flush()
        line = await self._lines.get()
        if line is None:
            self._lines.put_nowait(None)
            raise InputEnded("the input ended before the match was over")
        if not sys.stdin.isatty():
            self.write("")
        return line.strip()

    def _listen(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read from the descriptor itself: a thread blocked in a buffered file cannot be abandoned at exit."""
        pending = b""
        with suppress(RuntimeError):  # the match is over, and what is typed now is for nobody
            while chunk := os.read(0, 65536):
                *lines, pending = (pending + chunk).split(b"\n")
                for line in lines:
                    loop.call_soon_threadsafe(self._lines.put_nowait, line.decode(errors="replace"))
            if pending:
                loop.call_soon_threadsafe(self._lines.put_nowait, pending.decode(errors="replace"))
            loop.call_soon_threadsafe(self._lines.put_nowait, None)

    @asynccontextmanager
    async def held_by(self, name: str) -> AsyncGenerator[None]:
        """Hold the screen for one person; the others are asked to look away first."""
        async with self._in_use:
            if self.people > 1 and self._holder != name:
                if sys.stdout.isatty():
                    self.write(_CLEAR)
                await self.read(f"{name}, it is your turn. Press Enter when only you can see the screen. ")
                self._holder = name
            yield
