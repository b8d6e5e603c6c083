"""Connections to remote bots, which are reached or launched when a run begins and let go at its end.

They live in an event loop in a thread of its own, so that a run can be started from anywhere, also from a notebook, and
Ctrl-C still reaches the caller.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from contextlib import AsyncExitStack, ExitStack
from threading import Thread
from types import TracebackType
from typing import Any, TypeVar

from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Result
from croupier.match.clock import TimeControl
from croupier.match.match import Match
from croupier.match.referee import Referee
from croupier.match.run_players import Watch, run_bots, run_players
from croupier.match.window_padding import MatchPadding
from croupier.players.entrant import Entrant, RemoteBot
from croupier.players.http.launch import Programs
from croupier.players.json.remote_bot import LinkRemoteBot
from croupier.players.sandbox.affinity import pinned_core
from croupier.players.seating import enter_or_bench, seat_any, seat_clock

T = TypeVar("T")


class _LeftEarly(Exception):
    """Raised in place of SystemExit from a watcher."""


class _ExitCatcher:
    """Calls a watcher and keeps its SystemExit, which would only end the thread of the connections."""

    def __init__(self, watch: Watch | None) -> None:
        self._watch = watch
        self.left: SystemExit | None = None

    def __call__(self, match: Match) -> None:
        try:
            if self._watch is not None:
                self._watch(match)
        except SystemExit as left:
            self.left = left
            raise _LeftEarly from None


class Connections:
    """Plays matches between bots in this process and guests; to be used within `with`."""

    def __init__(self, entrants: Sequence[Entrant], clock: Clock = NO_CLOCK) -> None:
        """`clock` is the time of every seat that is not in this process."""
        self._clock = clock
        self._cells = list(dict.fromkeys(entrant.cells for entrant in entrants if entrant.cells is not None))
        self._guests = list(dict.fromkeys(entrant.guest for entrant in entrants if entrant.guest is not None))
        self._programs = Programs()
        self._core = ExitStack()
        """While it is open, this thread stays on one core with the bots that it asks."""
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread: Thread | None = None

    def __enter__(self) -> "Connections":
        if self._cells and not self._guests:
            self._core.enter_context(pinned_core())
        if self._guests:
            self._loop = asyncio.new_event_loop()
            self._thread = Thread(target=self._loop.run_forever, name="outside", daemon=True)
            self._thread.start()
            try:
                self._await(self._arrive())
            except BaseException:
                self.__exit__(None, None, None)
                raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for cells in self._cells:
            cells.close()
        self._core.close()
        if self._loop is None or self._thread is None:
            return
        loop, self._loop = self._loop, None
        try:
            asyncio.run_coroutine_threadsafe(self._leave(), loop).result()
        finally:
            loop.call_soon_threadsafe(loop.stop)
            self._thread.join()
            loop.close()

    def _await(self, work: Coroutine[Any, Any, T]) -> T:
        """Do it in the loop. Whatever interrupts the waiting cancels the work and lets it put things in order."""
        assert self._loop is not None, "to be used within `with`"
        done = asyncio.run_coroutine_threadsafe(_finished(work), self._loop)
        try:
            task = done.result()
        except BaseException:
            done.cancel()
            asyncio.run_coroutine_threadsafe(_settled(), self._loop).result()
            raise
        return task.result()

    def begin_life(self) -> None:
        """From here on bots and programs that we start play in processes that no earlier match has touched."""
        for cells in self._cells:
            cells.renew()
        for guest in self._guests:
            if isinstance(guest, LinkRemoteBot) and guest.is_program:
                self._await(guest.renew())

    def do(self, work: Coroutine[Any, Any, T]) -> T:
        """Whatever is to be done with these entrants, to its end. Bots of this process think in this very thread."""
        return asyncio.run(work) if self._loop is None else self._await(work)

    async def _arrive(self) -> None:
        """All at once, since some wait for bots that are started one after the other."""
        arrivals = [asyncio.ensure_future(guest.arrive(self._programs)) for guest in self._guests]
        try:
            await asyncio.gather(*arrivals)
        except BaseException:
            for each in arrivals:
                each.cancel()
            await asyncio.gather(*arrivals, return_exceptions=True)
            raise

    async def _leave(self) -> None:
        try:
            for guest in self._guests:
                await guest.leave()
        finally:
            await self._programs.stop()

    def play(
        self,
        match: Match,
        seats: Sequence[Bot[Any, Any] | RemoteBot],
        watch: Watch | None = None,
        padding: MatchPadding | None = None,
    ) -> Result:
        """Play the match to its end; without guests in the tight loop. With `padding` reaction windows are padded."""
        bots = [bot for bot in seats if isinstance(bot, Bot)]
        if len(bots) == len(seats):
            watch = watch if padding is None else padding.before(watch)
            timing = None
            if self._cells:
                timing = TimeControl([self._clock if bot.is_timed else NO_CLOCK for bot in bots])
            return run_bots(match, bots, watch, timing=timing)
        catcher = _ExitCatcher(watch)
        try:
            return self._await(play_seats(match, seats, catcher, self._clock, padding))
        except _LeftEarly:
            assert catcher.left is not None
            raise catcher.left from None


async def _finished(work: Coroutine[Any, Any, T]) -> "asyncio.Task[T]":
    """The task when it is done, however it ended: a cancelled wait must not hide what the work itself raised."""
    task = asyncio.ensure_future(work)
    try:
        await asyncio.wait([task])
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait([task])
        raise
    return task


async def _settled() -> None:
    """Wait until every other task has ended."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    if others:
        await asyncio.wait(others)


async def play_seats(
    match: Match,
    seats: Sequence[Bot[Any, Any] | RemoteBot],
    watch: Watch | None = None,
    clock: Clock = NO_CLOCK,
    padding: MatchPadding | None = None,
) -> Result:
    """Seat all bots, bench those that cannot be seated, and play the match to its end."""
    referee = Referee(match)
    clocks = [NO_CLOCK if isinstance(who, Bot) and not who.is_timed else seat_clock(who, match, clock) for who in seats]
    async with AsyncExitStack() as stack:
        players = [
            await enter_or_bench(stack, seat_any(who, match, seat, clocks[seat]), seat, referee)
            for seat, who in enumerate(seats)
        ]
        timing = TimeControl(clocks)
        return await run_players(match, players, watch=watch, referee=referee, timing=timing, padding=padding)
