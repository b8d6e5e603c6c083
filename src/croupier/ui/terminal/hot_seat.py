"""Reaction windows for people who share one terminal: each looks and lasts the same, no matter who could have reacted.

What opens a window is shown at once; what comes after it is held back until the window's time is over and everybody had
the screen. So neither a bot that thinks nor one that cannot react shows in the time. A reaction ends a window, for all
learn of it. A person alone at the screen can end it early with Enter, asked or not.

Being handed the screen would tell the others that a person can react. So all get it once, in the same order; a person
whom the match does not ask gets a question that can only be passed.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable, Sequence
from contextlib import asynccontextmanager, suppress
from time import monotonic
from typing import Any, Final, Protocol

from croupier.kernel.decision import Decision, Event, Move, Seat, View
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.reaction_windows import SeatNews, opens_window

MIN_WINDOW_SECONDS: Final = 0.5
"""A person alone cannot end a window sooner: bots need some time."""


class LeftMatch(Exception):
    """The people left the match."""


class DummyPass(Move, frozen=True, gc=False):
    """The only move of a question that the match does not ask."""

    notation = "pass"
    says = "Pass"


DUMMY_PASS: Final = DummyPass()


class LastView:
    """The text of the view that a seat was shown last; the match may be further, which a window must not show."""

    def __init__(self, text: str) -> None:
        self._text = text

    def text(self) -> str:
        return self._text


def is_dummy(decision: Decision[Any, Any]) -> bool:
    """Whether the match does not ask this question."""
    return decision.moves == (DUMMY_PASS,)


def dummy_decision(game: Game, seat: Seat, known: str) -> Decision[Any, Any]:
    """A question that can only be passed, to a seat that knows what `known` says."""
    return Decision(0, game.name, seat, min(game.reactions), LastView(known), (DUMMY_PASS,), ())


class ScreenRound:
    """The screen's way round the table in one window: some seats are asked by the match, the others get a dummy."""

    def __init__(
        self,
        order: Sequence[Seat],
        asked: Iterable[Seat],
        ask_dummy: Callable[[Seat], Awaitable[object]],
        previous: "ScreenRound | None",
    ) -> None:
        """Start the round, or wait for `previous` if that is still under way."""
        self._order = order
        self._ask_dummy = ask_dummy
        self._previous = previous
        loop = asyncio.get_running_loop()
        self._turns: dict[Seat, asyncio.Future[None]] = {seat: loop.create_future() for seat in asked if seat in order}
        self._done: dict[Seat, asyncio.Event] = {seat: asyncio.Event() for seat in self._turns}
        self._task = asyncio.ensure_future(self._run())

    async def _run(self) -> None:
        """A person who leaves or takes something back ends the round for all who still wait for their turn."""
        try:
            if self._previous is not None:
                await self._previous.wait()
            for seat in self._order:
                if seat in self._turns:
                    self._turns[seat].set_result(None)
                    await self._done[seat].wait()
                else:
                    await self._ask_dummy(seat)
        except Exception as error:
            for turn in self._turns.values():
                if not turn.done():
                    turn.set_exception(error)
                    turn.exception()  # marks it as retrieved: not every seat waits for its turn
            raise

    @asynccontextmanager
    async def turn(self, seat: Seat) -> AsyncGenerator[None]:
        """Hold the screen for `seat`, which the match asks."""
        if seat in self._turns:
            await self._turns[seat]
        try:
            yield
        except BaseException:
            self.cancel()
            raise
        if seat in self._done:
            self._done[seat].set()

    async def wait(self) -> None:
        """Wait until all had the screen."""
        await self._task

    def cancel(self) -> None:
        """The match continues from another point, or not at all."""
        self._task.cancel()
        if self._previous is not None:
            self._previous.cancel()


class ScreenSeat(Protocol):
    """One person at the terminal."""

    def show_news(self, events: tuple[Event, ...], view: View | None) -> None:
        """What happened, and what the seat knows now; no view while there is more to come."""
        ...

    def show_question(self, decision: Decision[Any, Any]) -> Awaitable[object]:
        """Ask the person; the question may be a dummy."""
        ...


class _Listener:
    """A person together with the news that is to be shown."""

    def __init__(self, person: ScreenSeat, news: SeatNews) -> None:
        self.person = person
        self.news = news
        self.known = ""
        """Text of the last view shown."""

    def show_piece(self) -> tuple[Event, ...]:
        piece, view = self.news.take_piece()
        self.person.show_news(piece, view)
        if view is not None:
            self.known = view.text()
        return piece


