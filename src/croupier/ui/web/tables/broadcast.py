"""What a table shows its audiences, and when. `match/reaction_windows.py` decides what; the times are here.

Before each question everything that may be shown is shown. Where only the seats that can react are asked, a reaction
window lasts the same time for all, whether or not a seat was asked, and what was played is shown when it is over.
"""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

from croupier.kernel.decision import Seat
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.wire import event_to_wire
from croupier.match.match import Match
from croupier.match.reaction_windows import PendingSteps, replay_shown, told_to_all
from croupier.match.transcript import fold_lines
from croupier.ui.web.api.messages import SaidShown, ServerMessage, Window, WindowShown
from croupier.ui.web.tables.viewers import Audience, Viewer


class Broadcaster:
    """One match and its audiences: one for each person, with what the person's seat may see, and the spectators."""

    def __init__(self, match: Match, people: Iterable[Seat], bots: Iterable[Seat], pace: float, window: float) -> None:
        """`pace`: seconds between two moves of bots; `window`: seconds that a reaction window lasts."""
        self.match = match
        people = tuple(people)
        self.audiences = {seat: Audience(seat, people) for seat in (*people, PUBLIC)}
        self.pace = pace
        self.window = window if len(self.audiences) > 1 else 0.0
        self.notes = False
        """Whether the audiences may read what bots note."""
        self.window_until = 0.0
        """When the open reaction window closes, in the time of the loop; 0 if none is open."""
        self.resumed = asyncio.Event()
        self.resumed.set()
        self.unsent_talk: Callable[[], Iterable[SaidShown]] = tuple
        """What people said since their last answer, which no step has yet."""
        self._usual_window = self.window
        self._hurry = asyncio.Event()
        """Set when nothing is waited for any more."""
        self._bots = frozenset(bots)
        self._windows: dict[Seat, Window] = {}
        """What each audience was told when the open window opened."""
        self._pending = PendingSteps()
        self._opened_windows = 0
        """Windows opened in the pending steps so far."""
        self._shown_at = 0.0

    # At any time.

    @property
    def is_at_end(self) -> bool:
        """Whether the end of the match was shown."""
        return self.match.over and self._pending.is_empty(self.match)

    def audience(self, seat: Seat | None) -> Audience:
        """The audience of a seat, or the spectators, brought up to date."""
        audience = self.audiences[PUBLIC if seat is None else seat]
        if audience.is_asleep:
            audience.clear()
            released = self._pending.released
            for steps, match in replay_shown(self.match, PendingSteps(), released):
                audience.log_steps(match, steps, self.notes)
                if steps.last == released - 1:
                    audience.update_frame(match)
            audience.talk += self.unsent_talk()
        return audience

    def viewers(self) -> int:
        return sum(len(audience.viewers) for audience in self.audiences.values())

    def to_act(self) -> tuple[Seat, ...]:
        """The seats that are asked, as far as all may know: none while answers are sealed or a window is open."""
        match = self.match
        if match.over or self.window_until or not match.is_public or match.state.sealed:
            return ()
        return match.open_seats()

    def window_shown(self, seat: Seat | None) -> WindowShown | None:
        left = self.window_until - asyncio.get_running_loop().time()
        if not self.window_until or left <= 0:
            return None
        told = self._windows.get(PUBLIC if seat is None else seat)
        return None if told is None else WindowShown(round(left, 2), told.lines, told.events)

    def broadcast(self, message: ServerMessage, but: Viewer | None = None) -> None:
        for audience in self.audiences.values():
            audience.send(message, but)

    # While the match is played.

    def set_match(self, match: Match) -> None:
        """Show a match that has not begun."""
        self.match = match
        for audience in self.audiences.values():
            audience.update_frame(match)

    def resume(self, match: Match) -> None:
        """Go on with a match in its middle, after an undo or a restart: audiences replay it when they look."""
        self.match = match
        self.window = self._usual_window
        self._hurry.clear()
        self._pending, self._opened_windows = PendingSteps(), 0
        self.window_until, self._windows = 0.0, {}
        for _ in replay_shown(match, self._pending):
            pass
        for audience in self.audiences.values():
            audience.is_asleep = True

    def skip(self) -> None:
        """Wait for nothing from now on."""
        self.pace = self.window = 0.0
        self._hurry.set()
        self.resumed.set()

    def hurry(self) -> None:
        """Show the next move of a bot at once; a reaction window keeps its time."""
        if not self.window_until and not self._hurry.is_set():
            self._hurry.set()
            self._hurry.clear()

    def note_answers(self) -> None:
        """The match went on."""
        self._pending.note_answers(self.match)

    async def show(self) -> None:
        """Show what may be shown, at the time when it may be."""
        match, loop = self.match, asyncio.get_running_loop()
        is_by_bot = bool(match.steps) and match.steps[-1].seat in self._bots
        if is_by_bot and self.pace and not self.window_until:  # a bot that passed must not make the window longer
            await self._sleep_until(self._shown_at + self.pace)
        await self._wait_for_windows()
        steps = self._pending.release(match)
        if steps is not None:
            self._opened_windows = 0
            self.window_until, self._windows = 0.0, {}
            self._shown_at = loop.time()
            for audience in self.audiences.values():
                if audience.is_asleep or not audience.viewers:
                    audience.is_asleep = True
                elif (message := audience.show_steps(match, steps, self.notes, self.to_act(), self.pace)) is not None:
                    audience.send(message)
                    self._shown_at = max(self._shown_at, loop.time() + message.pause - self.pace)
        await asyncio.sleep(0)  # bots that answer at once leave room for the other tables
        await self.resumed.wait()
        self._pending.note_question(match)

    async def _wait_for_windows(self) -> None:
        """Let reaction windows that only some seats can use take their time for all, at a table with people."""
        match = self.match
        if not self.window or not match.game.windows:
            return
        opened = len(self._pending.windows(match, PUBLIC))
        if opened == self._opened_windows:  # no seat reacted, which may be known only when the time is over
            await self._sleep_until(self.window_until)
        while self._opened_windows < opened:
            self._open_window(self._opened_windows)
            self._opened_windows += 1
            if self._opened_windows == opened and not match.is_public:
                return  # the seats that can react are asked now, and have until then
            await self._sleep_until(self.window_until)

    def _open_window(self, number: int) -> None:
        names = self.match.table.names
        self.window_until = asyncio.get_running_loop().time() + self.window
        public = self._pending.windows(self.match, PUBLIC)[number]
        for seat, audience in self.audiences.items():
            events = told_to_all(self._pending.windows(self.match, seat)[number], public)
            lines = tuple(fold_lines(event.text(names) for event in events))
            told = self._windows[seat] = Window(
                self.window, lines, tuple(event_to_wire(event, names) for event in events)
            )
            audience.send(told)

    async def _sleep_until(self, moment: float) -> None:
        left = moment - asyncio.get_running_loop().time()
        if left > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._hurry.wait(), left)
