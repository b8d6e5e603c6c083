"""A stored match on the whole terminal: step through it with keys, from any seat or with all cards open."""

from collections.abc import Callable
from typing import ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widgets import Footer, Static

from croupier.kernel.events import DEALER
from croupier.match.core import Match
from croupier.match.film import Film
from croupier.ui.tui.ink import inked
from croupier.ui.tui.log import EventLog

PACE = 0.7  # seconds from step to step while it plays by itself


class ReplayApp(App[None]):
    """Shows one match."""

    TITLE = "Croupier"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #top { height: 1fr; }
    #table { width: 3fr; border: round $primary; padding: 0 1; }
    #log { width: 2fr; border: round $secondary; padding: 0 1; }
    #status { height: 1; padding: 0 1; background: $panel; }
    #note { height: auto; max-height: 8; padding: 0 1; color: $text-muted; }
    """
    BINDINGS: ClassVar = [
        Binding("right,l", "step(1)", "Next", priority=True, key_display="→"),
        Binding("left,h", "step(-1)", "Back", priority=True, key_display="←"),
        Binding("pagedown", "step(10)", "+10", priority=True),
        Binding("pageup", "step(-10)", "-10", priority=True),
        Binding("home", "go(0)", "Deal", priority=True),
        Binding("end", "go(-1)", "End", priority=True),
        Binding("space", "run", "Run", priority=True),
        Binding("s,tab", "seat", "Seat", priority=True, key_display="s"),
        Binding("q,escape,ctrl+c", "quit", "Quit", priority=True, key_display="q"),
    ]

    def __init__(
        self,
        film: Film,
        step: int = 0,
        seat: int = DEALER,
        follow: Callable[[], Match | None] | None = None,
        every: float = 0.3,
    ) -> None:
        """`follow` is called every so many seconds, and gives the match when there is more of it."""
        super().__init__()
        self._film = film
        self._follow = follow
        self._every = every
        if follow is not None:
            step = len(film.steps)
        self._step = min(step, len(film.steps))
        self._seat = seat
        self._shown = len(film.steps)
        self._running: Timer | None = None

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            with VerticalScroll(id="table"):
                yield Static(id="view")
            yield EventLog(id="log")
        yield Static(id="note", markup=False)
        yield Static(id="status", markup=False)
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#table").border_title = self._film.title
        self.query_one("#log").border_title = "What happened"
        self._show(anew=True)
        if self._follow is not None:
            self.set_interval(self._every, self._look)

    def _look(self) -> None:
        """Who looks at the last step goes on with the match; who has stepped back stays there."""
        match = self._follow() if self._follow is not None else None
        if match is None:
            return
        was_at_end = self._step >= self._shown
        if not self._film.shows(match):
            self._film, self._step, was_at_end = Film(match), 0, True
            self._show(anew=True)
        if was_at_end:
            self._go(len(self._film.steps))
        else:
            self._show(anew=False, after=self._step)

    def action_step(self, by: int) -> None:
        self._go(self._step + by)

    def action_go(self, step: int) -> None:
        self._go(len(self._film.steps) if step < 0 else step)

    def action_seat(self) -> None:
        """All open, then seat by seat."""
        seats = [DEALER, *range(len(self._film.names))]
        self._seat = seats[(seats.index(self._seat) + 1) % len(seats)]
        self._show(anew=True)

    def action_run(self) -> None:
        if self._running is not None:
            self._running.stop()
            self._running = None
        else:
            self._running = self.set_interval(PACE, self._advance)

    def _advance(self) -> None:
        self._go(self._step + 1)
        if self._step == len(self._film.steps):
            self.action_run()

    def _go(self, step: int) -> None:
        before, self._step = self._step, max(0, min(step, len(self._film.steps)))
        self._show(anew=self._step < before, after=before)

    def _show(self, anew: bool, after: int = -1) -> None:
        """The frame, and the log up to it; only what is new of it unless it is written `anew`."""
        frame = self._film.frame(self._step, self._seat)
        text = Text("\n").join(inked(line) for line in frame.view.split("\n"))
        self.query_one("#view", Static).update(text)
        log = self.query_one(EventLog)
        if anew:
            log.tell_anew(())
            after = -1
        for number in range(after + 1, self._step + 1):
            log.tell(self._film.lines(number, self._seat))
        self.query_one("#note", Static).update(self._film.note(self._step))
        who = "all cards open" if self._seat == DEALER else f"as {self._film.names[self._seat]} saw it"
        self._shown = len(self._film.steps)
        live = "" if self._follow is None else " (over)" if self._film.is_over else " (live)"
        self.query_one("#status", Static).update(f"step {self._step} of {self._shown}{live}, {who}")
