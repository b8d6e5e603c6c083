"""Writes steps and tables to the database in a thread of its own, so that the event loop does not wait for the disk."""

import asyncio
import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Final, NamedTuple

from croupier.arena.store.web import WebStore
from croupier.match.match import Step

COMMIT_SECONDS: Final = 0.05
"""Seconds between two commits, and the most that is lost when the machine fails."""

Write = Callable[[WebStore], None]


class TableStep(NamedTuple):
    """A step of a table."""

    table: str
    number: int
    step: Step


class StepWriter:
    """Writes in the order of the calls; neighbouring steps go into one commit."""

    def __init__(self, web_store: WebStore) -> None:
        self._web_store = web_store
        self._queue: SimpleQueue[TableStep | Write | None] = SimpleQueue()
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._work, name="step-writer", daemon=True)
        self._thread.start()

    def enqueue_step(self, table: str, number: int, step: Step) -> None:
        self._queue.put(TableStep(table, number, step))

    def enqueue(self, write: Write) -> None:
        self._queue.put(write)

    async def write(self, write: Write) -> None:
        """Write and wait until it is written."""
        loop = asyncio.get_running_loop()
        written = asyncio.Event()

        def write_and_signal(web_store: WebStore) -> None:
            try:
                write(web_store)
            finally:
                loop.call_soon_threadsafe(written.set)

        self._queue.put(write_and_signal)
        await written.wait()

    def close(self) -> None:
        """Write all that is queued; raises the last database error, if there was one."""
        self._queue.put(None)
        self._thread.join()
        if self._error is not None:
            raise self._error

    def _work(self) -> None:
        is_open = True
        pause = threading.Event()
        while is_open:
            taken = [self._queue.get()]
            pause.wait(COMMIT_SECONDS)
            try:
                while True:
                    taken.append(self._queue.get_nowait())
            except Empty:
                pass
            try:
                is_open = self._commit(taken)
            except Exception as error:  # the games go on; the trouble is told at the end
                self._error = error

    def _commit(self, taken: list[TableStep | Write | None]) -> bool:
        steps: list[TableStep] = []
        for each in taken:
            if isinstance(each, TableStep):
                steps.append(each)
                continue
            self._web_store.put_steps(steps)
            steps = []
            if each is None:
                return False
            each(self._web_store)
        self._web_store.put_steps(steps)
        return True
