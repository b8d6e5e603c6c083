"""A connection that carries lines both ways, for any number of seats at once: what comes is sorted by its `match`.

A bot that plays one seat at a time need not name the match in its answers; they can only be meant for that one.
"""

import asyncio
from collections import deque
from typing import Final

from croupier.kernel.errors import Gone, Harness, SeatError
from croupier.kernel.wire import ANSWER_LIMIT, address_of

UNREAD_LIMIT: Final = 8_000_000  # bytes that we hold for a bot that does not read
UNENDED_LIMIT: Final = 1_000_000  # bytes without a newline, after which a bot is not listened to any more
UNASKED_LIMIT: Final = 100  # lines that we hold from a bot that was not asked
PIECES: Final = 8  # in which a message comes over a slow network
REMEMBERED: Final = 100  # matches that are over, to which late answers may come


class Link:
    """One connection. How it writes and closes is the business of its kind."""

    def __init__(self) -> None:
        self._channels: dict[str, LinkChannel] = {}
        self._over: deque[str] = deque(maxlen=REMEMBERED)
        self.lost = ""
        """Why nothing more can come; empty while the connection stands."""
        self.is_lost_by_us = False
        """Whether that is because a process of ours ended, and not the bot."""
        self.names_matches = True
        """Whether every answer so far said which match it is for."""
        self.origin = ""
        """Where a bot that connected to us came from, to be put behind a complaint about it."""
        self.strays: set[int] = set()
        """Numbers in what was sent over it that belongs to no match: a complaint about that is nobody's answer."""

    async def write(self, message: bytes) -> None:
        raise NotImplementedError

    async def write_slowly(self, message: bytes, pause: float) -> None:
        """As over a slow network; where messages cannot come in pieces, they come late."""
        await asyncio.sleep(pause * (PIECES - 1))
        await self.write(message)

    async def close(self, at_once: bool = False) -> None:
        """End the connection and what belongs to it; `at_once` without patience."""
        raise NotImplementedError

    @property
    def seats(self) -> int:
        return len(self._channels)

    def open(self, match_id: str) -> "LinkChannel":
        channel = self._channels[match_id] = LinkChannel(self, match_id)
        return channel

    def release(self, channel: "LinkChannel") -> None:
        self._channels.pop(channel.match_id, None)
        self._over.append(channel.match_id)

    def heard(self, line: bytes) -> None:
        """A line came. Of one who has misbehaved no more is heard, however much has arrived already."""
        if self.lost:
            return
        channels = self._channels
        about = address_of(line)
        match_id = about.match
        channel = channels.get(match_id)
        if channel is not None:
            channel.put(line)
            return
        if about.id in self.strays and (match_id or about.type == "error"):
            return
        if not match_id:
            self.names_matches = False
        elif match_id in self._over:
            return
        # Such a line can only be meant for the one who waits, or for the only one there is.
        meant = [each for each in channels.values() if each.is_waiting] or list(channels.values())
        if len(meant) == 1:
            meant[0].put(line)
        elif meant and meant[0].is_waiting:
            self.misbehaved("answered without `match` while several of its seats were asked over one connection")

    def hung_up(self, reason: str) -> None:
        """Nothing more will come."""
        if not self.lost:
            self.lost = reason
            for channel in self._channels.values():
                channel.wake()

    def loss(self) -> SeatError:
        """The fault of a bot that is gone; none of its own if we lost it."""
        return Harness(self.lost) if self.is_lost_by_us else Gone(self.lost)

    def ended(self, how: str) -> None:
        """The other end closed the connection."""
        self.hung_up(how)

    def misbehaved(self, reason: str) -> None:
        """What it does cannot be put up with: nothing more is heard from it."""
        self.hung_up(reason)

    def printed(self) -> str:
        """What the bot printed besides its messages since this was last asked, if it can be known."""
        return ""

    def wake(self) -> None:
        """The bot is asked."""

    def rest(self) -> None:
        """The bot is not asked any more."""

    def take_charge(self, free: float = 0.0) -> float:
        """Seconds that the bot's process worked since its last answer, if that is to be charged and can be known."""
        return 0.0

    can_be_ended = False
    """Whether it is a program that we started."""

    def end(self) -> None:
        """End a program whose time for an answer is over."""


