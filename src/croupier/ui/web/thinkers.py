"""The workers that think, so that the loop which serves everybody never does: a few processes and one queue.

A worker that takes too long is ended and replaced; only the job it was at is lost.
"""

import asyncio
import pickle
import sys
from contextlib import suppress
from typing import Any, cast

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Reply, Table, View
from croupier.kernel.errors import Crashed, TooSlow
from croupier.match.core import Match
from croupier.match.drivers import luck_seed
from croupier.ui.web.thinker import (
    HEADER,
    Advise,
    Answered,
    Board,
    BotPage,
    Contest,
    Decide,
    Failed,
    Job,
    Picture,
    Study,
    Verified,
    Verify,
)

BOT_SECONDS = 20.0
HINT_SECONDS = 15.0
STUDY_SECONDS = 600.0
CLERK_SECONDS = 60.0


class WorkFailed(Exception):
    """A job that came to nothing; the message says why."""


class _Waiting:
    def __init__(self, job: Job, seconds: float) -> None:
        self.job = job
        self.seconds = seconds
        self.done: asyncio.Future[object] = asyncio.get_running_loop().create_future()


class Pool:
    """So many workers; each is started when it is first needed."""

    def __init__(self, workers: int, nice: int) -> None:
        self._nice = nice
        self._size = workers
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._idle = 0

    async def do(self, job: Job, seconds: float) -> object:
        """What came of it; WorkFailed, TooSlow or a bot's own fault if nothing did."""
        waiting = _Waiting(job, seconds)
        self._queue.put_nowait(waiting)
        if self._idle < self._queue.qsize() and len(self._tasks) < self._size:
            self._tasks.append(asyncio.create_task(self._work()))
        return await waiting.done

    async def _work(self) -> None:
        process: asyncio.subprocess.Process | None = None
        try:
            while True:
                self._idle += 1
                try:
                    waiting = await self._queue.get()
                finally:
                    self._idle -= 1
                if waiting.done.cancelled():
                    continue
                if process is None:
                    process = await asyncio.create_subprocess_exec(
                        sys.executable,
                        "-c",
                        "from croupier.ui.web.thinker import main; main()",
                        str(self._nice),
                        stdin=asyncio.subprocess.PIPE,
                        stdout=asyncio.subprocess.PIPE,
                    )
                if not await _serve(process, waiting):
                    await _end(process)
                    process = None
        finally:
            if process is not None:
                await _end(process)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks = []


async def _serve(process: asyncio.subprocess.Process, waiting: _Waiting) -> bool:
    """Have one job done; whether the worker can go on."""
    assert process.stdin is not None
    assert process.stdout is not None
    fits = True
    error: Exception | None = None
    answer: object = None
    try:
        data = pickle.dumps(waiting.job)
        async with asyncio.timeout(waiting.seconds):
            process.stdin.write(HEADER.pack(len(data)) + data)
            await process.stdin.drain()
            head = await process.stdout.readexactly(HEADER.size)
            answer = pickle.loads(await process.stdout.readexactly(HEADER.unpack(head)[0]))
    except TimeoutError:
        fits, error = False, TooSlow(f"did not answer within {waiting.seconds:g} s and was stopped")
    except (asyncio.IncompleteReadError, ConnectionError, BrokenPipeError):
        fits, error = False, WorkFailed("the worker process ended before it had answered")
    except Exception as trouble:
        fits, error = False, WorkFailed(f"the worker process cannot be understood: {trouble}")
    if isinstance(answer, Failed):
        error = answer.fault or WorkFailed(answer.text)
    if not waiting.done.done():
        if error is not None:
            waiting.done.set_exception(error)
        else:
            waiting.done.set_result(answer)
    return fits


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await asyncio.shield(process.wait())


class Thinkers:
    """All that is thought about elsewhere."""

    def __init__(self, workers: int) -> None:
        self._bots = Pool(workers, nice=2)
        self._studies = Pool(1, nice=10)
        self._clerk = Pool(1, nice=5)

    async def decide(self, job: Decide) -> Answered:
        return cast("Answered", await self._bots.do(job, BOT_SECONDS))

    async def advise(self, table: Table, decision: Decision[Any, Any], iterations: int) -> list[tuple[int, float, int]]:
        job = Advise(table, decision, iterations)
        return cast("list[tuple[int, float, int]]", await self._bots.do(job, HINT_SECONDS))

    async def study(self, replay: bytes, iterations: int) -> dict[str, Any]:
        return cast("dict[str, Any]", await self._studies.do(Study(replay, iterations), STUDY_SECONDS))

    async def verify(self, replay: bytes) -> Verified:
        return cast("Verified", await self._clerk.do(Verify(replay), CLERK_SECONDS))

    async def picture(self, replay: bytes) -> str:
        return cast("str", await self._clerk.do(Picture(replay), CLERK_SECONDS))

    async def look_up(self, job: Board | BotPage | Contest) -> Any:
        """Figures from the store."""
        return await self._clerk.do(job, CLERK_SECONDS)

    async def close(self) -> None:
        for pool in (self._bots, self._studies, self._clerk):
            await pool.close()


class ThinkingPlayer:
    """A bot whose answers come from the workers."""

    wants_news = False

    def __init__(self, thinkers: Thinkers, key: str, spec: str, match: Match, seat: int) -> None:
        self._thinkers = thinkers
        self._key = key
        self._spec = spec
        self._table = match.table
        self._seat = seat
        self._luck = luck_seed(match.seed, seat)

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        job = Decide(self._key, self._spec, self._table, self._seat, self._luck, decision)
        try:
            answered = await self._thinkers.decide(job)
        except WorkFailed as error:
            raise Crashed(str(error)) from None
        return Reply(answered.index, answered.say, answered.note)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        return


def thinks_long(bot: Bot[Any, Any]) -> bool:
    """Whether a bot is kept out of the loop: those that search, which also keep nothing between two questions."""
    from croupier.ai.thinking import SearchBot

    return isinstance(bot, SearchBot)
