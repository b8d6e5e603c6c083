"""The full-screen app of one match: the table as your seat sees it, the log, and your moves."""

import asyncio
from time import monotonic
from typing import Any, ClassVar

from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, VerticalScroll
from textual.widgets import Footer, Static

from croupier.arena.people import PeopleMatch
from croupier.arena.run.table import combine_watches
from croupier.kernel.decision import Seat, Table
from croupier.kernel.game import Game
from croupier.kernel.text import TALK_LENGTH, TALK_PER_ANSWER
from croupier.match.match import Match
from croupier.match.run_players import Watch
from croupier.ui.advice import advise
from croupier.ui.terminal.bridge import (
    MatchFinished,
    NewsArrived,
    QuestionAsked,
    SatDown,
    TuiBridge,
    WindowOpened,
)
from croupier.ui.terminal.dialogs import (
    AfterMatch,
    HandOverScreen,
    HowToPlayScreen,
    LeaveDialog,
    ResultDialog,
    TalkDialog,
)
from croupier.ui.terminal.hot_seat import LeftMatch, ScreenWindows, is_dummy
from croupier.ui.terminal.log import EventLog, draw_table
from croupier.ui.terminal.move_list import MoveList

BAR_COLUMNS = 20
TABLE_ACTIONS = frozenset({"help", "hint", "undo", "say", "ask_to_leave"})


