"""The debugger at one decision: a bot of this process is stopped at the first line of its author's own code."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pdb import Pdb
from types import FrameType
from typing import Any, Protocol, runtime_checkable

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Reply
from croupier.kernel.errors import Crashed, CroupierError
from croupier.match.ask import WrappedPlayer
from croupier.match.match import Match
from croupier.match.run_players import Player
from croupier.players.entrant import Entrant, RemoteBot
from croupier.players.inprocess import BotPlayer

OURS = ("croupier", "croupier.*")


class LeftDebugger(CroupierError):
    """The author has seen enough."""


class AuthorsPdb(Pdb):
    """Python's debugger, which steps over our code and begins at a line and not at a call."""

    def __init__(self) -> None:
        super().__init__(nosigint=True, skip=OURS)
        self.prompt = "(bot) "
        self.was_left = False
        self._has_begun = False

    def set_quit(self) -> None:
        self.was_left = True
        super().set_quit()

    def user_call(self, frame: FrameType, argument_list: None) -> None:
        if self._has_begun:
            super().user_call(frame, argument_list)

    def user_line(self, frame: FrameType) -> None:
        self._has_begun = True
        super().user_line(frame)


class DebuggedPlayer(BotPlayer):
    """A bot that is stopped before it answers decision number `at`; `announce` is called first."""

    def __init__(
        self,
        bot: Bot[Any, Any],
        match: Match,
        seat: int,
        at: int,
        announce: Callable[[Decision[Any, Any]], None],
    ) -> None:
        super().__init__(bot, match, seat)
        self._at = at
        self._announce = announce

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        if decision.id != self._at or decision.refused:
            return await super().decide(decision)
        self._announce(decision)
        try:
            with _stopped_at_decide(self._bot):
                return await super().decide(decision)
        except Crashed as fault:
            if isinstance(fault.__cause__, LeftDebugger):
                raise fault.__cause__ from None
            raise


class PausedPlayer(WrappedPlayer):
    """A bot that runs elsewhere: `hold` is called before it is asked decision number `at`."""

    def __init__(self, player: Player, at: int, hold: Callable[[Decision[Any, Any]], None]) -> None:
        super().__init__(player)
        self._at = at
        self._hold = hold

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        if decision.id == self._at and not decision.refused:
            # In a thread, so that a connection is kept alive meanwhile.
            await asyncio.to_thread(self._hold, decision)
        return await self._player.decide(decision)


@runtime_checkable
class _HasTimeLimits(Protocol):
    """A remote bot with time limits of its own."""

    def without_time_limits(self) -> RemoteBot:
        """Return the same bot without them."""
        ...


def without_time_limits(entrant: Entrant) -> Entrant:
    """Return the same bot without time limits of its own."""
    if isinstance(entrant.guest, _HasTimeLimits):
        return msgspec.structs.replace(entrant, guest=entrant.guest.without_time_limits())
    return entrant


@contextmanager
def _stopped_at_decide(bot: Bot[Any, Any]) -> Generator[None]:
    decide = bot.decide

    def stepped(decision: Decision[Any, Any]) -> object:
        debugger = AuthorsPdb()
        answer: object = debugger.runcall(decide, decision)
        if debugger.was_left:
            raise LeftDebugger("you left the debugger")
        return answer

    vars(bot)["decide"] = stepped
    try:
        yield
    finally:
        del vars(bot)["decide"]
