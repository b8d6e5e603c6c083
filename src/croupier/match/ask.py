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

    def overdue(self) -> None:
        """Stop: the time is over and the answer has not come."""
        ...


@runtime_checkable
class Informed(Protocol):
    """A player that is sent news while the match goes on."""

    async def catch_up(self) -> None:
        """Wait until it has taken in the news so far, or lost it; news never takes more than a time of its own."""
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
            reply = await _decide_in_time(player, decision, limit, charge, began)
            index = decision.index_of(reply.move)
        except SeatError as fault:
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
) -> Reply[Any]:
    if limit is None:
        return await player.decide(decision)
    try:
        async with asyncio.timeout(limit - (perf_counter() - began)):
            return await player.decide(decision)
    except TimeoutError:
        if isinstance(player, Stoppable):
            player.overdue()
        had = f"did not answer '{decision.question}' within {limit - charge:g} s and was stopped"
        raise TooSlow(had + charge_text(charge)) from None
