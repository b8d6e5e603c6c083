"""Illegal and unneeded messages: every kind of message in every state of a client, in both dialects.

Whatever is not asked for is answered with ILLEGAL and changes nothing; the second in a row is the end.
"""

import pytest
from players.coupbots.couptalk import FIRST, SECOND, Room, Script3, Talk, with_server

from croupier.players.coupbots import player

# How a client gets into each state, and what it may say there: the words of Script3, the client, the legal lines.
OPENING = (
    "1> HELLO",
    "1< PLAYER",
    "2> HELLO",
    "2< PLAYER",
    "3> HELLO",
    "3< PLAYER",
    "1< START",
    "2< START",
    "3< START",
)
AT_TURN = (*OPENING, "1> READY|1", "2> READY|2", "3> READY|3", "2< PLAYER|3", "3< PLAYER|2", "1< TURN|1")
TAXED = (*AT_TURN, "1> ACT|1|TAX", "2< ACT", "3< ACT")
CHALLENGED = (*TAXED, "2> CHAL|2", "3> ALLOW|3", "1< SHOW|1")
LOST = (*CHALLENGED, "1> SHOW|1|DUKE", "2< LOSE|2")
DEAD = (
    *LOST,
    *("2> LOSE|2|ASSASSIN", "2< TURN|2", "2> ACT|2|TAX", "1< ACT|2", "3< ACT|2", "1> ALLOW|1", "3> CHAL|3"),
    *("2< SHOW|2", "2> LOSE|2|CONTESSA", "2< END|2", "2< COINS|2|0"),
)
ACTIONS = {"ACT|1|INCOME", "ACT|1|TAX", "ACT|1|FOREIGN_AID", "ACT|1|EXCHANGE", "ACT|1|STEAL|2"}

State = tuple[tuple[str, ...], str, set[str]]
FIRST_STATES: dict[str, State] = {
    "connected": ((), "1", {"HELLO"}),
    "waiting": (("1> HELLO", "1< PLAYER"), "1", set()),
    "getting ready": (OPENING, "2", {"READY|2"}),
    "ready": ((*OPENING, "2> READY|2"), "2", set()),
    "its turn": (AT_TURN, "1", ACTIONS),
    "another's turn": (AT_TURN, "2", set()),
    "asked about a tax": (TAXED, "2", {"ALLOW|2", "CHAL|2"}),
    "having answered": ((*TAXED, "2> ALLOW|2"), "2", set()),
    "having acted": (TAXED, "1", set()),
    "robbed": (
        (*AT_TURN, "1> ACT|1|STEAL|2", "2< ACT"),
        "2",
        {"ALLOW|2", "CHAL|2", "BLOCK|2|CAPTAIN", "BLOCK|2|AMBASSADOR"},
    ),
    "asked about foreign aid": ((*AT_TURN, "1> ACT|1|FOREIGN_AID", "2< ACT"), "2", {"ALLOW|2", "BLOCK|2|DUKE"}),
    "blocked": (
        (*AT_TURN, "1> ACT|1|FOREIGN_AID", "2< ACT", "3< ACT", "2> BLOCK|2|DUKE", "3> ALLOW|3", "1< BLOCK"),
        "1",
        {"ALLOW|1", "CHAL|1"},
    ),
    "challenged": (CHALLENGED, "1", {"SHOW|1|DUKE", "SHOW|1|CAPTAIN", "LOSE|1|DUKE", "LOSE|1|CAPTAIN"}),
    "losing": (LOST, "2", {"LOSE|2|ASSASSIN", "LOSE|2|CONTESSA"}),
    "choosing": (
        (*AT_TURN, "1> ACT|1|EXCHANGE", "2< ACT", "3< ACT", "2> ALLOW|2", "3> ALLOW|3", "1< CHOOSE"),
        "1",
        {"KEEP|1|DUKE|CAPTAIN", "KEEP|1|CONTESSA|DUKE"},
    ),
}

