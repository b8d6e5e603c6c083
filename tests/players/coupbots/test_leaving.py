"""Clients that vanish, at every point of a game: the others are told at once, and the game goes on to its end."""

import asyncio
from pathlib import Path

import pytest
from players.coupbots.couptalk import FIRST, LIMIT, SECOND, Room, Script3, Talk, play_through, sit_down, with_server
from players.coupbots.test_illegal import AT_TURN, CHALLENGED, LOST, S_TURN, TAXED

from croupier.arena.store.replay_log import ReplayLog
from croupier.games.coup import GAME
from croupier.match.match import EXPELLED, Match
from croupier.match.replay.read import read_replays
from croupier.match.replay.verify import verify
from croupier.players.coupbots import connection

OUT_3 = ("LOSE|3|AMBASSADOR", "LOSE|3|AMBASSADOR", "END|3", "COINS|3|0")


def conversation(frame: str, *steps: str, **options: object) -> list[Match]:
    async def script(room: Room) -> None:
        three = Script3(room, frame)
        for step in steps:
            if step.endswith("x"):
                three.talks[step[0]].hang_up()
            elif step[1] == "=":
                await three.talks[step[0]].expect(*step[2:].strip().split())
            else:
                await three.do(step)

    return with_server(script, players=3, lobby=1000.0, deal=Script3.DEAL + "EA", **options)


def test_end_is_told_at_once_whoever_is_thinking() -> None:
    """Client 1 has been asked for its action and takes its time; it is not asked twice."""
    told = " ".join(OUT_3)
    conversation(
        FIRST, *AT_TURN, "3x", f"1= {told}", f"2= {told}", "1> ACT|1|INCOME", "2= ACT|1|INCOME COINS|1|3 TURN|2"
    )


def test_who_has_left_is_no_target_any_more() -> None:
    told = " ".join(OUT_3)
    conversation(
        FIRST, *AT_TURN, "3x", f"1= {told}", "1> ACT|1|STEAL|3", "1= ILLEGAL|1", "1> ACT|1|STEAL|2", "2< ACT|1|STEAL|2"
    )


def test_end_is_told_at_once_while_answers_are_open() -> None:
    """The influences are turned up when the answers are opened; that the client is gone is known before."""
    conversation(
        FIRST,
        *(*TAXED, "3x", "2= END|3", "1= END|3", "2> ALLOW|2"),
        "1= ALLOW|2 COINS|1|5 LOSE|3|AMBASSADOR LOSE|3|AMBASSADOR COINS|3|0",
        "2= COINS|1|5 LOSE|3|AMBASSADOR LOSE|3|AMBASSADOR COINS|3|0 TURN|2",
    )


def test_end_is_told_at_once_when_it_had_answered_already() -> None:
    conversation(
        FIRST, *TAXED, "3> CHAL|3", "3x", "2= END|3", "2> ALLOW|2", "1= END|3 CHAL|3", "1< LOSE|3", "1< SHOW|1"
    )


def test_the_actor_leaves_while_the_others_think() -> None:
    conversation(
        FIRST,
        *(*TAXED, "1x", "2= END|1", "3= END|1", "2> ALLOW|2", "3> ALLOW|3"),
        "2< LOSE|1|CAPTAIN",
        "2= LOSE|1|DUKE COINS|1|0 TURN|2",
    )


