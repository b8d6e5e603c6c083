"""JSON lines over TCP from bots that connect to us.

The first connection to a port belongs to the first entrant with that port. All seats of an entrant share its
connection, unless its bot opens several.
"""

import asyncio
from collections import deque
from typing import Final

from croupier.kernel.errors import Gone, UsageError
from croupier.players.http.launch import Programs
from croupier.players.json.link import Lines, Link, StreamLink

ARRIVAL_SECONDS: Final = 60.0
RETURN_SECONDS: Final = 2.0
"""How long a new match waits for a bot that hung up to connect again; the match after that does not wait."""


class Listener:
    """One port, and its connections that belong to no entrant yet, in order."""

    def __init__(self) -> None:
        self.spec = ""
        """How a user asks for a bot at this port."""
        self._waiting: deque[StreamLink] = deque()
        self._came = asyncio.Condition()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
        self.spec = f"listen:{host}:{port}"
        try:
            self._server = await loop.create_server(lambda: _Arrival(self), host, port)
        except OSError as error:
            raise UsageError(f"cannot listen on {host}:{port}: {error.strerror or error}") from None

    def admit(self, link: StreamLink) -> None:
        self._waiting.append(link)
        task = asyncio.get_running_loop().create_task(self._announce())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _announce(self) -> None:
        async with self._came:
            self._came.notify_all()

    def take(self) -> StreamLink | None:
        """Return the first connection that waits; None if there is none."""
        while self._waiting:
            link = self._waiting.popleft()
            if not link.lost:
                return link
        return None

    async def claim(self) -> StreamLink:
        """Wait for a connection; callers get connections in the order of their calls."""
        async with self._came:
            while (link := self.take()) is None:
                await self._came.wait()
            return link

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
        for link in self._waiting:
            await link.close()


class _Arrival(Lines):
    """A new connection."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._stream = StreamLink()
        super().__init__(self._stream)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.WriteTransport)
        self._stream.transport = transport
        host, port = transport.get_extra_info("peername")[:2]
        self._stream.origin = f" (connected from {host}:{port} to {self._listener.spec})"
        self._listener.admit(self._stream)


class AcceptedLinks:
    """The links of bots that connect to a port; several seats share one if there are fewer links than seats."""

    only_once = True

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._listener: Listener | None = None
        self._links: list[Link] = []
        self._loss = "hung up"
        """Why the last link that was lost carries nothing more."""
        self._return_seconds = RETURN_SECONDS

    async def open(self, programs: Programs) -> None:
        self._listener = await programs.shared(("listen", self._host, self._port), self._listen)
        try:
            async with asyncio.timeout(ARRIVAL_SECONDS):
                self._links = [await self._listener.claim()]
        except TimeoutError:
            raise UsageError(f"no bot connected to {self._host}:{self._port} within {ARRIVAL_SECONDS:g} s") from None

    async def _listen(self) -> Listener:
        listener = Listener()
        await listener.open(self._host, self._port)
        return listener

    async def close(self) -> None:
        for link in self._links:
            await link.close()
        self._links = []

    async def give_back(self, link: Link, is_clean: bool) -> None:
        """Close a link over which a late answer could be taken for one in the next match."""
        if not is_clean and not link.names_matches:
            link.hung_up(f"was disconnected after a late or unreadable answer{link.origin}")
            await link.close(at_once=True)

    async def take(self) -> Link:
        """Return an unused link, or a new one, or the one with the fewest seats."""
        assert self._listener is not None, "open first"
        for link in self._links:
            self._loss = link.lost or self._loss
        self._links = [link for link in self._links if not link.lost]
        best = min(self._links, key=lambda link: link.seats, default=None)
        if best is not None and not best.seats:
            return best
        another = self._listener.take()
        if another is None and best is None:
            another = await self._wait_for_return(self._listener)
        if another is not None:
            self._return_seconds = RETURN_SECONDS
            self._links.append(another)
        found = another or best
        if found is None:
            raise Gone(f"{self._loss}, and no other bot is connected to {self._host}:{self._port}")
        return found

    async def _wait_for_return(self, listener: Listener) -> Link | None:
        seconds, self._return_seconds = self._return_seconds, 0.0
        try:
            async with asyncio.timeout(seconds):
                return await listener.claim()
        except TimeoutError:
            return None
