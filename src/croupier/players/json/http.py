"""The JSON protocol over HTTP: every message is one POST to one address, and the answer is the body of the response."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Final
from urllib.parse import urlsplit

from croupier.kernel.decision import Clock
from croupier.kernel.errors import BadMessage, Crashed, Gone
from croupier.kernel.game import Game
from croupier.kernel.http_api import Call, Response
from croupier.match.match import Match
from croupier.match.run_players import Player
from croupier.players.http.check import Check
from croupier.players.http.client import HttpChannel
from croupier.players.http.news import NewsSender
from croupier.players.http.session import SessionOptions
from croupier.players.json.player import JsonPlayer

NEWS: Final = "news"


class PostChannel:
    """One seat of one match, over connections that all seats share."""

    def __init__(self, http: HttpChannel, path: str, options: SessionOptions) -> None:
        self._http = http
        self._path = path
        self._options = options
        self._lost: Gone | None = None
        self.news = NewsSender(self._notify, options.notification_timeout)
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
            raise Crashed(f"POST {self._http.base_url}/{self._path} returned status {response.status}")
        return response.body

    async def ask(self, message: bytes, news_seconds: float = 0.0) -> bytes:
        return await self._post(message, self._options.decision_timeout + news_seconds)

    async def more(self) -> bytes:
        # Every request has its own answer, so one to an earlier question is not late but wrong.
        raise BadMessage("an answer to an earlier question")

    async def tell(self, message: bytes) -> None:
        await self._post(message, self._options.notification_timeout)

    async def inform(self, message: bytes) -> None:
        self.news.add([Call("POST", self._path, message, kind=NEWS)] if self._lost is None else ())

    async def catch_up(self) -> None:
        await self.news.catch_up()

    async def _notify(self, call: Call) -> Response:
        return await self._http.send(call, self._options.notification_timeout, retry=False, pause=self.pause)

    async def stray(self, message: bytes, number: int) -> None:
        # A server may well say that it does not understand.
        await self._post(message, self._options.notification_timeout, is_stray=True)


class JsonPosts:
    """The JSON protocol as an `HttpProtocol`. The address may have a path; the health check is at the root."""

    health = "health"
    kinds = (NEWS,)

    def base_url(self, url: str) -> str:
        parts = urlsplit(url)
        return f"{parts.scheme}://{parts.netloc}"

    @asynccontextmanager
    async def play(
        self, http: HttpChannel, url: str, match: Match, seat: int, clock: Clock, options: SessionOptions
    ) -> AsyncGenerator[Player]:
        parts = urlsplit(url)
        path = parts.path.lstrip("/") + (f"?{parts.query}" if parts.query else "")
        wants_news = options.notifications is None or NEWS in options.notifications
        channel = PostChannel(http, path, options)
        async with JsonPlayer(channel, match, seat, clock=clock, news=wants_news) as player:
            try:
                yield player
                await channel.catch_up()
            finally:
                await channel.news.note_end(match, seat)

    async def check(self, game: Game, url: str, options: SessionOptions) -> list[Check]:
        """Return nothing: the checks of the JSON protocol are made for every transport."""
        return []