class ScreenWindows:
    """The windows of one match. All methods but `end_early` are called in the event loop of the match."""

    def __init__(self, game: Game, seconds: float, pace: float, on_wait: Callable[[float], object]) -> None:
        """`seconds`: length of a window; `pace`: seconds between two pieces of news; `on_wait` is called with the time
        (monotonic clock) until which news is held back."""
        self._game = game
        self.seconds = seconds
        self._pace = pace
        self._on_wait = on_wait
        self._seats = 0
        self._listeners: dict[Seat, _Listener] = {}
        self._is_repeated = False
        """Whether the next news repeats the match so far, after something was taken back."""
        self._gone: set[Seat] = set()
        self._opened_at = 0.0
        self._round: ScreenRound | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ended_early: asyncio.Event | None = None

    def sit(self, seats: int, seat: Seat, person: ScreenSeat) -> None:
        """A person sits down at a table of `seats`, for the first time or because something was taken back."""
        self._seats = seats
        self._is_repeated = seat in self._listeners
        self._listeners[seat] = _Listener(person, SeatNews(seat, self._game.windows))
        if self._round is not None:
            self._round.cancel()
        self._round, self._ended_early = None, None
        self._gone.clear()

    def watch(self, match: Match) -> None:
        """After each answer: if only some are asked now, show all what about."""
        if match.is_public:
            return
        early = {seat: listener.news.take_early(match) for seat, listener in self._listeners.items()}
        for seat, events in early.items():
            if events:
                self._listeners[seat].person.show_news(events, None)
                self._note_leavers(events)
        if last := next((events[-1] for events in early.values() if events), None):
            self._is_repeated = False
            self._open(last, match.open_seats())

    async def send_news(self, seat: Seat, events: tuple[Event, ...], view: View) -> None:
        """Take news from the driver, which sends it seat by seat; it is shown once the last seat has its own."""
        self._listeners[seat].news.add(events, view, split=not self._is_repeated)
        if seat != max(self._listeners):
            return
        self._is_repeated = False
        listeners = self._listeners.values()
        while any(listener.news for listener in listeners):
            await self._wait_for_end(any(listener.news.opens_window for listener in listeners))
            shown = [listener.show_piece() for listener in listeners]
            for piece in shown:
                self._note_leavers(piece)
            if opening := next((piece for piece in shown if opens_window(piece, self._game.windows)), None):
                self._open(opening[-1], ())
        await self._wait_for_end(False)
        await asyncio.sleep(self._pace)

    @asynccontextmanager
    async def turn(self, decision: Decision[Any, Any]) -> AsyncGenerator[None]:
        """Hold the screen for the person whom the match asks this."""
        listener = self._listeners[decision.seat]
        while listener.news:
            listener.show_piece()
        if self._round is None or decision.question not in self._game.reactions:
            yield
            return
        async with self._round.turn(decision.seat):
            yield

    @property
    def is_open(self) -> bool:
        return self._ended_early is not None

    @property
    def deadline(self) -> float:
        """When the open window closes, on the monotonic clock."""
        return self._opened_at + self.seconds

    def _open(self, event: Event, asked: Sequence[Seat]) -> None:
        self._opened_at = monotonic()
        self._loop = asyncio.get_running_loop()
        self._ended_early = asyncio.Event()
        if len(self._listeners) > 1:
            actor: Seat = getattr(event, "seat", -1)
            order = [seat for seat in sorted(self._listeners) if seat != actor and seat not in self._gone]
            self._round = ScreenRound(order, asked, self._ask_dummy, self._round)
        if self._is_timed:
            self._on_wait(self.deadline)

    @property
    def _is_timed(self) -> bool:
        """Where only people play and all of them had the screen, time has nothing to hide."""
        return self.seconds > 0 and len(self._listeners) < self._seats

    async def _ask_dummy(self, seat: Seat) -> None:
        listener = self._listeners[seat]
        await listener.person.show_question(dummy_decision(self._game, seat, listener.known))

    def _note_leavers(self, events: Sequence[Event]) -> None:
        self._gone |= {getattr(event, "seat", -1) for event in events if type(event) in self._game.leaving}

    async def _wait_for_end(self, is_reaction: bool) -> None:
        """Wait for the end of the open window, if there is one; a reaction ends it."""
        if self._ended_early is None:
            return
        if self._round is not None:
            await self._round.wait()
            self._round = None
        if not is_reaction and self._is_timed:
            self._on_wait(self.deadline)
            await asyncio.sleep(max(0.0, self._opened_at + min(MIN_WINDOW_SECONDS, self.seconds) - monotonic()))
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, self.deadline - monotonic())):
                    await self._ended_early.wait()
        self._ended_early = None

    def end_early(self) -> None:
        """The only person at the screen has nothing more to say. Can be called in any thread."""
        if self._loop is not None and self._ended_early is not None:
            with suppress(RuntimeError):  # the match was left meanwhile
                self._loop.call_soon_threadsafe(self._ended_early.set)
