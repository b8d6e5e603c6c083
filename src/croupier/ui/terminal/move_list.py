"""List of legal moves: choose by number, first letters or arrow keys; Enter plays."""

from collections.abc import Sequence

from textual.events import Key
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from croupier.kernel.decision import Move


class MoveList(OptionList):
    """Typing highlights the first move that fits; Backspace removes a letter, Enter plays the move."""

    class Chosen(Message):
        """A move was chosen."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class NothingChosen(Message):
        """Enter was pressed while no move is offered."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._texts: list[str] = []
        self._typed = ""

    def offer(self, moves: Sequence[Move], names: Sequence[str] = ()) -> None:
        """Show these moves, with the players' names in their sentences; no moves when nothing is asked."""
        self._texts = [str(move).lower() for move in moves]
        self._typed = ""
        self.clear_options()
        self.add_options([Option(f"{number:3}  {move.label(names)}") for number, move in enumerate(moves, 1)])
        self.border_subtitle = ""
        if moves:
            self.highlighted = 0

    def action_select(self) -> None:
        if self.option_count:
            super().action_select()
        else:
            self.post_message(self.NothingChosen())

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        message.stop()
        self.post_message(self.Chosen(message.option_index))

    def on_key(self, event: Key) -> None:
        if event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.key == "escape":
            self._typed = ""
        elif event.character is not None and event.character.isprintable():
            self._type(event.character.lower())
        else:
            return
        event.stop()
        self.border_subtitle = self._typed
        fitting = self._fitting(self._typed)
        if fitting is not None:
            self.highlighted = fitting

    def _type(self, letter: str) -> None:
        """Append a letter; if nothing fits then, start again with it."""
        for typed in (self._typed + letter, letter):
            if self._fitting(typed) is not None:
                self._typed = typed
                return

    def _fitting(self, typed: str) -> int | None:
        if typed.isdecimal() and 1 <= int(typed) <= len(self._texts):
            return int(typed) - 1
        return next((index for index, text in enumerate(self._texts) if typed and text.startswith(typed)), None)
