"""WebSocket, connecting out: every message is one text frame, and every seat has a connection of its own.

As in `http`, aiohttp is loaded when the first connection is made.
"""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from croupier.kernel.errors import Gone, UsageError
from croupier.players.json.link import Link
from croupier.players.json.tcp import CONNECT_SECONDS, reason

if TYPE_CHECKING:
    from aiohttp import ClientSession, ClientWebSocketResponse

FRAME_LIMIT: Final = 1_000_000
WRITE_SECONDS: Final = 5.0
CLOSE_SECONDS: Final = 0.5


class SocketLink(Link):
    """One WebSocket."""

    def __init__(self, url: str, client: "ClientSession", socket: "ClientWebSocketResponse") -> None:
        super().__init__()
        self._url = url
        self._client = client
        self._socket = socket
        self._reader = asyncio.get_running_loop().create_task(self._read())

    async def _read(self) -> None:
        from aiohttp import WSMsgType

        async for frame in self._socket:
            if frame.type is WSMsgType.TEXT:
                self.heard(frame.data.encode())
            elif frame.type is WSMsgType.BINARY:
                self.heard(frame.data)
        self.ended(f"{self._url} closed the connection")

    async def write(self, message: bytes) -> None:
        from aiohttp import ClientError

        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self._socket.send_str(message.decode())
        except TimeoutError:
            self.hung_up(f"{self._url} does not read its messages")
            raise Gone(self.lost) from None
        except (ConnectionError, ClientError):
            self.hung_up(f"{self._url} closed the connection")
            raise Gone(self.lost) from None

    async def close(self, at_once: bool = False) -> None:
        self.hung_up("the connection was closed")
        self._reader.cancel()
        with suppress(asyncio.CancelledError):
            await self._reader
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await self._socket.close()
        await self._client.close()


async def connected(url: str) -> SocketLink:
    """A new connection, or Gone."""
    import aiohttp

    client = aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar())
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            socket = await client.ws_connect(url, max_msg_size=FRAME_LIMIT)
    except BaseException as error:
        await client.close()
        if isinstance(error, TimeoutError):
            raise Gone(f"{url} did not answer within {CONNECT_SECONDS:g} s") from None
        if isinstance(error, aiohttp.WSServerHandshakeError):
            raise Gone(f"{url} is not a WebSocket server: it returned status {error.status}") from None
        if isinstance(error, aiohttp.ClientConnectorError):
            raise Gone(f"cannot connect to {url} ({reason(error.os_error)})") from None
        if isinstance(error, aiohttp.ClientError):
            raise Gone(f"cannot connect to {url} ({error})") from None
        raise
    return SocketLink(url, client, socket)


async def reached(url: str) -> SocketLink:
    """The same when a run begins: a UsageError."""
    try:
        return await connected(url)
    except Gone as error:
        raise UsageError(f"{error}; start the bot first") from None
