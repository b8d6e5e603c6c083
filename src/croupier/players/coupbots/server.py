"""The CoupBots server and root node in one process: a lobby, tables that fill up, one match at each of them.

Clients of both dialects and bots of any kind sit at the same tables; several tables are played at once.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from typing import Any, Final

import msgspec

from croupier.games.coup import GAME, CoupSettings
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock
from croupier.kernel.errors import SeatError
from croupier.kernel.secret import match_key
from croupier.match.match import Match
from croupier.match.referee import Referee
from croupier.match.run_players import Player, run_players
from croupier.players.coupbots.connection import Client, WriteBatch
from croupier.players.coupbots.player import CoupTable
from croupier.players.entrant import Entrant
from croupier.players.seating import FailedPlayer, seat_bot

PORT: Final = 12345
Finished = Callable[[Match, Sequence[str]], None]
"""Called with every match that is over, and who sat in each seat: "line" for a client, else the bot's spec."""


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
    """Seconds for every answer, and for a new connection to say HELLO."""
    seed: int = 0
    settings: CoupSettings = CoupSettings()


class _Waiting:
    """A table that waits for its game: the clients, the place in the list being the seat."""

    def __init__(self, seats: int) -> None:
        self.clients: list[Client | None] = [None] * seats
        self.timer: asyncio.TimerHandle | None = None

    def stop_waiting(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class CoupServer:
    """Call `serve`; it returns when all games are over.

    `fill` are the bots for seats that stay empty, in turn; `guests` sit in the last seats of every table from the
    start.
    """

    def __init__(
        self,
        options: ServerOptions,
        fill: Sequence[Entrant],
        guests: Sequence[Entrant] = (),
        finished: Finished = lambda match, specs: None,
    ) -> None:
        self.options = options
        self._fill = fill
        self._guests = guests
        self._finished = finished
        self._open_seats = options.players - len(guests)
        self._waiting = _Waiting(self._open_seats)
        self._clients: set[Client] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._started = 0
        self._over = 0
        self._done = asyncio.Event()
        self._hung_up = asyncio.Event()
        self._failure: BaseException | None = None
        self.address: tuple[str, int] = (options.host, options.port)
        self.ready = asyncio.Event()

    @property
    def connections(self) -> int:
        """How many clients are connected."""
        return len(self._clients)

    @property
    def tables(self) -> int:
        """How many games are being played."""
        return len(self._tasks)

    async def serve(self) -> None:
        """Accept clients until the last game is over."""
        options = self.options
        loop = asyncio.get_running_loop()
        self._post = post = WriteBatch()
        server = await loop.create_server(
            lambda: Client(post, self._welcome, self._forget), options.host, options.port, backlog=256
        )
        self.address = server.sockets[0].getsockname()[:2]
        self.ready.set()
        try:
            await self._done.wait()
        finally:
            server.close()
            self._waiting.stop_waiting()
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            for client in list(self._clients):
                client.on_gone = lambda: None
                client.leave()
        while self._clients:
            self._hung_up.clear()
            await self._hung_up.wait()
        if self._failure is not None:
            raise self._failure

    # The lobby.

    def _welcome(self, client: Client) -> None:
        """A client connected; unless it says HELLO in time it is not waited for."""
        self._clients.add(client)
        timer = asyncio.get_running_loop().call_later(self.options.limit, client.drop)
        client.on_gone = timer.cancel
        client.heard = lambda text: self._hello(client, text, timer)

    def _forget(self, client: Client) -> None:
        self._clients.discard(client)
        self._hung_up.set()

    def _hello(self, client: Client, text: str, timer: asyncio.TimerHandle) -> None:
        """Steps 1 to 3 of the guide's initialisation."""
        if _word(client, text) != "HELLO":
            client.complain()
            return
        timer.cancel()
        if self.options.games and self._started >= self.options.games:
            client.on_gone = lambda: None
            client.leave()
            return
        table = self._waiting
        seat = table.clients.index(None)
        table.clients[seat] = client
        client.illegal_in_a_row = 0
        client.number = seat + 1
        client.on_gone = lambda: self._left(table, seat)
        # Nothing is asked of a client that waits; in the second dialect it acknowledges its number.
        client.heard = lambda text: None if client.second and text == "OK" else client.complain()
        client.send(f"PLAYER {seat + 1}" if client.second else f"PLAYER|{seat + 1}")
        if None not in table.clients:
            self.start_now()
        elif table.timer is None:
            table.timer = asyncio.get_running_loop().call_later(self.options.lobby, self.start_now)

    def _left(self, table: _Waiting, seat: int) -> None:
        table.clients[seat] = None
        if not any(table.clients):
            table.stop_waiting()

    def start_now(self) -> bool:
        """Start the game of those who wait; bots take the empty seats. False if nobody waits."""
        table = self._waiting
        table.stop_waiting()
        if not any(table.clients):
            return False
        self._waiting = _Waiting(self._open_seats)
        self._started += 1
        task = asyncio.create_task(self._play(table.clients, self._started))
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return True

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._over += 1
        if not task.cancelled() and task.exception() is not None:
            self._failure = task.exception()
            self._done.set()
        elif self.options.games and self._over >= self.options.games:
            self._done.set()

    # A table.

    async def _play(self, seats: Sequence[Client | None], number: int) -> None:
        """Steps 4 to 10, then the match."""
        options = self.options
        clients = {seat: client for seat, client in enumerate(seats) if client is not None}
        await asyncio.gather(*(self._get_ready(client) for client in clients.values()))
        # Clients of the second dialect know only these rules (rule 9.1).
        second = any(client.second for client in clients.values())
        settings = options.settings
        if second:
            settings = msgspec.structs.replace(settings, window="joint", refund=False)
        bots = self._bots([seat for seat in range(options.players) if seat not in clients])
        names = [bots[seat].name if seat in bots else "client" for seat in range(options.players)]
        names = [f"{name}{seat + 1}" for seat, name in enumerate(names)]
        match = Match(GAME, settings, names, match_key(options.seed, number))
        referee = Referee(match)
        table = CoupTable(match, referee, self._post, options.limit)
        players: list[Player] = []
        async with AsyncExitStack() as stack:
            for seat in range(options.players):
                if seat in clients:
                    players.append(table.seat(clients[seat], seat, second))
                else:
                    players.append(await _seat_bot(stack, bots[seat].make(), match, seat))
            await run_players(match, players, Clock(answer=options.limit), referee=referee, presence=table)
        self._finished(match, [bots[seat].spec if seat in bots else "line" for seat in range(options.players)])
        await table.ready()
        table.close()

    def _bots(self, seats: Sequence[int]) -> dict[int, Entrant]:
        """Who takes these seats: the guests the last of them, the fillers the others."""
        found: dict[int, Entrant] = {}
        empty = len(seats) - len(self._guests)
        for index, seat in enumerate(seats):
            found[seat] = self._fill[index % len(self._fill)] if index < empty else self._guests[index - empty]
        return found

    async def _get_ready(self, client: Client) -> None:
        """START, and READY in time; who is not ready is out."""
        is_ready = asyncio.Event()

        def heard(text: str) -> None:
            expected = "READY" if client.second else f"READY|{client.number}"
            if _word(client, text) == expected and not is_ready.is_set():
                client.illegal_in_a_row = 0
                is_ready.set()
            elif not (client.second and text == "OK" and not is_ready.is_set()):
                client.complain()

        client.heard = heard
        client.on_gone = is_ready.set
        if client.gone:
            return
        client.send("START")
        try:
            async with asyncio.timeout(self.options.limit):
                await is_ready.wait()
        except TimeoutError:
            client.kick()


async def _seat_bot(stack: AsyncExitStack, bot: Bot[Any, Any], match: Match, seat: int) -> Player:
    """Seat a bot until the stack closes. Other tables do not wait for one that has a process of its own."""
    try:
        return await stack.enter_async_context(seat_bot(bot, match, seat, threaded=bot.is_timed))
    except SeatError as fault:
        return FailedPlayer(fault)


def _word(client: Client, text: str) -> str:
    """A line without fields, as its dialect reads it: only in the first case does not matter."""
    return text if client.second else text.strip().upper()
