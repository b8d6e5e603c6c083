"""One connection of a CoupBots client: lines with their limits, the dialect, and what is said to an illegal line.

What a line means is not known here: it is passed to `heard`, the current handler of the client.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Final, cast

from croupier.games.coup.lines.protocol import LINE_LIMIT

FRAME: Final = "SINGLE@0@"
FLOOD: Final = 500  # lines within a second that nobody waited for
UNREAD: Final = 1 << 16  # bytes that a client may leave unread
PATIENCE: Final = 5.0  # seconds for the last lines to be read
ILLEGAL_LIMIT: Final = 2


class WriteBatch:
    """The clients of a server to whom lines are to be written: one system call for all that one of them gets.

    What follows at once from lines that came is written when these are dealt with, what a match tells when it waits
    again, all else when the loop comes round.
    """

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._waiting: list[Client] = []
        self._is_collecting = False

    def add(self, client: "Client") -> None:
        if not self._waiting and not self._is_collecting:
            self._loop.call_soon(self.deliver)
        self._waiting.append(client)

    def collect(self) -> None:
        """Who calls this will call `deliver`, before anybody is waited for."""
        self._is_collecting = True

    def deliver(self) -> None:
        self._is_collecting = False
        waiting, self._waiting = self._waiting, []
        for client in waiting:
            client.flush()


class Client(asyncio.Protocol):
    """One connection. `heard` is called with every line; `on_gone` once, when nothing more will come."""

    def __init__(
        self, post: WriteBatch, opened: "Callable[[Client], None]", closed: "Callable[[Client], None]"
    ) -> None:
        self._post = post
        self._opened = opened
        self._closed = closed
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._rest = b""
        self._out: list[str] = []
        self._second, self._lines = 0, 0
        self._spoke = False
        self._given_up: asyncio.TimerHandle | None = None
        self.second = False
        """Whether it speaks the second dialect; its first line tells."""
        self.number = 0
        """Its number at the table; 0 before it has one."""
        self.gone = False
        self.illegal_in_a_row = 0
        self.heard: Callable[[str], None] = lambda text: None
        self.on_gone: Callable[[], None] = lambda: None

    # For the loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        without_delay(transport)
        self._opened(self)

    def data_received(self, data: bytes) -> None:
        if self.gone:
            return
        self._post.collect()
        try:
            self._read(data)
        finally:
            self._post.deliver()

    def _read(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\n")
        if self._floods(len(lines)):
            self.break_off()
            return
        for raw in lines:
            if len(raw) > LINE_LIMIT:
                self.break_off()
            else:
                self._take(raw)
            if self.gone:
                return
        if len(self._rest) > LINE_LIMIT:
            self.break_off()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._given_up is not None:
            self._given_up.cancel()
        self._lost()
        self._closed(self)

    def _floods(self, lines: int) -> bool:
        now = int(self._loop.time())
        if now != self._second:
            self._second, self._lines = now, 0
        self._lines += lines
        return self._lines > FLOOD

    def _take(self, raw: bytes) -> None:
        try:
            text = raw.decode().rstrip("\r")
        except UnicodeDecodeError:
            self.break_off()
            return
        if not self._spoke:
            self._spoke, self.second = True, text.startswith(FRAME)
        if self.second:
            # Only lines to the root are taken; a client does not speak for others.
            text = text.removeprefix(FRAME) if text.startswith(FRAME) else ""
        self.heard(text)

    # For the handler of the client.

    def send(self, text: str) -> None:
        if self.gone:
            return
        if not self._out:
            self._post.add(self)
        self._out.append(text)

    def flush(self) -> None:
        """Write what was sent."""
        transport = self._transport
        if not self._out or transport is None or transport.is_closing():
            return
        frame = FRAME if self.second else ""
        transport.write("".join([f"{frame}{text}\n" for text in self._out]).encode())
        self._out.clear()
        if transport.get_write_buffer_size() > UNREAD:
            transport.abort()
            self._lost()

    def leave(self) -> None:
        """End the connection; what was sent still goes out.

        The client hangs up, or is given up later. If we closed before it, an answer that is under way would be refused
        by a reset, which may take the last lines with it.
        """
        transport = self._transport
        if self.gone or transport is None:
            return
        self.flush()
        if not transport.is_closing():
            try:
                transport.write_eof()
            except OSError:  # it has vanished already
                transport.abort()
        self._given_up = self._loop.call_later(PATIENCE, transport.abort)
        self._lost()

    def drop(self) -> None:
        """Close the connection without waiting for the client."""
        self.flush()
        if self._transport is not None:
            self._transport.close()
        self.leave()

    def _lost(self) -> None:
        if not self.gone:
            self.gone = True
            self.on_gone()

    def take_answer(self) -> None:
        """Note that a line was an answer: it is no part of a flood, and ends a row of illegal ones."""
        self.illegal_in_a_row = 0
        self._lines -= 1

    def complain(self) -> None:
        """Tell that a line was illegal. The second in a row is the last: the client is out."""
        self.illegal_in_a_row += 1
        if self.illegal_in_a_row < ILLEGAL_LIMIT:
            self.send(self.illegal())
        else:
            self.kick()

    def kick(self) -> None:
        """Tell it that it is out, and close."""
        self.send("EXIT" if self.second else f"END|{self.number}")
        self.leave()

    def break_off(self) -> None:
        """What came was no line at all, or too much: illegal, and the end of it."""
        self.send(self.illegal())
        self.drop()

    def illegal(self) -> str:
        return "ILLEGAL" if self.second else f"ILLEGAL|{self.number}"


def without_delay(transport: asyncio.BaseTransport | asyncio.StreamWriter) -> None:
    """Every line is sent at once: waiting for more would stall each step for 40 ms."""
    sock = transport.get_extra_info("socket")
    if sock is not None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
