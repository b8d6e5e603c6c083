"""Dialogs over the table: the rules, handing over the screen, table talk, the result."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Input, Markdown, Static

from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.ui.result_text import analysis_lines, result_lines


class RulesScreen(Screen[None]):
    """The rules of the game."""

    BINDINGS: ClassVar = [Binding("escape,f1,q", "dismiss", "Back", key_display="Esc")]

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
        yield Input(placeholder="What do you say to the table?", max_length=self._length)

    def on_input_submitted(self, message: Input.Submitted) -> None:
        self.dismiss(message.value)


class ResultDialog(ModalScreen[None]):
    """The result and the game's statistics."""

    BINDINGS: ClassVar = [Binding("enter,escape,q", "dismiss", "Done")]
    CSS = """
    ResultDialog { align: center middle; }
    ResultDialog VerticalScroll { width: 90%; height: auto; max-height: 90%; border: round $accent; padding: 0 2;
                                  background: $surface; }
    """

    def __init__(self, match: Match) -> None:
        super().__init__()
        self._match = match

    def compose(self) -> ComposeResult:
        lines = [*result_lines(self._match), "", *analysis_lines(self._match)]
        with VerticalScroll() as box:
            box.border_title = "The match is over"
            box.border_subtitle = "Arrows scroll, Enter closes the table"
            yield Static("\n".join(lines), markup=False)
