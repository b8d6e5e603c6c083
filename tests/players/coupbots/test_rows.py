"""Every row of the guide's tables: who sends what to whom, and what is answered; the second dialect's sequences too."""

import asyncio

import pytest
from players.coupbots.couptalk import FIRST, SECOND, Room, Script3, Talk, sit_down, with_server

# A turn: what one client says, then what each of the three is sent because of it.
Turn = tuple[str, tuple[str, ...], tuple[str, ...], tuple[str, ...]]

INCOME: list[Turn] = [
    ("ACT|1|INCOME", ("COINS|1|3",), ("ACT|1|INCOME", "COINS|1|3", "TURN|2"), ("ACT|1|INCOME", "COINS|1|3")),
]

CONVERSATIONS: dict[str, list[Turn]] = {
    # TURN -> ACT; ACT -> ALLOW, relayed to all others; COINS -> none.
    "tax that is allowed": [
        ("ACT|1|TAX", (), ("ACT|1|TAX",), ("ACT|1|TAX",)),
        ("ALLOW|2", (), (), ()),
        ("ALLOW|3", ("ALLOW|2", "ALLOW|3", "COINS|1|5"), ("ALLOW|3", "COINS|1|5", "TURN|2"), ("ALLOW|2", "COINS|1|5")),
    ],
    # CHAL -> none; SHOW|id -> SHOW|id|card; LOSE|id -> LOSE|id|card; DECK -> none.
    "a challenge in vain": [
        ("ACT|1|TAX", (), ("ACT|1|TAX",), ("ACT|1|TAX",)),
        ("CHAL|2", (), (), ()),
        ("ALLOW|3", ("CHAL|2", "SHOW|1"), (), ("CHAL|2",)),
        ("SHOW|1|DUKE", ("DECK|1|*",), ("SHOW|1|DUKE", "LOSE|2"), ("SHOW|1|DUKE",)),
        (
            "LOSE|2|ASSASSIN",
            ("LOSE|2|ASSASSIN", "COINS|1|5"),
            ("DECK|2|CONTESSA", "COINS|1|5", "TURN|2"),
            ("LOSE|2|ASSASSIN", "COINS|1|5"),
        ),
    ],
    "a challenge that is right": [
        ("ACT|1|EXCHANGE", (), ("ACT|1|EXCHANGE",), ("ACT|1|EXCHANGE",)),
        ("ALLOW|2", (), (), ()),
        ("CHAL|3", ("CHAL|3", "SHOW|1"), ("CHAL|3",), ()),
        ("LOSE|1|CAPTAIN", ("DECK|1|DUKE",), ("LOSE|1|CAPTAIN", "TURN|2"), ("LOSE|1|CAPTAIN",)),
    ],
    "a card that was not claimed is shown": [
        ("ACT|1|EXCHANGE", (), ("ACT|1|EXCHANGE",), ("ACT|1|EXCHANGE",)),
        ("CHAL|2", (), (), ()),
        ("ALLOW|3", ("CHAL|2", "SHOW|1"), (), ("CHAL|2",)),
        ("SHOW|1|DUKE", ("DECK|1|CAPTAIN",), ("LOSE|1|DUKE", "TURN|2"), ("LOSE|1|DUKE",)),
    ],
    # ACT -> BLOCK; BLOCK -> CHAL; to the others both are relayed.
    "a block that is challenged": [
        ("ACT|1|FOREIGN_AID", (), ("ACT|1|FOREIGN_AID",), ("ACT|1|FOREIGN_AID",)),
        ("BLOCK|2|DUKE", (), (), ()),
        ("ALLOW|3", ("BLOCK|2|DUKE",), (), ("BLOCK|2|DUKE",)),
        ("CHAL|1", (), (), ()),
        ("ALLOW|3", (), ("CHAL|1", "SHOW|2"), ("CHAL|1",)),
        (
            "LOSE|2|ASSASSIN",
            ("LOSE|2|ASSASSIN", "COINS|1|4"),
            ("DECK|2|CONTESSA", "COINS|1|4", "TURN|2"),
            ("LOSE|2|ASSASSIN", "COINS|1|4"),
        ),
    ],
    "a block that is allowed": [
        ("ACT|1|STEAL|3", (), ("ACT|1|STEAL|3",), ("ACT|1|STEAL|3",)),
        ("ALLOW|2", (), (), ()),
        ("BLOCK|3|AMBASSADOR", ("BLOCK|3|AMBASSADOR",), ("BLOCK|3|AMBASSADOR",), ()),
        ("ALLOW|1", (), (), ()),
        ("ALLOW|2", ("ALLOW|2",), ("ALLOW|1", "TURN|2"), ("ALLOW|1", "ALLOW|2")),
    ],
    "theft": [
        ("ACT|1|STEAL|3", (), ("ACT|1|STEAL|3",), ("ACT|1|STEAL|3",)),
        ("ALLOW|2", (), (), ()),
        (
            "ALLOW|3",
            ("ALLOW|2", "ALLOW|3", "COINS|1|4", "COINS|3|0"),
            ("ALLOW|3", "COINS|1|4", "COINS|3|0", "TURN|2"),
            ("ALLOW|2", "COINS|1|4", "COINS|3|0"),
        ),
    ],
    # CHOOSE -> KEEP, which nobody else is told.
    "exchange": [
        ("ACT|1|EXCHANGE", (), ("ACT|1|EXCHANGE",), ("ACT|1|EXCHANGE",)),
        ("ALLOW|2", (), (), ()),
        ("ALLOW|3", ("ALLOW|2", "ALLOW|3", "CHOOSE|1|CONTESSA|ASSASSIN"), ("ALLOW|3",), ("ALLOW|2",)),
        ("KEEP|1|CONTESSA|DUKE", ("DECK|1|DUKE|CONTESSA",), ("TURN|2",), ()),
    ],
    # COUP and INCOME wait for nobody; END and WIN -> none.
    "murder, a coup, the end": [
        *INCOME,
        ("ACT|2|INCOME", ("ACT|2|INCOME", "COINS|2|3"), ("COINS|2|3",), ("ACT|2|INCOME", "COINS|2|3", "TURN|3")),
        ("ACT|3|INCOME", ("ACT|3|INCOME", "COINS|3|3", "TURN|1"), ("ACT|3|INCOME", "COINS|3|3"), ("COINS|3|3",)),
        ("ACT|1|TAX", (), ("ACT|1|TAX",), ("ACT|1|TAX",)),
        ("CHAL|2", (), (), ()),
        ("CHAL|3", ("CHAL|2", "SHOW|1"), (), ("CHAL|2",)),  # of two challenges the first in turn order counts
        ("SHOW|1|DUKE", ("DECK|1|*",), ("SHOW|1|DUKE", "LOSE|2"), ("SHOW|1|DUKE",)),
        (
            "LOSE|2|CONTESSA",
            ("LOSE|2|CONTESSA", "COINS|1|6"),
            ("DECK|2|ASSASSIN", "COINS|1|6", "TURN|2"),
            ("LOSE|2|CONTESSA", "COINS|1|6"),
        ),
        (
            "ACT|2|ASSASSINATE|3",
            ("ACT|2|ASSASSINATE|3", "COINS|2|0"),
            ("COINS|2|0",),
            ("ACT|2|ASSASSINATE|3", "COINS|2|0"),
        ),
        ("ALLOW|1", (), (), ()),
        ("ALLOW|3", ("ALLOW|3",), ("ALLOW|1", "ALLOW|3"), ("ALLOW|1", "LOSE|3")),
        (
            "LOSE|3|AMBASSADOR",
            ("LOSE|3|AMBASSADOR",),
            ("LOSE|3|AMBASSADOR",),
            ("DECK|3|AMBASSADOR", "TURN|3"),
        ),
        ("ACT|3|INCOME", ("ACT|3|INCOME", "COINS|3|4", "TURN|1"), ("ACT|3|INCOME", "COINS|3|4"), ("COINS|3|4",)),
        ("ACT|1|INCOME", ("COINS|1|7",), ("ACT|1|INCOME", "COINS|1|7", "TURN|2"), ("ACT|1|INCOME", "COINS|1|7")),
        ("ACT|2|INCOME", ("ACT|2|INCOME", "COINS|2|1"), ("COINS|2|1",), ("ACT|2|INCOME", "COINS|2|1", "TURN|3")),
        ("ACT|3|INCOME", ("ACT|3|INCOME", "COINS|3|5", "TURN|1"), ("ACT|3|INCOME", "COINS|3|5"), ("COINS|3|5",)),
        (
            "ACT|1|COUP|2",
            ("COINS|1|0",),
            ("ACT|1|COUP|2", "COINS|1|0", "LOSE|2"),
            ("ACT|1|COUP|2", "COINS|1|0"),
        ),
        (
            "LOSE|2|ASSASSIN",
            ("LOSE|2|ASSASSIN", "END|2", "COINS|2|0"),
            ("DECK|2", "END|2", "COINS|2|0"),
            ("LOSE|2|ASSASSIN", "END|2", "COINS|2|0", "TURN|3"),
        ),
        ("ACT|3|TAX", ("ACT|3|TAX",), ("ACT|3|TAX",), ()),
        ("CHAL|1", (), ("CHAL|1",), ("CHAL|1", "SHOW|3")),
        (
            "LOSE|3|AMBASSADOR",
            ("LOSE|3|AMBASSADOR", "END|3", "COINS|3|0", "WIN|1"),
            ("LOSE|3|AMBASSADOR", "END|3", "COINS|3|0", "WIN|1"),
            ("DECK|3", "END|3", "COINS|3|0", "WIN|1"),
        ),
    ],
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_every_row_of_the_guide(name: str) -> None:
    async def script(room: Room) -> None:
        talks = await sit_down(room, FIRST, FIRST, FIRST)
        for talk in talks:
            await talk.until("PLAYER|2" if talk is talks[2] else "PLAYER|3")
        await talks[0].expect("TURN|1")
        for said, *sent in CONVERSATIONS[name]:
            talks[int(said.split("|")[1]) - 1].say(said)
            for talk, lines in zip(talks, sent, strict=True):
                await talk.expect(*lines)
        if CONVERSATIONS[name][-1][1][-1].startswith("WIN"):
            assert [await talk.rest() for talk in talks] == [[], [], []]

    with_server(script, players=3, lobby=1000.0, deal=Script3.DEAL + "EA")


def test_silence_after_a_block_is_consent_and_no_fault() -> None:
    async def script(room: Room) -> None:
        talks = await sit_down(room, FIRST, FIRST)
        await talks[0].until("TURN")
        talks[0].say("ACT|1|FOREIGN_AID")
        await talks[1].until("ACT")
        talks[1].say("BLOCK|2|DUKE")
        await talks[0].until("BLOCK")
        await talks[1].expect("ALLOW|1", "TURN|2")  # half a second later
        talks[0].say("ALLOW|1")  # too late, and no harm
        talks[1].say("ACT|2|INCOME")
        await talks[0].expect("ACT|2|INCOME", "COINS|2|3", "TURN|1")
        talks[0].hang_up()
        await room.match()

    match = with_server(script, lobby=1000.0, games=1)[0]
    assert not any("TooSlow" in fault for step in match.steps for fault in step.faults)


def test_a_block_with_a_failed_contessa_costs_two() -> None:
    async def script(room: Room) -> None:
        script = Script3(room, FIRST)
        await script.do("1> HELLO", "1< PLAYER", "2> HELLO", "1< START", "2< START", "1> READY|1", "2> READY|2")
        await script.do("1< TURN", "1> ACT|1|INCOME", "2< TURN", "2> ACT|2|INCOME", "1< TURN|1")
        await script.do("1> ACT|1|ASSASSINATE|2", "2< ACT|1|A", "2> BLOCK|2|CONTESSA", "1< BLOCK", "1> CHAL|1")
        await script.do("2< SHOW|2", "2> LOSE|2|CAPTAIN", "2< DECK", "2< LOSE|2", "2> LOSE|2|DUKE", "1< WIN|1")

    with_server(script, lobby=1000.0, deal="AADC")


# The second dialect: sent in order, each line answered before the next; nobody goes on before all have answered.


def test_a_step_of_the_second_dialect_waits_for_every_addressee() -> None:
    async def script(room: Room) -> None:
        talks = await sit_down(room, SECOND, SECOND, SECOND)
        for talk in talks[:2]:
            for start in ("DECK", "COINS", "PLAYER", "PLAYER"):
                await talk.until(start)
                talk.say("OK")
        await talks[2].until("DECK")
        await talks[1].expect("TURN 1")  # what comes by itself comes
        talks[1].say("OK")
        for start in ("COINS", "PLAYER", "PLAYER", "TURN 1"):
            talks[2].say("OK")
            await talks[2].until(start)
        assert talks[0].lines[-1].startswith("PLAYER"), "client 1 is not asked before client 3 knows"
        talks[2].say("OK")
        await talks[0].expect("TURN 1")

    with_server(script, players=3, lobby=1000.0, deal=Script3.DEAL)


Replies = dict[str, str]
"""What a client answers to which line; to all others it says OK."""

SECOND_SEQUENCES: dict[str, tuple[tuple[Replies, Replies, Replies], tuple[str, str, str]]] = {
    "income": (({"TURN 1": "ACT 1 I"}, {}, {}), ("COINS 1 3", "ACT 1 I, COINS 1 3", "ACT 1 I, COINS 1 3")),
    "foreign aid": (({"TURN 1": "ACT 1 F"}, {}, {}), ("COINS 1 4", "ACT 1 F, COINS 1 4", "ACT 1 F, COINS 1 4")),
    "foreign aid that is blocked": (
        ({"TURN 1": "ACT 1 F"}, {"ACT 1 F": "BLOCK 2 D"}, {}),
        ("BLOCK 2 D", "ACT 1 F", "ACT 1 F, BLOCK 2 D"),
    ),
    "a block that is challenged": (
        ({"TURN 1": "ACT 1 F", "BLOCK 2 D": "CHAL 1"}, {"ACT 1 F": "BLOCK 2 D", "CHAL 1": "LOSE 2 A"}, {}),
        (
            "BLOCK 2 D, LOSE 2 A, COINS 1 4",
            "ACT 1 F, CHAL 1, DECK E, COINS 1 4",
            "ACT 1 F, BLOCK 2 D, CHAL 1, LOSE 2 A, COINS 1 4",
        ),
    ),
    "theft": (
        ({"TURN 1": "ACT 1 S 2"}, {}, {}),
        ("COINS 1 4, COINS 2 0", "ACT 1 S 2, COINS 1 4, COINS 2 0", "ACT 1 S 2, COINS 1 4, COINS 2 0"),
    ),
    "a challenge in vain": (
        ({"TURN 1": "ACT 1 T", "CHAL 2": "SHOW 1 D"}, {"ACT 1 T": "CHAL 2", "SHOW 1 D": "LOSE 2 A"}, {}),
        (
            "CHAL 2, LOSE 2 A, DECK C *, COINS 1 5",
            "ACT 1 T, SHOW 1 D, DECK E, COINS 1 5",
            "ACT 1 T, CHAL 2, SHOW 1 D, LOSE 2 A, COINS 1 5",
        ),
    ),
    "a challenge that is right": (
        ({"TURN 1": "ACT 1 X", "CHAL 3": "LOSE 1 C"}, {}, {"ACT 1 X": "CHAL 3"}),
        ("CHAL 3, DECK D", "ACT 1 X, CHAL 3, LOSE 1 C", "ACT 1 X, LOSE 1 C"),
    ),
    "exchange": (
        ({"TURN 1": "ACT 1 X", "CHOOSE E A": "KEEP E D"}, {}, {}),
        ("CHOOSE E A", "ACT 1 X", "ACT 1 X"),
    ),
}


async def answer_all(talks: list[Talk], replies: tuple[Replies, ...], last: str) -> None:
    """Everybody answers every line until `last` comes, which only the one whose turn it is leaves unanswered."""

    async def answer(talk: Talk, number: int, its: Replies) -> None:
        while (line := await talk.next()) is not None:
            if line != f"TURN {number}" or line != last:
                alive = talk.lines[-1] == "DECK" or "DECK" not in talk.lines
                if alive and not line.startswith(("DEAD", "EXIT")):
                    talk.say(its.get(line, "READY" if line == "START" else "OK"))
            if line == last:
                return

    await asyncio.gather(*(answer(talk, number, replies[number - 1]) for number, talk in enumerate(talks, 1)))


@pytest.mark.parametrize("name", SECOND_SEQUENCES)
def test_sequences_of_the_second_dialect(name: str) -> None:
    replies, expected = SECOND_SEQUENCES[name]

    async def script(room: Room) -> None:
        talks = [await room.sit(SECOND) for _ in range(3)]
        for talk in talks:
            talk.say("OK")
        await answer_all(talks, replies, "TURN 2")
        for talk, lines in zip(talks, expected, strict=True):
            sent = talk.lines[talk.lines.index("TURN 1") + 1 : -1]
            wanted = lines.split(", ")
            assert len(sent) == len(wanted), sent
            for line, want in zip(sent, wanted, strict=True):
                assert line == want or (want.endswith("*") and line.startswith("DECK ")), sent

    with_server(script, players=3, lobby=1000.0, deal=Script3.DEAL + "EA")


def test_the_dead_of_the_second_dialect_answer_once_and_listen() -> None:
    async def script(room: Room) -> None:
        talks = [await room.sit(SECOND) for _ in range(3)]
        for talk in talks:
            talk.say("OK")
        lying, taking = {"TURN 1": "ACT 1 X", "CHAL 2": "LOSE 1 D"}, {"TURN 2": "ACT 2 I", "ACT 1 X": "CHAL 2"}
        everybody = (lying, taking, {"TURN 3": "ACT 3 I"})
        await answer_all(talks, everybody, "TURN 2")
        talks[1].say("ACT 2 I")
        lying["CHAL 2"] = "LOSE 1 C"
        await answer_all(talks, everybody, "TURN 2")
        assert talks[0].lines[-2:] == ["DECK", "TURN 2"]
        assert [talk.lines.count("DEAD 1") for talk in talks] == [0, 1, 1]
        talks[1].say("ACT 2 T")
        await answer_all(talks, everybody, "TURN 3")
        assert talks[0].lines[-4:] == ["TURN 2", "ACT 2 T", "COINS 2 6", "TURN 3"]

    with_server(script, players=3, lobby=1000.0, deal="DCAEBB", games=0)
