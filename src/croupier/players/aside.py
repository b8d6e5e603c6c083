"""A bot that is waited for in a thread of its own, so that the loop goes on with everything else.

For bots in processes of their own: the thread only waits, and no longer than the bot's clock allows.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.kernel.errors import SeatError
from croupier.match.core import Match
from croupier.match.drivers import consult, luck_seed

T = TypeVar("T")


class AsidePlayer:
    """Wraps a Bot that sits at one seat of one match. What is asked of it is done in order."""

    wants_news = False

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self._bot = bot
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        Thread(target=self._work, name="aside", daemon=True).start()

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()

    async def _do(self, work: Callable[[], T]) -> T:
        done: asyncio.Future[T] = self._loop.create_future()

        def job() -> None:
            try:
                result = work()
            except BaseException as error:
                self._settle(done, partial(done.set_exception, error))
            else:
                self._settle(done, partial(done.set_result, result))

        self._jobs.put(job)
        return await done

    def _settle(self, done: asyncio.Future[Any], settle: Callable[[], None]) -> None:
        def unless_done() -> None:
            if not done.done():  # somebody still waits
                settle()

        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(unless_done)

    async def sit(self, match: Match, seat: int) -> None:
        """Raises what the bot raises when it sits down."""
        await self._do(lambda: self._bot.sit(match.table, seat, luck_seed(match.seed, seat)))

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        return await self._do(lambda: self._answer(decision))

    def _answer(self, decision: Decision[Any, Any]) -> Reply[Any]:
        index = decision.index_of(consult(self._bot, decision))
        return Reply(index, *self._bot.spoken())

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        self._jobs.put(lambda: self._bot.hear(events, view))

    def leave(self) -> None:
        """It leaves the table when it has answered what is open, and its thread ends."""
        self._jobs.put(self._leave)
        self._jobs.put(None)

    def _leave(self) -> None:
        with suppress(SeatError):
            self._bot.leave()
