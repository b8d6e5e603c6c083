"""Messages between the match, which runs in its own thread, and the app: questions and news there, answers back."""

import asyncio
from contextlib import suppress
from typing import Any

from textual.app import App
from textual.message import Message

from croupier.kernel.decision import Decision, Event, Reply, Said, Seat, Table, View
from croupier.match.match import Match
from croupier.match.transcript import news_lines
from croupier.players.human import TakenBack
from croupier.ui.terminal.hot_seat import LeftMatch, ScreenWindows


class SatDown(Message):
    """A person sat down, at the start or after taking an answer back."""

    def __init__(self, table: Table, seat: Seat) -> None:
        super().__init__()
        self.table, self.seat = table, seat


class NewsArrived(Message):
    """News for a person as lines, and the view after it; no view while there is more to come."""

    def __init__(self, seat: Seat, lines: list[str], view: View | None) -> None:
        super().__init__()
        self.seat, self.lines, self.view = seat, lines, view


class WindowOpened(Message):
    """A reaction window is open until `deadline`, on the monotonic clock."""

    def __init__(self, deadline: float) -> None:
        super().__init__()
        self.deadline = deadline


class QuestionAsked(Message):
    """A question, and the future of its answer."""

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
        self._send(None, LeftMatch())

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


class MatchFinished(Message):
    """The match is over, or was left."""

    def __init__(self, match: Match | None) -> None:
        super().__init__()
        self.match = match


class TuiBridge:
    """Connects one person at the terminal to the app."""

    def __init__(self, app: App[Any], turn: asyncio.Lock, windows: ScreenWindows) -> None:
        """`turn` and `windows` are shared by all people at the terminal."""
        self._app = app
        self._turn = turn
        self._windows = windows
        self._names: tuple[str, ...] = ()
        self._seat = -1
        self.has_left = False

    async def sit(self, table: Table, seat: Seat) -> None:
        self._names, self._seat = table.names, seat
        self._windows.sit(table.seats, seat, self)
        self._app.post_message(SatDown(table, seat))

    async def tell(self, events: tuple[Event, ...], view: View) -> None:
        await self._windows.send_news(self._seat, events, view)

    async def ask(self, decision: Decision[Any, Any]) -> Reply[Any]:
        async with self._windows.turn(decision):
            return await self.show_question(decision)

    # Called by the windows.

    def show_news(self, events: tuple[Event, ...], view: View | None) -> None:
        if self.has_left:
            raise LeftMatch
        self._app.post_message(NewsArrived(self._seat, news_lines(events, self._names), view))

    async def show_question(self, decision: Decision[Any, Any]) -> Reply[Any]:
        async with self._turn:
            if self.has_left:
                raise LeftMatch
            asked = QuestionAsked(
                decision, news_lines([each for each in decision.events if isinstance(each, Said)], self._names)
            )
            self._app.post_message(asked)
            return await asked.answered()
