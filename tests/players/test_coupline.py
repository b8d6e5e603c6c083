"""Conversations with the CoupBots server over loopback, word for word, in both dialects."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from croupier.games.coup import GAME, Honest
from croupier.match.core import Match
from croupier.players.coupserver import CoupServer, ServerOptions

LIMIT = 5.0


class Talk:
    """The client's end of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, frame: str = "") -> None:
        self._reader, self._writer, self._frame = reader, writer, frame
        self.lines: list[str] = []

    def say(self, text: str) -> None:
        self._writer.write(f"{self._frame}{text}\n".encode())

    def raw(self, data: bytes) -> None:
        self._writer.write(data)

    async def next(self) -> str | None:
        """The next line, or None when the server hung up."""
        async with asyncio.timeout(LIMIT):
            raw = await self._reader.readline()
        if not raw:
            return None
        line = raw.decode().rstrip("\n")
        assert line.startswith(self._frame)
        self.lines.append(line.removeprefix(self._frame))
        return self.lines[-1]

    async def until(self, start: str) -> str:
        """The next line that begins so; what comes before is kept in `lines`."""
        while (line := await self.next()) is not None:
            if line.startswith(start):
                return line
        raise AssertionError(f"no {start} in {self.lines}")

    async def rest(self) -> list[str]:
        found: list[str] = []
        while (line := await self.next()) is not None:
            found.append(line)
        return found

    def hang_up(self) -> None:
        self._writer.close()


Script = Callable[["Room"], Awaitable[None]]


class Room:
    """A running server."""

    def __init__(self, server: CoupServer) -> None:
        self.server = server
        self.matches: list[Match] = []
        self._talks: list[Talk] = []

    async def enter(self, frame: str = "") -> Talk:
        reader, writer = await asyncio.open_connection(*self.server.address)
        self._talks.append(Talk(reader, writer, frame))
        return self._talks[-1]

    def close(self) -> None:
        for talk in self._talks:
            talk.hang_up()


def with_server(script: Script, **options: Any) -> list[Match]:
    """Run a server for the time of a script; the matches that were finished."""

    async def run() -> list[Match]:
        given = {"players": 2, "port": 0, "lobby": 0.05, "limit": 2.0, "fill": "honest", "seed": 3, **options}
        matches: list[Match] = []
        server = CoupServer(ServerOptions(**given), Honest, lambda match, specs: matches.append(match))
        task = asyncio.create_task(server.serve())
        await server.ready.wait()
        room = Room(server)
        room.matches = matches
        try:
            await script(room)
        finally:
            room.close()
            if not task.done() and (server.options.games == 0 or not matches):
                task.cancel()
            async with asyncio.timeout(LIMIT):
                await asyncio.gather(task, return_exceptions=True)
        return matches

    return asyncio.run(run())


SECOND = "SINGLE@0@"


async def sit_first(room: Room) -> Talk:
    talk = await room.enter()
    talk.say("HELLO")
    assert await talk.next() == "PLAYER|1"
    assert await talk.next() == "START"
    talk.say("READY|1")
    return talk


def test_initialisation_steps_0_to_10() -> None:
    async def script(room: Room) -> None:
        talk = await room.enter()
        talk.say("hello")  # case does not matter
        assert await talk.next() == "PLAYER|1"
        assert await talk.next() == "START"
        talk.say("ready|1")
        deck = await talk.next()
        assert deck is not None
        assert deck.startswith("DECK|1|")
        assert len(deck.split("|")) == 4
        assert await talk.next() == "COINS|1|2"
        assert await talk.next() == "PLAYER|2"
        assert await talk.next() == "TURN|1"

    with_server(script)


def test_initialisation_of_the_second_dialect() -> None:
    async def script(room: Room) -> None:
        talk = await room.enter(SECOND)
        for said, expected in [
            ("HELLO", "PLAYER 1"),
            ("OK", "START"),
            ("READY", "DECK"),
            ("OK", "COINS 1 2"),
            ("OK", "PLAYER 2"),
            ("OK", "TURN 1"),
        ]:
            talk.say(said)
            line = await talk.next()
            assert line is not None
            assert line.startswith(expected)
        talk.say("ACT 1 I")
        assert await talk.next() == "COINS 1 3"
        talk.say("OK")
        assert await talk.next() == "TURN 2"

    with_server(script)


