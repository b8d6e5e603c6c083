"""The lobby: the guide's initialisation step by step, fill-up, several tables, tables of all kinds."""

import asyncio
from collections import Counter

import pytest
from frames.limits import time_limits
from players.coupbots.couptalk import FIRST, ROOT, SECOND, Room, Talk, play_through, sit_down, with_server

from croupier.games.coup import GAME


def test_initialisation_steps_0_to_10() -> None:
    async def script(room: Room) -> None:  # 0: the root has started
        talks: list[Talk] = []
        for number in (1, 2):
            talk = await room.enter()
            talk.say("HELLO")  # 1
            await talk.expect(f"PLAYER|{number}")  # 2, 3
            talks.append(talk)
        for number, talk in enumerate(talks, 1):
            await talk.expect("START")  # 4, 5
            talk.say(f"READY|{number}")  # 6
        for number, talk in enumerate(talks, 1):
            await talk.expect(f"DECK|{number}|*", f"COINS|{number}|2", f"PLAYER|{3 - number}")  # 7, 8
            assert len(talk.lines[2].split("|")) == 4
        await talks[0].expect("TURN|1")  # 9, 10

    with_server(script)


def test_many_player_lines_name_all_others() -> None:
    async def script(room: Room) -> None:
        talks = await sit_down(room, *[FIRST] * 6)
        for number, talk in enumerate(talks, 1):
            await talk.until("COINS")
            await talk.expect(*(f"PLAYER|{other}" for other in range(1, 7) if other != number))

    with_server(script, players=6, lobby=30.0)


def test_initialisation_of_the_second_dialect() -> None:
    """Every line is answered before the next is sent."""

    async def script(room: Room) -> None:
        talk = await room.enter(SECOND)
        for said, expected in [
            ("HELLO", "PLAYER 1"),
            ("OK", "START"),
            ("READY", "DECK*"),
            ("OK", "COINS 1 2"),
            ("OK", "PLAYER 2"),
            ("OK", "TURN 1"),
            ("ACT 1 I", "COINS 1 3"),
            ("OK", "TURN 2"),
        ]:
            talk.say(said)
            await talk.expect(expected)

    with_server(script, lobby=0.02)


def test_case_does_not_matter_in_the_first_dialect_alone() -> None:
    async def script(room: Room) -> None:
        talk = await room.enter()
        talk.say("hello")
        await talk.expect("PLAYER|1", "START")
        talk.say(" Ready|1 ")
        await talk.expect("DECK|1|*")
        other = await room.enter(SECOND)
        other.say("hello")
        await other.expect("ILLEGAL")
        other.say("HELLO")
        await other.expect("PLAYER 1")

    with_server(script, lobby=0.02)


def test_lines_may_come_in_pieces_or_together() -> None:
    async def script(room: Room) -> None:
        talk = await room.enter()
        for letter in b"HEL":
            talk.raw(bytes([letter]))
            await asyncio.sleep(0)
        talk.raw(b"LO\r\n")
        await talk.expect("PLAYER|1", "START")
        talk.raw(b"READY|1\nACT|1|INC")  # the turn has not been asked for, but its line is not complete
        await talk.until("TURN|1")
        talk.raw(b"OME\n")
        await talk.expect("COINS|1|3")

    with_server(script, lobby=0.02)


@pytest.mark.parametrize(("frame", "line"), [(FIRST, "START"), (SECOND, "START")])
def test_the_lobby_does_not_wait_for_ever(frame: str, line: str) -> None:
    async def script(room: Room) -> None:
        talk = await room.sit(frame)
        await talk.expect(line)

    with_server(script, players=6, lobby=0.05)


def test_the_host_may_start_at_once() -> None:
    async def script(room: Room) -> None:
        assert not room.server.start_now()  # nobody is there, so nothing happens
        talk = await room.sit()
        assert room.server.start_now()
        await talk.expect("START")

    with_server(script, players=4, lobby=1000.0)


def test_empty_seats_are_filled_in_turn_and_files_may_do_it() -> None:
    liner, taxman = str(ROOT / "bots/coup/liner.py"), str(ROOT / "bots/coup/taxman.py")

    async def script(room: Room) -> None:
        await play_through(await room.enter(), 1)
        await room.match()
        assert room.specs == [["line", "bluffer", liner, taxman, "bluffer", liner]]

    match = with_server(script, fill=("bluffer", liner, taxman), players=6, lobby=0.02)[0]
    assert match.table.names == ("client1", "bluffer2", "liner3", "taxman4", "bluffer5", "liner6")
    assert not any(step.faults for step in match.steps)