@pytest.mark.parametrize(
    ("steps", "goes"),
    [
        ((*AT_TURN, "1x", "2= LOSE|1|CAPTAIN LOSE|1|DUKE END|1 COINS|1|0 TURN|2"), "on its turn"),
        ((*CHALLENGED, "1x", "2= LOSE|1|CAPTAIN LOSE|1|DUKE END|1 COINS|1|0 TURN|2"), "when challenged"),
        ((*LOST, "2x", "1< LOSE|2|ASSASSIN", "1= LOSE|2|CONTESSA END|2 COINS|2|0 COINS|1|5", "3< TURN|3"), "losing"),
        (
            (
                *(*AT_TURN, "1> ACT|1|EXCHANGE", "2< ACT", "3< ACT", "2> ALLOW|2", "3> ALLOW|3", "1< CHOOSE", "1x"),
                "2= ALLOW|3 LOSE|1|CAPTAIN LOSE|1|DUKE END|1 COINS|1|0 TURN|2",
            ),
            "choosing",
        ),
        ((*CHALLENGED, "2x", "1= LOSE|2|ASSASSIN LOSE|2|CONTESSA END|2 COINS|2|0", "1> SHOW|1|DUKE"), "a challenger"),
        ((*CHALLENGED, "3x", f"1= {' '.join(OUT_3)}", "1> SHOW|1|DUKE", "2< LOSE|2"), "an onlooker"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_leaving_at_each_question(steps: tuple[str, ...], goes: str) -> None:
    conversation(FIRST, *steps)


def test_a_kicked_client_is_out_like_one_that_left() -> None:
    conversation(FIRST, *AT_TURN, "3> nonsense", "3> nonsense", "3= ILLEGAL|3 END|3", f"1= {' '.join(OUT_3)}")


def test_the_second_dialect_tells_it_in_order() -> None:
    """That it is gone needs no answer and comes at once, even to the one who is thinking; the rest one by one."""
    conversation(
        SECOND,
        *(*S_TURN, "3x", "1< DEAD 3", "2< DEAD 3", "2< LOSE 3 B", "2> OK", "2< LOSE 3 B", "2> OK"),
        *("1> ACT 1 S 2", "1< LOSE 3 B", "1> OK", "1< LOSE 3 B", "1> OK", "2< ACT 1 S 2"),
    )


def test_the_last_client_but_one_leaves_and_the_other_wins() -> None:
    async def script(room: Room) -> None:
        talks = [await room.sit(), await room.sit()]
        for number, talk in enumerate(talks, 1):
            await talk.until("START")
            talk.say(f"READY|{number}")
        await talks[0].until("TURN")
        talks[1].hang_up()
        assert (await talks[0].rest())[-3:] == ["END|2", "COINS|2|0", "WIN|1"]

    match = with_server(script, lobby=1000.0, games=1)[0]
    assert match.steps[-1].move == EXPELLED
    assert match.steps[-1].faults == ("Gone: the client left",)


@pytest.mark.parametrize("hangs_up", [True, False])
def test_the_client_hangs_up_first_so_that_a_crossing_answer_is_no_reset(
    hangs_up: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "PATIENCE", 1000.0 if hangs_up else 0.05)

    async def script(room: Room) -> None:
        talks = await sit_down(room, FIRST, FIRST)
        await talks[0].until("TURN")
        talks[1].hang_up()
        assert (await talks[0].rest())[-1] == "WIN|1"
        if hangs_up:
            assert room.server.connections == 1
            talks[0].say("ALLOW|1")
            talks[0].hang_up()
        else:
            async with asyncio.timeout(LIMIT):
                while room.server.connections:
                    await asyncio.sleep(0.01)

    assert len(with_server(script, lobby=1000.0, games=1)) == 1


@pytest.mark.parametrize(
    "frames", [(FIRST,) * 3, (SECOND,) * 3, (FIRST, SECOND, FIRST)], ids=["first", "second", "mixed"]
)
@pytest.mark.parametrize("leaver", [0, 1])
def test_a_client_vanishes_at_every_message_of_a_game(frames: tuple[str, ...], leaver: int, tmp_path: Path) -> None:
    """First a whole game is played and the lines to the leaver are counted; then it leaves after each of them."""

    async def game(room: Room, leave_after: int) -> list[Talk]:
        talks = []
        for frame in frames:
            talks.append(await room.enter(frame))
        tasks = []
        for number, talk in enumerate(talks):
            tasks.append(asyncio.create_task(play_through(talk, number, leave_after if number == leaver else -1)))
            await asyncio.wait([tasks[-1]], timeout=0)
        await asyncio.gather(*tasks)
        return talks

    async def script(room: Room) -> None:
        whole = len((await game(room, -1))[leaver].lines)
        for index in range(2, whole):
            talks = await game(room, index)
            match = await room.match(index)
            check(match, talks, index)
        assert room.server.tables == 0
        while room.server.connections:
            await asyncio.sleep(0)

    def check(match: Match, talks: list[Talk], index: int) -> None:
        told = f"leaving after {index} lines"
        assert match.over, told
        gone = [step for step in match.steps if step.faults]
        assert all(fault == "Gone: the client left" for step in gone for fault in step.faults), (told, gone)
        for talk in talks:
            if talk is not talks[leaver]:
                end = f"DEAD {leaver + 1}" if talk.frame else f"END|{leaver + 1}"
                assert talk.lines.count(end) <= 1, told
                if gone:
                    assert end in talk.lines, told

    history = ReplayLog(tmp_path / "games.jsonl", "test")
    matches = with_server(script, players=3, lobby=1000.0, seed=5, limit=30.0)
    for match in matches:
        history.add(match, ["line"] * 3)
    replays = list(read_replays(tmp_path / "games.jsonl"))
    assert len(replays) == len(matches) > 20
    for replay in replays:
        verify(replay)


def test_settings_are_those_of_the_game() -> None:
    assert conversation(FIRST, *AT_TURN, "2x", "3x", "1< WIN|1", games=1)[0].settings == GAME.settings(
        {"deal": "duke captain assassin contessa ambassador ambassador contessa assassin"}
    )
