"""Tournaments and comparisons that are started from the page, and those who follow them live."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any, Final

from croupier.arena.store import Store
from croupier.kernel.errors import UsageError
from croupier.ui.web import commands
from croupier.ui.web.ledgers import CONTESTS, listed
from croupier.ui.web.table import Refused

MOST: Final = 2
"""So many are played at once; each has worker processes of its own."""
START_SECONDS: Final = 60.0
LOOK: Final = 0.25


class Contests:
    """Starts the same commands as a terminal would, and knows which of them are running."""

    def __init__(self, store: Store, db: str | None) -> None:
        self._store = store
        self._db = db
        self._running: dict[asyncio.Task[commands.Ended], int | None] = {}

    async def start(self, command: str, game: str, bots: Sequence[str], *options: str) -> int:
        """The number of the run, as soon as it has one."""
        running = [task for task in self._running if not task.done()]
        if len(running) >= MOST:
            raise Refused("too_many", f"{MOST} contests are being played; wait until one of them is over")
        seed = secrets.randbits(50)
        db = [] if self._db is None else ["--db", self._db]
        process = await commands.start(
            command, game, *options, "--seed", str(seed), "--quiet", "--json", "--workers", "1", *db, "--", *bots
        )
        task = asyncio.create_task(commands.ended(process))
        self._running[task] = None
        loop = asyncio.get_running_loop()
        latest = loop.time() + START_SECONDS
        while True:
            run = await asyncio.to_thread(self._run_with, seed)
            if run is not None:
                self._running[task] = run
                return run
            if task.done():
                raise UsageError(_reason(task.result()))
            if loop.time() >= latest:
                break
            await asyncio.sleep(LOOK)
        task.cancel()
        await asyncio.wait([task])
        raise Refused("slow", f"it did not begin within {START_SECONDS:g} s; try again when less is going on here")

    def _run_with(self, seed: int) -> int | None:
        return next((run.id for run in self._store.runs()[: MOST * 4] if run.plan.seed == seed), None)

    def is_running(self, run: int) -> bool:
        return any(number == run and not task.done() for task, number in self._running.items())

    async def listed(self, game: str | None) -> list[dict[str, Any]]:
        runs = await asyncio.to_thread(self._store.runs, game)
        return [{**listed(run), "running": self.is_running(run.id)} for run in runs if run.plan.kind in CONTESTS][:200]

    async def played(self, run: int) -> int:
        """How many of its matches are there."""
        return len(await asyncio.to_thread(self._store.numbers, run))

    async def close(self) -> None:
        """What is being played stops; --resume goes on with it."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


def _reason(ended: commands.Ended) -> str:
    last = ended.err.strip().splitlines()[-1:] or ["it ended at once"]
    return last[0].removeprefix("croupier: ")
