"""Two loops that take a match to its end: `run_bots` for bots in this process, an async one for any player.

Both leave every fault to the referee, and call `watch` after each answer for those who write or tell what happened.
"""

import asyncio
from collections.abc import Coroutine, Sequence
from time import perf_counter
from typing import Any, Protocol

import msgspec

from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Move, Reply, Result, Said, Seat, View
from croupier.kernel.errors import SeatError, TooSlow
from croupier.kernel.policy import Penalty
from croupier.kernel.talk import as_talk
from croupier.match.core import Match
from croupier.match.loop import Watch, consult, luck_seed, run_bots
from croupier.match.referee import Answer, Referee, fault_text
from croupier.match.usher import Usher

__all__ = ["Player", "Reply", "Watch", "consult", "luck_seed", "run_bots", "run_players"]


class Player(Protocol):
    """Whatever occupies a seat, wherever it runs."""

    @property
    def wants_news(self) -> bool:
        """Whether `observe` is called after every answer, or only once, at the end."""
        ...

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        """Answer, or raise a SeatError."""
        ...

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        """News that rides with no question."""
        ...


async def run_players(
    match: Match,
    players: Sequence[Player],
    clock: Clock = NO_CLOCK,
    watch: Watch | None = None,
    referee: Referee | None = None,
    usher: Usher | None = None,
) -> Result:
    """Play the match to its end with players that may be anywhere. Sealed answers are asked for at once.

    With an `usher`, somebody who leaves is out as soon as no sealed answer is open, whoever is asked at that time.
    """
    referee = referee or Referee(match)
    usher = usher or Usher()
    last = [0.0] * len(players)
    told = await _spread_news(match, players, 0)
    if watch is not None:
        watch(match)
    while not match.over:
        await usher.ready()
        if usher.is_anyone_leaving and match.state.sealed == 0:
            for seat, fault in usher.departed():
                referee.dismiss(seat, fault)
            if watch is not None:
                watch(match)
            told = await _spread_news(match, players, told)
            continue
        seats = match.open_seats()
        asked = [seat for seat in seats if seat not in referee.benched]
        clocks = [msgspec.structs.replace(clock, last=last[seat]) for seat in asked]
        hearings = [_hear(match, seat, players[seat], its, referee) for seat, its in zip(asked, clocks, strict=True)]
        if len(hearings) == 1 and match.state.sealed == 0:
            heard = await _unless_interrupted(hearings[0], usher)
        else:
            heard = await asyncio.gather(*hearings)
        if heard is None:
            continue
        answers = dict(zip(asked, heard, strict=True))
        for seat in seats:
            if match.over or seat not in match.open_seats():
                continue
            if seat in answers:
                last[seat] = answers[seat].seconds
                referee.settle(seat, answers[seat])
            else:
                referee.play_safe(seat)
            if watch is not None:
                watch(match)
        told = await _spread_news(match, players, told)
    for seat, player in enumerate(players):
        news = match.news(seat)
        if player.wants_news:
            # What happened it knows; what was said since its last question it does not.
            news = tuple(event for event in news if isinstance(event, Said))
        await _tell(player, news, match.view(seat))
    return match.result()


async def _unless_interrupted(hearing: Coroutine[Any, Any, Answer], usher: Usher) -> list[Answer] | None:
    """The answer; None if somebody left in the meantime, so that the question must be put anew."""
    task = asyncio.current_task()
    assert task is not None
    usher.interrupt = task.cancel
    try:
        return [await hearing]
    except asyncio.CancelledError:
        if usher.is_anyone_leaving and task.uncancel() == 0:
            return None
        raise
    finally:
        usher.interrupt = None


async def _hear(match: Match, seat: Seat, player: Player, clock: Clock, referee: Referee) -> Answer:
    decision = match.ask(seat, clock)
    assert decision is not None
    faults: list[str] = []
    began = perf_counter()
    while True:
        try:
            reply = await _timed(player, decision)
            index = decision.index_of(reply.move)
        except SeatError as fault:
            faults.append(fault_text(fault))
            penalty = referee.judge(decision, fault, len(faults) - 1)
            if penalty is not Penalty.ASK_AGAIN:
                return Answer(seconds=perf_counter() - began, faults=tuple(faults), penalty=penalty)
            decision = msgspec.structs.replace(decision, refused=str(fault))
        else:
            return Answer(index, as_talk(reply.say), reply.note, perf_counter() - began, tuple(faults))


async def _timed(player: Player, decision: Decision[Move, View]) -> Reply[Any]:
    limit = decision.clock.answer
    try:
        async with asyncio.timeout(limit):
            return await player.decide(decision)
    except TimeoutError:
        raise TooSlow(f"had {limit} s to answer '{decision.question}' and was stopped") from None


async def _spread_news(match: Match, players: Sequence[Player], told: int) -> int:
    """Tell those who want news what happened from step `told` on; the step from which they do not know yet."""
    steps = len(match.steps) + 1
    for seat, player in enumerate(players):
        if player.wants_news:
            events = tuple([event for step in range(told, steps) for event in match.happened(seat, step)])
            if events:
                await _tell(player, events, match.view(seat))
    return steps


async def _tell(player: Player, events: tuple[Event, ...], view: View) -> None:
    try:
        await player.observe(events, view)
    except SeatError:
        return
