"""News over lines has a time of its own: a client that is slow with lines that ask nothing is charged with no fault."""

import asyncio

import pytest
from frames.limits import time_limits
from players.coupbots.couptalk import FIRST, SECOND, Room, Talk, sit_down, with_server

from croupier.games.coup.events import Challenged
from croupier.kernel.bot import MAX_SLOW_NEWS
from croupier.match.match import Match


def own_faults(match: Match) -> list[str]:
    return [fault for step in match.steps if step.seat == 0 for fault in step.faults]


async def start(room: Room, frame: str) -> Talk:
    talk = await room.sit(frame)
    if frame:
        talk.say("OK")
    await talk.until("START")
    talk.say("READY" if frame else "READY|1")
    return talk


@pytest.mark.parametrize("slow", [1, MAX_SLOW_NEWS])
@time_limits(0.5, 4.0)
def test_what_is_confirmed_late_costs_nothing(slow: int, limit: float) -> None:
    """The client confirms news only when the next line has come, which is sent when the time for the first is over."""

    async def script(room: Room) -> None:
        talk = await start(room, SECOND)
        for _ in range(slow):
            await talk.next()  # DECK, COINS, PLAYER
        await talk.next()
        talk.say(*["OK"] * slow)  # late
        if slow < MAX_SLOW_NEWS:
            while not talk.lines[-1].startswith("TURN 1"):
                talk.say("OK")
                await talk.next()
        assert talk.lines[-1] == "TURN 1", "nobody waits for one that was slow three times"
        talk.say("ACT 1 I")
        while not (await talk.next() or "").startswith("ACT 2"):
            if slow < MAX_SLOW_NEWS:
                talk.say("OK")
        talk.hang_up()
        await room.match()

    (match,) = with_server(script, limit=limit, guests=("honest",), players=2)
    (left,) = own_faults(match)
    assert left.startswith("Gone: ")
    assert not match.steps[0].ruling


@time_limits(0.5, 4.0)
def test_a_late_confirmation_is_not_an_answer(limit: float) -> None:
    """OK to an action means that it is allowed; an OK that is still due for older news does not mean that."""

    async def script(room: Room) -> None:
        first, second = await sit_down(room, SECOND, SECOND)
        await second.next()  # DECK; it is silent until the next line
        await second.next()
        for _ in range(2):
            second.say("OK")
            await second.next()
        first.say("OK", "OK", "OK")
        await first.until("TURN 1")
        first.say("ACT 1 T")
        await second.until("ACT 1 T")
        second.say("OK", "CHAL 2")
        await first.until("CHAL 2")
        room.close()
        await room.match()

    (match,) = with_server(script, limit=limit, lobby=1000.0)
    assert any(isinstance(event, Challenged) for event in match.course())


@time_limits(1.0, 8.0)
def test_a_client_of_the_first_dialect_has_time_for_its_news(limit: float) -> None:
    """It confirms nothing, so its first answer after news may take the time of both."""

    async def script(room: Room) -> None:
        talk = await start(room, FIRST)
        await talk.until("TURN|1")
        await asyncio.sleep(limit * 1.1)
        talk.say("ACT|1|INCOME")
        await talk.until("ACT|2|")
        talk.hang_up()
        await room.match()

    (match,) = with_server(script, limit=limit, guests=("honest",), players=2)
    assert own_faults(match)[0].startswith("Gone: ")
    assert not match.steps[0].ruling
