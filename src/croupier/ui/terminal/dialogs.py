"""Dialogs over the table: how to play, the rules, handing over the screen, table talk, leaving, the result."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final, Literal, cast

from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, Markdown, Static

from croupier.kernel.decision import Seat
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.ui.result_text import analysis_lines, headline, outcome_text, result_lines

KEYS: Final = """\
Enter      play the highlighted move      h or F2    ask for a hint
Arrows     highlight another move         u or F3    undo your last answer
1, 2, ...  highlight by number            s or F4    talk to the table
/ letters  search the moves               q or F10   leave the match"""

AfterMatch = Literal["", "rematch", "analyse"]
"""What to do once the table is closed."""


class HowToPlayScreen(Screen[None]):
    """The game in a few sentences and the keys, on one screen; the numbered rules are one key away."""

    BINDINGS: ClassVar = [
        Binding("escape,f1,question_mark,q", "dismiss", "Back", key_display="Esc"),
        Binding("r,enter", "rules", "All rules", key_display="r"),
    ]
    CSS = "HowToPlayScreen Static { padding: 0 2; height: auto; } #keys { border-top: solid $primary; }"

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            text = self._game.guide.text() or self._game.rules_summary
            yield Static(f"How to play {self._game.title}\n\n{text}", id="summary", markup=False)
            yield Static(KEYS, id="keys", markup=False)
        yield Footer()

    def action_rules(self) -> None:
        app = cast("App[Any]", self.app)  # pyright: ignore[reportUnknownMemberType]
        app.push_screen(RulesScreen(self._game))


class RulesScreen(Screen[None]):
    """The numbered rules of the game."""

    BINDINGS: ClassVar = [Binding("escape,f1,question_mark,q", "dismiss", "Back", key_display="Esc")]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self._game = game

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Markdown(self._game.rules_text)
        yield Footer()


class HandOverScreen(Screen[None]):
    """A screen that hides the table until the person who is asked confirms."""

    BINDINGS: ClassVar = [Binding("enter", "dismiss", "I am here")]
    CSS = "HandOverScreen { align: center middle; } HandOverScreen Static { width: auto; text-align: center; }"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name

    def compose(self) -> ComposeResult:
        yield Static(f"{self._name}, it is your turn.\n\nPress Enter when only you can see the screen.", markup=False)
        yield Footer()


class TalkDialog(ModalScreen[str]):
    """Input for one message to the table."""

    BINDINGS: ClassVar = [Binding("escape", "dismiss", "Say nothing")]
    CSS = "TalkDialog { align: center bottom; } TalkDialog Input { width: 80%; }"

    def __init__(self, length: int) -> None:
        super().__init__()
        self._length = length

    def compose(self) -> ComposeResult:
        yield Input(placeholder="Say something to the table", max_length=self._length)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        self.dismiss(message.value)


class LeaveDialog(ModalScreen[bool]):
    """Asks before a match is left by a single letter."""

    BINDINGS: ClassVar = [Binding("y,q,enter", "leave", "Leave"), Binding("n,escape", "stay", "Stay")]
    CSS = """
    LeaveDialog { align: center middle; }
    LeaveDialog Static { width: auto; border: round $warning; padding: 0 2; background: $surface; }
    """

    def compose(self) -> ComposeResult:
        yield Static("Leave the match? y: leave, n: play on", markup=False)

    def action_leave(self) -> None:
        self.dismiss(True)

    def action_stay(self) -> None:
        self.dismiss(False)


class ResultDialog(ModalScreen[AfterMatch]):
    """Who won, the places and the game's statistics; from here a rematch or the analysis."""

    BINDINGS: ClassVar = [
        Binding("enter,escape,q", "close('')", "Done"),
        Binding("r", "close('rematch')", "Rematch"),
        Binding("a", "close('analyse')", "Analyse"),
    ]
    CSS = """
    ResultDialog { align: center middle; }
    ResultDialog VerticalScroll { width: 90%; height: auto; max-height: 90%; border: round $accent; padding: 0 2;
                                  background: $surface; }
    ResultDialog #headline { text-style: bold; width: 100%; text-align: center; margin-bottom: 1; }
    ResultDialog .won { background: $success; color: $text; }
    ResultDialog .lost { background: $error; color: $text; }
    """

    def __init__(self, match: Match, people: Sequence[Seat]) -> None:
        """`people`: the seats at this screen."""
        super().__init__()
        self._match = match
        self._people = people

    def compose(self) -> ComposeResult:
        lines = [*result_lines(self._match), "", *analysis_lines(self._match)]
        with VerticalScroll() as box:
            box.border_title = "The match is over"
            box.border_subtitle = "r: rematch   a: analyse   Enter: close"
            yield self._headline()
            yield Static("\n".join(lines), markup=False)

    def _headline(self) -> Static:
        """You won or You lost for one person; for several, who won."""
        match, result = self._match, self._match.result()
        seat = self._people[0] if len(self._people) == 1 else None
        teams = match.game.teams(match.settings, match.table.seats)
        text = outcome_text(result, match.table.names, teams, seat)
        kind = ""
        if seat is not None:
            title = headline(result, seat)
            ending = f"{result.ending[:1].upper()}{result.ending[1:]}."
            text = f"{title}\n{ending if text == f'{title}: {result.ending}.' else text.removeprefix(f'{title}. ')}"
            kind = "won" if seat in result.winners else "lost"
        return Static(text, id="headline", classes=kind, markup=False)

    def action_close(self, after: AfterMatch) -> None:
        self.dismiss(after)
