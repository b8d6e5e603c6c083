"""`croupier.serve`: a bot of yours as a server, for engines that call their bots."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from croupier.games import GAMES, find_game
from croupier.kernel.bot import Bot
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.httpapi import HttpDesk
from croupier.players.httpserver import HttpServer

BotFactory = Callable[[], Bot[Any, Any]]


def serve(
    bot: BotFactory,
    *,
    http: int,
    host: str = "127.0.0.1",
    game: str | None = None,
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve a bot until Ctrl-C.

    `bot` is its class, or a function that makes one: every session has a bot of its own. `http` is the port at which it
    speaks its game's own HTTP API, 0 for any that is free. `game` need only be named where the class does not tell it.
    `ready` is called with the address; without it the address is printed.
    """
    desk = desk_for(bot, game)
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve(desk, host, http, ready or partial(_announce, bot)))


def desk_for(bot: BotFactory, game: str | None = None) -> HttpDesk:
    """What answers for the bot."""
    found = game_of(bot) if game is None else find_game(game)
    if found.http is None:
        having = ", ".join(sorted(each.name for each in GAMES.values() if each.http is not None))
        raise UsageError(f"{found.name} has no HTTP API of its own; {having} has")
    if isinstance(bot, Bot):
        raise UsageError("every session needs a new bot: give its class, or a function that makes one")
    return found.http.desk(bot)


def game_of(bot: BotFactory) -> Game:
    """The game whose friendly base class the bot subclasses."""
    if isinstance(bot, type):
        for game in GAMES.values():
            if game.bot is not Bot and issubclass(bot, game.bot):
                return game
    name = getattr(bot, "__name__", repr(bot))
    raise UsageError(f"{name} does not tell which game it plays; say so: serve({name}, game=...)")


async def _serve(desk: HttpDesk, host: str, port: int, ready: Callable[[str], None]) -> None:
    async with HttpServer(desk, host, port) as server:
        ready(server.url)
        await asyncio.Event().wait()


def _announce(bot: BotFactory, url: str) -> None:
    print(f"{getattr(bot, '__name__', 'the bot')} listens at {url}; Ctrl-C ends it", flush=True)
