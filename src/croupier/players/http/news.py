"""Notifications to a bot behind HTTP: one at a time, in order, each sent once, while the match goes on.

Lost news costs the bot nothing else. A bot that loses several pieces in a row gets no more in this match.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Final

from croupier.kernel.errors import SeatError
from croupier.kernel.http_api import Call, Response
from croupier.match.match import Match

MAX_FAILURES: Final = 3
"""Failures in a row after which nothing more is sent."""
NO_ENDPOINT: Final = frozenset({404, 405})
"""The status of a server that has no endpoint for this kind of news, and does not want it."""


class NewsSender:
    """Sends notifications beside the match."""

    def __init__(self, send: Callable[[Call], Awaitable[Response]], limit: float) -> None:
        """`limit` is the most seconds that a question waits for the news before it."""
        self._send = send
        self._limit = limit
        self._waiting: deque[Call] = deque()
        self._task: asyncio.Task[None] | None = None
        self._failures = 0
        self._refused: set[str] = set()
        self.lost = 0
        self.reason = ""
        """Why the first piece of news was lost."""

    def add(self, calls: Iterable[Call]) -> None:
        """Send these after all that came before."""
        for call in calls:
            if call.kind in self._refused:
                continue
            if self._failures >= MAX_FAILURES:
                self.lost += 1
            else:
                self._waiting.append(call)
        if self._waiting and (self._task is None or self._task.done()):
            self._task = asyncio.get_running_loop().create_task(self._work())

    async def catch_up(self) -> None:
        """Wait until all has been sent; what has not been sent when the time is up is lost."""
        if self._task is None or self._task.done():
            return
        done, _ = await asyncio.wait([self._task], timeout=self._limit)
        if not done:
            self._fail(f"TooSlow: the notifications before a question took longer than {self._limit:g} s")
            await self.stop()

    async def stop(self) -> None:
        """Give up what is waiting."""
        self.lost += len(self._waiting)
        self._waiting.clear()
        if self._task is not None and not self._task.done():
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def note_end(self, match: Match, seat: int) -> None:
        """Give up what is waiting, and note in the match what was lost."""
        await self.stop()
        if self.lost:
            match.lost_news[seat] = (self.lost, self.reason)

    async def _work(self) -> None:
        while self._waiting:
            call = self._waiting.popleft()
            if call.kind in self._refused:
                continue
            try:
                response = await self._send(call)
            except SeatError as fault:
                self._fail(f"{type(fault).__name__}: {fault}")
                continue
            if response.status in NO_ENDPOINT:
                self._refused.add(call.kind)
            elif response.status // 100 != 2:
                self._fail(f"{call.kind} returned status {response.status}")
            else:
                self._failures = 0

    def _fail(self, reason: str) -> None:
        self._failures += 1
        self.lost += 1
        self.reason = self.reason or reason
        if self._failures >= MAX_FAILURES:
            self.lost += len(self._waiting)
            self._waiting.clear()
