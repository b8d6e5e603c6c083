"""The socket in front of an `HttpDesk`: requests come in, the desk answers them, several at once."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from types import TracebackType

from aiohttp import web

from croupier.kernel.errors import UsageError
from croupier.kernel.httpapi import HttpDesk

BODY_LIMIT = 1_000_000
WORKERS = 32


class HttpServer:
    """Listens within `async with`. Bots think in threads, so that a slow one keeps nobody waiting but its own match."""

    def __init__(self, desk: HttpDesk, host: str, port: int) -> None:
        self._desk = desk
        self._host = host
        self._port = port
        self._threads = ThreadPoolExecutor(WORKERS, "bot")
        application = web.Application(client_max_size=BODY_LIMIT)
        application.router.add_route("*", "/{path:.*}", self._handle)
        self._runner = web.AppRunner(application, access_log=None, shutdown_timeout=1.0)
        self.address = (host, port)

    @property
    def url(self) -> str:
        return f"http://{self.address[0]}:{self.address[1]}"

    async def __aenter__(self) -> "HttpServer":
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise UsageError(f"cannot listen on {self._host}:{self._port}: {error.strerror or error}") from None
        self.address = self._runner.addresses[0][:2]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._runner.cleanup()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _handle(self, request: web.Request) -> web.Response:
        body = await request.read()
        loop = asyncio.get_running_loop()
        response = await loop.run_in_executor(
            self._threads, self._desk.handle, request.method, request.rel_url.raw_path, body
        )
        kind = "application/json" if response.body else None
        return web.Response(status=response.status, body=response.body or None, content_type=kind)
