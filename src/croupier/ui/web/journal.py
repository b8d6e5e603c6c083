"""What must outlive the server, on its way into the database: collected by the loop, written by a thread of its own."""

import asyncio
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from croupier.arena.store.shelf import Shelf
from croupier.match.core import Step

EVERY: Final = 0.05
"""Seconds; so much of a game is lost at most when the machine itself fails."""

Write = Callable[[Shelf], None]


class Kept(NamedTuple):
    """A step of a table."""

    table: str
    number: int
    step: Step


class Journal:
    """Writes in the order in which it was asked to; neighbouring steps go into one commit."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf
        self._queue: SimpleQueue[Kept | Write | None] = SimpleQueue()
        self._trouble: Exception | None = None
        self._thread = threading.Thread(target=self._work, name="journal", daemon=True)
        self._thread.start()

    def step(self, table: str, number: int, step: Step) -> None:
        self._queue.put(Kept(table, number, step))

    def do(self, write: Write) -> None:
        self._queue.put(write)

    async def done(self, write: Write) -> None:
        """The same, and wait until it is written."""
        loop = asyncio.get_running_loop()
        written = asyncio.Event()

        def and_tell(shelf: Shelf) -> None:
            try:
                write(shelf)
            finally:
                loop.call_soon_threadsafe(written.set)

        self._queue.put(and_tell)
        await written.wait()

    def close(self) -> None:
        """Write all that waits; raises what went wrong with the database, if anything did."""
        self._queue.put(None)
        self._thread.join()
        if self._trouble is not None:
            raise self._trouble

    def _work(self) -> None:
        is_open = True
        pause = threading.Event()
        while is_open:
            taken = [self._queue.get()]
            pause.wait(EVERY)
            try:
                while True:
                    taken.append(self._queue.get_nowait())
            except Empty:
                pass
            try:
                is_open = self._write(taken)
            except Exception as error:  # the games go on; the trouble is told at the end
                self._trouble = error

    def _write(self, taken: list[Kept | Write | None]) -> bool:
        steps: list[Kept] = []
        for each in taken:
            if isinstance(each, Kept):
                steps.append(each)
                continue
            self._shelf.put_steps(steps)
            steps = []
            if each is None:
                return False
            each(self._shelf)
        self._shelf.put_steps(steps)
        return True
