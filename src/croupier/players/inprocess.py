"""A bot in this process as a player. Trusted: it can hang or read anything, like any code you run yourself."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Reply, View
from croupier.kernel.errors import SeatError
from croupier.kernel.private_copies import own_decision, own_each, own_table, own_view
from croupier.match.match import Match
from croupier.match.run_players import ask_bot, luck_seed


class BotPlayer:
    """Wraps a Bot that sits at one seat of one match."""

    wants_news = False

    def __init__(self, bot: Bot[Any, Any], match: Match, seat: int) -> None:
        """Raises what the bot raises when it sits down."""
        self._bot = bot
        bot.sit(match.table if bot.is_ours else own_table(match.table, bot), seat, luck_seed(match.seed, seat))

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        bot = self._bot
        handed = decision if bot.is_ours else own_decision(decision, bot, own_each(decision.moves, bot))
        index = decision.index_of(ask_bot(bot, handed))
        return Reply(index, *bot.take_talk())

    def take_charge(self) -> float:
        return self._bot.take_charge()

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        bot = self._bot
        if bot.is_ours:
            bot.hear(events, view)
        else:
            bot.hear(own_each(events, bot), own_view(view, bot))


T = TypeVar("T")


class ThreadedPlayer:
    """A Bot at one seat of one match that works in a thread of its own, on one call after the other."""

    wants_news = False

    def __init__(self, bot: Bot[Any, Any], clock: Clock = NO_CLOCK) -> None:
        """`clock`, unless it is NO_CLOCK, takes the place of the clock that a decision comes with."""
        self._bot = bot
        self._clock = clock
        self._loop = asyncio.get_running_loop()
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        Thread(target=self._work, name="bot", daemon=True).start()

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
            if not done.done():  # otherwise the caller was cancelled
                settle()

        with suppress(RuntimeError):  # the loop has ended
            self._loop.call_soon_threadsafe(unless_done)

    async def sit(self, match: Match, seat: int) -> None:
        """Seat the bot; raise what it raises."""
        await self._do(lambda: self._bot.sit(match.table, seat, luck_seed(match.seed, seat)))

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        if self._clock is not NO_CLOCK:
            decision = msgspec.structs.replace(decision, clock=self._clock)
        return await self._do(lambda: self._answer(decision))

    def _answer(self, decision: Decision[Any, Any]) -> Reply[Any]:
        index = decision.index_of(ask_bot(self._bot, decision))
        return Reply(index, *self._bot.take_talk())

    def take_charge(self) -> float:
        return self._bot.take_charge()

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        self._jobs.put(lambda: self._bot.hear(events, view))

    def leave(self) -> None:
        """End the thread after the open questions are answered and the bot has left the table."""
        self._jobs.put(self._leave)
        self._jobs.put(None)

    def _leave(self) -> None:
        with suppress(SeatError):
            self._bot.leave()
