"""Tournaments and comparisons started from the page."""

import asyncio
from collections.abc import Sequence
from typing import Final

from croupier.arena.store.store import Store
from croupier.kernel.errors import UsageError
from croupier.ui.web.api.answers import RunListed
from croupier.ui.web.figures import CONTESTS, describe_run
from croupier.ui.web.jobs import cli
from croupier.ui.web.tables.table import RequestRefused

MAX_CONTESTS: Final = 2
"""Number of contests played at once; each has worker processes of its own."""
MAX_LISTED: Final = 200
START_SECONDS: Final = 60.0
POLL_SECONDS: Final = 0.25


class Contests:
    """Starts contests as child commands and knows which are running."""

    def __init__(self, store: Store, db: str | None) -> None:
        self._store = store
        self._db = db
        self._running: dict[asyncio.Task[cli.CommandResult], int | None] = {}

    async def start(self, command: str, game: str, bots: Sequence[str], *options: str) -> int:
        """Start a contest; the number of its run, as soon as it has one."""
        running = [task for task in self._running if not task.done()]
        if len(running) >= MAX_CONTESTS:
            raise RequestRefused(
                "too_many", f"{MAX_CONTESTS} contests are already running; wait until one of them has ended"
            )
        before = await asyncio.to_thread(self._last_run)
        db = [] if self._db is None else ["--db", self._db]
        process = await cli.start(command, game, *options, "--quiet", "--json", "--workers", "1", *db, "--", *bots)
        task = asyncio.create_task(cli.wait(process))
        self._running[task] = None
        loop = asyncio.get_running_loop()
        latest = loop.time() + START_SECONDS
        while True:
            run = await asyncio.to_thread(self._begun_since, before, command, tuple(bots))
            if run is not None and run not in self._running.values():
                self._running[task] = run
                return run
            if task.done():
                raise UsageError(_reason(task.result()))
            if loop.time() >= latest:
                break
            await asyncio.sleep(POLL_SECONDS)
        task.cancel()
        await asyncio.wait([task])
        raise RequestRefused(
            "slow", f"the contest did not start within {START_SECONDS:g} s; try again when the server is less busy"
        )

    def _last_run(self) -> int:
        return max((run.id for run in self._store.runs()), default=0)

    def _begun_since(self, before: int, command: str, bots: tuple[str, ...]) -> int | None:
        """The run that a command began; its secret is not known here, and never stands on a command line."""
        known = set(self._running.values())
        return next(
            (
                run.id
                for run in self._store.runs()
                if run.id > before and run.id not in known and run.plan.kind == command and run.plan.bots == bots
            ),
            None,
        )

    def is_running(self, run: int) -> bool:
        return any(number == run and not task.done() for task, number in self._running.items())

    async def stop(self, run: int) -> None:
        """Stop a contest that was started here; --resume can continue it."""
        for task, number in self._running.items():
            if number == run and not task.done():
                task.cancel()
                await asyncio.wait([task])
                return
        raise RequestRefused("not_open", "this contest is not being played by this server")

    async def list_runs(self, game: str | None) -> list[RunListed]:
        runs = await asyncio.to_thread(self._store.runs, game)
        found = [run for run in runs if run.plan.kind in CONTESTS]
        return [{**describe_run(run), "running": self.is_running(run.id)} for run in found[:MAX_LISTED]]

    async def played(self, run: int) -> int:
        """Number of matches stored so far."""
        return len(await asyncio.to_thread(self._store.numbers, run))

    async def close(self) -> None:
        """Stop all running contests; --resume can continue them."""
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)


def _reason(ended: cli.CommandResult) -> str:
    last = ended.err.strip().splitlines()[-1:] or ["it ended at once"]
    return last[0].removeprefix("croupier: ")
