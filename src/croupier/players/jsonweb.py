"""The JSON dialect over HTTP: every message is one POST to one address, and the answer is the body that comes back."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

import msgspec

from croupier.kernel.decision import Clock
from croupier.kernel.errors import BadMessage, Crashed, Gone, SeatError, UsageError
from croupier.kernel.game import Game
from croupier.kernel.httpapi import Call
from croupier.match.core import Match
from croupier.match.drivers import Player
from croupier.players.entrant import Entrant, elsewhere, printable
from croupier.players.http import HttpChannel
from croupier.players.jsonplayer import JsonPlayer
from croupier.players.launch import Programs
from croupier.players.meta import BotMeta, checked
from croupier.players.session import A_DAY, SessionOptions

NEWS: Final = "news"
_ARRIVAL: Final = 10.0  # seconds to be reached by the first request


class PostChannel:
    """One seat of one match; the connections are shared."""

    def __init__(self, http: HttpChannel, path: str, options: SessionOptions) -> None:
        self._http = http
        self._path = path
        self._options = options
        self._lost: Gone | None = None
        self.pause = 0.0

    async def _post(self, message: bytes, limit: float, is_stray: bool = False) -> bytes:
        if self._lost is not None:
            raise Gone(str(self._lost))
        try:
            response = await self._http.send(Call("POST", self._path, message), limit, pause=self.pause)
        except Gone as fault:
            self._lost = fault
            raise
        if response.status // 100 != 2 and not (is_stray and response.status // 100 == 4):
            raise Crashed(f"POST {self._http.base_url}/{self._path} was answered with status {response.status}")
        return response.body

    async def ask(self, message: bytes) -> bytes:
        return await self._post(message, self._options.decision_timeout)

    async def more(self) -> bytes:
        # Every request has its own answer, so one to an earlier question is not late but wrong.
        raise BadMessage("an answer to an earlier question")

    async def tell(self, message: bytes) -> None:
        await self._post(message, self._options.notification_timeout)

    async def stray(self, message: bytes, number: int) -> None:
        # A server may well say that it does not understand.
        await self._post(message, self._options.notification_timeout, is_stray=True)


class PostGuest:
    """For the time of a run it has one client, which keeps as many connections as seats need."""

    def __init__(self, meta: BotMeta) -> None:
        self._meta = meta
        self._http: HttpChannel | None = None
        self._path = ""

    def unhurried(self) -> "PostGuest":
        """The same bot for somebody who sits at a breakpoint in it."""
        return PostGuest(msgspec.structs.replace(self._meta, decision_timeout=A_DAY, notification_timeout=A_DAY))

    @property
    def only_once(self) -> bool:
        """Whether only one process at a time can have it: it is launched at an address of its own."""
        return self._meta.launch is not None and bool(self._meta.base_url)

    async def arrive(self, programs: Programs) -> None:
        meta = self._meta
        url = meta.base_url if meta.launch is None else await programs.address_of(meta)
        parts = urlsplit(url)
        self._path = parts.path.lstrip("/") + (f"?{parts.query}" if parts.query else "")
        http = await HttpChannel(f"{parts.scheme}://{parts.netloc}").__aenter__()
        try:
            if meta.launch is None:
                await http.send(Call("GET", "health"), _ARRIVAL)
        except SeatError as error:
            await http.__aexit__(None, None, None)
            raise UsageError(f"no bot answers at {url}: {error}; start it first") from None
        self._http = http

    async def leave(self) -> None:
        if self._http is not None:
            await self._http.__aexit__(None, None, None)
            self._http = None

    @asynccontextmanager
    async def sit(self, match: Match, seat: int, clock: Clock) -> AsyncGenerator[Player]:
        assert self._http is not None, "arrive first"
        meta = self._meta
        channel = PostChannel(self._http, self._path, meta.options())
        wanted = meta.notifications is None or NEWS in meta.notifications
        async with JsonPlayer(channel, match, seat, clock=clock, news=wanted) as player:
            yield player


def post_entrant(game: Game, meta: BotMeta, spec: str = "") -> Entrant:
    """A bot that answers POSTs, launched or not."""
    checked(meta, spec or meta.name)
    for kind in meta.notifications or ():
        if kind != NEWS:
            raise UsageError(f"{spec or meta.name}: there are no notifications {kind!r}; {game.name} has {NEWS}")
    name = printable(meta.display_name or meta.name)
    return Entrant(name, spec or meta.name, elsewhere, PostGuest(meta), printable(meta.pun))
