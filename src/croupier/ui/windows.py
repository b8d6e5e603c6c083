"""Reaction windows before the people at one screen: each looks and lasts the same, whoever could have reacted.

Where only those who can react are asked, a window opens when people are told what could be interrupted, which is at
once, and what came of it is held back until its time is over and everybody had the screen. So neither a bot that thinks
nor one that has nothing to think about can be told from the time. A reaction ends a window: everybody learns of it. One
person alone may go on sooner; that is always possible in the same way, so it tells nothing either.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final, Protocol

from croupier.kernel.decision import Decision, Event, Seat, View
from croupier.kernel.game import Game
from croupier.match.core import Match
from croupier.ui.rounds import Round, pretended

SHORTEST: Final = 0.5
"""Seconds that a window lasts at least, for bots that think."""


class Place(Protocol):
    """Where one of the people sits."""

    def hear(self, events: tuple[Event, ...], view: View | None) -> None:
        """What happened, and what the seat knows now; no view while there is more to come."""
        ...

    def pretend(self, decision: Decision[Any, Any]) -> Awaitable[object]:
        """Ask for a reaction of which the match knows nothing."""
        ...


class Reader:
    """How much of a match one seat was told; what opens a window it is told before the driver does."""

    def __init__(self, game: Game, seat: Seat, place: Place) -> None:
        self._kinds = game.windows
        self.seat = seat
        self.place = place
        self.known = ""
        """What the table looks like to it."""
        self._told = 0
        self._ahead = 0
        self.waiting: list[tuple[Event, ...]] = []
        """Pieces of news to be told."""
        self.view: View | None = None

    def ahead(self, match: Match) -> tuple[Event, ...]:
        """While only some are asked: what they are asked about, and what came before it, if not told yet."""
        events = [event for step in range(len(match.steps) + 1) for event in match.happened(self.seat, step)]
        last = max((place for place, event in enumerate(events, 1) if type(event) in self._kinds), default=0)
        fresh = tuple(events[self._told + self._ahead : last])
        self._ahead += len(fresh)
        return fresh

    def take(self, events: tuple[Event, ...], view: View, is_cut: bool) -> None:
        """From the driver; what was told before is left out."""
        early = min(self._ahead, len(events))
        self._told += len(events)
        self._ahead -= early
        rest = events[early:]
        self.waiting += pieces(rest, self._kinds) if is_cut else [rest]
        self.view = view

    def hear(self) -> tuple[Event, ...]:
        """The next piece."""
        piece = self.waiting.pop(0) if self.waiting else ()
        view = None if self.waiting else self.view
        self.place.hear(piece, view)
        if view is not None:
            self.known, self.view = view.text(), None
        return piece


class Windows:
    """The windows of one match. Everything but `go_on` is called in the loop of the match."""

    def __init__(self, game: Game, seconds: float, pace: float, waits: Callable[[float], object]) -> None:
        """`seconds`: how long each lasts at least, `pace`: the time between two pieces of news; `waits` is told until
        when something is held back."""
        self._game = game
        self.seconds = seconds
        self._pace = pace
        self._waits = waits
        self._seats = 0
        self._readers: dict[Seat, Reader] = {}
        self._is_retold = False
        self._gone: set[Seat] = set()
        self._opened = 0.0
        self._round: Round | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._hurried: asyncio.Event | None = None

    def sit(self, seats: int, seat: Seat, place: Place) -> None:
        """Somebody sits down at a table of so many, for the first time or because something was taken back."""
        self._seats = seats
        self._is_retold = seat in self._readers
        self._readers[seat] = Reader(self._game, seat, place)
        if self._round is not None:
            self._round.abandon()
        self._round, self._hurried = None, None
        self._gone.clear()

    # What happens at the table.

    def watch(self, match: Match) -> None:
        """The match went on; if only some are asked now, all are told what about."""
        if match.over or match.state.asks_openly():
            return
        told = {reader: reader.ahead(match) for reader in self._readers.values()}
        for reader, events in told.items():
            if events:
                reader.place.hear(events, None)
                self._note_who_left(events)
        if last := next((events[-1] for events in told.values() if events), None):
            self._is_retold = False
            self._open(last, match.open_seats())

    async def tell(self, seat: Seat, events: tuple[Event, ...], view: View) -> None:
        """From the driver, which tells one after the other: they hear it when the last of them can."""
        self._readers[seat].take(events, view, not self._is_retold)
        if seat != max(self._readers):
            return
        self._is_retold = False
        while any(reader.waiting for reader in self._readers.values()):
            is_reaction = any(reader.waiting and self._opens(reader.waiting[0]) for reader in self._readers.values())
            await self._closed(is_reaction)
            heard = [reader.hear() for reader in self._readers.values()]
            for piece in heard:
                self._note_who_left(piece)
            if opening := next((piece for piece in heard if self._opens(piece)), None):
                self._open(opening[-1], ())
        await self._closed(False)
        await asyncio.sleep(self._pace)

    @asynccontextmanager
    async def turn(self, decision: Decision[Any, Any]) -> AsyncGenerator[None]:
        """The time in which somebody who is asked has the screen."""
        reader = self._readers[decision.seat]
        while reader.waiting:
            reader.hear()
        if self._round is None or decision.question not in self._game.reactions:
            yield
            return
        async with self._round.turn(decision.seat):
            yield

    # Windows.

    @property
    def is_open(self) -> bool:
        return self._hurried is not None

    @property
    def deadline(self) -> float:
        """When the window that is open closes, on the monotonic clock."""
        return self._opened + self.seconds

    def _opens(self, piece: Sequence[Event]) -> bool:
        return bool(piece) and type(piece[-1]) in self._game.windows

    def _open(self, event: Event, asked: Sequence[Seat]) -> None:
        self._opened = monotonic()
        self._loop = asyncio.get_running_loop()
        self._hurried = asyncio.Event()
        if len(self._readers) > 1:
            actor: Seat = getattr(event, "seat", -1)
            order = [seat for seat in sorted(self._readers) if seat != actor and seat not in self._gone]
            self._round = Round(order, asked, self._offer, self._round)
        if self._is_timed:
            self._waits(self.deadline)

    @property
    def _is_timed(self) -> bool:
        """Where only people play and all of them had the screen, time has nothing to hide."""
        return self.seconds > 0 and len(self._readers) < self._seats

    async def _offer(self, seat: Seat) -> None:
        reader = self._readers[seat]
        await reader.place.pretend(pretended(self._game, seat, reader.known))

    def _note_who_left(self, events: Sequence[Event]) -> None:
        self._gone |= {getattr(event, "seat", -1) for event in events if type(event) in self._game.leaving}

    async def _closed(self, is_reaction: bool) -> None:
        """Wait for the end of the window, if one is open."""
        if self._hurried is None:
            return
        if self._round is not None:
            await self._round.over()
            self._round = None
        if not is_reaction and self._is_timed:
            self._waits(self.deadline)
            await asyncio.sleep(max(0.0, self._opened + min(SHORTEST, self.seconds) - monotonic()))
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, self.deadline - monotonic())):
                    await self._hurried.wait()
        self._hurried = None

    def go_on(self) -> None:
        """The only person at the screen has nothing more to say. May be called in any thread."""
        if self._loop is not None and self._hurried is not None:
            with suppress(RuntimeError):  # the match was left meanwhile
                self._loop.call_soon_threadsafe(self._hurried.set)


def pieces(events: Sequence[Event], kinds: frozenset[type[Event]]) -> Iterator[tuple[Event, ...]]:
    """The news cut after each event that opens a window."""
    begun = 0
    for number, event in enumerate(events, 1):
        if type(event) in kinds or number == len(events):
            yield tuple(events[begun:number])
            begun = number