FIRST_KINDS = (
    *(
        "HELLO",
        "READY|{me}",
        "READY|{other}",
        "START",
        "PLAYER|{me}",
        "TURN|{me}",
        "END|{me}",
        "WIN|{me}",
        "ILLEGAL|{me}",
    ),
    *("DECK|{me}|DUKE|DUKE", "COINS|{me}|9", "CHOOSE|{me}|DUKE|DUKE", "SHOW|{me}", "LOSE|{me}"),
    *("ACT|{me}|INCOME", "ACT|{me}|TAX", "ACT|{me}|FOREIGN_AID", "ACT|{me}|EXCHANGE", "ACT|{me}|STEAL|{other}"),
    *("ACT|{me}|COUP|{other}", "ACT|{me}|ASSASSINATE|{other}", "ACT|{me}|STEAL|{me}", "ACT|{me}|STEAL|9"),
    *("ACT|{me}|STEAL", "ACT|{me}|TAX|{other}", "ACT|{me}|JUGGLE", "ACT|{other}|INCOME", "ACT|{me}", "ACT"),
    *("ALLOW|{me}", "ALLOW|{other}", "ALLOW", "CHAL|{me}", "CHAL|{other}", "CHAL"),
    *("BLOCK|{me}|DUKE", "BLOCK|{me}|CAPTAIN", "BLOCK|{me}|AMBASSADOR", "BLOCK|{me}|CONTESSA", "BLOCK|{other}|DUKE"),
    *("SHOW|{me}|DUKE", "SHOW|{me}|CAPTAIN", "SHOW|{me}|CONTESSA", "SHOW|{other}|DUKE", "SHOW|{me}|JOKER"),
    *("LOSE|{me}|DUKE", "LOSE|{me}|CAPTAIN", "LOSE|{me}|ASSASSIN", "LOSE|{me}|CONTESSA", "LOSE|{other}|ASSASSIN"),
    *(
        "KEEP|{me}|DUKE|CAPTAIN",
        "KEEP|{me}|CONTESSA|DUKE",
        "KEEP|{me}|DUKE|DUKE",
        "KEEP|{me}|DUKE",
        "KEEP|{other}|DUKE",
    ),
    *("", "nonsense", "|||", "SINGLE@0@OK"),
)

S_OPENING = ("1> HELLO", "1< PLAYER", "2> HELLO", "2< PLAYER", "3> HELLO", "3< PLAYER", "1> OK", "2> OK", "3> OK")
S_START = (*S_OPENING, "1< START", "2< START", "3< START")
S_DEALT = (*S_START, "1> READY", "2> READY", "3> READY")
S_TURN = (*S_DEALT, "2< TURN 1", "2> OK", "3< TURN 1", "3> OK", "1< TURN 1")
S_TAXED = (*S_TURN, "1> ACT 1 T", "2< ACT", "3< ACT")
S_CHALLENGED = (*S_TAXED, "2> CHAL 2", "3> OK", "3< CHAL 2", "3> OK", "1< CHAL 2")
S_LOST = (*S_CHALLENGED, "1> SHOW 1 D", "3< SHOW", "3> OK", "2< SHOW", "2> LOSE 2 A")
S_DEAD = (
    *(*S_LOST, "1< TURN 2", "1> OK", "3< TURN 2", "3> OK", "2< TURN 2", "2> ACT 2 T", "1< ACT 2", "1> OK", "3< ACT 2"),
    *("3> CHAL 3", "1< CHAL 3", "1> OK", "2< CHAL 3", "2> LOSE 2 E", "2< DECK", "2> OK"),
)
SECOND_STATES: dict[str, State] = {
    "connected": ((), "1", {"HELLO"}),
    "getting ready": (S_START, "2", {"READY", "OK"}),
    "dealt": ((*S_DEALT, "2< DECK"), "2", {"OK"}),
    "its turn": (S_TURN, "1", {"ACT 1 I", "ACT 1 T", "ACT 1 F", "ACT 1 X", "ACT 1 S 2"}),
    "another's turn": (S_TURN, "2", set()),
    "asked about a tax": (S_TAXED, "2", {"OK", "CHAL 2"}),
    "having answered": ((*S_TAXED, "2> OK"), "2", set()),
    "robbed": ((*S_TURN, "1> ACT 1 S 2", "2< ACT"), "2", {"OK", "CHAL 2", "BLOCK 2 C", "BLOCK 2 B"}),
    "asked about foreign aid": ((*S_TURN, "1> ACT 1 F", "2< ACT"), "2", {"OK", "BLOCK 2 D"}),
    "challenged": (S_CHALLENGED, "1", {"SHOW 1 D", "LOSE 1 D", "LOSE 1 C"}),
    "losing": ((*S_CHALLENGED, "1> SHOW 1 D", "3< SHOW", "3> OK", "2< SHOW"), "2", {"LOSE 2 A", "LOSE 2 E"}),
    "choosing": (
        (*S_TURN, "1> ACT 1 X", "2< ACT", "3< ACT", "2> OK", "3> OK", "1< CHOOSE"),
        "1",
        {"KEEP D C", "KEEP E D"},
    ),
}
SECOND_KINDS = (
    *(
        "HELLO",
        "READY",
        "START",
        "OK",
        "ok",
        "EXIT",
        "ILLEGAL",
        "PLAYER {me}",
        "TURN {me}",
        "DEAD {other}",
        "COINS {me} 9",
    ),
    *(
        "DECK D D",
        "CHOOSE D D",
        "ACT {me} I",
        "ACT {me} T",
        "ACT {me} F",
        "ACT {me} X",
        "ACT {me} S {other}",
        "act {me} i",
    ),
    *(
        "ACT {me} C {other}",
        "ACT {me} A {other}",
        "ACT {me} S {me}",
        "ACT {other} I",
        "ACT {me}",
        "CHAL {me}",
        "CHAL {other}",
    ),
    *("BLOCK {me} D", "BLOCK {me} C", "BLOCK {me} B", "BLOCK {me} E", "BLOCK {other} D", "SHOW {me} D", "SHOW {me} C"),
    *("SHOW {other} D", "LOSE {me} D", "LOSE {me} C", "LOSE {me} A", "LOSE {me} E", "KEEP D C", "KEEP E D", "KEEP D D"),
    *("KEEP D", "", "nonsense", "ACT|{me}|INCOME"),
)

