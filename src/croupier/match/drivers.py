"""Two loops that take a match to its end: a tight one for bots in this process, an async one for any player.

Both leave every fault to the referee, and call `watch` after each answer for those who write or tell what happened.
"""

import asyncio
from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, Protocol

import msgspec

from croupier.kernel.bot import NOTE_LENGTH, TALK_LENGTH, TALK_PER_ANSWER, Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Reply, Result, Seat, View
from croupier.kernel.errors import SeatError, TooSlow
from croupier.kernel.luck import derived_seed
from croupier.kernel.policy import Penalty
from croupier.match.core import Match
from croupier.match.referee import Answer, Referee, crashed, fault_text
from croupier.match.timing import TimeControl, same_for_all

Watch = Callable[[Match], None]


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


def luck_seed(match_seed: int, seat: Seat) -> int:
    """The seed of a bot's own chance; no deal can be computed from it."""
    return derived_seed("luck", match_seed, seat)


def seat_bots(match: Match, bots: Sequence[Bot[Any, Any]], referee: Referee) -> None:
    """Let every bot sit down; one that cannot even do that is benched."""
    for seat, bot in enumerate(bots):
        try:
            bot.sit(match.table, seat, luck_seed(match.seed, seat))
        except BaseException as error:
            referee.bench(seat, crashed(error, "sitting down"))


def consult(bot: Bot[Any, Any], decision: Decision[Any, Any]) -> object:
    """Tell the bot the news and ask it; its answer as it is, or Crashed."""
    bot.face(decision.id)
    if bot.listens and not decision.refused:
        inform(bot, decision.events, decision.view)
    try:
        return bot.decide(decision)
    except SeatError:
        raise
    except BaseException as error:
        raise crashed(error, f"answering '{decision.question}'") from error


def inform(bot: Bot[Any, Any], events: Sequence[Event], view: View) -> None:
    """Hand over news. A bot that fails at it loses the news and nothing else."""
    for event in events:
        try:
            bot.observe(event, view)
        except BaseException:
            continue


def run_bots(
    match: Match,
    bots: Sequence[Bot[Any, Any]],
    watch: Watch | None = None,
    referee: Referee | None = None,
    timing: TimeControl | None = None,
) -> Result:
    """Play the match to its end with bots in this process, which are trusted: nothing can stop one that hangs.

    With `timing` every decision carries its clock, for those who keep to it or see to it themselves.
    """
    referee = referee or Referee(match)
    seat_bots(match, bots, referee)
    if watch is not None:
        watch(match)
    clock = NO_CLOCK if timing is None else timing.clock(match.state.to_act)
    while (decision := match.ask(-1, clock)) is not None:
        seat = decision.seat
        if referee.is_benched(seat):
            referee.play_safe(seat)
        else:
            bot = bots[seat]
            began = perf_counter()
            try:
                index = decision.index_of(consult(bot, decision))
            except SeatError as fault:
                referee.settle(seat, _second_hearing(bot, decision, fault, began, referee))
            else:
                say, note = bot.spoken()
                match.play(index, say, note, perf_counter() - began)
                if referee.leaving:
                    referee.let_go()
            if timing is not None:
                timing.spend(seat, perf_counter() - began)
        if timing is not None:
            clock = timing.clock(match.state.to_act)
        if watch is not None:
            watch(match)
    for seat, bot in enumerate(bots):
        if bot.listens:
            inform(bot, match.news(seat), match.view(seat))
    return match.result()


def _second_hearing(
    bot: Bot[Any, Any], decision: Decision[Any, Any], fault: SeatError, began: float, referee: Referee
) -> Answer:
    """After a fault: ask again as often as the policy allows, then leave it to the penalty."""
    faults: list[str] = []
    while True:
        faults.append(fault_text(fault))
        penalty = referee.judge(decision, fault, len(faults) - 1)
        if penalty is not Penalty.ASK_AGAIN:
            bot.spoken()
            return Answer(seconds=perf_counter() - began, faults=tuple(faults), penalty=penalty)
        decision = msgspec.structs.replace(decision, refused=str(fault))
        try:
            index = decision.index_of(consult(bot, decision))
        except SeatError as again:
            fault = again
        else:
            say, note = bot.spoken()
            return Answer(index, say, note, perf_counter() - began, tuple(faults))


async def run_players(
    match: Match,
    players: Sequence[Player],
    clock: Clock = NO_CLOCK,
    watch: Watch | None = None,
    referee: Referee | None = None,
    timing: TimeControl | None = None,
) -> Result:
    """Play the match to its end with players that may be anywhere. Sealed answers are asked for at once.

    Everybody has the time that `clock` gives, or what `timing` says seat by seat.
    """
    referee = referee or Referee(match)
    timing = timing or same_for_all(len(players), clock)
    told = await _spread_news(match, players, 0)
    if watch is not None:
        watch(match)
    while not match.over:
        seats = match.open_seats()
        asked = [seat for seat in seats if not referee.is_benched(seat)]
        hearings = [_hear(match, seat, players[seat], timing, referee) for seat in asked]
        # Mostly it is one, for whom no task need be made.
        heard = [await hearings[0]] if len(hearings) == 1 else await asyncio.gather(*hearings)
        answers = dict(zip(asked, heard, strict=True))
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
            told = await _spread_news(match, players, told)
    for seat, player in enumerate(players):
        await _tell(player, match.news(seat), match.view(seat))
    return match.result()


async def _hear(match: Match, seat: Seat, player: Player, timing: TimeControl, referee: Referee) -> Answer:
    """One answer, with all that it takes to get it: asking again goes on the same time."""
    decision = match.ask(seat, timing.clock(seat))
    assert decision is not None
    limit = timing.limit(seat)
    faults: list[str] = []
    began = perf_counter()
    while True:
        try:
            try:
                async with asyncio.timeout(None if limit is None else limit - (perf_counter() - began)):
                    reply = await player.decide(decision)
            except TimeoutError:
                if limit is None:
                    raise
                raise TooSlow(f"had {limit:g} s to answer '{decision.question}' and was stopped") from None
            index = decision.index_of(reply.move)
        except SeatError as fault:
            faults.append(fault_text(fault))
            penalty = referee.judge(decision, fault, len(faults) - 1)
            if penalty is not Penalty.ASK_AGAIN:
                return Answer(seconds=perf_counter() - began, faults=tuple(faults), penalty=penalty)
            decision = msgspec.structs.replace(decision, refused=str(fault))
        else:
            say = tuple(str(text)[:TALK_LENGTH] for text in reply.say[:TALK_PER_ANSWER])
            return Answer(index, say, reply.note[:NOTE_LENGTH], perf_counter() - began, tuple(faults))


async def _spread_news(match: Match, players: Sequence[Player], told: int) -> int:
    """Tell those who want news what happened from step `told` on; the step from which they do not know yet."""
    steps = len(match.steps) + 1
    for seat, player in enumerate(players):
        if player.wants_news and told < steps:
            events = tuple(event for step in range(told, steps) for event in match.happened(seat, step))
            await _tell(player, events, match.view(seat))
    return steps


async def _tell(player: Player, events: tuple[Event, ...], view: View) -> None:
    try:
        await player.observe(events, view)
    except SeatError:
        return
