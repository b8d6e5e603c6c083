"""Pools of worker processes for everything that takes long, so that the server's event loop stays free.

A worker that takes too long is killed and replaced; only its current job is lost.
"""

import asyncio
import pickle
import sys
from contextlib import suppress
from typing import Any, cast

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Reply, Table, View
from croupier.kernel.errors import Crashed, TooSlow
from croupier.match.match import Match
from croupier.match.run_players import luck_seed
from croupier.players.frames import frame, read_frame_from
from croupier.ui.web.jobs.worker import (
    Advise,
    Analysis,
    BotAnswer,
    Decide,
    Job,
    JobFailure,
    LoadBot,
    LoadContest,
    LoadLeaderboard,
    LoadPairing,
    LoadProfile,
    RenderPage,
    ReviewMatch,
    VerifiedReplay,
    VerifyReplay,
)

BOT_SECONDS = 20.0
HINT_SECONDS = 15.0
REVIEW_SECONDS = 600.0
LOOKUP_SECONDS = 60.0


class JobFailed(Exception):
    """A job failed; the message says why."""


class _QueuedJob:
    def __init__(self, job: Job, seconds: float) -> None:
        self.job = job
        self.seconds = seconds
        self.done: asyncio.Future[object] = asyncio.get_running_loop().create_future()


class WorkerPool:
    """Up to `workers` processes with one queue; each is started when it is first needed."""

    def __init__(self, workers: int, nice: int) -> None:
        self._nice = nice
        self._size = workers
        self._queue: asyncio.Queue[_QueuedJob] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._idle = 0

    async def do(self, job: Job, seconds: float) -> object:
        """Run a job; raises JobFailed, TooSlow, or a bot's own fault."""
        waiting = _QueuedJob(job, seconds)
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
                        "from croupier.ui.web.jobs.worker import main; main()",
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


async def _serve(process: asyncio.subprocess.Process, waiting: _QueuedJob) -> bool:
    """Run one job in the worker; whether the worker can be used again."""
    assert process.stdin is not None
    assert process.stdout is not None
    fits = True
    error: Exception | None = None
    answer: object = None
    try:
        data = pickle.dumps(waiting.job)
        async with asyncio.timeout(waiting.seconds):
            process.stdin.write(frame(data))
            await process.stdin.drain()
            answer = pickle.loads(await read_frame_from(process.stdout))
    except TimeoutError:
        fits, error = False, TooSlow(f"did not answer within {waiting.seconds:g} s and was stopped")
    except (asyncio.IncompleteReadError, ConnectionError, BrokenPipeError):
        fits, error = False, JobFailed("the worker process ended before it had answered")
    except Exception as trouble:
        fits, error = False, JobFailed(f"the worker process cannot be understood: {trouble}")
    if isinstance(answer, JobFailure):
        error = answer.fault or JobFailed(answer.text)
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


class JobPool:
    """The jobs of one server, with pools for bots, for reviews, and for short look-ups."""

    def __init__(self, workers: int) -> None:
        self._bots = WorkerPool(workers, nice=2)
        self._reviews = WorkerPool(1, nice=10)
        self._lookups = WorkerPool(1, nice=5)

    async def decide(self, job: Decide) -> BotAnswer:
        return cast("BotAnswer", await self._bots.do(job, BOT_SECONDS))

    async def advise(self, table: Table, decision: Decision[Any, Any], iterations: int) -> list[tuple[int, float, int]]:
        job = Advise(table, decision, iterations)
        return cast("list[tuple[int, float, int]]", await self._bots.do(job, HINT_SECONDS))

    async def review(self, replay: bytes, iterations: int) -> Analysis:
        return cast("Analysis", await self._reviews.do(ReviewMatch(replay, iterations), REVIEW_SECONDS))

    async def verify(self, replay: bytes) -> VerifiedReplay:
        return cast("VerifiedReplay", await self._lookups.do(VerifyReplay(replay), LOOKUP_SECONDS))

    async def render_page(self, replay: bytes) -> str:
        return cast("str", await self._reviews.do(RenderPage(replay), REVIEW_SECONDS))

    async def look_up(self, job: LoadLeaderboard | LoadBot | LoadContest | LoadPairing) -> Any:
        """Figures from the store."""
        return await self._lookups.do(job, LOOKUP_SECONDS)

    async def profile(self, job: LoadProfile) -> Any:
        """How readable a bot is: its matches are read, which takes longer than other figures."""
        return await self._reviews.do(job, REVIEW_SECONDS)

    async def close(self) -> None:
        for pool in (self._bots, self._reviews, self._lookups):
            await pool.close()


class WorkerPlayer:
    """A bot whose answers come from worker processes."""

    wants_news = False

    def __init__(self, jobs: JobPool, key: str, spec: str, match: Match, seat: int) -> None:
        self._jobs = jobs
        self._key = key
        self._spec = spec
        self._table = match.table
        self._seat = seat
        self._luck = luck_seed(match.seed, seat)

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        job = Decide(self._key, self._spec, self._table, self._seat, self._luck, decision)
        try:
            answered = await self._jobs.decide(job)
        except JobFailed as error:
            raise Crashed(str(error)) from None
        return Reply(answered.index, answered.say, answered.note)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        return


def needs_worker(bot: Bot[Any, Any]) -> bool:
    """Whether a bot must run in a worker: bots that search, which keep nothing between two questions."""
    from croupier.ai.search.bots import SearchBot

    return isinstance(bot, SearchBot)
