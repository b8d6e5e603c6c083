"""People at the table. A person is asked through an interface: a terminal, a window or a page."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Protocol

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock, Decision, Event, Reply, Seat, Table, View
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.players.entrant import Entrant
from croupier.players.http.launch import Programs


class HumanInterface(Protocol):
    """Shows one person what happens and takes the answers."""

    async def sit(self, table: Table, seat: Seat) -> None:
        """A match begins, or begins again after something was taken back."""
        ...

    async def ask(self, decision: Decision[Any, Any]) -> Reply[Any]:
        """An answer; TakenBack if the person wants to have the last one back."""
        ...

    async def tell(self, events: tuple[Event, ...], view: View) -> None: ...


class TakenBack(Exception):
    """Raised when a person takes back the last answer."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"seat {seat} takes back its last answer")
        self.seat = seat


class Person:
    """A person as a remote bot without a connection: the interface is in this process."""

    wants_news = True

    def __init__(self, interface: HumanInterface) -> None:
        self._interface = interface

    async def arrive(self, programs: Programs) -> None:
        return

    async def leave(self) -> None:
        return

    @asynccontextmanager
    async def sit(self, match: Match, seat: Seat, clock: Clock) -> "AsyncGenerator[Person]":
        await self._interface.sit(match.table, seat)
        yield self

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        return await self._interface.ask(decision)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        await self._interface.tell(events, view)


def person(name: str, interface: HumanInterface) -> Entrant:
    """Make the entrant for a person."""
    return Entrant(name, "person", _make_no_bot, guest=Person(interface))


def _make_no_bot() -> Bot[Any, Any]:
    raise UsageError("a person cannot be created again for every match")
