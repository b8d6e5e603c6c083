"""The services of one server, for the routes of the API."""

from typing import Annotated

import msgspec
from fastapi import Depends, Request, WebSocket

from croupier.arena.store.store import Store
from croupier.arena.store.web import WebStore
from croupier.kernel.decision import Seat
from croupier.ui.web.jobs.contests import Contests
from croupier.ui.web.jobs.pool import JobPool
from croupier.ui.web.options import WebServerOptions
from croupier.ui.web.replays import Replays
from croupier.ui.web.security import Sessions
from croupier.ui.web.server_bots import ServerBots
from croupier.ui.web.tables.lobby import Lobby
from croupier.ui.web.tables.table import LiveTable, RequestRefused
from croupier.ui.web.workshop import Workshop


class Services(msgspec.Struct, frozen=True):
    """Everything that the routes of one server share."""

    options: WebServerOptions
    store: Store
    web_store: WebStore
    jobs: JobPool
    workshop: Workshop
    server_bots: ServerBots
    lobby: Lobby
    replays: Replays
    contests: Contests
    sessions: Sessions


def services_of(request: Request) -> Services:
    return request.app.state.services


def services_of_socket(socket: WebSocket) -> Services:
    return socket.app.state.services


Server = Annotated[Services, Depends(services_of)]


def seat_of(table: LiveTable, token: str | None) -> Seat | None:
    """The seat that a token opens; None for a spectator, who has none."""
    if token is None:
        return None
    for seat, person in table.people.items():
        if person.admits(token):
            return seat
    raise RequestRefused("no_seat", "this token opens no seat at this table")


def seat_token(request: Request) -> str | None:
    """From the Authorization header; never from the address, which others may see."""
    given = request.headers.get("authorization", "")
    return given.removeprefix("Bearer ") if given.startswith("Bearer ") else None
