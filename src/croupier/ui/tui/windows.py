"""Reaction windows on the screen: each lasts the same, whoever could have reacted.

A window opens when people are told what could be interrupted, and what came of it is held back until its time is over.
So neither a bot that thinks nor one that has nothing to think about can be told from the time. One person alone may go
on sooner; it is always asked for in the same way, so that tells nothing either.
"""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from time import monotonic
from typing import Final

from croupier.kernel.decision import Event

SHORTEST: Final = 0.5
"""Seconds that a window lasts at least, for bots that think."""


class Windows:
    """The windows of one match. Everything but `go_on` is called in the loop of the match."""

    def __init__(self, seconds: float, settling: frozenset[type[Event]]) -> None:
        """With 0 seconds nothing is held back, and people have all the time they like."""
        self.seconds = seconds
        self._settling = settling
        self._opened = float("-inf")
        self._is_asked = False
        self._loop: asyncio.AbstractEventLoop | None = None
        self._hurried: asyncio.Event | None = None

    def pieces(self, events: tuple[Event, ...]) -> Iterator[tuple[Event, ...]]:
        """The news cut before each event that tells how a window came out."""
        if not self.seconds:
            yield events
            return
        begun = 0
        for number, event in enumerate(events):
            if number > begun and type(event) in self._settling:
                yield events[begun:number]
                begun = number
        yield events[begun:]

    def settles(self, piece: tuple[Event, ...]) -> bool:
        return bool(self.seconds and piece and type(piece[0]) in self._settling)

    def asked(self) -> None:
        """A person was asked for a reaction, so the window is open."""
        self._is_asked = True

    def told(self, piece: tuple[Event, ...]) -> None:
        """People know this now; if it can be interrupted, the time runs from here."""
        if self._is_asked and not self.settles(piece):
            return  # their own answers, in the window that is open
        self._is_asked = False
        self._opened = monotonic()
        self._loop = asyncio.get_running_loop()
        self._hurried = asyncio.Event()

    @property
    def deadline(self) -> float:
        """When the window closes, on the monotonic clock."""
        return self._opened + self.seconds

    async def closed(self) -> None:
        """Wait for the end of the window."""
        await self._until(self._opened + min(SHORTEST, self.seconds))
        if self._hurried is None:
            return
        try:
            async with asyncio.timeout(max(0.0, self.deadline - monotonic())):
                await self._hurried.wait()
        except TimeoutError:
            return

    @staticmethod
    async def _until(when: float) -> None:
        await asyncio.sleep(max(0.0, when - monotonic()))

    def go_on(self) -> None:
        """The only person at the screen has nothing more to say. May be called in any thread."""
        if self._loop is not None and self._hurried is not None:
            with suppress(RuntimeError):  # the match was left meanwhile
                self._loop.call_soon_threadsafe(self._hurried.set)
