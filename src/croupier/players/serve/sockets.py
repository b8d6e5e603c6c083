"""Servers in front of a bot: TCP lines, WebSocket and HTTP. Several matches may go over each connection.

Bots answer in threads, so that a slow one delays only its own match.
"""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Final, Self

from aiohttp import WSMsgType, web

from croupier.kernel.errors import UsageError
from croupier.kernel.http_api import HttpServerApi
from croupier.kernel.wire import address_of
from croupier.players.json.tcp import reason
from croupier.players.serve.json_handler import JsonHandler

LINE_BYTES: Final = 4_000_000
BODY_BYTES: Final = 1_000_000
BOT_THREADS: Final = 32
RETRY_SECONDS: Final = 0.1

Send = Callable[[bytes], Awaitable[None]]


class Connection:
    """Hands the messages of one connection to the handler, those of each match in their order."""

    def __init__(self, handler: JsonHandler, threads: ThreadPoolExecutor, send: Send) -> None:
        self._handler = handler
        self._threads = threads
        self._send = send
        self._last: dict[str, asyncio.Task[None]] = {}

    def receive(self, line: bytes) -> None:
        about = address_of(line)
        before = self._last.get(about.match)
        task = asyncio.get_running_loop().create_task(self._answer(line, before))
        self._last[about.match] = task
        if about.type == "over":
            task.add_done_callback(lambda _: self._last.pop(about.match, None))

    async def _answer(self, line: bytes, before: "asyncio.Task[None] | None") -> None:
        if before is not None:
            await asyncio.wait([before])
        answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._handler.handle, line)
        if answer is not None:
            with suppress(ConnectionError):
                await self._send(answer)

    async def close(self) -> None:
        """Cancel what is open and forget the matches of this connection."""
        tasks = list(self._last.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._handler.forget(set(self._last))


class BotServer(ABC):
    """Listens on a port within `async with`; port 0 is any free one."""

    scheme = ""

    def __init__(self, host: str, port: int) -> None:
        self._host = host
        self._port = port
        self._threads = ThreadPoolExecutor(BOT_THREADS, "bot")
        self.url = ""

    @abstractmethod
    async def _listen(self, host: str, port: int) -> tuple[str, int]:
        """Begin to listen and return the address; an OSError if that is not possible."""

    @abstractmethod
    async def _stop(self) -> None:
        """Close the port and all connections."""

    async def __aenter__(self) -> Self:
        try:
            host, port = await self._listen(self._host, self._port)
        except OSError as error:
            await self._stop()
            raise UsageError(f"cannot listen on {self._host}:{self._port}: {error.strerror or error}") from None
        self.url = f"{self.scheme}://{host}:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._stop()
        self._threads.shutdown(wait=False, cancel_futures=True)


class LineServer(BotServer):
    """JSON lines over TCP."""

    scheme = "tcp"

    def __init__(self, handler: JsonHandler, host: str, port: int) -> None:
        super().__init__(host, port)
        self._handler = handler
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()

    async def _listen(self, host: str, port: int) -> tuple[str, int]:
        self._server = await asyncio.start_server(self._serve, host, port, limit=LINE_BYTES)
        return self._server.sockets[0].getsockname()[:2]

    async def _stop(self) -> None:
        if self._server is not None:
            self._server.close()
        connections = list(self._connections)
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(serve_lines(self._handler, self._threads, reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)


class WebServer(BotServer):
    """An aiohttp application that handles every path alike."""

    shutdown_seconds = 1.0

    def __init__(self, host: str, port: int) -> None:
        super().__init__(host, port)
        application = web.Application(client_max_size=BODY_BYTES)
        application.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=self.shutdown_seconds)

    @abstractmethod
    async def _handle(self, request: web.Request) -> web.StreamResponse: ...

    async def _listen(self, host: str, port: int) -> tuple[str, int]:
        await self._runner.setup()
        await web.TCPSite(self._runner, host, port).start()
        return self._runner.addresses[0][:2]

    async def _stop(self) -> None:
        await self._runner.cleanup()


class HttpServer(WebServer):
    """An `HttpServerApi`: one answer for every request."""

    scheme = "http"

    def __init__(self, api: HttpServerApi, host: str, port: int) -> None:
        super().__init__(host, port)
        self._api = api

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        body = await request.read()
        response = await asyncio.get_running_loop().run_in_executor(
            self._threads, self._api.handle, request.method, request.rel_url.raw_path, body
        )
        kind = "application/json" if response.body else None
        return web.Response(status=response.status, body=response.body or None, content_type=kind)


class SocketServer(WebServer):
    """JSON messages over WebSocket, at any path."""

    scheme = "ws"
    shutdown_seconds = 0.1

    def __init__(self, handler: JsonHandler, host: str, port: int) -> None:
        super().__init__(host, port)
        self._handler = handler

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        socket = web.WebSocketResponse(max_msg_size=LINE_BYTES)
        await socket.prepare(request)

        async def send(answer: bytes) -> None:
            await socket.send_str(answer.decode())

        connection = Connection(self._handler, self._threads, send)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    connection.receive(frame.data.encode())
        finally:
            await connection.close()
        return socket


async def serve_lines(
    handler: JsonHandler, threads: ThreadPoolExecutor, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Answer on one connection until it ends."""

    async def send(answer: bytes) -> None:
        writer.write(answer + b"\n")
        await writer.drain()

    connection = Connection(handler, threads, send)
    try:
        while line := await reader.readline():
            if line.strip():
                connection.receive(line)
    except (ConnectionError, ValueError):  # broken, or a line that is too long
        pass
    finally:
        await connection.close()
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def serve_connected(
    handler: JsonHandler, host: str, port: int, seconds: float, ready: Callable[[str], None]
) -> None:
    """Connect to an engine that listens, and answer until it hangs up."""
    reader, writer = await _connect(host, port, seconds)
    ready(f"tcp://{host}:{port}")
    with ThreadPoolExecutor(BOT_THREADS, "bot") as threads:
        await serve_lines(handler, threads, reader, writer)


async def _connect(host: str, port: int, seconds: float) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    loop = asyncio.get_running_loop()
    until = loop.time() + seconds
    while True:
        try:
            return await asyncio.open_connection(host, port, limit=LINE_BYTES)
        except OSError as error:
            if loop.time() >= until:
                raise UsageError(
                    f"no engine at {host}:{port} ({reason(error)}); to start one: croupier run GAME listen:{port} ..."
                ) from None
        await asyncio.sleep(RETRY_SECONDS)
