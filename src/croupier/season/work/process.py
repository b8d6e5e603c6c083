"""A worker as a process of its own: it does jobs until the process that started it ends, or the database is gone."""

import os
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from time import sleep
from typing import Final

from croupier.arena.store.errors import StoreError
from croupier.arena.store.store import Store, default_path, open_store
from croupier.season.competition import Competition
from croupier.season.work.jobs import SILENT_SECONDS
from croupier.season.work.queue import Queue
from croupier.season.work.worker import Worker

IDLE_SECONDS: Final = 0.3
BEAT_SECONDS: Final = SILENT_SECONDS / 4
NICENESS: Final = 10
"""Pages come before matches."""


def cache_of(store: Store) -> Path:
    """The folder of unpacked bots: beside the database, or in the user's data folder."""
    url = store.engine.url
    beside = Path(url.database) if url.get_backend_name() == "sqlite" and url.database else default_path()
    return beside.resolve().parent / "croupier-season-bots"


def work(db: str, rounds: bool = True, parent: int | None = None, cache: Path | None = None) -> None:
    """Do jobs for as long as `parent`, the process that started this one, is there; for ever if there is none.

    Raise a StoreError if the database does not answer: whoever started this process starts another.
    """
    with open_store(db) as store:
        worker = Worker(Competition(store), store, cache or cache_of(store), rounds=rounds)
        try:
            with Heartbeat(worker.queue, worker.name):
                while parent is None or os.getppid() == parent:
                    if not worker.step():
                        sleep(IDLE_SECONDS)
        finally:
            worker.close()


def main() -> None:
    """The program of a worker process: whether it leads rounds, its parent, and the folder for bots, as arguments.

    The address of the database may hold a password, so it is not on the command line.
    """
    os.nice(NICENESS)
    try:
        cache = Path(sys.argv[3]) if len(sys.argv) > 3 else None
        work(os.environ["CROUPIER_DB"], sys.argv[1] == "rounds", int(sys.argv[2]), cache)
    except StoreError as error:
        sys.exit(f"a worker stops: {error}")


class Heartbeat:
    """Says every few seconds that a worker is alive, from a thread of its own; to be used within `with`."""

    def __init__(self, queue: Queue, worker: str) -> None:
        self._queue = queue
        self._worker = worker
        self._ended = Event()
        self._thread = Thread(target=self._beat, daemon=True)

    def __enter__(self) -> None:
        self._thread.start()

    def __exit__(self, *error: object) -> None:
        self._ended.set()
        self._thread.join()

    def _beat(self) -> None:
        while not self._ended.wait(BEAT_SECONDS):
            with suppress(StoreError):
                self._queue.beat(self._worker)