def test_guests_sit_at_every_table_and_the_others_wait_for_clients() -> None:
    taxman = str(ROOT / "bots/coup/taxman.py")

    async def script(room: Room) -> None:
        talks = [await room.enter(), await room.enter(SECOND)]
        await asyncio.gather(*(play_through(talk, number) for number, talk in enumerate(talks)))
        await room.match()
        assert room.specs == [["line", "line", "bluffer", taxman]]

    match = with_server(script, guests=("bluffer", taxman), players=4, lobby=1000.0)[0]
    assert match.table.settings == GAME.settings({"window": "joint", "refund": False})
    assert not any(step.faults for step in match.steps)


def test_a_bot_that_cannot_sit_down_spoils_nothing(tmp_path) -> None:
    path = tmp_path / "late.py"
    path.write_text(
        "from croupier.games.coup import CoupBot\n\n\nclass Late(CoupBot):\n    def on_start(self):\n"
        "        raise RuntimeError('no seat')\n\n    def act(self, view):\n        return 'income'\n"
    )

    async def script(room: Room) -> None:
        await play_through(await room.enter(), 1)

    match = with_server(script, fill=(str(path),), lobby=0.02)[0]
    assert any("no seat" in fault for step in match.steps for fault in step.faults)


def test_several_tables_are_played_at_once() -> None:
    async def script(room: Room) -> None:
        tables = [await sit_down(room, FIRST, FIRST) for _ in range(5)]
        for one, two in tables:
            await one.until("TURN|1")
            await two.until("PLAYER|1")
        assert room.server.tables == 5
        assert room.server.connections == 10
        for one, two in reversed(tables):  # each goes its own way
            one.say("ACT|1|INCOME")
            await two.expect("ACT|1|INCOME", "COINS|1|3", "TURN|2")

    with_server(script)


def test_a_seat_that_is_left_before_the_start_is_free_again() -> None:
    async def script(room: Room) -> None:
        talks = [await room.sit() for _ in range(3)]
        talks[1].hang_up()
        while room.server.connections == 3:
            await asyncio.sleep(0)
        again = await room.sit()
        assert again.lines == ["PLAYER|2"]
        last = await room.sit()
        assert last.lines == ["PLAYER|4"]
        await last.expect("START")

    with_server(script, players=4, lobby=1000.0)


def test_when_all_have_left_the_lobby_waits_anew() -> None:
    async def script(room: Room) -> None:
        talk = await room.sit()
        talk.hang_up()
        while room.server.connections:
            await asyncio.sleep(0)
        assert room.server._waiting.timer is None
        assert room.server.tables == 0

    with_server(script, lobby=1000.0)


def test_after_the_last_game_nobody_is_let_in() -> None:
    async def script(room: Room) -> None:
        talks = await sit_down(room, FIRST, FIRST)
        late = await room.enter()
        late.say("HELLO")
        assert await late.rest() == []
        for talk in talks:
            talk.hang_up()
        await room.match()

    with_server(script, games=1, lobby=1000.0)


@pytest.mark.parametrize("frame", [FIRST, SECOND])
@time_limits(0.2, 4.0)
def test_who_does_not_get_ready_is_out(frame: str, limit: float) -> None:
    async def script(room: Room) -> None:
        lazy, other = await room.sit(frame), await room.sit()
        await other.until("START")
        other.say("READY|2")
        assert (await lazy.rest())[-1] == ("EXIT" if frame else "END|1")
        await other.until("END|1")
        await other.expect("COINS|1|0", "WIN|2")

    assert with_server(script, limit=limit, lobby=1000.0)[0].result().places == (2, 1)


def test_who_does_not_say_hello_is_not_waited_for() -> None:
    async def script(room: Room) -> None:
        assert await (await room.enter()).rest() == []
        assert room.server.connections == 0

    with_server(script, limit=0.1)


@pytest.mark.parametrize("frames", [(FIRST,) * 6, (SECOND,) * 6, (FIRST, SECOND) * 3])
def test_six_clients_play_whole_games(frames: tuple[str, ...]) -> None:
    async def script(room: Room) -> None:
        for _ in range(3):
            talks = [await room.enter(frame) for frame in frames]
            await asyncio.gather(*(play_through(talk, number) for number, talk in enumerate(talks)))
            assert {talk.lines[-1].split("|")[0] for talk in talks} == {"EXIT" if frame else "WIN" for frame in frames}

    matches = with_server(script, players=6, games=3, lobby=1000.0)
    assert len(matches) == 3
    for match in matches:
        assert match.result().ending == "one player is left"
        assert [step.faults for step in match.steps if step.faults] == []
        joint = GAME.settings({"window": "joint", "refund": False})
        assert match.table.settings == (joint if SECOND in frames else GAME.settings())
    assert Counter(match.seed for match in matches).most_common(1)[0][1] == 1, "every game has a seed of its own"
