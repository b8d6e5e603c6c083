"""The workers of a season: processes that are started again when they end, here or on the nodes of a Ray cluster."""

import asyncio
import os
import socket
import sys
from contextlib import suppress
from typing import Final

from croupier.arena.run.one_thread import ONE_THREAD
from croupier.arena.store.errors import StoreError
from croupier.kernel.errors import UsageError
from croupier.season.competition import Competition
from croupier.season.work.queue import Queue
from croupier.season.work.ray_workers import RayWorkers
from croupier.ui.web.jobs.cli import stop as stop_process

MAX_PAUSE_SECONDS: Final = 10.0
RELEASE_SECONDS: Final = 5.0
"""So often the jobs of workers that have ended are released, also of those that another host had started."""
_PROGRAM: Final = "from croupier.season.work.process import main; main()"


class Workers:
    """Starts workers and releases the jobs of those that end. The first leads rounds, whose parts all of them play."""

    def __init__(self, db: str, count: int, backend: str = "local", address: str | None = None) -> None:
        if backend == "ray" and "://" not in db:
            raise UsageError("--backend ray needs a database that all nodes reach: --db postgresql://USER@HOST/NAME")
        self._db = db
        self._count = count
        self._ray = RayWorkers(db, count, address) if backend == "ray" else None
        self._queue: Queue | None = None
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self, competition: Competition) -> None:
        self._queue = Queue(competition)
        local = self._count if self._ray is None else 1
        self._tasks = [asyncio.create_task(self._keep(number)) for number in range(local)]
        self._tasks.append(asyncio.create_task(self._release(self._queue)))
        if self._ray is not None:
            await asyncio.to_thread(self._ray.start)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        if self._ray is not None:
            await asyncio.to_thread(self._ray.stop)

    async def _release(self, queue: Queue) -> None:
        while True:
            with suppress(StoreError):  # the database may be back the next time
                await asyncio.to_thread(queue.release_dead)
            await asyncio.sleep(RELEASE_SECONDS)

    async def _keep(self, number: int) -> None:
        pause = 0.1
        while True:
            process = await self._open(number)
            name = f"{socket.gethostname()}:{process.pid}"
            began = asyncio.get_running_loop().time()
            try:
                await process.wait()
            finally:
                with suppress(ProcessLookupError):
                    await stop_process(process)
                assert self._queue is not None
                with suppress(StoreError):  # `_release` does it later
                    await asyncio.shield(asyncio.to_thread(self._queue.release, [name]))
            pause = 0.1 if asyncio.get_running_loop().time() - began > 30 else min(MAX_PAUSE_SECONDS, pause * 2)
            await asyncio.sleep(pause)

    async def _open(self, number: int) -> asyncio.subprocess.Process:
        arguments = [
            sys.executable,
            "-c",
            _PROGRAM,
            "rounds" if number == 0 else "",
            str(os.getpid()),
        ]
        return await asyncio.create_subprocess_exec(
            *arguments,
            stdin=asyncio.subprocess.DEVNULL,
            env={**os.environ, **ONE_THREAD, "CROUPIER_DB": self._db},
            start_new_session=True,  # Ctrl-C is for the server, which ends this itself
        )
