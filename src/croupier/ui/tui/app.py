"""A match on the whole terminal: the table as your seat sees it, what happened, and the moves you can make."""

import asyncio
from time import monotonic
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from croupier.arena.batch import watches
from croupier.arena.sitting import Sitting
from croupier.kernel.decision import Seat, Table
from croupier.kernel.game import Game
from croupier.kernel.talk import TALK_LENGTH, TALK_PER_ANSWER
from croupier.match.core import Match
from croupier.match.drivers import Watch
from croupier.ui.house import advise
from croupier.ui.rounds import is_pretended
from croupier.ui.tui.desk import Asked, Began, Finished, News, Quit, TuiDesk, Waiting
from croupier.ui.tui.ink import inked
from croupier.ui.tui.log import EventLog
from croupier.ui.tui.moves import MoveList
from croupier.ui.tui.screens import HandOver, Over, Rules, Say
from croupier.ui.windows import Windows

BAR = 20  # characters


class PlayApp(App[Match]):
    """Plays one match; its return value is the finished match, or nothing if it was left."""

    TITLE = "Croupier"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #top { height: 1fr; }
    #table { width: 3fr; border: round $primary; padding: 0 1; }
    #log { width: 2fr; border: round $secondary; padding: 0 1; }
    #status { height: auto; min-height: 1; padding: 0 1; background: $panel; }
    #moves { height: auto; max-height: 40%; min-height: 3; border: round $accent; }
    """
    BINDINGS: ClassVar = [
        Binding("f1", "rules", "Rules", key_display="F1"),
        Binding("f2", "hint", "Hint", key_display="F2"),
        Binding("f3", "undo", "Undo", key_display="F3"),
        Binding("f4", "say", "Say", key_display="F4"),
        Binding("f10,ctrl+q,ctrl+c", "leave", "Leave", priority=True, key_display="F10"),
    ]

    def __init__(self, game: Game, pace: float, window: float) -> None:
        """`pace`: seconds between two pieces of news; `window`: seconds for a reaction, 0 for as long as you like."""
        super().__init__()
        self._game = game
        self._windows = Windows(game, window, pace, lambda deadline: self.post_message(Waiting(deadline)))
        self._turn = asyncio.Lock()
        self._desks: list[TuiDesk] = []
        self._sitting: Sitting | None = None
        self._watch: Watch = self._windows.watch
        self._tables: dict[Seat, Table] = {}
        self._told: dict[Seat, list[str]] = {}
        self._written = 0
        """So many lines of what the seat on the screen was told are in the log."""
        self._views: dict[Seat, str] = {}
        self._retold: set[Seat] = set()
        self._answers: dict[Seat, int] = {}
        self._asked: Asked | None = None
        self._handed: Asked | None = None
        """What is asked once the screen was handed over."""
        self._shown: Seat = -1
        self._deadline = 0.0
        """Of the reaction window that is open; 0 if none is."""
        self._talk: dict[Seat, list[str]] = {}
        self._message = ""

    def desk(self) -> TuiDesk:
        """A place for one more person."""
        self._desks.append(TuiDesk(self, self._turn, self._windows))
        return self._desks[-1]

    def start(self, sitting: Sitting, watch: Watch | None = None) -> "PlayApp":
        """Say which match is played, and who else looks at it; before `run`."""
        self._sitting = sitting
        self._watch = watches(self._windows.watch, watch)
        return self

    def compose(self) -> ComposeResult:
        with Horizontal(id="top"):
            with VerticalScroll(id="table"):
                yield Static(id="view")
            yield EventLog(id="log")
        yield Static(id="status")
        yield MoveList(id="moves")
        yield Footer()

    def on_mount(self) -> None:
        self.query_one("#table").border_title = self._game.title
        self.query_one("#log").border_title = "What happened"
        self.query_one("#moves").border_title = "Your moves: number, letters or arrows, then Enter"
        self.query_one(MoveList).focus()
        self.set_interval(0.1, self._tick)
        self.run_worker(self._play, thread=True)

    def _play(self) -> None:
        assert self._sitting is not None, "start() comes first"
        try:
            match = self._sitting.play(self._watch)
        except Quit:
            match = None
        self.post_message(Finished(match))

    # What the desks say.

    def on_began(self, message: Began) -> None:
        seat = message.seat
        if seat in self._tables:
            self._retold.add(seat)
        self._tables[seat] = message.table
        self._told.setdefault(seat, [])
        if len(self._desks) == 1:
            self._shown = seat

    def on_news(self, message: News) -> None:
        seat = message.seat
        if seat in self._retold:
            self._retold.remove(seat)
            self._told[seat].append("Taken back.")
        else:
            self._told[seat] += message.lines
        if message.view is not None:
            self._views[seat] = message.view.text()
        if self._asked is None:
            self._deadline = 0.0
        self._refresh()

    def on_waiting(self, message: Waiting) -> None:
        self._deadline = message.deadline
        self._tick()

    async def on_asked(self, message: Asked) -> None:
        seat = message.decision.seat
        self._told[seat] += message.said
        self._views[seat] = message.decision.view.text()
        if self._shown != seat:
            self._shown = -1
            self._write_anew()
            self._refresh()
            self._handed = message
            self.push_screen(HandOver(self._tables[seat].names[seat]), lambda _: self._open(message))
        else:
            self._open(message)

    def _open(self, message: Asked) -> None:
        self._asked, self._handed = message, None
        if self._shown != message.decision.seat:
            self._shown = message.decision.seat
            self._write_anew()
        self._deadline = 0.0
        if message.decision.question in self._game.reactions and self._windows.seconds:
            # Handing the screen over takes time, which is nobody's.
            is_shared = self._is_alone and self._windows.is_open
            self._deadline = self._windows.deadline if is_shared else monotonic() + self._windows.seconds
        self._message = message.decision.refused
        self.query_one(MoveList).offer(message.decision.moves, self._tables[message.decision.seat].names)
        self._refresh()

    def on_finished(self, message: Finished) -> None:
        self._asked = None
        if message.match is None:
            self.exit(None)
            return
        self._deadline = 0.0
        self.query_one(MoveList).offer(())
        self._refresh()
        self.push_screen(Over(message.match), lambda _: self.exit(message.match))

    # What is on the screen.

    def _refresh(self) -> None:
        view = Text("\n").join(inked(line) for line in self._views.get(self._shown, "").split("\n"))
        self.query_one("#view", Static).update(view)
        told = self._told.get(self._shown, [])
        self.query_one(EventLog).tell(told[self._written :])
        self._written = len(told)
        self._tick()

    def _write_anew(self) -> None:
        self.query_one(EventLog).tell_anew(())
        self._written = 0

    def _tick(self) -> None:
        """What is asked now, and how long there is for it."""
        if not self.is_running:
            return
        left = self._deadline - monotonic() if self._deadline else 0.0
        if self._asked is None:
            said = "The others are playing ..."
            if left > 0:
                said = f"Everybody may react.  {self._bar(left)}" + (", or Enter" if self._is_alone else "")
        elif self._deadline and left <= 0:
            self._answer(0)
            return
        else:
            decision = self._asked.decision
            said = f"{decision.question.replace('_', ' ').capitalize()}: choose a move."
            if self._deadline:
                said += f"  {self._bar(left)}, then: {decision.moves[0]}"
            said += f"  {self._message}"
        self.query_one("#status", Static).update(Text(said.rstrip()))

    def _bar(self, left: float) -> str:
        full = min(BAR, round(BAR * left / self._windows.seconds))
        return f"{'█' * full}{'░' * (BAR - full)} {left:.0f} s"

    @property
    def _is_alone(self) -> bool:
        """Whether only one person sits at this terminal."""
        return len(self._desks) == 1

    # What the person does.

    def on_move_list_chosen(self, message: MoveList.Chosen) -> None:
        self._answer(message.index)

    def _answer(self, index: int) -> None:
        asked, self._asked = self._asked, None
        if asked is None:
            return
        seat = asked.decision.seat
        said: tuple[str, ...] = ()
        if not is_pretended(asked.decision):
            said = tuple(self._talk.pop(seat, ()))
            self._answers[seat] = self._answers.get(seat, 0) + 1
        self.query_one(MoveList).offer(())
        if asked.decision.question in self._game.reactions:
            self.on_move_list_nothing_chosen()
        asked.answer(index, said)
        self._tick()

    def on_move_list_nothing_chosen(self) -> None:
        if self._is_alone:
            self._windows.go_on()

    def action_rules(self) -> None:
        self.push_screen(Rules(self._game))

    def action_hint(self) -> None:
        if self._asked is None:
            return
        decision = self._asked.decision
        self._message = "The house thinks ..."
        self._tick()
        self.run_worker(lambda: self._think(decision), thread=True, exclusive=True, group="hint")

    def _think(self, decision: Any) -> None:
        said = advise(self._game, self._tables[decision.seat], decision)
        self.call_from_thread(self._advise, decision, said)

    def _advise(self, decision: Any, said: str) -> None:
        if self._asked is not None and self._asked.decision is decision:
            self._message = said
            self._tick()

    def action_undo(self) -> None:
        if self._asked is None:
            return
        seat = self._asked.decision.seat
        if not self._answers.get(seat):
            self._message = "You have not answered anything yet."
            self._tick()
            return
        self._answers[seat] -= 1
        asked, self._asked = self._asked, None
        asked.take_back()

    def action_say(self) -> None:
        self.push_screen(Say(TALK_LENGTH), self._said)

    def _said(self, message: str | None) -> None:
        talk = self._talk.setdefault(self._shown, [])
        if message and len(talk) < TALK_PER_ANSWER:
            talk.append(message)
            self._message = "It goes out with your next answer."
            self._tick()

    def on_unmount(self) -> None:
        """However the app ends, the match must not wait for it."""
        self.action_leave()

    def action_leave(self) -> None:
        for desk in self._desks:
            desk.has_left = True
        for asked in (self._asked, self._handed):
            if asked is not None:
                asked.quit()
