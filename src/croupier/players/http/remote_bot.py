"""Remote bots behind HTTP as entrants: by their address, or launched from their directory.

What goes over HTTP is up to an `HttpProtocol`: the game's own HTTP API, or the JSON protocol.
"""

from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from typing import Final, Protocol

import msgspec

from croupier.kernel.decision import Clock
from croupier.kernel.errors import SeatError, UsageError
from croupier.kernel.game import Game
from croupier.kernel.http_api import Call, HttpApi
from croupier.match.match import Match
from croupier.match.run_players import Player
from croupier.players.entrant import Entrant, not_local, printable
from croupier.players.http.check import Check, run_checks
from croupier.players.http.client import HttpChannel
from croupier.players.http.launch import Programs
from croupier.players.http.meta import BotMeta, checked
from croupier.players.http.session import DAY_SECONDS, HttpSession, SessionOptions
from croupier.players.json.http import JsonPosts

ARRIVAL_SECONDS: Final = 10.0
"""The time for the first response of a bot."""


class HttpProtocol(Protocol):
    """What is sent to a bot at an address."""

    @property
    def health(self) -> str:
        """The path of the health check."""
        ...

    @property
    def kinds(self) -> Collection[str]:
        """The kinds of notifications that a bot can choose from."""
        ...

    def base_url(self, url: str) -> str:
        """Return the address that all paths are relative to."""
        ...

    def play(
        self, http: HttpChannel, url: str, match: Match, seat: int, clock: Clock, options: SessionOptions
    ) -> AbstractAsyncContextManager[Player]: ...

    async def check(self, game: Game, url: str, options: SessionOptions) -> list[Check]:
        """Check what the protocol asks of the bot."""
        ...


class GameApi:
    """A game's own HTTP API as an `HttpProtocol`: one session for every seat of every match."""

    def __init__(self, api: HttpApi) -> None:
        self._api = api
        self.health = api.health
        self.kinds: Collection[str] = api.kinds

    def base_url(self, url: str) -> str:
        return url

    def play(
        self, http: HttpChannel, url: str, match: Match, seat: int, clock: Clock, options: SessionOptions
    ) -> AbstractAsyncContextManager[Player]:
        return HttpSession(self._api, http, match, seat, options)

    async def check(self, game: Game, url: str, options: SessionOptions) -> list[Check]:
        return await run_checks(game, url, options)


def at_url(
    url: str,
    /,
    name: str = "",
    notifications: str = "all",
    seed: bool = False,
    decision_timeout: float = 30.0,
    notification_timeout: float = 5.0,
) -> BotMeta:
    """A bot that is running already; `notifications` is all, none, or kinds with a + between them."""
    listed = None if notifications == "all" else () if notifications == "none" else tuple(notifications.split("+"))
    return BotMeta(
        name=name or url.partition("://")[2].rstrip("/"),
        base_url=url,
        notifications=listed,
        seed=seed,
        decision_timeout=decision_timeout,
        notification_timeout=notification_timeout,
    )


def http_entrant(game: Game, meta: BotMeta, spec: str = "", as_json: bool = False) -> Entrant:
    """Make the entrant for a bot that speaks the game's own HTTP API; `as_json`, or in a game without one, JSON."""
    protocol = JsonPosts() if as_json or game.http is None else GameApi(game.http)
    checked(meta, spec or meta.name)
    for kind in meta.notifications or ():
        if kind not in protocol.kinds:
            known = ", ".join(protocol.kinds)
            raise UsageError(f"{spec or meta.name}: no notification {kind!r}; {game.name} has {known}")
    name = printable(meta.display_name or meta.name)
    return Entrant(name, spec or meta.name, not_local, HttpRemoteBot(protocol, meta), printable(meta.pun))


class HttpRemoteBot:
    """A remote bot behind HTTP: one client for a run, which keeps as many connections as the seats need."""

    def __init__(self, protocol: HttpProtocol, meta: BotMeta) -> None:
        self._protocol = protocol
        self._meta = meta
        self._url = ""
        self._http: HttpChannel | None = None

    @property
    def only_once(self) -> bool:
        """Whether only one process at a time can use it: it is launched at an address of its own."""
        return self._meta.launch is not None and bool(self._meta.address)

    @property
    def decision_seconds(self) -> float:
        """The time for an answer that its author or its user has set."""
        return self._meta.options().decision_timeout

    async def arrive(self, programs: Programs) -> None:
        meta, protocol = self._meta, self._protocol
        self._url = url = meta.base_url if meta.launch is None else await programs.address_of(meta)
        http = await HttpChannel(protocol.base_url(url)).__aenter__()
        try:
            if meta.launch is None:
                await http.send(Call("GET", protocol.health), ARRIVAL_SECONDS)
        except BaseException as error:
            await http.__aexit__(None, None, None)
            if isinstance(error, SeatError):
                raise UsageError(f"no bot at {url}: {error}; start the bot first") from None
            raise
        self._http = http

    async def check(self, game: Game) -> list[Check]:
        """Check what the protocol asks of the bot; after `arrive`."""
        return await self._protocol.check(game, self._url, self._meta.options())

    def without_time_limits(self) -> "HttpRemoteBot":
        """Return the same bot with a day for every answer, for an author at a breakpoint."""
        meta = msgspec.structs.replace(self._meta, decision_timeout=DAY_SECONDS, notification_timeout=DAY_SECONDS)
        return HttpRemoteBot(self._protocol, meta)

    async def leave(self) -> None:
        if self._http is not None:
            await self._http.__aexit__(None, None, None)
            self._http = None

    def sit(self, match: Match, seat: int, clock: Clock) -> AbstractAsyncContextManager[Player]:
        assert self._http is not None, "arrive first"
        return self._protocol.play(self._http, self._url, match, seat, clock, self._meta.options())