AT_TABLE = set(FIRST_STATES) - {"connected", "waiting", "getting ready", "ready"}
CASES = [
    pytest.param(frame, state, id=f"{'second' if frame else 'first'} dialect, {state}")
    for frame, states in ((FIRST, FIRST_STATES), (SECOND, SECOND_STATES))
    for state in states
]


@pytest.mark.parametrize(("frame", "state"), CASES)
def test_what_is_not_asked_for_is_illegal_and_changes_nothing(
    frame: str, state: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every kind of message, each on a table of its own."""
    monkeypatch.setattr(player, "SILENCE", 20.0)  # a slow machine is not to speak for the client that was blocked
    steps, who, legal = (SECOND_STATES if frame else FIRST_STATES)[state]
    lines = [kind.format(me=who, other=int(who) % 2 + 1) for kind in (SECOND_KINDS if frame else FIRST_KINDS)]
    assert legal <= set(lines)

    async def script(room: Room) -> None:
        for line in lines:
            three = await Script3(room, frame).do(*steps)
            talk = three.talks[who] if steps else await room.enter(frame)
            try:
                await send_and_see(talk, state, line, legal)
            except AssertionError as error:
                raise AssertionError(f"{line!r} in the state {state!r}: {error}") from error
            for one in three.talks.values():
                one.hang_up()
            talk.hang_up()
            room.server.start_now()  # a table that was not full is played without them

    with_server(script, players=3, lobby=1000.0, deal=Script3.DEAL + "EA")


async def send_and_see(talk: Talk, state: str, line: str, legal: set[str]) -> None:
    number = 0 if state == "connected" else int((SECOND_STATES if talk.frame else FIRST_STATES)[state][1])
    illegal = "ILLEGAL" if talk.frame else f"ILLEGAL|{number}"
    if talk.frame == FIRST and state == "connected" and line.startswith(SECOND):
        illegal = f"{SECOND}ILLEGAL"  # this is how a client of the second dialect begins
    ignored = talk.frame == FIRST and state in AT_TABLE and line == f"ALLOW|{number}"
    talk.say(line)
    if line in legal:
        talk.say("nonsense")
        await talk.until("ILLEGAL")
        assert talk.lines[-2:] != [illegal, illegal]
        return
    if not ignored:
        await talk.expect(illegal)
    if legal:
        talk.say(min(legal))  # it may still be answered
        return
    talk.say("nonsense")
    if ignored:
        await talk.expect(illegal)
        talk.say("nonsense")
    await talk.until("EXIT" if talk.frame else f"END|{number}")
    await talk.rest()


@pytest.mark.parametrize("line", ["EXCEPT@1@ACT 1 I", "ALL@WIN", "SINGLE@1@OK", "OK"])
def test_a_client_of_the_second_dialect_speaks_to_the_root_alone(line: str) -> None:
    async def script(room: Room) -> None:
        talk = await room.sit(SECOND)
        talk.raw(f"{line}\n".encode())
        await talk.expect("ILLEGAL")

    with_server(script, lobby=1000.0)


@pytest.mark.parametrize(("frame", "steps", "turn"), [(FIRST, DEAD, "TURN|3"), (SECOND, S_DEAD, "TURN 3")])
def test_what_a_client_says_after_its_end_is_ignored(frame: str, steps: tuple[str, ...], turn: str) -> None:
    """It may have been sent before the end arrived; the game goes on, and the client is told of it."""

    async def script(room: Room) -> None:
        three = await Script3(room, frame).do(*steps)
        talk = three.talks["2"]
        talk.say(*[kind.format(me="2", other="1") for kind in (SECOND_KINDS if frame else FIRST_KINDS)])
        await three.do(f"3< {turn}")
        three.talks["3"].say("ACT 3 I" if frame else "ACT|3|INCOME")
        await talk.until("ACT 3 I" if frame else "ACT|3|INCOME")
        asked = [line for line in talk.lines if line.startswith("ILLEGAL")]
        assert asked == []

    with_server(script, players=3, lobby=1000.0, deal=Script3.DEAL + "EA")


def test_legal_messages_between_two_illegal_ones_forgive_the_first() -> None:
    async def script(room: Room) -> None:
        three = await Script3(room, FIRST).do(*AT_TURN)
        talk = three.talks["1"]
        for _ in range(3):
            talk.say("ACT|1|COUP|2")
            await talk.until("ILLEGAL|1")
            talk.say("act|1|i")
            for who in "23":
                await three.do(f"{who}< TURN", f"{who}> ACT|{who}|I")
            await three.do("1< TURN")
        talk.say("x", "x")
        await three.do("1< ILLEGAL|1", "1< END|1", "2< END|1", "3< END|1")

    with_server(script, players=3, lobby=1000.0)
