"""Two loops that take a match to its end: `run_bots` for bots in this process, an async one for any player.

Both leave every fault to the referee, and call `watch` after each answer for those who write or tell what happened.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from time import perf_counter
from typing import Any, Protocol, runtime_checkable

import msgspec

from croupier.kernel.bot import NOTE_LENGTH
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Reply, Result, Said, Seat, View
from croupier.kernel.errors import SeatError, TooSlow
from croupier.kernel.policy import Penalty
from croupier.kernel.talk import as_talk
from croupier.match.core import Match
from croupier.match.loop import Watch, consult, luck_seed, run_bots
from croupier.match.referee import ACTION_LIMIT, Answer, Referee, fault_text
from croupier.match.timing import TimeControl, same_for_all
from croupier.match.usher import Usher

__all__ = [
    "Player",
    "Reply",
    "Watch",
    "consult",
    "luck_seed",
    "run_bots",
    "run_players",
    "spread_news",
    "tell",
    "untold",
]


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


@runtime_checkable
class Stoppable(Protocol):
    """A player that can be kept from working on an answer that nobody waits for any more."""

    def overdue(self) -> None:
        """The time is over and the answer has not come."""
        ...


@runtime_checkable
class Printing(Protocol):
    """A player whose process may print something, for its author."""

    def printed(self) -> str:
        """What it printed since this was last asked."""
        ...


async def run_players(
    match: Match,
    players: Sequence[Player],
    clock: Clock = NO_CLOCK,
    watch: Watch | None = None,
    referee: Referee | None = None,
    usher: Usher | None = None,
    timing: TimeControl | None = None,
) -> Result:
    """Play the match to its end with players that may be anywhere. Sealed answers are asked for at once.

    Everybody has the time that `clock` gives, or what `timing` says seat by seat. With an `usher`, somebody who
    leaves is out as soon as no sealed answer is open, whoever is asked at that time.
    """
    referee = referee or Referee(match)
    usher = usher or Usher()
    timing = timing or same_for_all(len(players), clock)
    told = await spread_news(match, enumerate(players), 0)
    if watch is not None:
        watch(match)
    while not match.over:
        await usher.ready()
        if usher.is_anyone_leaving and match.state.sealed == 0:
            for seat, fault in usher.departed():
                referee.dismiss(seat, fault)
            if watch is not None:
                watch(match)
            told = await spread_news(match, enumerate(players), told)
            continue
        if match.state.sealed == 0 and match.actions() >= ACTION_LIMIT:
            referee.cut_short(match.state.to_act)
            if watch is not None:
                watch(match)
            told = await spread_news(match, enumerate(players), told)
            continue
        seats = match.open_seats()
        answers: dict[Seat, Answer] = {}
        hearings: dict[Seat, Coroutine[Any, Any, Answer]] = {}
        for seat in seats:
            if seat not in referee.benched:
                decision = match.ask(seat, timing.clock(seat))
                assert decision is not None
                answer = usher.at_hand(decision)
                if answer is None:
                    hearings[seat] = _hear(decision, players[seat], timing.limit(seat), referee)
                else:
                    answers[seat] = answer
        if len(hearings) == 1 and match.state.sealed == 0:
            heard = await _unless_interrupted(next(iter(hearings.values())), usher)
        else:
            heard = await _all_at_once(list(hearings.values()))
        if heard is None:
            continue
        answers.update(zip(hearings, heard, strict=True))
        for seat in seats:
            if match.over or seat not in match.open_seats():
                continue
            if seat in answers:
                timing.spend(seat, answers[seat].seconds)
                referee.settle(seat, answers[seat])
            else:
                referee.play_safe(seat)
            if watch is not None:
                watch(match)
        told = await spread_news(match, enumerate(players), told)
    for seat, player in enumerate(players):
        await tell(player, untold(match, seat, player), match.view(seat))
    return match.result()


def untold(match: Match, seat: Seat, player: Player) -> tuple[Event, ...]:
    """What the player does not know yet when the match is over."""
    news = match.news(seat)
    if player.wants_news:
        # What happened it knows; what was said since its last question it does not.
        return tuple(event for event in news if isinstance(event, Said))
    return news


async def _all_at_once(hearings: Sequence[Coroutine[Any, Any, Answer]]) -> list[Answer]:
    """All answers; if one of them fails for good, the others are no longer waited for."""
    if not hearings:
        return []
    tasks = [asyncio.ensure_future(hearing) for hearing in hearings]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


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


async def _hear(decision: Decision[Any, Any], player: Player, limit: float | None, referee: Referee) -> Answer:
    """One answer, with all that it takes to get it: asking again goes on the same time."""
    faults: list[str] = []
    began = perf_counter()
    while True:
        try:
            reply = await _timed(player, decision, limit, began)
            index = decision.index_of(reply.move)
        except SeatError as fault:
            faults.append(fault_text(fault))
            penalty = referee.judge(decision, fault, len(faults) - 1)
            if penalty is not Penalty.ASK_AGAIN:
                seconds = perf_counter() - began
                return Answer(seconds=seconds, faults=tuple(faults), penalty=penalty, printed=_printed(player))
            decision = msgspec.structs.replace(decision, refused=str(fault))
        else:
            said = as_talk(reply.say)
            note, seconds = reply.note[:NOTE_LENGTH], perf_counter() - began
            return Answer(index, said, note, seconds, tuple(faults), printed=_printed(player))


def _printed(player: Player) -> str:
    return player.printed() if isinstance(player, Printing) else ""


async def _timed(player: Player, decision: Decision[Any, Any], limit: float | None, began: float) -> Reply[Any]:
    """The reply within what is left of the time."""
    if limit is None:
        return await player.decide(decision)
    try:
        async with asyncio.timeout(limit - (perf_counter() - began)):
            return await player.decide(decision)
    except TimeoutError:
        if isinstance(player, Stoppable):
            player.overdue()
        raise TooSlow(f"had {limit:g} s to answer '{decision.question}' and was stopped") from None


async def spread_news(match: Match, players: Iterable[tuple[Seat, Player]], told: int) -> int:
    """Tell those who want news what happened from step `told` on; the step from which they do not know yet."""
    if not match.over and not match.state.asks_openly():
        return told
    steps = len(match.steps) + 1
    for seat, player in players:
        if player.wants_news:
            events = tuple([event for step in range(told, steps) for event in match.happened(seat, step)])
            if events:
                await tell(player, events, match.view(seat))
    return steps


async def tell(player: Player, events: tuple[Event, ...], view: View) -> None:
    try:
        await player.observe(events, view)
    except SeatError:
        return
