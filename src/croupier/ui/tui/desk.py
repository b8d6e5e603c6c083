"""Between the match, which runs in a thread of its own, and the app: questions go there, answers come back."""

import asyncio
from contextlib import suppress
from typing import Any

from textual.app import App
from textual.message import Message

from croupier.kernel.decision import Decision, Event, Reply, Said, Seat, Table, View
from croupier.match.core import Match
from croupier.match.story import news
from croupier.players.person import TakenBack
from croupier.ui.windows import Windows


class Quit(Exception):
    """The people leave the match."""


class Began(Message):
    """A person sat down, for the first time or because something was taken back."""

    def __init__(self, table: Table, seat: Seat) -> None:
        super().__init__()
        self.table, self.seat = table, seat


class News(Message):
    """What a person is told, in words, and what it knows now; no view while there is more to come."""

    def __init__(self, seat: Seat, lines: list[str], view: View | None) -> None:
        super().__init__()
        self.seat, self.lines, self.view = seat, lines, view


class Waiting(Message):
    """A reaction window is open, and its end is held back until then."""

    def __init__(self, deadline: float) -> None:
        super().__init__()
        self.deadline = deadline


class Asked(Message):
    """A question that waits for an answer."""

    def __init__(self, decision: Decision[Any, Any], said: list[str]) -> None:
        super().__init__()
        self.decision, self.said = decision, said
        self._loop = asyncio.get_running_loop()
        self._answer: asyncio.Future[Reply[Any]] = self._loop.create_future()

    async def answered(self) -> Reply[Any]:
        return await self._answer

    # Called by the app, in its own thread.

    def answer(self, index: int, say: tuple[str, ...] = ()) -> None:
        reply: Reply[Any] = Reply(index, say)
        self._send(reply, None)

    def take_back(self) -> None:
        self._send(None, TakenBack(self.decision.seat))

    def quit(self) -> None:
        self._send(None, Quit())

    def _send(self, reply: Reply[Any] | None, error: Exception | None) -> None:
        with suppress(RuntimeError):  # the match was left meanwhile, and its loop with it
            self._loop.call_soon_threadsafe(self._settle, reply, error)

    def _settle(self, reply: Reply[Any] | None, error: Exception | None) -> None:
        if self._answer.done():
            return
        if reply is not None:
            self._answer.set_result(reply)
        elif error is not None:
            self._answer.set_exception(error)


class Finished(Message):
    """The match is over, or was left."""

    def __init__(self, match: Match | None) -> None:
        super().__init__()
        self.match = match


class TuiDesk:
    """Where one of the people at a terminal sits."""

    def __init__(self, app: App[Any], turn: asyncio.Lock, windows: Windows) -> None:
        """`turn` and `windows` are shared by all who sit here."""
        self._app = app
        self._turn = turn
        self._windows = windows
        self._names: tuple[str, ...] = ()
        self._seat = -1
        self.has_left = False

    async def sit(self, table: Table, seat: Seat) -> None:
        self._names, self._seat = table.names, seat
        self._windows.sit(table.seats, seat, self)
        self._app.post_message(Began(table, seat))

    async def tell(self, events: tuple[Event, ...], view: View) -> None:
        await self._windows.tell(self._seat, events, view)

    async def ask(self, decision: Decision[Any, Any]) -> Reply[Any]:
        async with self._windows.turn(decision):
            return await self.pretend(decision)

    # What the windows want of it.

    def hear(self, events: tuple[Event, ...], view: View | None) -> None:
        if self.has_left:
            raise Quit
        self._app.post_message(News(self._seat, news(events, self._names), view))

    async def pretend(self, decision: Decision[Any, Any]) -> Reply[Any]:
        async with self._turn:
            if self.has_left:
                raise Quit
            asked = Asked(decision, news([each for each in decision.events if isinstance(each, Said)], self._names))
            self._app.post_message(asked)
            return await asked.answered()
