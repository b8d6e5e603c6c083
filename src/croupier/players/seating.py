"""Seat one entrant, or one bot, at one seat of one match, whatever kind of bot it is."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Any

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Reply, View
from croupier.kernel.errors import SeatError
from croupier.match.match import Match
from croupier.match.referee import Referee, crash_fault
from croupier.match.run_players import Player
from croupier.players.entrant import Entrant, RemoteBot
from croupier.players.http.remote_bot import HttpRemoteBot
from croupier.players.inprocess import BotPlayer, ThreadedPlayer


class FailedPlayer:
    """The player of a bot that could not be seated: it answers every question with the same fault."""

    wants_news = False

    def __init__(self, fault: SeatError) -> None:
        self._fault = fault

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        raise self._fault

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        return


class FailedBot(Bot[Any, Any]):
    """A bot whose class failed to make it: it raises the same error at every question."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def decide(self, decision: Decision[Any, Any]) -> int:
        raise self._error


def make_bot(entrant: Entrant) -> Bot[Any, Any]:
    """Make a fresh bot, or a FailedBot in place of one that cannot be made."""
    try:
        return entrant.make()
    except BaseException as error:
        return FailedBot(error)


def keep_player(player: Player) -> Player:
    return player


class PlayerWrappers(msgspec.Struct, frozen=True):
    """What becomes the player at a seat: for tests of a bot, debuggers and recordings."""

    bot: Callable[[Bot[Any, Any], Match, int], Player] = BotPlayer
    """Makes the player of a bot in this process."""
    remote: Callable[[Player], Player] = keep_player
    """Wraps the player of a bot that plays over a connection."""


NO_WRAPPERS = PlayerWrappers()


@asynccontextmanager
async def seat_entrant(
    entrant: Entrant,
    match: Match,
    seat: int,
    wrappers: PlayerWrappers = NO_WRAPPERS,
    clock: Clock = NO_CLOCK,
    threaded: bool = False,
) -> AsyncGenerator[Player]:
    """Yield the entrant's player; raise a SeatError if the bot cannot be reached, made or seated.

    `clock` is the time of a remote or threaded bot. `threaded` bots answer in a thread of their own, as bots that think
    for seconds always do.
    """
    if entrant.guest is not None:
        async with entrant.guest.sit(match, seat, clock) as player:
            yield wrappers.remote(player)
        return
    try:
        bot = entrant.make()
    except BaseException as error:
        raise crash_fault(error, "sitting down") from error
    async with seat_bot(bot, match, seat, wrappers, clock, threaded) as player:
        yield player


@asynccontextmanager
async def seat_bot(
    bot: Bot[Any, Any],
    match: Match,
    seat: int,
    wrappers: PlayerWrappers = NO_WRAPPERS,
    clock: Clock = NO_CLOCK,
    threaded: bool = False,
) -> AsyncGenerator[Player]:
    """Yield the player of a bot in this process; raise a SeatError if the bot fails to sit down."""
    thread = ThreadedPlayer(bot, clock) if threaded or bot.thinks_aside else None
    try:
        try:
            if thread is not None:
                await thread.sit(match, seat)
            player = thread or wrappers.bot(bot, match, seat)
        except SeatError:
            raise
        except BaseException as error:
            if thread is not None and isinstance(error, asyncio.CancelledError):
                raise
            raise crash_fault(error, "sitting down") from error
        yield player
    finally:
        (thread or bot).leave()


def seat_any(
    who: Bot[Any, Any] | RemoteBot, match: Match, seat: int, clock: Clock = NO_CLOCK
) -> AbstractAsyncContextManager[Player]:
    """Seat a bot of this process or a remote one; only a remote one gets the clock."""
    return seat_bot(who, match, seat) if isinstance(who, Bot) else who.sit(match, seat, clock)


def seat_clock(who: Bot[Any, Any] | RemoteBot, match: Match, clock: Clock) -> Clock:
    """The clock of a seat: that of the run, but a bot's own longer limit where the run has the usual time."""
    own = who.decision_seconds if isinstance(who, HttpRemoteBot) else 0.0
    if clock.answer is None or clock.answer != match.game.answer_seconds or own <= clock.answer:
        return clock
    return msgspec.structs.replace(clock, answer=own)


async def enter_or_bench(
    stack: AsyncExitStack, sitting: AbstractAsyncContextManager[Player], seat: int, referee: Referee
) -> Player:
    """Enter `sitting` on the stack; if that raises a SeatError, bench the seat and return a FailedPlayer."""
    try:
        return await stack.enter_async_context(sitting)
    except SeatError as fault:
        referee.bench(seat, fault)
        return FailedPlayer(fault)
