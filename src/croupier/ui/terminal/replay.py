"""The full-screen app for a stored match: step through it, from any seat or with all cards open."""

from collections.abc import Callable
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.timer import Timer
from textual.widgets import Footer, Static

from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match
from croupier.match.playback import Playback
from croupier.ui.terminal.log import EventLog, draw_table

STEP_SECONDS = 0.7  # seconds from step to step while it plays by itself


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
        playback: Playback,
        step: int = 0,
        seat: int = DEALER,
        follow: Callable[[], Match | None] | None = None,
        every: float = 0.3,
    ) -> None:
        """`follow` is called every `every` seconds and returns the match when there is more of it."""
        super().__init__()
        self._playback = playback
        self._follow = follow
        self._every = every
        if follow is not None:
            step = len(playback.steps)
        self._step = min(step, len(playback.steps))
        self._seat = seat
        self._shown = len(playback.steps)
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
        self.query_one("#table").border_title = self._playback.title
        self.query_one("#log").border_title = "What happened"
        self._show(redraw=True)
        if self._follow is not None:
            self.set_interval(self._every, self._look)

    def _look(self) -> None:
        """Follow the match if the last step is shown; stay after stepping back."""
        match = self._follow() if self._follow is not None else None
        if match is None:
            return
        was_at_end = self._step >= self._shown
        if not self._playback.shows(match):
            self._playback, self._step, was_at_end = Playback(match), 0, True
            self._show(redraw=True)
        if was_at_end:
            self._go(len(self._playback.steps))
        else:
            self._show(redraw=False, after=self._step)

    def action_step(self, by: int) -> None:
        self._go(self._step + by)

    def action_go(self, step: int) -> None:
        self._go(len(self._playback.steps) if step < 0 else step)

    def action_seat(self) -> None:
        """Switch from all cards open to each seat in turn."""
        seats = [DEALER, *range(len(self._playback.names))]
        self._seat = seats[(seats.index(self._seat) + 1) % len(seats)]
        self._show(redraw=True)

    def action_run(self) -> None:
        if self._running is not None:
            self._running.stop()
            self._running = None
        else:
            self._running = self.set_interval(STEP_SECONDS, self._advance)

    def _advance(self) -> None:
        self._go(self._step + 1)
        if self._step == len(self._playback.steps):
            self.action_run()

    def _go(self, step: int) -> None:
        before, self._step = self._step, max(0, min(step, len(self._playback.steps)))
        self._show(redraw=self._step < before, after=before)

    def _show(self, redraw: bool, after: int = -1) -> None:
        """Show the frame and the log up to it: the whole log with `redraw`, else only the steps after `after`."""
        frame = self._playback.frame(self._step, self._seat)
        self.query_one("#view", Static).update(draw_table(frame.view))
        log = self.query_one(EventLog)
        if redraw:
            log.replace_lines(())
            after = -1
        for number in range(after + 1, self._step + 1):
            log.add_lines(self._playback.lines(number, self._seat))
        self.query_one("#note", Static).update(self._playback.note(self._step))
        who = "all cards open" if self._seat == DEALER else f"as {self._playback.names[self._seat]} saw it"
        self._shown = len(self._playback.steps)
        live = "" if self._follow is None else " (over)" if self._playback.is_over else " (live)"
        self.query_one("#status", Static).update(f"step {self._step} of {self._shown}{live}, {who}")