@pytest.mark.parametrize(
    "wrong",
    [
        "ACT|2|INCOME",
        "ACT|1|COUP|2",
        "ACT|1|STEAL|1",
        "ACT|1|JUGGLE",
        "CHAL|1",
        "BLOCK|1|DUKE",
        "KEEP|1|DUKE",
        "nonsense",
        "",
    ],
)
def test_two_illegal_lines_in_a_row_are_the_end(wrong: str) -> None:
    async def script(room: Room) -> None:
        talk = await sit_first(room)
        await talk.until("TURN")
        talk.say(wrong)
        assert await talk.next() == "ILLEGAL|1"
        talk.say(wrong)
        assert await talk.next() == "ILLEGAL|1"
        assert "END|1" in await talk.rest()

    matches = with_server(script)
    assert matches[0].result().places == (2, 1)


def test_an_illegal_line_may_be_answered_again() -> None:
    async def script(room: Room) -> None:
        talk = await sit_first(room)
        await talk.until("TURN")
        for _ in range(3):
            talk.say("ACT|1|COUP|2")
            assert await talk.until("ILLEGAL") == "ILLEGAL|1"
            talk.say("act|1|i")
            await talk.until("ACT|2")
            talk.say("ALLOW|1")
            await answer_until_turn(talk)

    with_server(script)


async def answer_until_turn(talk: Talk) -> None:
    """Allow everything and lose what must be lost, until it is our turn or over."""
    hand: list[str] = next(line for line in reversed(talk.lines) if line.startswith("DECK")).split("|")[2:]
    while (line := await talk.next()) is not None:
        command, *fields = line.split("|")
        if command == "DECK":
            hand = fields[1:]
        if command == "TURN":
            return
        if command in ("ACT", "BLOCK"):
            talk.say("ALLOW|1")
        if command in ("SHOW", "LOSE") and fields == ["1"]:
            talk.say(f"{command}|1|{hand[0]}")


@pytest.mark.parametrize("data", [b"x" * 300 + b"\n", b"\xff\xfe\n", b"HELLO"])
def test_what_is_no_line_ends_the_connection(data: bytes) -> None:
    async def script(room: Room) -> None:
        talk = await room.enter()
        talk.raw(data)
        if not data.endswith(b"\n"):
            talk.hang_up()
        else:
            assert await talk.rest() == []

    with_server(script, games=0)


@pytest.mark.parametrize("line", ["EXCEPT@1@ACT 1 I", "ALL@WIN", "SINGLE@1@OK", "OK"])
def test_a_client_of_the_second_dialect_speaks_to_the_root_alone(line: str) -> None:
    async def script(room: Room) -> None:
        talk = await room.enter(SECOND)
        talk.say("HELLO")
        assert await talk.next() == "PLAYER 1"
        talk.raw(f"{line}\n".encode())
        assert await talk.next() in ("ILLEGAL", "START")
        if talk.lines[-1] == "START":
            assert await talk.next() == "ILLEGAL"

    with_server(script, lobby=0.3)


@pytest.mark.parametrize("steps", range(5))
def test_a_client_may_vanish_at_any_point_and_the_game_goes_on(steps: int) -> None:
    async def script(room: Room) -> None:
        talk = await room.enter()
        talk.say("HELLO")
        await talk.next()
        if steps == 0:
            talk.hang_up()
            other = await sit_first(room)  # its number is free again
            await other.until("TURN")
            return
        await talk.until("START")
        if steps > 1:
            talk.say("READY|1")
            await talk.until("TURN")
        if steps > 2:
            talk.say("ACT|1|TAX")
            await talk.until("COINS")
        if steps > 3:
            await talk.until("ACT|2")
        talk.hang_up()
        async with asyncio.timeout(LIMIT):
            while not room.matches:
                await asyncio.sleep(0.01)
        assert room.matches[0].result().places == (2, 1)

    with_server(script)


def test_who_does_not_get_ready_is_out() -> None:
    async def script(room: Room) -> None:
        talk = await room.enter()
        talk.say("HELLO")
        assert await talk.until("END") == "END|1"
        async with asyncio.timeout(LIMIT):
            while not room.matches:
                await asyncio.sleep(0.01)

    assert with_server(script, limit=0.2)[0].result().places == (2, 1)


def test_silence_has_a_limit_and_is_a_fault() -> None:
    async def script(room: Room) -> None:
        talk = await sit_first(room)
        await talk.rest()

    match = with_server(script, limit=0.15)[0]
    faults = [step for step in match.steps if step.faults]
    assert len(faults) == 3
    assert all("TooSlow" in step.faults[0] for step in faults)


