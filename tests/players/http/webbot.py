"""A bot behind HTTP on loopback, on a small server; a test can put its own answers in front of it."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from socketserver import StreamRequestHandler, ThreadingTCPServer
from threading import Event, Lock, Thread
from typing import Any

import msgspec

from croupier.games.belote import DeterministicBot
from croupier.games.belote.http.server import BeloteServer
from croupier.kernel.http_api import HttpServerApi, Response

Instead = Callable[[str, str, bytes], Response | None]
"""What a test answers to method, path and body; None leaves it to the bot."""

HANG_UP = Response(0)


class WebBot:
    """The requests that came, in order, as method and path without the session's id; the bodies beside them."""

    def __init__(self, desk: HttpServerApi, instead: Instead) -> None:
        self._desk = desk
        self._instead = instead
        self._lock = Lock()
        self.requests: list[tuple[str, str]] = []
        self.bodies: list[Any] = []
        self._sessions: set[str] = set()
        self.most_sessions = 0
        self.released = Event()
        """Set at the end of a test: a bot that hangs waits for it."""
        self.url = ""

    def answer(self, method: str, path: str, body: bytes) -> Response:
        parts = path.strip("/").split("/", 3)  # api, sessions, the id, the rest
        with self._lock:
            self.requests.append((method, parts[3] if len(parts) > 3 else parts[-1] if len(parts) < 3 else "sessions"))
            self.bodies.append(msgspec.json.decode(body) if body else None)
        response = self._instead(method, path, body) or self._desk.handle(method, path, body)
        with self._lock:
            if response.status == 201 and b"sessionId" in response.body:
                self._sessions.add(msgspec.json.decode(response.body)["sessionId"])
            elif method == "DELETE":
                self._sessions.discard(parts[-1])
            self.most_sessions = max(self.most_sessions, self.open_sessions)
        return response

    @property
    def open_sessions(self) -> int:
        return len(self._sessions)

    def count(self, ending: str) -> int:
        return sum(each == ending for _, each in self.requests)

    def bodies_of(self, ending: str) -> list[Any]:
        return [body for (_, each), body in zip(self.requests, self.bodies, strict=True) if each == ending]


def _nothing(method: str, path: str, body: bytes) -> Response | None:
    return None


@contextmanager
def web_bot(instead: Instead = _nothing, desk: HttpServerApi | None = None) -> Iterator[WebBot]:
    bot = WebBot(desk or BeloteServer(DeterministicBot), instead)

    class Handler(StreamRequestHandler):
        wbufsize = -1
        disable_nagle_algorithm = True

        def handle(self) -> None:
            """Request after request, by hand: thousands come, and a whole parser takes longer than the bot."""
            while line := self.rfile.readline():
                method, path, _ = line.decode().split()
                headers: dict[str, str] = {}
                while (header := self.rfile.readline().decode().strip()) != "":
                    name, _, value = header.partition(":")
                    headers[name.lower()] = value.strip()
                response = bot.answer(method, path, self.rfile.read(int(headers.get("content-length", "0"))))
                if response is HANG_UP:
                    return
                length = "" if response.status == 204 else f"Content-Length: {len(response.body)}\r\n"
                self.wfile.write(f"HTTP/1.1 {response.status} Answered\r\n{length}\r\n".encode() + response.body)
                self.wfile.flush()
                if headers.get("connection") == "close":
                    return

    class Server(ThreadingTCPServer):
        daemon_threads = True
        allow_reuse_address = True
        request_queue_size = 64

        def handle_error(self, request: object, client_address: object) -> None:
            return  # a client that hung up

    server = Server(("127.0.0.1", 0), Handler)
    bot.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield bot
    finally:
        bot.released.set()
        server.shutdown()
        server.server_close()
        thread.join()