class LinkChannel:
    """The lines of one match on a link."""

    def __init__(self, link: Link, match_id: str) -> None:
        self._link = link
        self.match_id = match_id
        self.pause = 0.0
        self._lines: deque[bytes] = deque()
        self._waiter: asyncio.Future[None] | None = None

    @property
    def is_empty(self) -> bool:
        """Whether nothing came that was not asked for."""
        return not self._lines

    @property
    def is_waiting(self) -> bool:
        return self._waiter is not None

    def put(self, line: bytes) -> None:
        self._lines.append(line)
        if len(self._lines) > UNASKED_LIMIT:
            self._link.misbehaved(f"sent {UNASKED_LIMIT} lines without being asked")
        self.wake()

    def wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    async def ask(self, message: bytes, news_seconds: float = 0.0) -> bytes:
        await self.tell(message)
        return await self.more()

    async def more(self) -> bytes:
        self._link.wake()
        try:
            await self._until_heard()
        finally:
            self._link.rest()
        return self._lines.popleft()

    async def _until_heard(self) -> None:
        while not self._lines:
            if self._link.lost:
                raise self._link.loss()
            self._waiter = asyncio.get_running_loop().create_future()
            try:
                await self._waiter
            finally:
                self._waiter = None

    async def tell(self, message: bytes) -> None:
        if self._link.lost:
            raise self._link.loss()
        if self.pause:
            await self._link.write_slowly(message, self.pause)
        else:
            await self._link.write(message)

    async def inform(self, message: bytes) -> None:
        await self.tell(message)

    async def catch_up(self) -> None:
        """Nobody says when a line was taken in."""

    async def stray(self, message: bytes, number: int) -> None:
        self._link.strays.add(number)
        await self.tell(message)


def pieces(message: bytes) -> list[bytes]:
    """A message cut up, in whatever places that happens to be."""
    size = -(-len(message) // PIECES)
    return [message[start : start + size] for start in range(0, len(message), size)]


class Lines(asyncio.Protocol):
    """Cuts what arrives into lines for a link. One that is too long arrives cut off, so that it is refused as such."""

    def __init__(self, link: Link, limit: int = ANSWER_LIMIT) -> None:
        self._link = link
        self._limit = limit
        self._rest = b""
        self._skipping = False
        self._unended = 0

    def data_received(self, data: bytes) -> None:
        self._unended = len(data) - data.rfind(b"\n") - 1 if b"\n" in data else self._unended + len(data)
        if self._unended > UNENDED_LIMIT:
            self._rest = b""
            self._link.misbehaved(f"sent {UNENDED_LIMIT} bytes without a newline{self._link.origin}")
            return
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            if self._skipping:
                self._skipping = False
            elif line := line.strip(b"\r \t"):
                self._link.heard(line[: self._limit + 1])
        if len(self._rest) > self._limit:
            if not self._skipping:
                self._link.heard(self._rest[: self._limit + 1])
            self._skipping, self._rest = True, b""

    def connection_lost(self, exc: Exception | None) -> None:
        self._link.ended("hung up" if exc is None else f"the connection broke: {exc}")


class StreamLink(Link):
    """A link on an asyncio transport."""

    transport: asyncio.WriteTransport

    async def write(self, message: bytes) -> None:
        if self.transport.get_write_buffer_size() > UNREAD_LIMIT:
            self.misbehaved(f"does not read its messages: {UNREAD_LIMIT} bytes are waiting")
            raise Gone(self.lost)
        self.transport.write(message + b"\n")

    def misbehaved(self, reason: str) -> None:
        super().misbehaved(reason)
        if not self.transport.is_closing():
            self.transport.abort()

    async def write_slowly(self, message: bytes, pause: float) -> None:
        first, *others = pieces(message + b"\n")
        self.transport.write(first)
        for piece in others:
            await asyncio.sleep(pause)
            self.transport.write(piece)

    async def close(self, at_once: bool = False) -> None:
        self.hung_up("the connection was closed")
        if self.transport.is_closing():
            return
        if at_once:
            self.transport.abort()
        else:
            self.transport.close()
