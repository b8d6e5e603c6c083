"""HTTP as a client: one address, connections that are kept, a time for every request, patience with a busy server.

It knows no game and no session: a `Call` goes out, a `Response` comes back, or a SeatError says why not.
aiohttp is loaded when the first channel opens: it takes longer than all the rest, and most runs do without.
"""

import asyncio
import os
from collections.abc import AsyncGenerator
from types import TracebackType
from typing import TYPE_CHECKING, Final

from croupier.kernel.errors import BadMessage, Gone, TooSlow
from croupier.kernel.http_api import Call, Response
from croupier.players.json.link import pieces

if TYPE_CHECKING:
    from aiohttp import ClientSession
    from yarl import URL

BUSY: Final = frozenset({500, 503})
"""What a server may answer differently the next time."""
BODY_LIMIT: Final = 1_000_000
_JSON: Final = {"Content-Type": "application/json"}


class HttpChannel:
    """The way to one server; to be used within `async with`."""

    def __init__(self, base_url: str, retries: int = 3, backoff: float = 0.1) -> None:
        self.base_url = base_url.rstrip("/")
        self._retries = retries
        self._backoff = backoff
        self._urls: dict[str, URL] = {}
        self._client: ClientSession | None = None

    async def __aenter__(self) -> "HttpChannel":
        import aiohttp

        # No limit on connections: every seat of every match may have a request under way.
        connector = aiohttp.TCPConnector(limit=0, ttl_dns_cache=None)
        cookies = aiohttp.DummyCookieJar()
        self._client = aiohttp.ClientSession(
            connector=connector, cookie_jar=cookies, timeout=aiohttp.ClientTimeout(), auto_decompress=True
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._client is not None:
            await self._client.close()

    async def send(self, call: Call, limit: float, retry: bool = True, pause: float = 0.0) -> Response:
        """Send a request and wait for what comes back, at most `limit` seconds with all retries.

        A server that is busy (500, 503) or hangs up is tried again, each time after twice the pause; the last answer
        counts. Gone when there is no connection, TooSlow when the time is up. With `pause` the body goes out in pieces
        with so many seconds between them.
        """
        try:
            async with asyncio.timeout(limit):
                return await self._patiently(call, self._retries if retry else 0, pause)
        except TimeoutError:
            raise TooSlow(f"{self._named(call)} was not answered within {limit:g} s") from None

    async def _patiently(self, call: Call, retries: int, between_pieces: float) -> Response:
        from aiohttp import ClientError

        pause = self._backoff
        for left in range(retries, -1, -1):
            try:
                response = await self._once(call, between_pieces)
                if response.status not in BUSY or left == 0:
                    return response
            except ClientError as error:
                if left == 0:
                    raise Gone(f"{self._named(call)} failed: {_reason(error)}") from None
            await asyncio.sleep(pause)
            pause *= 2
        raise AssertionError("the last try returns or raises")

    async def _once(self, call: Call, between_pieces: float) -> Response:
        assert self._client is not None, "to be used within `async with`"
        data = call.body or None
        headers = _JSON if call.body else None
        if between_pieces and call.body:
            data = _in_pieces(call.body, between_pieces)
            headers = {**_JSON, "Content-Length": str(len(call.body))}
        async with self._client.request(
            call.method, self._url(call.path), data=data, headers=headers, allow_redirects=False
        ) as response:
            body = await response.content.read(BODY_LIMIT + 1) if response.content_length != 0 else b""
            while not response.content.at_eof():
                if len(body) > BODY_LIMIT:
                    raise BadMessage(f"{self._named(call)} returned more than {BODY_LIMIT} bytes")
                body += await response.content.read(BODY_LIMIT + 1)
            return Response(response.status, body)

    def _url(self, path: str) -> "URL":
        url = self._urls.get(path)
        if url is None:
            from yarl import URL

            if len(self._urls) > 1000:
                self._urls.clear()
            url = self._urls[path] = URL(f"{self.base_url}/{path}", encoded=True)
        return url

    def _named(self, call: Call) -> str:
        return f"{call.method} {self.base_url}/{call.path}"


async def _in_pieces(body: bytes, pause: float) -> AsyncGenerator[bytes]:
    first, *others = pieces(body)
    yield first
    for piece in others:
        await asyncio.sleep(pause)
        yield piece


def _reason(error: BaseException) -> str:
    from aiohttp import ClientConnectorError

    if isinstance(error, ClientConnectorError):
        number = error.os_error.errno
        return f"no connection ({os.strerror(number).lower() if number else error.os_error})"
    return str(error) or type(error).__name__
