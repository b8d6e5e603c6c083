"""A CoupBots client as a player: one connection, framing and limits, with a clerk of the game that translates.

Two illegal lines in a row end it, as do lines that are too long, not UTF-8 or too many. What is legal, the clerk knows.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any, Final

from croupier.games.coup.dialect import Clerk, FirstDialect, Line, SecondDialect
from croupier.games.coup.events import Ended
from croupier.games.coup.view import CoupView
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.kernel.errors import Gone, TooSlow

FRAME: Final = "SINGLE@0@"
SILENCE: Final = 0.5  # seconds after a block that mean consent, in the first dialect
FLOOD: Final = 500  # lines within a second
ILLEGAL_LIMIT: Final = 2


class Client:
    """One connection. `heard` is called with every line; `on_gone` once, when nothing more will come."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer
        self.second = False
        """Whether it speaks the second dialect; its first line tells."""
        self.gone = False
        self.illegal_in_a_row = 0
        self.heard: Callable[[str], None] = lambda text: None
        self.on_gone: Callable[[], None] = lambda: None
        without_delay(writer)

    async def listen(self) -> None:
        """Read lines until the connection ends or is ended."""
        loop = asyncio.get_running_loop()
        second, lines, first = int(loop.time()), 0, True
        try:
            while not self.gone:
                raw = await self._reader.readline()
                if not raw.endswith(b"\n"):
                    break
                lines = lines + 1 if int(loop.time()) == second else 1
                second = int(loop.time())
                if lines > FLOOD:
                    break
                text = raw.decode().rstrip("\r\n")
                if first:
                    self.second, first = text.startswith(FRAME), False
                if self.second:
                    # Only lines to the root are taken; a client does not speak for others.
                    self.heard(text.removeprefix(FRAME) if text.startswith(FRAME) else "")
                else:
                    self.heard(text)
        except (ValueError, ConnectionError):  # too long, not UTF-8, or broken
            pass
        self.leave()

    def send(self, text: str) -> None:
        if not self.gone and not self._writer.is_closing():
            self._writer.write(f"{FRAME if self.second else ''}{text}\n".encode())

    def leave(self) -> None:
        """Close the connection; what was sent still goes out."""
        if not self.gone:
            self.gone = True
            self._writer.close()
            self.on_gone()

    def complain(self, illegal: str, kicked: str) -> None:
        """Tell that a line was illegal; the second in a row is the last."""
        self.illegal_in_a_row += 1
        self.send(illegal)
        if self.illegal_in_a_row >= ILLEGAL_LIMIT:
            self.send(kicked)
            self.leave()


def without_delay(writer: asyncio.StreamWriter) -> None:
    """Every line is sent at once: waiting for more would stall each step for 40 ms."""
    sock = writer.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def clerk_for(client: Client, seat: int, joint: bool) -> Clerk:
    return SecondDialect(seat, joint) if client.second else FirstDialect(seat, joint)


class LinePlayer:
    """A client in a seat."""

    wants_news = True

    def __init__(self, client: Client, clerk: Clerk, limit: float | None) -> None:
        self._client = client
        self._clerk = clerk
        self._limit = limit
        self._late = False
        self._over = False
        self._stirred = asyncio.Event()
        client.illegal_in_a_row = 0
        client.heard = self._hear
        client.on_gone = self._stirred.set

    def _hear(self, text: str) -> None:
        clerk, client = self._clerk, self._client
        if clerk.hear(text):
            client.illegal_in_a_row = 0
            self._stirred.set()
        elif not clerk.may_ignore(text):
            client.complain(clerk.illegal(), clerk.kicked())

    def _send(self, line: Line) -> None:
        self._clerk.sent(line)
        self._client.send(line.text)

    async def _until_answered(self) -> None:
        while self._clerk.wanted is not None and not self._client.gone:
            self._stirred.clear()
            await self._stirred.wait()

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        clerk = self._clerk
        self._check()
        line = clerk.ask(decision)
        if line is not None:
            self._send(line)
        try:
            if clerk.quiet:
                await self._or_silence()
            else:
                await self._until_answered()
        finally:
            clerk.give_up()
        self._check()
        answer = clerk.take(decision)
        return Reply("allow" if answer is None else answer)

    def _check(self) -> None:
        if self._client.gone:
            raise Gone("the client left")
        if self._late:
            self._late = False
            raise TooSlow(f"had {self._limit} s to answer a line")

    async def _or_silence(self) -> None:
        try:
            async with asyncio.timeout(SILENCE):
                await self._until_answered()
        except TimeoutError:
            return

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        assert isinstance(view, CoupView)
        if self._over or not events:
            return  # at the end a driver hands out once more what came with no question
        self._over = any(isinstance(event, Ended) for event in events)
        for line in self._clerk.told(events, view):
            if self._client.gone:
                return
            self._send(line)
            if self._clerk.waits_for_each and line.replies:
                await self._acknowledged()

    async def _acknowledged(self) -> None:
        """In the second dialect every line waits for its answer."""
        try:
            async with asyncio.timeout(self._limit):
                await self._until_answered()
        except TimeoutError:
            self._clerk.give_up()
            self._late = True