class PlayApp(App[Match]):
    """Plays one match; `run` returns the finished match, or None if it was left."""

    TITLE = "Croupier"
    ENABLE_COMMAND_PALETTE = False
    CSS = """
    #banner { height: 1; padding: 0 1; background: $panel; text-style: dim; }
    #banner.asked { background: $success; color: $text; text-style: bold; }
    #top { height: 1fr; }
    #table { width: 3fr; border: round $primary; padding: 0 1; }
    #log { width: 2fr; border: round $secondary; padding: 0 1; }
    #status { height: auto; max-height: 4; padding: 0 1; background: $panel; }
    #moves { height: auto; max-height: 40%; min-height: 3; border: round $accent; }
    #moves > .option-list--option-disabled { color: $accent; text-style: bold; }
    """
    BINDINGS: ClassVar = [
        Binding("question_mark,f1", "help", "How to play", key_display="?"),
        Binding("h,f2", "hint", "Hint", key_display="h"),
        Binding("u,f3", "undo", "Undo", key_display="u"),
        Binding("s,f4", "say", "Say", key_display="s"),
        Binding("q", "ask_to_leave", "Leave", key_display="q"),
        Binding("f10,ctrl+q,ctrl+c", "leave", "Leave", priority=True, show=False),
    ]

    def __init__(self, game: Game, pace: float, window: float) -> None:
        """`pace`: seconds between two pieces of news; `window`: seconds for a reaction, 0 for no limit."""
        super().__init__()
        self._game = game
        self._windows = ScreenWindows(game, window, pace, lambda deadline: self.post_message(WindowOpened(deadline)))
        self._turn = asyncio.Lock()
        self._bridges: list[TuiBridge] = []
        self._sitting: PeopleMatch | None = None
        self._watch: Watch = self._windows.watch
        self._tables: dict[Seat, Table] = {}
        self._log_lines: dict[Seat, list[str]] = {}
        self._written = 0
        """Number of lines of the shown seat that are in the log."""
        self._views: dict[Seat, str] = {}
        self._repeated: set[Seat] = set()
        self._answers: dict[Seat, int] = {}
        self._asked: QuestionAsked | None = None
        self._handed_over: QuestionAsked | None = None
        """The question to ask once the screen is handed over."""
        self._shown: Seat = -1
        self._deadline = 0.0
        """End of the open reaction window on the monotonic clock; 0 if none is open."""
        self._talk: dict[Seat, list[str]] = {}
        self._message = ""
        self._ticked = ("", "", False)
        """What `_tick` showed last."""
        self._is_over = False
        self.after: AfterMatch = ""
        """What the person wants after the match."""

    def add_person(self) -> TuiBridge:
        """Add a person."""
        self._bridges.append(TuiBridge(self, self._turn, self._windows))
        return self._bridges[-1]

    def start(self, sitting: PeopleMatch, watch: Watch | None = None) -> "PlayApp":
        """Set the match to play and a second watcher; call before `run`."""
        self._sitting = sitting
        self._watch = combine_watches(self._windows.watch, watch)
        return self

    def compose(self) -> ComposeResult:
        yield Static(id="banner")
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
        self.query_one("#moves").border_title = "Your moves: arrows or number, then Enter; / to search"
        self.query_one(MoveList).focus()
        self.set_interval(0.1, self._tick)
        self.run_worker(self._play, thread=True)

    def _play(self) -> None:
        assert self._sitting is not None, "start() comes first"
        try:
            match = self._sitting.play(self._watch)
        except LeftMatch:
            match = None
        self.post_message(MatchFinished(match))

    # Messages from the bridges.

    def on_sat_down(self, message: SatDown) -> None:
        seat = message.seat
        if seat in self._tables:
            self._repeated.add(seat)
        self._tables[seat] = message.table
        self._log_lines.setdefault(seat, [])
        if len(self._bridges) == 1:
            self._shown = seat

    def on_news_arrived(self, message: NewsArrived) -> None:
        seat = message.seat
        if seat in self._repeated:
            self._repeated.remove(seat)
            self._log_lines[seat].append("Taken back.")
        else:
            self._log_lines[seat] += message.lines
        if message.view is not None:
            self._views[seat] = message.view.text()
        if self._asked is None:
            self._deadline = 0.0
        self._refresh()

    def on_window_opened(self, message: WindowOpened) -> None:
        self._deadline = message.deadline
        self._tick()

    async def on_question_asked(self, message: QuestionAsked) -> None:
        seat = message.decision.seat
        self._log_lines[seat] += message.said
        self._views[seat] = message.decision.view.text()
        if self._shown != seat:
            self._shown = -1
            self._clear_log()
            self._refresh()
            self._handed_over = message
            self.push_screen(HandOverScreen(self._tables[seat].names[seat]), lambda _: self._open(message))
        else:
            self._open(message)

    def _open(self, message: QuestionAsked) -> None:
        self._asked, self._handed_over = message, None
        if self._shown != message.decision.seat:
            self._shown = message.decision.seat
            self._clear_log()
        self._deadline = 0.0
        if message.decision.question in self._game.reactions and self._windows.seconds:
            # Handing the screen over takes time, which is nobody's.
            is_shared = self._is_alone and self._windows.is_open
            self._deadline = self._windows.deadline if is_shared else monotonic() + self._windows.seconds
        self._message = message.decision.refused
        self.query_one(MoveList).offer(message.decision.moves, self._tables[message.decision.seat].names)
        self._refresh()

    def on_match_finished(self, message: MatchFinished) -> None:
        self._asked = None
        if message.match is None:
            self.exit(None)
            return
        self._deadline = 0.0
        self._is_over = True
        self.query_one(MoveList).offer(())
        self._refresh()
        self.push_screen(ResultDialog(message.match, sorted(self._tables)), lambda after: self._close(message, after))

    def _close(self, message: MatchFinished, after: AfterMatch | None) -> None:
        self.after = after or ""
        self.exit(message.match)

    # The screen.

    def _refresh(self) -> None:
        self.query_one("#view", Static).update(draw_table(self._views.get(self._shown, "")))
        told = self._log_lines.get(self._shown, [])
        self.query_one(EventLog).add_lines(told[self._written :])
        self._written = len(told)
        self._tick()

    def _clear_log(self) -> None:
        self.query_one(EventLog).replace_lines(())
        self._written = 0

    def _tick(self) -> None:
        """Show the open question and the time left; answer for a person whose window has closed."""
        if not self.is_running:
            return
        left = self._deadline - monotonic() if self._deadline else 0.0
        if self._asked is None:
            title = "The match is over" if self._is_over else "Waiting for the other players"
            if left > 0:
                title = f"Everyone may react  {self._bar(left)}" + (", or Enter" if self._is_alone else "")
        elif self._deadline and left <= 0:
            self._answer(0)
            return
        else:
            decision = self._asked.decision
            title = self._game.prompt(decision.question)
            if self._deadline:
                safe = decision.moves[0].label(self._tables[decision.seat].names)
                title += f"  {self._bar(left)}, then: {safe}"
        shown = self._message if self._asked is not None else ""
        if (title, shown, self._asked is None) == self._ticked:
            return  # an update draws the whole screen again, also behind a dialog
        self._ticked = (title, shown, self._asked is None)
        banner, status = self.query_one("#banner", Static), self.query_one("#status", Static)
        banner.update(Text(title))
        banner.set_class(self._asked is not None, "asked")
        status.update(Text(shown))
        status.display = bool(shown)

    def _bar(self, left: float) -> str:
        full = min(BAR_COLUMNS, round(BAR_COLUMNS * left / self._windows.seconds))
        return f"{'█' * full}{'░' * (BAR_COLUMNS - full)} {left:.0f} s"

    @property
    def _is_alone(self) -> bool:
        """Whether one person uses this terminal."""
        return len(self._bridges) == 1

    # Input.

    def on_move_list_chosen(self, message: MoveList.Chosen) -> None:
        self._answer(message.index)

    def _answer(self, index: int) -> None:
        asked, self._asked = self._asked, None
        if asked is None:
            return
        seat = asked.decision.seat
        said: tuple[str, ...] = ()
        if not is_dummy(asked.decision):
            said = tuple(self._talk.pop(seat, ()))
            self._answers[seat] = self._answers.get(seat, 0) + 1
        self.query_one(MoveList).offer(())
        if asked.decision.question in self._game.reactions:
            self.on_move_list_nothing_chosen()
        asked.answer(index, said)
        self._tick()

    def on_move_list_nothing_chosen(self) -> None:
        if self._is_alone:
            self._windows.end_early()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys of the table do nothing on the screens over it."""
        return action not in TABLE_ACTIONS or len(self.screen_stack) == 1

    def action_help(self) -> None:
        self.push_screen(HowToPlayScreen(self._game))

    def action_hint(self) -> None:
        if self._asked is None:
            return
        decision = self._asked.decision
        self._message = "Looking for a hint ..."
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
        self.push_screen(TalkDialog(TALK_LENGTH), self._said)

    def _said(self, message: str | None) -> None:
        talk = self._talk.setdefault(self._shown, [])
        if message and len(talk) < TALK_PER_ANSWER:
            talk.append(message)
            self._message = "Your message goes out with your next answer."
            self._tick()

    def on_unmount(self) -> None:
        """Release the match, however the app ends."""
        self.action_leave()

    def action_ask_to_leave(self) -> None:
        self.push_screen(LeaveDialog(), lambda leaves: self.action_leave() if leaves else None)

    def action_leave(self) -> None:
        for bridge in self._bridges:
            bridge.has_left = True
        for asked in (self._asked, self._handed_over):
            if asked is not None:
                asked.quit()
