"""People at the table. What a person is asked goes to a desk, which is a terminal, a window or a page."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, Protocol

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock, Decision, Event, Reply, Seat, Table, View
from croupier.kernel.errors import UsageError
from croupier.match.core import Match
from croupier.players.entrant import Entrant
from croupier.players.launch import Programs


class Desk(Protocol):
    """Shows one person what happens and takes the answers."""

    async def sit(self, table: Table, seat: Seat) -> None:
        """A match begins, or begins again after something was taken back."""
        ...

    async def ask(self, decision: Decision[Any, Any]) -> Reply[Any]:
        """An answer; TakenBack if the person wants to have the last one back."""
        ...

    async def tell(self, events: tuple[Event, ...], view: View) -> None: ...


class TakenBack(Exception):
    """A person wants to answer its last question anew."""

    def __init__(self, seat: Seat) -> None:
        super().__init__(f"seat {seat} takes back its last answer")
        self.seat = seat


class Person:
    """A guest who needs no connection: the desk is in this process."""

    wants_news = True

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def arrive(self, programs: Programs) -> None:
        return

    async def leave(self) -> None:
        return

    @asynccontextmanager
    async def sit(self, match: Match, seat: Seat, clock: Clock) -> "AsyncGenerator[Person]":
        await self._desk.sit(match.table, seat)
        yield self

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        return await self._desk.ask(decision)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        await self._desk.tell(events, view)


def person(name: str, desk: Desk) -> Entrant:
    """A person as somebody who takes part."""
    return Entrant(name, "person", _nobody_else, guest=Person(desk))


def _nobody_else() -> Bot[Any, Any]:
    raise UsageError("a person is not made anew for every match")
