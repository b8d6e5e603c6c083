"""What the routes of the API work with."""

import asyncio
from collections.abc import Callable
from typing import Annotated, ParamSpec, TypeVar

import msgspec
from fastapi import Depends, Request, WebSocket

from croupier.arena.store import Store
from croupier.arena.store.shelf import Shelf
from croupier.kernel.decision import Seat
from croupier.ui.web.contests import Contests
from croupier.ui.web.guard import Sessions
from croupier.ui.web.library import Library
from croupier.ui.web.lobby import Lobby
from croupier.ui.web.options import ServerOptions
from croupier.ui.web.table import LiveTable, Refused
from croupier.ui.web.thinkers import Thinkers
from croupier.ui.web.workshop import Workshop

P = ParamSpec("P")
T = TypeVar("T")


class Parts(msgspec.Struct, frozen=True):
    """Everything of one server."""

    options: ServerOptions
    store: Store
    shelf: Shelf
    thinkers: Thinkers
    workshop: Workshop
    lobby: Lobby
    library: Library
    contests: Contests
    sessions: Sessions

    async def in_thread(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What waits for the disk does not keep the loop waiting."""
        return await asyncio.to_thread(work, *args, **kwargs)


def parts_of(request: Request) -> Parts:
    return request.app.state.parts


def parts_of_socket(socket: WebSocket) -> Parts:
    return socket.app.state.parts


Server = Annotated[Parts, Depends(parts_of)]


def seat_of(table: LiveTable, token: str | None) -> Seat | None:
    """The seat that a token opens; None for a spectator, who has none."""
    if token is None:
        return None
    for seat, chair in table.chairs.items():
        if chair.admits(token):
            return seat
    raise Refused("no_seat", "this token opens no seat at this table")


def seat_token(request: Request) -> str | None:
    """From the Authorization header; never from the address, which others may see."""
    given = request.headers.get("authorization", "")
    return given.removeprefix("Bearer ") if given.startswith("Bearer ") else None
