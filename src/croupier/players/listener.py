"""JSON lines over TCP, being connected to: the engine listens, and bots come to it.

Who connects first plays for the first entrant that was told this port. All its seats go over its one connection,
unless it has made several.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final

from croupier.kernel.decision import Clock
from croupier.kernel.errors import Gone, UsageError
from croupier.match.core import Match
from croupier.match.drivers import Player
from croupier.players.launch import Programs
from croupier.players.link import Lines, Link, StreamLink
from croupier.players.linkguest import seated

ARRIVAL_SECONDS: Final = 60.0
RETURN_SECONDS: Final = 2.0
"""How long a new match waits for somebody who has hung up to come back; who did not is not waited for again."""


class Listener:
    """One port, and those who have connected to it and belong to nobody yet, in order."""

    def __init__(self) -> None:
        self._waiting: deque[StreamLink] = deque()
        self._came = asyncio.Condition()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self, host: str, port: int) -> None:
        loop = asyncio.get_running_loop()
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
        """Somebody who is there already."""
        while self._waiting:
            link = self._waiting.popleft()
            if not link.lost:
                return link
        return None

    async def claim(self) -> StreamLink:
        """The next who comes; those who ask first get those who come first."""
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
        self._listener.admit(self._stream)


class ListenGuest:
    """Whoever connects to a port."""

    only_once = True
    """Only one process at a time can have it."""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._listener: Listener | None = None
        self._links: list[Link] = []
        self._patience = RETURN_SECONDS

    async def arrive(self, programs: Programs) -> None:
        self._listener = await programs.shared(("listen", self._host, self._port), self._open)
        try:
            async with asyncio.timeout(ARRIVAL_SECONDS):
                self._links = [await self._listener.claim()]
        except TimeoutError:
            raise UsageError(f"no bot connected to {self._host}:{self._port} within {ARRIVAL_SECONDS:g} s") from None

    async def _open(self) -> Listener:
        listener = Listener()
        await listener.open(self._host, self._port)
        return listener

    async def leave(self) -> None:
        for link in self._links:
            await link.close()
        self._links = []

    @asynccontextmanager
    async def sit(self, match: Match, seat: int, clock: Clock) -> AsyncGenerator[Player]:
        link = await self._least_busy()
        async with seated(link, match, seat, clock) as player:
            yield player
        if player.owes and not link.names_matches:
            # A late answer could be taken for one in the next match.
            await link.close(at_once=True)

    async def _least_busy(self) -> Link:
        assert self._listener is not None, "arrive first"
        self._links = [link for link in self._links if not link.lost]
        best = min(self._links, key=lambda link: link.seats, default=None)
        if best is not None and not best.seats:
            return best
        another = self._listener.take()
        if another is None and best is None:
            another = await self._returned(self._listener)
        if another is not None:
            self._patience = RETURN_SECONDS
            self._links.append(another)
        found = another or best
        if found is None:
            raise Gone(f"hung up, and nobody else is connected to {self._host}:{self._port}")
        return found

    async def _returned(self, listener: Listener) -> Link | None:
        patience, self._patience = self._patience, 0.0
        try:
            async with asyncio.timeout(patience):
                return await listener.claim()
        except TimeoutError:
            return None
