"""Too much, too long, too slow, not a line at all: illegal, then disconnected, and nobody else is worse off."""

import asyncio

import pytest
from frames.limits import time_limits
from players.coupbots.couptalk import FIRST, SECOND, Room, Script3, play_through, sit_down, with_server
from players.coupbots.test_illegal import AT_TURN

from croupier.games.coup.lines.protocol import LINE_LIMIT
from croupier.players.coupbots import connection
from croupier.players.coupbots.connection import FLOOD, UNREAD


@pytest.mark.parametrize(
    "data",
    [
        b"x" * (LINE_LIMIT + 1) + b"\n",
        b"x" * (LINE_LIMIT + 1),
        b"x" * 100_000,
        b"\xff\xfe\n",
        b"\n" * (FLOOD + 1),
        b"ALLOW|1\n" * (FLOOD + 1),
    ],
    ids=["long line", "no newline", "very long", "not UTF-8", "many empty lines", "flood"],
)
def test_what_is_no_line_or_too_much_is_the_end(data: bytes) -> None:
    async def script(room: Room) -> None:
        for number, talk in ((0, await room.enter()), (1, await room.sit())):
            talk.raw(data)
            assert (await talk.rest())[-1:] in ([f"ILLEGAL|{number}"], [])
            assert talk.lines[-1:] in ([f"ILLEGAL|{number}"], ["PLAYER|1"], [])
        three = await Script3(room, FIRST).do(*AT_TURN)
        three.talks["3"].raw(data)
        await three.do("1< END|3", "1> ACT|1|INCOME", "2< TURN|2")

    with_server(script, players=3, lobby=1000.0)


@pytest.mark.parametrize("frame", [FIRST, SECOND])
def test_the_longest_line_is_read(frame: str) -> None:
    async def script(room: Room) -> None:
        talk = await room.sit(frame)
        talk.raw(frame.encode() + b"x" * (LINE_LIMIT - len(frame)) + b"\n")
        await talk.expect("ILLEGAL" if frame else "ILLEGAL|1")
        talk.raw(b"x" * (LINE_LIMIT + 1) + b"\n")
        assert await talk.rest() == ["ILLEGAL" if frame else "ILLEGAL|1"]

    with_server(script, lobby=1000.0)


def test_a_client_that_does_not_read_is_let_go() -> None:
    async def script(room: Room) -> None:
        talks = await sit_down(room, FIRST, FIRST)
        await talks[0].until("TURN")
        deaf = next(client for client in room.server._clients if client.number == 2)
        for _ in range(2000):
            deaf.send("x" * 4000)  # far more than any game sends, and more than the system keeps
            if deaf.gone:
                break
            await asyncio.sleep(0)
        assert deaf.gone
        await talks[0].until("END|2")
        assert UNREAD < 4000 * 2000

    with_server(script, lobby=1000.0)


def test_a_stranger_who_only_connects_keeps_no_seat() -> None:
    async def script(room: Room) -> None:
        strangers = [await room.enter() for _ in range(50)]
        talks = await sit_down(room, FIRST, FIRST)
        await talks[0].until("TURN|1")
        for stranger in strangers:
            stranger.hang_up()
        while room.server.connections > 2:
            await asyncio.sleep(0)

    with_server(script, lobby=1000.0)


@pytest.mark.parametrize("frame", [FIRST, SECOND])
@time_limits(0.1, 2.0)
def test_silence_has_a_limit_and_is_a_fault(frame: str, limit: float) -> None:
    """The safe answer is played; after three faults the client is not asked any more."""

    async def script(room: Room) -> None:
        mute = await room.sit(frame)
        if frame:
            mute.say("OK")
        await mute.until("START")
        mute.say("READY" if frame else "READY|1")
        await mute.rest()

    match = with_server(script, limit=limit, games=1, lobby=0.02)[0]
    faults = [step for step in match.steps if step.faults]
    assert len(faults) == 3
    assert all(step.faults[0].startswith("TooSlow: did not answer") for step in faults)
    assert {step.ruling for step in match.steps if step.seat == 0} == {"safe move", "benched"}


def test_a_slow_client_does_not_stop_other_tables() -> None:
    async def script(room: Room) -> None:
        slow = await sit_down(room, FIRST, FIRST)
        await slow[0].until("TURN")
        talks = [await room.enter(), await room.enter()]
        await asyncio.gather(*(play_through(talk, number) for number, talk in enumerate(talks)))
        await room.match()

    assert len(with_server(script, lobby=1000.0, limit=60.0)) == 1


@time_limits(0.2, 3.0)
def test_a_late_answer_is_illegal_but_a_late_allow_is_not(limit: float) -> None:
    async def script(room: Room) -> None:
        talks = await sit_down(room, FIRST, FIRST)
        await talks[0].until("TURN|1")
        await talks[1].until("TURN|2")  # income was played for the first
        talks[0].say("ALLOW|1", "ACT|1|TAX")
        await talks[0].until("ILLEGAL|1")

    with_server(script, lobby=1000.0, limit=limit)


@pytest.mark.parametrize("frame", [FIRST, SECOND])
def test_answers_are_no_flood_however_fast_they_come(frame: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FLOOD", 8)

    async def script(room: Room) -> None:
        talks = [await room.enter(frame), await room.enter(frame)]
        await asyncio.gather(*(play_through(talk, number) for number, talk in enumerate(talks)))
        assert not any(line.startswith("ILLEGAL") for talk in talks for line in talk.lines)

    match = with_server(script, players=2, games=1)[0]
    assert [fault for step in match.steps for fault in step.faults] == []
