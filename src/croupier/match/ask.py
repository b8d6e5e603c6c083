"""Players, and how one is asked: again as often as the rules for faults allow, all within the time of one answer.

`run_bots` has a compiled twin of this loop for bots in this process.
"""

import asyncio
from collections.abc import Callable
from time import perf_counter
from typing import Any, Protocol, runtime_checkable

import msgspec

from croupier.kernel.bot import NOTE_LENGTH
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.kernel.errors import SeatError, TooSlow
from croupier.kernel.fault_policy import Penalty
from croupier.kernel.text import as_talk
from croupier.match.clock import charge_text
from croupier.match.referee import Answer, fault_text

Judge = Callable[[Decision[Any, Any], SeatError, int], Penalty]
"""The penalty for a fault in a decision that was asked again so many times."""


class Player(Protocol):
    """The occupant of a seat, wherever it runs."""

    @property
    def wants_news(self) -> bool:
        """Whether `observe` is called after every answer, or only once, at the end."""
        ...

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        """Answer, or raise a SeatError."""
        ...

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        """Receive news that comes with no question."""
        ...


@runtime_checkable
class Stoppable(Protocol):
    """A player that can stop working on an answer that comes too late."""

    async def overdue(self) -> None:
        """Stop: the time is over and the answer has not come."""
        ...


@runtime_checkable
class Informed(Protocol):
    """A player that is sent news while the match goes on."""

    async def catch_up(self) -> None:
        """Wait until it has taken in the news so far, or lost it; news never takes more than a time of its own."""
        ...


@runtime_checkable
class Listening(Protocol):
    """A player that hears its news together with a question, in a time of its own."""

    def news_seconds(self, decision: Decision[Any, Any]) -> float:
        """The most seconds that it may spend on the news of this question."""
        ...

    def take_heard(self, claimed: float, late: float) -> float:
        """Seconds of its answer that were news; `claimed` are those that it says, without which it is `late` seconds.

        No more than `news_seconds`.
        """
        ...


@runtime_checkable
class Working(Protocol):
    """A player whose process may work between its questions, which is charged to its clock."""

    def take_charge(self) -> float:
        """Seconds that its process has worked since its last answer, if they are to be charged."""
        ...


@runtime_checkable
class Printing(Protocol):
    """A player whose process may print something, for its author."""

    def printed(self) -> str:
        """What it printed since the last call."""
        ...


async def ask_player(
    player: Player, decision: Decision[Any, Any], judge: Judge, limit: float | None = None, charge: float = 0.0
) -> Answer:
    """Ask until there is a legal answer or `judge` gives a penalty; `limit` is in seconds and for all of it.

    `charge` are seconds for which the limit was shortened; they are added to those of the answer.
    """
    faults: list[str] = []
    if isinstance(player, Informed):
        await player.catch_up()
    began = perf_counter() - charge
    limit = None if limit is None else limit + charge
    while True:
        try:
            reply, heard = await _decide_in_time(player, decision, limit, charge, began)
            began += heard
            index = decision.index_of(reply.move)
        except SeatError as fault:
            began += fault.heard
            faults.append(fault_text(fault))
            penalty = judge(decision, fault, len(faults) - 1)
            if penalty is not Penalty.ASK_AGAIN:
                return Answer(seconds=perf_counter() - began, faults=tuple(faults), penalty=penalty)
            decision = msgspec.structs.replace(decision, refused=str(fault))
        else:
            note, seconds = reply.note[:NOTE_LENGTH], perf_counter() - began
            return Answer(index, as_talk(reply.say), note, seconds, tuple(faults))


async def _decide_in_time(
    player: Player, decision: Decision[Any, Any], limit: float | None, charge: float, began: float
) -> tuple[Reply[Any], float]:
    """The reply, and how many of the seconds that it took were for news."""
    if limit is None:
        return await player.decide(decision), 0.0
    news = player.news_seconds(decision) if isinstance(player, Listening) else 0.0
    try:
        async with asyncio.timeout(limit + news - (perf_counter() - began)):
            reply = await player.decide(decision)
    except TimeoutError:
        if isinstance(player, Stoppable):
            await player.overdue()
        raise _too_slow(decision, limit, charge) from None
    except SeatError as fault:
        fault.heard = player.take_heard(fault.heard, 0.0) if isinstance(player, Listening) else 0.0
        raise
    if not isinstance(player, Listening) or not news:
        return reply, 0.0
    late = perf_counter() - began - limit
    heard = player.take_heard(reply.heard, late)
    if heard < late:
        raise _too_slow(decision, limit, charge)
    return reply, heard


def _too_slow(decision: Decision[Any, Any], limit: float, charge: float) -> TooSlow:
    had = f"did not answer '{decision.question}' within {limit - charge:g} s and was stopped"
    return TooSlow(had + charge_text(charge))


class WrappedPlayer:
    """A player around another one: subclasses change something, and the rest goes through."""

    def __init__(self, player: Player) -> None:
        self._player = player

    @property
    def wants_news(self) -> bool:
        return self._player.wants_news

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        return await self._player.decide(decision)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        await self._player.observe(events, view)

    async def overdue(self) -> None:
        if isinstance(self._player, Stoppable):
            await self._player.overdue()

    async def catch_up(self) -> None:
        if isinstance(self._player, Informed):
            await self._player.catch_up()

    def news_seconds(self, decision: Decision[Any, Any]) -> float:
        return self._player.news_seconds(decision) if isinstance(self._player, Listening) else 0.0

    def take_heard(self, claimed: float, late: float) -> float:
        return self._player.take_heard(claimed, late) if isinstance(self._player, Listening) else 0.0

    def take_charge(self) -> float:
        return self._player.take_charge() if isinstance(self._player, Working) else 0.0

    def printed(self) -> str:
        return self._player.printed() if isinstance(self._player, Printing) else ""
