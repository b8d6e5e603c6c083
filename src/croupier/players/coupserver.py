"""The CoupBots server and root node in one process: a lobby, tables that fill up, one match at each of them.

Clients of both dialects, and built-in bots in the seats that stay empty, sit at the same tables.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from croupier.games.coup import GAME
from croupier.games.coup.dialect import LINE_LIMIT
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock
from croupier.kernel.luck import derived_seed
from croupier.match.core import Match
from croupier.match.drivers import Player, run_players
from croupier.players.coupline import Client, LinePlayer, clerk_for
from croupier.players.inprocess import BotPlayer

PORT: Final = 12345
MakeBot = Callable[[], Bot[Any, Any]]
Finished = Callable[[Match, Sequence[str]], None]


class ServerOptions(msgspec.Struct, frozen=True):
    """What a server was asked for."""

    host: str = "127.0.0.1"
    port: int = PORT
    players: int = 6
    games: int = 1
    """After so many it ends; 0 means never."""
    lobby: float = 30.0
    """Seconds after the first client until empty seats are filled with bots."""
    limit: float = 30.0
    """Seconds for every answer."""
    fill: str = "bluffer"
    seed: int = 0


class _Table:
    """Clients that wait for a game; the place in the list is the seat."""

    def __init__(self, seats: int) -> None:
        self.clients: list[Client | None] = [None] * seats
        self.timer: asyncio.TimerHandle | None = None

    @property
    def is_full(self) -> bool:
        return all(client is not None for client in self.clients)


class CoupServer:
    """Call `serve`; it returns when all games are over."""

    def __init__(
        self, options: ServerOptions, make_bot: MakeBot, finished: Finished = lambda match, specs: None
    ) -> None:
        self.options = options
        self._make_bot = make_bot
        self._finished = finished
        self._waiting = _Table(options.players)
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = 0
        self._over = 0
        self._done = asyncio.Event()
        self.address: tuple[str, int] = (options.host, options.port)
        self.ready = asyncio.Event()

    async def serve(self) -> None:
        """Accept clients until the last game is over."""
        options = self.options
        server = await asyncio.start_server(self._welcome, options.host, options.port, limit=LINE_LIMIT)
        self.address = server.sockets[0].getsockname()[:2]
        self.ready.set()
        try:
            await self._done.wait()
        finally:
            server.close()
            for client in self._waiting.clients:
                if client is not None:
                    client.leave()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # The lobby.

    async def _welcome(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        client = Client(reader, writer)
        client.heard = lambda text: self._hello(client, text)
        await client.listen()

    def _hello(self, client: Client, text: str) -> None:
        """Steps 1 to 3 of the guide's initialisation."""
        if (text if client.second else text.strip().upper()) != "HELLO":
            client.complain("ILLEGAL" if client.second else "ILLEGAL|0", "EXIT" if client.second else "END|0")
            return
        if self.options.games and self._started >= self.options.games:
            client.leave()
            return
        table = self._waiting
        seat = table.clients.index(None)
        table.clients[seat] = client
        client.illegal_in_a_row = 0
        client.on_gone = lambda: self._left(table, seat)
        client.heard = lambda text: self._wait(client, seat, text)
        client.send(f"PLAYER {seat + 1}" if client.second else f"PLAYER|{seat + 1}")
        if table.is_full:
            self._start(table)
        elif table.timer is None:
            table.timer = asyncio.get_running_loop().call_later(self.options.lobby, self._start, table)

    def _wait(self, client: Client, seat: int, text: str) -> None:
        """Nothing is asked of a client that waits; in the second dialect it acknowledges its number."""
        if not (client.second and text == "OK"):
            client.complain("ILLEGAL" if client.second else f"ILLEGAL|{seat + 1}", _out(client, seat))

    def _left(self, table: _Table, seat: int) -> None:
        if table is self._waiting:
            table.clients[seat] = None

    def _start(self, table: _Table) -> None:
        if table is not self._waiting:
            return
        if table.timer is not None:
            table.timer.cancel()
            table.timer = None
        if not any(table.clients):
            return
        self._waiting = _Table(self.options.players)
        self._started += 1
        task = asyncio.create_task(self._play(table, self._started))
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._over += 1
        if not task.cancelled() and task.exception() is not None:
            self._done.set()
            raise task.exception() or RuntimeError("a table failed")
        if self.options.games and self._over >= self.options.games:
            self._done.set()

    # A table.

    async def _play(self, table: _Table, number: int) -> None:
        """Steps 4 to 10, then the match."""
        options = self.options
        clients = {seat: client for seat, client in enumerate(table.clients) if client is not None}
        await asyncio.gather(*(self._get_ready(client, seat) for seat, client in clients.items()))
        # Clients of the second dialect know only these rules (rule 9.1).
        second = any(client.second for client in clients.values())
        settings = GAME.settings({"window": "joint", "refund": False} if second else {})
        names = [
            f"client{seat + 1}" if seat in clients else f"{options.fill}{seat + 1}" for seat in range(options.players)
        ]
        match = Match(GAME, settings, names, derived_seed("coup-server", options.seed, number))
        players: list[Player] = []
        for seat in range(options.players):
            if seat in clients:
                clerk = clerk_for(clients[seat], seat, second)
                players.append(LinePlayer(clients[seat], clerk, options.limit))
            else:
                players.append(BotPlayer(self._make_bot(), match, seat))
        await run_players(match, players, Clock(answer=options.limit))
        self._finished(match, ["line" if seat in clients else options.fill for seat in range(options.players)])
        for client in clients.values():
            client.on_gone = lambda: None
            client.leave()

    async def _get_ready(self, client: Client, seat: int) -> None:
        """START, and READY in time; who is not ready is out."""
        is_ready = asyncio.Event()

        def heard(text: str) -> None:
            expected = "READY" if client.second else f"READY|{seat + 1}"
            if (text if client.second else text.strip().upper()) == expected and not is_ready.is_set():
                client.illegal_in_a_row = 0
                is_ready.set()
            elif not (client.second and text == "OK" and not is_ready.is_set()):
                client.complain("ILLEGAL" if client.second else f"ILLEGAL|{seat + 1}", _out(client, seat))

        client.heard = heard
        client.on_gone = is_ready.set
        client.send("START")
        try:
            async with asyncio.timeout(self.options.limit):
                await is_ready.wait()
        except TimeoutError:
            client.send(_out(client, seat))
            client.leave()


def _out(client: Client, seat: int) -> str:
    return f"DEAD {seat + 1}" if client.second else f"END|{seat + 1}"
