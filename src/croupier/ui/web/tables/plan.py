"""The plan of a table, and the player of each of its bots for one match.

Cheap built-in bots answer in the event loop, bots that search in worker processes, strangers' code in the sandbox.
"""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Literal

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock, Seat
from croupier.kernel.errors import Crashed, UsageError
from croupier.match.match import Match
from croupier.match.run_players import Player
from croupier.players.entrant import Entrant
from croupier.players.http.launch import Programs
from croupier.players.inprocess import BotPlayer
from croupier.players.sandbox.bot import CellPool
from croupier.players.seating import PlayerWrappers, seat_entrant
from croupier.ui.web.jobs.pool import JobPool, WorkerPlayer, needs_worker


class SeatPlan(msgspec.Struct, frozen=True):
    """One seat as it was ordered."""

    kind: Literal["you", "beside", "friend", "bot"]
    name: str
    bot: str = ""
    title: str = ""
    """Of a bot: its level or name, for people."""
    made_of: str = ""


class TablePlan(msgspec.Struct, frozen=True):
    """A table as it was ordered; with the steps played so far it is all that a restart needs."""

    game: str
    settings: dict[str, Any]
    seed: int
    seats: tuple[SeatPlan, ...]
    practice: bool
    pace: float
    window: float
    clock: float | None
    """Seconds that a person has for an answer; None for no limit."""
    opening: tuple[int, ...] = ()
    """Where the match begins, if not with a deal: all integers of that state."""

    @property
    def people(self) -> int:
        return sum(1 for seat in self.seats if seat.kind != "bot")


@asynccontextmanager
async def seat_bot(entrant: Entrant, match: Match, seat: Seat, jobs: JobPool, key: str) -> AsyncGenerator[Player]:
    """Yield the bot's player: a WorkerPlayer for bots that search, which alone needs no earlier steps shown again."""

    def wrap(bot: Bot[Any, Any], match: Match, seat: Seat) -> Player:
        if needs_worker(bot):
            return WorkerPlayer(jobs, key, entrant.spec, match, seat)
        return BotPlayer(bot, match, seat)

    cells, clock = entrant.cells, Clock(answer=match.game.answer_seconds)
    sitting = seat_entrant(entrant, match, seat, PlayerWrappers(wrap), clock, threaded=cells is not None)
    # The cells are closed before the player leaves, which stops a bot that is still thinking, and when seating fails.
    async with _reach(entrant), _close_at_end(cells), sitting as player, _close_at_end(cells):
        yield player


@asynccontextmanager
async def _reach(entrant: Entrant) -> AsyncGenerator[None]:
    """Keep a remote bot connected, and the programs that it needs running."""
    if entrant.guest is None:
        yield
        return
    programs = Programs()
    try:
        try:
            await entrant.guest.arrive(programs)
        except UsageError as error:
            raise Crashed(str(error)) from None
        try:
            yield
        finally:
            await entrant.guest.leave()
    finally:
        await programs.stop()


@asynccontextmanager
async def _close_at_end(cells: CellPool | None) -> AsyncGenerator[None]:
    try:
        yield
    finally:
        if cells is not None:
            await asyncio.to_thread(cells.close)
