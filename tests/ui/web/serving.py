"""A real server on a port of its own, and a client that plays at its tables."""

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import aiohttp
import uvicorn

from croupier.ui.web.options import WebServerOptions
from croupier.ui.web.server import config_for, listen

API = "/api/v1"
Message = dict[str, Any]


class Served:
    """A server in a thread, for as long as the `with` lasts."""

    def __init__(self, options: WebServerOptions, root: Path | None = None) -> None:
        self._socket = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._server = uvicorn.Server(config_for(options, root))
        self._thread = threading.Thread(target=self._run, name="server")
        self._up = threading.Event()

    def _run(self) -> None:
        async def serve() -> None:
            serving = asyncio.create_task(self._server.serve(sockets=[self._socket]))
            while not self._server.started and not serving.done():
                await asyncio.sleep(0.005)
            self._up.set()
            await serving

        asyncio.run(serve())

    def __enter__(self) -> "Served":
        self._thread.start()
        assert self._up.wait(60)
        assert self._server.started
        return self

    def __exit__(self, *error: object) -> None:
        self._server.should_exit = True
        self._thread.join(60)
        assert not self._thread.is_alive()


@contextmanager
def served(folder: Path, root: Path | None = None, **options: Any) -> Iterator[Served]:
    chosen = {"db": str(folder / "web.sqlite"), "workers": 1, "requests": 1000.0, "messages": 1000.0, **options}
    with Served(WebServerOptions(**chosen), root) as server:
        yield server


class Client:
    """Speaks to a server as a browser would."""

    def __init__(self, url: str, session: aiohttp.ClientSession) -> None:
        self.url = url
        self.session = session

    async def get(self, path: str, token: str | None = None, status: int = 200) -> Any:
        async with self.session.get(f"{self.url}{API}{path}", headers=_bearer(token)) as answer:
            assert answer.status == status, (answer.status, await answer.text())
            return await answer.json(content_type=None)

    async def post(self, path: str, body: Any, token: str | None = None, status: int = 200) -> Any:
        async with self.session.post(f"{self.url}{API}{path}", json=body, headers=_bearer(token)) as answer:
            assert answer.status == status, (answer.status, await answer.text())
            return await answer.json()

    async def open(self, game: str, *seats: str, **options: Any) -> Message:
        """A table; a seat is "you", "friend" or a bot."""
        chairs = [{"kind": seat} if seat in ("you", "friend") else {"kind": "bot", "bot": seat} for seat in seats]
        usual = {"pace": 0, "window": 0.05}
        return await self.post("/tables", {"game": game, "seats": chairs, **usual, **options}, status=201)

    @asynccontextmanager
    async def join(self, table: str, token: str | None = None) -> "AsyncIterator[Line]":
        async with self.session.ws_connect(f"{self.url}{API}/tables/{table}/live") as socket:
            await socket.send_json({"type": "join", "version": 1, "token": token})
            yield Line(socket)


class Line:
    """One socket, with all that came over it."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.heard: list[Message] = []

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send_json({"type": kind, **fields})

    async def next(self) -> Message:
        message = await self.socket.receive_json(timeout=300)
        self.heard.append(message)
        return message

    async def until(self, *kinds: str) -> Message:
        """The next message of one of these kinds; what comes before is only kept."""
        while True:
            message = await self.next()
            if message["type"] in kinds:
                return message

    async def play(self, choose: Callable[[Message], int] | None = None) -> Message:
        """Answer to the end of the match."""
        while True:
            message = await self.until("legal_moves", "over")
            if message["type"] == "over":
                return message
            index = choose(message) if choose else 0
            await self.send("select_move", decision=message["decision"], index=index)

    async def closed(self) -> int:
        """The code with which the server hangs up."""
        while True:
            message = await self.socket.receive(timeout=300)
            if message.type in (aiohttp.WSMsgType.CLOSE, aiohttp.WSMsgType.CLOSED, aiohttp.WSMsgType.CLOSING):
                assert self.socket.close_code is not None
                return self.socket.close_code


def _bearer(token: str | None) -> dict[str, str]:
    return {} if token is None else {"Authorization": f"Bearer {token}"}


def talk_to(server: Served, conversation: Callable[[Client], Awaitable[Any]]) -> Any:
    """Run a conversation with a server."""

    async def run() -> Any:
        async with aiohttp.ClientSession() as session:
            return await conversation(Client(server.url, session))

    return asyncio.run(run())
