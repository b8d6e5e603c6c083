"""`croupier.serve`: a bot of yours behind any transport, for engines that are not in its process.

`json_handler.py` answers messages of the JSON protocol; `stdio.py` and `sockets.py` carry them.
"""

import asyncio
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from croupier.games import GAMES, find_game
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.http_api import HttpServerApi, Response
from croupier.players.bot_timer import new_interrupter
from croupier.players.serve.json_handler import BotFactory, JsonHandler
from croupier.players.serve.stdio import serve_stdio

if TYPE_CHECKING:
    from croupier.players.serve.sockets import BotServer

CONNECT_SECONDS = 10.0


def serve(
    bot: BotFactory,
    *,
    http: int | None = None,
    tcp: int | None = None,
    ws: int | None = None,
    connect: str | None = None,
    host: str = "127.0.0.1",
    game: str | None = None,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve a bot until Ctrl-C, or until the engine closes the connection.

    `bot` is a class, or a function that returns a bot. Every match gets a new bot, and many matches may run at once.
    Without a port, the bot uses standard input and output, as `croupier run GAME "cmd:python my_bot.py"` expects.
    `tcp`, `http` and `ws` are ports to listen on; 0 means any free port. `connect` is the host:port of an engine that
    listens. All of them use the JSON protocol. `http` also offers the game's own HTTP API, for which `game` is needed
    if the class is not for one game. `ready` is called with the address; without it, the address is printed.
    """
    if isinstance(bot, Bot):
        raise UsageError("every session needs a new bot: pass its class, or a function that returns one")
    found = None if game is None and http is None else _played(bot, game)
    ways = [way for way in (http, tcp, ws, connect) if way is not None]
    if len(ways) > 1:
        raise UsageError("choose one of http, tcp, ws and connect")
    if not ways:
        _stdio(bot)
        return
    with suppress(KeyboardInterrupt):
        if connect is not None:
            asyncio.run(_connect(JsonHandler(bot), *_address(connect), ready or (lambda url: None)))
        else:
            # Imported when needed: a program that an engine starts should not load a web server first.
            from croupier.players.serve.sockets import HttpServer, LineServer, SocketServer

            if tcp is not None:
                server = LineServer(JsonHandler(bot), host, tcp)
            elif ws is not None:
                server = SocketServer(JsonHandler(bot), host, ws)
            else:
                assert found is not None
                assert http is not None
                server = HttpServer(PostHandler(bot, found), host, http)
            asyncio.run(_serve(server, ready or partial(_announce, bot)))


class PostHandler:
    """The JSON dialect at the root, a sign of health, and all other paths for the game's own HTTP API."""

    def __init__(self, bot: BotFactory, game: Game) -> None:
        self._json = JsonHandler(bot)
        self._own: HttpServerApi | None = None if game.http is None else game.http.server(bot)

    def handle(self, method: str, path: str, body: bytes) -> Response:
        where = path.strip("/")
        if where == "":
            return Response(200, self._json.handle(body) or b"") if method == "POST" else Response(405)
        if self._own is not None:
            return self._own.handle(method, path, body)
        return Response(200 if where == "health" and method == "GET" else 404)


def _played(bot: BotFactory, game: str | None) -> Game:
    if game is None:
        return game_of(bot)
    found = find_game(game)
    if isinstance(bot, type) and not issubclass(bot, found.bot):
        for other in GAMES.values():
            if other.bot is not Bot and issubclass(bot, other.bot):
                raise UsageError(f"{bot.__name__} plays {other.name}, not {found.name}")
    return found


def game_of(bot: BotFactory) -> Game:
    """The game whose friendly base class the bot subclasses."""
    if isinstance(bot, type):
        for game in GAMES.values():
            if game.bot is not Bot and issubclass(bot, game.bot):
                return game
    name = getattr(bot, "__name__", repr(bot))
    raise UsageError(f"unknown game for {name}: serve({name}, game=...)")


def _address(text: str) -> tuple[str, int]:
    host, _, port = text.rpartition(":")
    if not host or not port.isdigit() or not 0 < int(port) < 65536:
        raise UsageError(f"{text!r} is not an address; write host:port, such as localhost:9000")
    return host, int(port)


def _stdio(bot: BotFactory) -> None:
    if sys.stdin.isatty():
        name = getattr(bot, "__name__", "the bot")
        program = sys.argv[0] or "my_bot.py"
        print(
            f'{name} is waiting for messages on standard input; to send them: croupier run GAME "cmd:python {program}"',
            file=sys.stderr,
        )
    serve_stdio(JsonHandler(bot, seeds_random=True, interrupter=new_interrupter))


async def _connect(handler: JsonHandler, host: str, port: int, ready: Callable[[str], None]) -> None:
    from croupier.players.serve.sockets import serve_connected

    await serve_connected(handler, host, port, CONNECT_SECONDS, ready)


async def _serve(server: "BotServer", ready: Callable[[str], None]) -> None:
    async with server:
        ready(server.url)
        await asyncio.Event().wait()


def _announce(bot: BotFactory, url: str) -> None:
    print(f"{getattr(bot, '__name__', 'the bot')} is listening at {url} (press Ctrl-C to stop)", flush=True)
