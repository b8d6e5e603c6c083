"""What a table shows, and when: scenes to every audience, reaction windows that take the same time for all.

Before each question everything that may be shown is shown. What was played where only those who can react are asked is
held until the window is over, whether or not anybody was asked; only then does it look the same to all.
"""

import asyncio
from collections.abc import Iterable

from croupier.kernel.decision import Seat
from croupier.kernel.events import PUBLIC
from croupier.match.core import Match
from croupier.match.story import folded
from croupier.ui.web.messages import ServerMessage, Window, WindowShown
from croupier.ui.web.scenes import Curtain, Scene, is_open, scenes_of, told_to, windows_in
from croupier.ui.web.viewers import Audience, Viewer, frame_of


class Stage:
    """One match before its audiences: those who sit at it, each with the eyes of a seat, and the spectators."""

    def __init__(self, match: Match, people: Iterable[Seat], bots: Iterable[Seat], pace: float, window: float) -> None:
        self.match = match
        self.audiences = {seat: Audience(seat) for seat in (*people, PUBLIC)}
        self.pace = pace
        self.window = window if len(self.audiences) > 1 else 0.0
        self.notes = False
        """Whether those who look may read what bots think."""
        self.window_until = 0.0
        """When the reaction window that everybody sees closes, in the time of the loop; 0 if none is open."""
        self.resumed = asyncio.Event()
        self.resumed.set()
        self._bots = frozenset(bots)
        self._window_lines: dict[Seat, tuple[str, ...]] = {}
        self._curtain = Curtain()
        self._waited = 0
        self._shown_at = 0.0

    # What can be asked at any time.

    @property
    def is_at_end(self) -> bool:
        """Whether everybody has been shown how it ended."""
        return self.match.over and self._curtain.is_at_end(self.match)

    def audience(self, seat: Seat | None) -> Audience:
        """With everything that it was shown, whether or not somebody looked."""
        audience = self.audiences[PUBLIC if seat is None else seat]
        if audience.is_asleep:
            self._tell_again(audience, self._curtain.shown)
        return audience

    def _tell_again(self, audience: Audience, shown: int) -> None:
        audience.forget()
        for scene, then in scenes_of(self.match, Curtain(), shown):
            audience.hear(then, scene, self.notes)
            if scene.last == shown - 1:
                audience.look(then)

    def viewers(self) -> int:
        return sum(len(audience.viewers) for audience in self.audiences.values())

    def to_act(self) -> tuple[Seat, ...]:
        """Who is asked, as far as everybody may know: nobody while answers are sealed or a window is open."""
        match = self.match
        if match.over or self.window_until or not is_open(match) or match.state.sealed:
            return ()
        return match.open_seats()

    def window_shown(self, seat: Seat | None) -> WindowShown | None:
        left = self.window_until - asyncio.get_running_loop().time()
        if not self.window_until or left <= 0:
            return None
        return WindowShown(round(left, 2), self._window_lines.get(PUBLIC if seat is None else seat, ()))

    def broadcast(self, message: ServerMessage, but: Viewer | None = None) -> None:
        for audience in self.audiences.values():
            audience.send(message, but)

    # While it is played.

    def set_up(self, match: Match) -> None:
        """A match that has not begun."""
        self.match = match
        for seat, audience in self.audiences.items():
            audience.frame = frame_of(match, seat)

    def tell_again(self, match: Match) -> None:
        """A match that goes on in its middle, after an undo or a restart: all that was shown is shown again."""
        self.match = match
        self._curtain, self._waited = Curtain(), 0
        self.window_until, self._window_lines = 0.0, {}
        for _ in scenes_of(match, self._curtain):
            pass
        for audience in self.audiences.values():
            audience.is_asleep = True

    def answered(self) -> None:
        """The match went on."""
        self._curtain.answered(self.match)

    async def show(self) -> None:
        """Show what may be shown, when it may be."""
        match, loop = self.match, asyncio.get_running_loop()
        if match.steps and match.steps[-1].seat in self._bots and self.pace:
            await _until(self._shown_at + self.pace)
        await self._let_windows_pass()
        scene = self._curtain.scene(match)
        if scene is not None:
            self._waited = 0
            self.window_until, self._window_lines = 0.0, {}
            self._shown_at = loop.time()
            for audience in self.audiences.values():
                if audience.is_asleep or not audience.viewers:
                    audience.is_asleep = True
                elif (message := audience.see(match, scene, self.notes, self.to_act())) is not None:
                    audience.send(message)
        await asyncio.sleep(0)  # bots that answer at once leave room for the other tables
        await self.resumed.wait()
        self._curtain.asking(match)

    async def _let_windows_pass(self) -> None:
        """Reaction windows that only some can use take their time for all, at a table with people."""
        match = self.match
        if not self.window or not match.game.windows:
            return
        held = self._curtain.held(match)
        opened = len(windows_in(match, held, PUBLIC))
        if opened == self._waited:  # nobody reacted, which may be known only when the time is over
            await _until(self.window_until)
        while self._waited < opened:
            self._waited += 1
            self._open_window(held, self._waited)
            if self._waited == opened and not is_open(match):
                return  # those who can are asked now, and have until then
            await _until(self.window_until)

    def _open_window(self, held: Scene, number: int) -> None:
        match, names = self.match, self.match.table.names
        self.window_until = asyncio.get_running_loop().time() + self.window
        for seat, audience in self.audiences.items():
            told = told_to(match, held, seat, False)
            end = windows_in(match, held, seat)[number - 1]
            lines = tuple(folded(event.text(names) for event in told.events[:end]))
            self._window_lines[seat] = lines
            audience.send(Window(self.window, lines))


async def _until(moment: float) -> None:
    left = moment - asyncio.get_running_loop().time()
    if left > 0:
        await asyncio.sleep(left)
