"""A CoupBots server for the time of a script, and clients to talk to it: word for word, or by playing whole games."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from games.coup.play import spelled

from croupier.ai.registry import BUILT_IN
from croupier.games.coup import GAME
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.players.coupbots.server import CoupServer, ServerOptions
from croupier.players.sandbox.isolation import Isolation
from croupier.players.spec import load_bots

ROOT = Path(__file__).parents[3]
LIMIT = 300.0
TRUSTED = Isolation(trust=True)
FIRST, SECOND = "", "SINGLE@0@"


class Talk:
    """The client's end of one connection."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, frame: str = FIRST) -> None:
        self._reader, self._writer, self.frame = reader, writer, frame
        self.lines: list[str] = []

    def say(self, *texts: str) -> None:
        self._writer.write("".join(f"{self.frame}{text}\n" for text in texts).encode())

    def raw(self, data: bytes) -> None:
        self._writer.write(data)

    async def next(self) -> str | None:
        """The next line, or None when the server closed the connection."""
        async with asyncio.timeout(LIMIT):
            try:
                raw = await self._reader.readline()
            except ConnectionError:
                return None
        if not raw:
            return None
        line = raw.decode().rstrip("\n")
        assert line.startswith(self.frame)
        self.lines.append(line.removeprefix(self.frame))
        return self.lines[-1]

    async def expect(self, *lines: str) -> None:
        """These lines come next; one that ends with * only has to begin so."""
        for expected in lines:
            line = await self.next()
            if expected.endswith("*"):
                assert line is not None, expected
                assert line.startswith(expected[:-1]), (line, expected)
            else:
                assert line == expected, (line, expected)

    async def until(self, start: str) -> str:
        """The next line that begins so; what comes before is kept in `lines`."""
        while (line := await self.next()) is not None:
            if line.startswith(start):
                return line
        raise AssertionError(f"no {start} in {self.lines}")

    async def rest(self) -> list[str]:
        """All that comes until the server hangs up."""
        found: list[str] = []
        while (line := await self.next()) is not None:
            found.append(line)
        return found

    def hang_up(self) -> None:
        self._writer.close()


Script = Callable[["Room"], Awaitable[None]]


class Room:
    """A running server."""

    def __init__(self, server: CoupServer, matches: list[Match], specs: list[list[str]]) -> None:
        self.server = server
        self.matches = matches
        self.specs = specs
        """Who sat in each seat of the matches."""
        self.finished = asyncio.Event()
        self._talks: list[Talk] = []

    async def enter(self, frame: str = FIRST) -> Talk:
        reader, writer = await asyncio.open_connection(*self.server.address)
        self._talks.append(Talk(reader, writer, frame))
        return self._talks[-1]

    async def sit(self, frame: str = FIRST) -> Talk:
        """Enter, and say HELLO."""
        talk = await self.enter(frame)
        talk.say("HELLO")
        await talk.expect("PLAYER*")
        return talk

    async def match(self, number: int = 1) -> Match:
        """The match with this number, once it is over."""
        async with asyncio.timeout(LIMIT):
            while len(self.matches) < number:
                self.finished.clear()
                await self.finished.wait()
        return self.matches[number - 1]

    def close(self) -> None:
        for talk in self._talks:
            talk.hang_up()


def with_server(
    script: Script,
    fill: tuple[str, ...] = ("honest",),
    guests: tuple[str, ...] = (),
    isolation: Isolation = TRUSTED,
    **options: Any,
) -> list[Match]:
    """Run a server for the time of a script; the matches that were finished. It must end without an error."""

    async def run() -> list[Match]:
        deal = {} if "deal" not in options else {"deal": spelled(options.pop("deal"))}
        given = {
            "settings": GAME.settings(deal),
            "players": 2,
            "port": 0,
            "lobby": 1000.0,
            "limit": 20.0,
            "seed": 3,
            "games": 0,
            **options,
        }
        matches: list[Match] = []
        seated: list[list[str]] = []

        def finished(match: Match, specs: Any) -> None:
            matches.append(match)
            seated.append(list(specs))
            room.finished.set()

        bots = [load_bots(GAME, specs, BUILT_IN, isolation) for specs in (fill, guests)]
        server = CoupServer(ServerOptions(**given), *bots, finished)
        room = Room(server, matches, seated)
        task = asyncio.create_task(server.serve())
        await server.ready.wait()
        try:
            await script(room)
            assert not task.done() or task.exception() is None, task
        finally:
            room.close()
            if not given["games"] or len(matches) < given["games"]:
                task.cancel()
            async with asyncio.timeout(LIMIT):
                await asyncio.gather(task, return_exceptions=True)
        if not task.cancelled() and task.exception() is not None:
            raise task.exception() or UsageError("the server failed")
        return matches

    return asyncio.run(run())


async def sit_down(room: Room, *frames: str) -> list[Talk]:
    """As many clients as there are seats, each having been dealt its cards; seat 0 has read its TURN."""
    talks = [await room.sit(frame) for frame in frames]
    for number, talk in enumerate(talks, 1):
        if talk.frame:
            talk.say("OK")
        await talk.until("START")
        talk.say("READY" if talk.frame else f"READY|{number}")
    return talks


# Clients that play whole games: those of the benchmark.


def bench_bots() -> Any:
    sys.path.insert(0, str(ROOT / "bench"))
    try:
        import coupclients
    finally:
        sys.path.pop(0)
    return coupclients


def new_bot(frame: str, number: int) -> Any:
    kinds = bench_bots()
    return kinds.SecondBot(number) if frame else kinds.FirstBot(number)


async def play_through(talk: Talk, number: int, leave_after: int = -1) -> None:
    """Play until the server hangs up, or leave after so many lines were received."""
    bot = new_bot(talk.frame, number)
    talk.say("HELLO")
    while leave_after != len(talk.lines) and (line := await talk.next()) is not None:
        if answer := bot.answer(f"{talk.frame}{line}"):
            talk.raw(f"{answer}\n".encode())
    talk.hang_up()


class Script3:
    """Three clients with Duke and Captain, Assassin and Contessa, two Ambassadors; played by short words.

    `"1> ACT|1|TAX"` lets client 1 say a line, `"2< ACT"` lets client 2 read until one that begins so. In the second
    dialect whatever is read on the way is answered with OK.
    """

    DEAL = "DCAEBB"

    def __init__(self, room: Room, frame: str) -> None:
        self.room, self.frame = room, frame
        self.talks: dict[str, Talk] = {}

    async def do(self, *steps: str) -> "Script3":
        for step in steps:
            who, way, text = step[0], step[1], step[2:].strip()
            if who not in self.talks:
                self.talks[who] = await self.room.enter(self.frame)
            if way == ">":
                self.talks[who].say(text)
            else:
                await self._read(self.talks[who], text)
        return self

    async def _read(self, talk: Talk, start: str) -> None:
        while (line := await talk.next()) is not None:
            if line.startswith(start):
                return
            if self.frame and not line.startswith(("DEAD", "EXIT")):
                talk.say("OK")
        raise AssertionError(f"no {start} in {talk.lines}")
