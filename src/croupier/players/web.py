"""A bot behind its game's own HTTP API as an entrant: by its address, or launched from its directory."""

from contextlib import AbstractAsyncContextManager

import msgspec

from croupier.kernel.decision import Clock
from croupier.kernel.errors import SeatError, UsageError
from croupier.kernel.game import Game
from croupier.kernel.httpapi import Call, HttpApi
from croupier.match.core import Match
from croupier.match.drivers import Player, luck_seed
from croupier.players.entrant import Entrant, elsewhere, printable
from croupier.players.http import HttpChannel
from croupier.players.httpcheck import Promise, checklist
from croupier.players.jsonweb import post_entrant
from croupier.players.launch import Programs
from croupier.players.meta import BotMeta, checked
from croupier.players.session import A_DAY, HttpSession

_ARRIVAL = 10.0  # seconds to be reached by the first request


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


def web_entrant(game: Game, meta: BotMeta, spec: str = "") -> Entrant:
    """One that speaks the game's own HTTP API; in a game without one, the JSON dialect."""
    if game.http is None:
        return post_entrant(game, meta, spec)
    checked(meta, spec or meta.name)
    for kind in meta.notifications or ():
        if kind not in game.http.kinds:
            known = ", ".join(game.http.kinds)
            raise UsageError(f"{spec or meta.name}: there are no notifications {kind!r}; {game.name} has {known}")
    name = printable(meta.display_name or meta.name)
    return Entrant(name, spec or meta.name, elsewhere, WebGuest(game.http, meta), printable(meta.pun))


class WebGuest:
    """For the time of a run it has one channel, and every seat of every match a session."""

    def __init__(self, api: HttpApi, meta: BotMeta) -> None:
        self._api = api
        self._meta = meta
        self._channel: HttpChannel | None = None

    @property
    def only_once(self) -> bool:
        """Whether only one process at a time can have it: it is launched at an address of its own."""
        return self._meta.launch is not None and bool(self._meta.base_url)

    async def arrive(self, programs: Programs) -> None:
        meta = self._meta
        url = meta.base_url if meta.launch is None else await programs.address_of(meta)
        channel = await HttpChannel(url).__aenter__()
        try:
            if meta.launch is None:
                await channel.send(Call("GET", self._api.health), _ARRIVAL)
        except SeatError as error:
            await channel.__aexit__(None, None, None)
            raise UsageError(f"no bot answers at {url}: {error}; start it first") from None
        self._channel = channel

    async def check(self, game: Game) -> list[Promise]:
        """Whether it keeps the promises of the API; after `arrive`."""
        assert self._channel is not None, "arrive first"
        return await checklist(game, self._channel.base_url, self._meta.options())

    def unhurried(self) -> "WebGuest":
        """The same bot for somebody who sits at a breakpoint in it."""
        return WebGuest(
            self._api, msgspec.structs.replace(self._meta, decision_timeout=A_DAY, notification_timeout=A_DAY)
        )

    async def leave(self) -> None:
        if self._channel is not None:
            await self._channel.__aexit__(None, None, None)
            self._channel = None

    def sit(self, match: Match, seat: int, clock: Clock) -> AbstractAsyncContextManager[Player]:
        assert self._channel is not None, "arrive first"
        return HttpSession(self._api, self._channel, seat, luck_seed(match.seed, seat), self._meta.options())