async def play_through(talk: Talk, number: int) -> None:
    """A client of the first dialect that acts and objects at times."""
    me, hand, coins, turns, rivals = "", [], 2, 0, set()
    talk.say("HELLO")
    while (line := await talk.next()) is not None:
        command, *fields = line.split("|")
        if command == "PLAYER":
            rivals |= {fields[0]} if me else set()
            me = me or fields[0]
        elif command == "START":
            talk.say(f"READY|{me}")
        elif command == "DECK":
            hand = fields[1:]
        elif command == "COINS" and fields[0] == me:
            coins = int(fields[1])
        elif command == "END":
            rivals.discard(fields[0])
        elif command == "TURN":
            turns += 1
            target = sorted(rivals)[0]
            choice = ["TAX", f"STEAL|{target}", "EXCHANGE", "FOREIGN_AID"][(turns + number) % 4]
            talk.say(f"ACT|{me}|{f'COUP|{target}' if coins >= 7 else choice}")
        elif command == "ACT" and hand:
            blocked = len(fields) > 2 and fields[1] == "STEAL" and fields[2] == me and turns % 3 == 0
            if fields[1] not in ("INCOME", "COUP"):
                claims = fields[1] in ("TAX", "EXCHANGE") and (turns + number) % 5 == 0
                talk.say(f"BLOCK|{me}|C" if blocked else f"CHAL|{me}" if claims else f"ALLOW|{me}")
        elif command == "BLOCK" and hand:
            talk.say(f"ALLOW|{me}")
        elif command in ("SHOW", "LOSE") and fields == [me]:
            talk.say(f"{command}|{me}|{hand[0]}")
        elif command == "CHOOSE":
            talk.say("|".join(["KEEP", me, *hand]))


@pytest.mark.parametrize("seconds", [0, 6, 3])
def test_six_clients_play_whole_games(seconds: int) -> None:
    async def client(room: Room, number: int) -> None:
        if number < seconds:
            await play_second(await room.enter(SECOND), number)
        else:
            await play_through(await room.enter(), number)

    async def script(room: Room) -> None:
        async with asyncio.timeout(60):
            for _ in range(4):
                await asyncio.gather(*(client(room, number) for number in range(6)))

    matches = with_server(script, players=6, games=4, lobby=5.0)
    assert len(matches) == 4
    for match in matches:
        assert match.result().ending == "one player is left"
        assert not any(step.faults for step in match.steps), [step for step in match.steps if step.faults]
        joint = GAME.settings({"window": "joint", "refund": False})
        assert match.table.settings == (joint if seconds else GAME.settings())


async def play_second(talk: Talk, number: int) -> None:
    """A client of the second dialect that acts and objects at times, and answers every line as the table says."""
    me, hand, coins, turns, rivals = "", [], 2, 0, set()
    claimant, claimed, challenger = "", "", ""
    cards = {"T": "D", "X": "B", "A": "A", "S": "C"}
    talk.say("HELLO")
    while (line := await talk.next()) is not None:
        command, *fields = line.split(" ")
        reply = "OK"
        if command in ("DEAD", "EXIT"):
            rivals.discard(fields[0] if fields else "")
            continue
        if command == "PLAYER":
            rivals |= {fields[0]} if me else set()
            me = me or fields[0]
        elif command == "START":
            reply = "READY"
        elif command == "DECK":
            alive, hand = bool(hand), fields
            if not hand and alive:
                talk.say("OK")
        elif command == "COINS" and fields[0] == me:
            coins = int(fields[1])
        elif command == "TURN" and fields == [me]:
            turns += 1
            target = sorted(rivals)[0]
            choices = ["T", f"S {target}", "X", "F", f"A {target}" if coins >= 3 else "I"]
            reply = f"ACT {me} {f'C {target}' if coins >= 7 else choices[(turns + number) % 5]}"
            claimant, claimed = me, cards.get(reply.split(" ")[2], "")
        elif command == "ACT":
            claimant, claimed = fields[0], cards.get(fields[1], "")
            if fields[1:] == ["C", me]:
                reply = f"LOSE {me} {hand[0]}"
            elif fields[1:] in (["A", me], ["S", me]) and turns % 2 == 0:
                claimant, claimed = me, {"A": "E", "S": "C"}[fields[1]]
                reply = f"BLOCK {me} {claimed}"
            elif fields[1] == "T" and (turns + number) % 4 == 0:
                reply, challenger = f"CHAL {me}", me
        elif command == "BLOCK":
            claimant, claimed = fields
            if (turns + number) % 3 == 0:
                reply, challenger = f"CHAL {me}", me
        elif command == "CHAL":
            challenger = fields[0]
            if claimant == me:
                reply = f"SHOW {me} {claimed}" if claimed in hand else f"LOSE {me} {hand[0]}"
        elif (command == "SHOW" and challenger == me) or (command == "LOSE" and fields == [me]):
            reply = f"LOSE {me} {hand[0]}"
        elif command == "CHOOSE":
            reply = " ".join(["KEEP", *hand])
        if hand or command in ("PLAYER", "START"):
            talk.say(reply)
