"""Who sits where: a table's plan, and every seat's player for one match.

Cheap built-in bots answer in the loop, those that search in worker processes, strangers' code in the sandbox.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Literal

import msgspec

from croupier.kernel.decision import Clock, Decision, Event, Reply, Seat, View
from croupier.kernel.errors import SeatError
from croupier.match.core import Match
from croupier.match.drivers import Player
from croupier.match.referee import crashed
from croupier.players.aside import AsidePlayer
from croupier.players.entrant import Entrant
from croupier.players.inprocess import BotPlayer
from croupier.players.launch import Programs
from croupier.ui.web.thinkers import Thinkers, ThinkingPlayer, thinks_long


class SeatPlan(msgspec.Struct, frozen=True):
    """One seat as it was asked for."""

    kind: Literal["you", "friend", "bot"]
    name: str
    bot: str = ""


class TablePlan(msgspec.Struct, frozen=True):
    """A table as it was asked for; with the steps played so far it is all that a restart needs."""

    game: str
    settings: dict[str, Any]
    seed: int
    seats: tuple[SeatPlan, ...]
    practice: bool
    pace: float
    window: float
    clock: float | None
    """Seconds that a person has for an answer; None for as long as it likes."""

    @property
    def people(self) -> int:
        return sum(1 for seat in self.seats if seat.kind != "bot")


class Sandboxed(AsidePlayer):
    """A stranger's bot, waited for in a thread, with the time it has."""

    def __init__(self, bot: Any, seconds: float) -> None:
        super().__init__(bot)
        self._seconds = seconds

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        return await super().decide(msgspec.structs.replace(decision, clock=Clock(answer=self._seconds)))


class Silent:
    """In the seat of a bot that could not sit down; the referee answers for it."""

    wants_news = False

    def __init__(self, fault: SeatError) -> None:
        self._fault = fault

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        raise self._fault

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        return


@asynccontextmanager
async def bot_at(
    entrant: Entrant, match: Match, seat: Seat, thinkers: Thinkers, key: str
) -> AsyncGenerator[tuple[Player, bool]]:
    """The player, and whether it must be shown again what was played before it can go on."""
    if entrant.guest is not None:
        programs = Programs()
        await entrant.guest.arrive(programs)
        try:
            async with entrant.guest.sit(match, seat, Clock(answer=match.game.answer_seconds)) as player:
                yield player, True
        finally:
            await entrant.guest.leave()
            await programs.stop()
        return
    try:
        bot = entrant.make()
    except BaseException as error:
        raise crashed(error, "sitting down") from error
    if thinks_long(bot):
        yield ThinkingPlayer(thinkers, key, entrant.spec, match, seat), False
    elif entrant.cells is not None:
        player = Sandboxed(bot, match.game.answer_seconds)
        try:
            await player.sit(match, seat)
            yield player, True
        finally:
            await asyncio.to_thread(entrant.cells.close)  # also ends a bot that is still thinking
            player.leave()
    else:
        try:
            player = BotPlayer(bot, match, seat)
        except BaseException as error:
            raise crashed(error, "sitting down") from error
        yield player, True
        player.leave()
