"""A match played again before the eyes of players: each gets exactly what its seat got, and its answer is only noted.

What was played then is played again whatever anybody says now, so one answer that differs does not change the next
question. Nobody is hurried: the clock in every decision stands still.
"""

from collections.abc import Callable, Mapping
from time import perf_counter
from typing import Any

import msgspec

from croupier.kernel.decision import Decision, Event, Reply, Seat, View
from croupier.kernel.errors import SeatError
from croupier.kernel.policy import FaultPolicy, Penalty
from croupier.match.core import EXPELLED, Match, Step
from croupier.match.drivers import Player, spread_news, tell, untold
from croupier.match.referee import BENCHED, Answer, fault_text


class Heard(msgspec.Struct, frozen=True):
    """One decision: what was played then, and what came now."""

    step: int
    """Which of the match's steps answered it."""
    decision: Decision[Any, Any]
    then: Step
    played: str
    """The move of the match, in its notation; "nothing" if the seat was expelled instead."""
    answer: Answer

    @property
    def now(self) -> str:
        """The move that would be played now; "nothing" if the seat has none."""
        return "nothing" if self.answer.penalty else str(self.decision.moves[self.answer.index])

    @property
    def agrees(self) -> bool:
        """Whether the seat itself would play what it played."""
        return self.answer.penalty is None and not self.then.ruling and self.now == self.played


Listen = Callable[[Heard], None]


def again(script: Match) -> Match:
    """The same match right after its deal, also in a world of the leak audit."""
    truth = script.state
    exchange: tuple[int, int, int, int] | None = None
    if truth.exchange_stream >= 0:
        exchange = (truth.exchange_stream, truth.exchange_index, truth.exchange_a, truth.exchange_b)
    return Match(script.game, script.settings, script.table.names, script.seed, script.talk, exchange)


def was_asked(step: Step) -> bool:
    """Whether the seat was asked, or only answered for."""
    return step.ruling != BENCHED and (step.move != EXPELLED or bool(step.faults))


def questions_to(script: Match, seat: Seat) -> list[int]:
    """The steps that answered what `seat` was asked."""
    return [number for number, step in enumerate(script.steps) if step.seat == seat and was_asked(step)]


async def rehearse(
    script: Match,
    match: Match,
    players: Mapping[Seat, Player],
    listen: Listen | None = None,
    until: int | None = None,
) -> None:
    """Do in `match`, which is `script` again, what was done then, up to step number `until` or to its end.

    `players`, who sit at `match`, are asked what their seats were asked, in the same order and with the same news.
    """
    told = await spread_news(match, players.items(), 0)
    for number, step in enumerate(script.steps[:until]):
        player = players.get(step.seat)
        if player is not None and was_asked(step):
            decision = match.ask(step.seat)
            assert decision is not None
            answer = await hear(player, decision, match.game.policy)
            if listen is not None:
                listen(Heard(number, decision, step, _notation(match, step), answer))
        repeat(match, step)
        told = await spread_news(match, players.items(), told)
    if until is None:
        for seat, player in players.items():
            await tell(player, untold(match, seat, player), match.view(seat))


def repeat(match: Match, step: Step) -> None:
    """Do what was done then."""
    if step.move == EXPELLED:
        match.expel(step.seat, step.faults, step.ruling)
        return
    decision = match.ask(step.seat)
    assert decision is not None
    move = match.game.moves[step.move]
    index = next(index for index, legal in enumerate(decision.moves) if legal is move)
    match.play(index, step.say, step.note, step.seconds, step.faults, step.ruling, step.seat)


async def hear(player: Player, decision: Decision[Any, Any], policy: FaultPolicy) -> Answer:
    """Ask, and ask again as often as the game allows; a fault is in the answer and punished by nobody."""
    faults: list[str] = []
    began = perf_counter()
    while True:
        try:
            reply = await player.decide(decision)
            index = decision.index_of(reply.move)
        except SeatError as fault:
            faults.append(fault_text(fault))
            penalty = policy.penalty(decision.question, fault, len(faults) - 1)
            if penalty is not Penalty.ASK_AGAIN:
                return Answer(seconds=perf_counter() - began, faults=tuple(faults), penalty=penalty)
            decision = msgspec.structs.replace(decision, refused=str(fault))
        else:
            return Answer(index, tuple(reply.say), reply.note, perf_counter() - began, tuple(faults))


class Rehearsed:
    """A player who was told all news until now, for a driver that begins by telling what happened so far."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._knows = player.wants_news

    @property
    def wants_news(self) -> bool:
        return self._player.wants_news

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        return await self._player.decide(decision)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        if self._knows:
            self._knows = False
        else:
            await self._player.observe(events, view)


def _notation(match: Match, step: Step) -> str:
    return "nothing" if step.move == EXPELLED else str(match.game.moves[step.move])
