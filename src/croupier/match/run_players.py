"""Play a match to its end with players that may be anywhere. `run_bots` is the loop for bots in this process.

Both leave every fault to the referee, and call `watch` after each answer.
"""

import asyncio
from collections.abc import Coroutine, Iterable, Sequence
from typing import Any

import msgspec

from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Event, Reply, Result, Said, Seat, View
from croupier.kernel.errors import SeatError
from croupier.match.ask import Player, Printing, Working, ask_player
from croupier.match.clock import TimeControl, same_for_all
from croupier.match.match import Match
from croupier.match.presence import Presence
from croupier.match.referee import ACTION_LIMIT, Answer, Referee
from croupier.match.run_bots import Watch, ask_bot, luck_seed, run_bots
from croupier.match.window_padding import MatchPadding

__all__ = [
    "Player",
    "Reply",
    "Watch",
    "ask_bot",
    "luck_seed",
    "notify_player",
    "run_bots",
    "run_players",
    "send_news",
    "unsent_news",
]


async def run_players(
    match: Match,
    players: Sequence[Player],
    clock: Clock = NO_CLOCK,
    watch: Watch | None = None,
    referee: Referee | None = None,
    presence: Presence | None = None,
    timing: TimeControl | None = None,
    padding: MatchPadding | None = None,
) -> Result:
    """Play the match to its end. Sealed answers are asked for at once.

    All seats have the time of `clock`, or each its own of `timing`. A player that leaves (`presence`) is out as soon as
    no sealed answer is open, whichever seat is asked at that time. With `padding` reaction windows take the same time
    no matter who can react.
    """
    referee = referee or Referee(match)
    presence = presence or Presence()
    timing = timing or same_for_all(len(players), clock)
    sent = await send_news(match, enumerate(players), 0)
    if watch is not None:
        watch(match)
    while not match.over:
        await presence.ready()
        if match.state.sealed == 0 and (presence.is_anyone_leaving or match.actions() >= ACTION_LIMIT):
            if presence.is_anyone_leaving:
                for seat, fault in presence.take_departed():
                    referee.remove_absent(seat, fault)
            else:
                referee.end_turn(match.state.to_act)
            if watch is not None:
                watch(match)
            sent = await send_news(match, enumerate(players), sent)
            continue
        seats = match.open_seats()
        answers: dict[Seat, Answer] = {}
        asking: dict[Seat, Coroutine[Any, Any, Answer]] = {}
        for seat in seats:
            if seat not in referee.benched:
                charge = _charge(players[seat], seat, timing)
                decision = match.ask(seat, timing.clock(seat))
                assert decision is not None
                answer = presence.early_answer(decision)
                if answer is None:
                    asking[seat] = _ask(players[seat], decision, timing.limit(seat), charge, referee)
                else:
                    answers[seat] = answer
        if len(asking) == 1 and match.state.sealed == 0:
            given = await _unless_interrupted(next(iter(asking.values())), presence)
        else:
            given = await _all_at_once(list(asking.values()))
        if given is None:
            continue
        answers.update(zip(asking, given, strict=True))
        for seat in seats:
            if match.over or seat not in match.open_seats():
                continue
            if seat in answers:
                timing.spend(seat, answers[seat].seconds)
                referee.apply_answer(seat, answers[seat])
            else:
                referee.play_safe(seat)
            if watch is not None:
                watch(match)
        if padding is not None:
            await asyncio.sleep(padding.owed(match))
        sent = await send_news(match, enumerate(players), sent)
    for seat, player in enumerate(players):
        await notify_player(player, unsent_news(match, seat, player), match.view(seat))
    return match.result()


def _charge(player: Player, seat: Seat, timing: TimeControl) -> float:
    charge = player.take_charge() if isinstance(player, Working) else 0.0
    if charge:
        timing.charge(seat, charge)
    return charge


async def _ask(
    player: Player, decision: Decision[Any, Any], limit: float | None, charge: float, referee: Referee
) -> Answer:
    answer = await ask_player(player, decision, referee.judge, limit, charge)
    if isinstance(player, Printing):
        answer = msgspec.structs.replace(answer, printed=player.printed())
    return answer


async def _all_at_once(asking: Sequence[Coroutine[Any, Any, Answer]]) -> list[Answer]:
    """All answers; if one of them raises, the others are cancelled."""
    if not asking:
        return []
    tasks = [asyncio.ensure_future(each) for each in asking]
    try:
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()


async def _unless_interrupted(asking: Coroutine[Any, Any, Answer], presence: Presence) -> list[Answer] | None:
    """The answer; None if a player left in the meantime, so that the question must be asked again."""
    task = asyncio.current_task()
    assert task is not None
    presence.interrupt = task.cancel
    try:
        return [await asking]
    except asyncio.CancelledError:
        if presence.is_anyone_leaving and task.uncancel() == 0:
            return None
        raise
    finally:
        presence.interrupt = None


async def send_news(match: Match, players: Iterable[tuple[Seat, Player]], sent: int) -> int:
    """Send all steps from number `sent` on to the players that want news; the number of the first step not sent."""
    if not match.is_public:
        return sent
    steps = len(match.steps) + 1
    for seat, player in players:
        if player.wants_news:
            events = tuple([event for step in range(sent, steps) for event in match.happened(seat, step)])
            if events:
                await notify_player(player, events, match.view(seat))
    return steps


def unsent_news(match: Match, seat: Seat, player: Player) -> tuple[Event, ...]:
    """What the player does not know yet when the match is over."""
    news = match.take_news(seat)
    if player.wants_news:
        # It was sent all events, but not what was said since its last question.
        return tuple(event for event in news if isinstance(event, Said))
    return news


async def notify_player(player: Player, events: tuple[Event, ...], view: View) -> None:
    """Send news; a player that cannot take it is not at fault."""
    try:
        await player.observe(events, view)
    except SeatError:
        return
