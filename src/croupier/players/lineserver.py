"""The sockets in front of a `JsonDesk`: TCP, both ways, and WebSocket. Several matches may go over each connection.

Bots think in threads, so that a slow one keeps nobody waiting but its own match.
"""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from types import TracebackType
from typing import Final

from aiohttp import WSMsgType, web

from croupier.kernel.errors import UsageError
from croupier.kernel.wire import address_of
from croupier.players.jsondesk import JsonDesk
from croupier.players.tcp import reason

LINE_LIMIT: Final = 4_000_000
WORKERS: Final = 32
RETRY_SECONDS: Final = 0.1

Send = Callable[[bytes], Awaitable[None]]


class Counter:
    """Where the messages of one connection are taken and brought to the desk, each match's in its order."""

    def __init__(self, desk: JsonDesk, threads: ThreadPoolExecutor, send: Send) -> None:
        self._desk = desk
        self._threads = threads
        self._send = send
        self._last: dict[str, asyncio.Task[None]] = {}

    def take(self, line: bytes) -> None:
        about = address_of(line)
        before = self._last.get(about.match)
        task = asyncio.get_running_loop().create_task(self._serve(line, before))
        self._last[about.match] = task
        if about.type == "over":
            task.add_done_callback(lambda _: self._last.pop(about.match, None))

    async def _serve(self, line: bytes, before: "asyncio.Task[None] | None") -> None:
        if before is not None:
            await asyncio.wait([before])
        answer = await asyncio.get_running_loop().run_in_executor(self._threads, self._desk.handle, line)
        if answer is not None:
            with suppress(ConnectionError):
                await self._send(answer)

    async def close(self) -> None:
        """Nobody is there any more."""
        tasks = list(self._last.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._desk.forget(set(self._last))


class LineServer:
    """JSON lines on a TCP port, within `async with`."""

    def __init__(self, desk: JsonDesk, host: str, port: int) -> None:
        self._desk = desk
        self._host = host
        self._port = port
        self._threads = ThreadPoolExecutor(WORKERS, "bot")
        self._server: asyncio.Server | None = None
        self._connections: set[asyncio.Task[None]] = set()
        self.url = ""

    async def __aenter__(self) -> "LineServer":
        try:
            self._server = await asyncio.start_server(self._serve, self._host, self._port, limit=LINE_LIMIT)
        except OSError as error:
            raise UsageError(f"cannot listen on {self._host}:{self._port}: {error.strerror or error}") from None
        host, port = self._server.sockets[0].getsockname()[:2]
        self.url = f"tcp://{host}:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
        connections = list(self._connections)
        for connection in connections:
            connection.cancel()
        await asyncio.gather(*connections, return_exceptions=True)
        self._threads.shutdown(wait=False, cancel_futures=True)

    def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(serve_lines(self._desk, self._threads, reader, writer))
        self._connections.add(task)
        task.add_done_callback(self._connections.discard)


async def serve_lines(
    desk: JsonDesk, threads: ThreadPoolExecutor, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
) -> None:
    """Answer on one connection until it ends."""

    async def send(answer: bytes) -> None:
        writer.write(answer + b"\n")
        await writer.drain()

    counter = Counter(desk, threads, send)
    try:
        while line := await reader.readline():
            if line.strip():
                counter.take(line)
    except (ConnectionError, ValueError):  # broken, or a line that is too long
        pass
    finally:
        await counter.close()
        writer.close()
        with suppress(ConnectionError):
            await writer.wait_closed()


async def serve_connected(desk: JsonDesk, host: str, port: int, patience: float, ready: Callable[[str], None]) -> None:
    """Connect to an engine that listens, and answer until it hangs up."""
    reader, writer = await _connected(host, port, patience)
    ready(f"tcp://{host}:{port}")
    with ThreadPoolExecutor(WORKERS, "bot") as threads:
        await serve_lines(desk, threads, reader, writer)


async def _connected(host: str, port: int, patience: float) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    loop = asyncio.get_running_loop()
    until = loop.time() + patience
    while True:
        try:
            return await asyncio.open_connection(host, port, limit=LINE_LIMIT)
        except OSError as error:
            if loop.time() >= until:
                raise UsageError(
                    f"no engine listens at {host}:{port} ({reason(error)}); "
                    f"start one with croupier run GAME listen:{port} ..."
                ) from None
        await asyncio.sleep(RETRY_SECONDS)


class SocketServer:
    """WebSockets on a port, at any path, within `async with`."""

    def __init__(self, desk: JsonDesk, host: str, port: int) -> None:
        self._desk = desk
        self._host = host
        self._port = port
        self._threads = ThreadPoolExecutor(WORKERS, "bot")
        application = web.Application()
        application.router.add_get("/{path:.*}", self._serve)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        self.url = ""

    async def __aenter__(self) -> "SocketServer":
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise UsageError(f"cannot listen on {self._host}:{self._port}: {error.strerror or error}") from None
        host, port = self._runner.addresses[0][:2]
        self.url = f"ws://{host}:{port}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _serve(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(max_msg_size=LINE_LIMIT)
        await socket.prepare(request)

        async def send(answer: bytes) -> None:
            await socket.send_str(answer.decode())

        counter = Counter(self._desk, self._threads, send)
        try:
            async for frame in socket:
                if frame.type is WSMsgType.TEXT:
                    counter.take(frame.data.encode())
        finally:
            await counter.close()
        return socket
