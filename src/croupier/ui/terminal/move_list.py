"""List of legal moves in groups: choose by number, arrow keys or search; Enter plays."""

from collections.abc import Sequence
from itertools import chain

from textual.events import Key
from textual.message import Message
from textual.widgets import OptionList
from textual.widgets.option_list import Option

from croupier.kernel.decision import Move
from croupier.ui.terminal.log import highlight

SEARCH = "/"


class MoveList(OptionList):
    """Digits highlight the move with that number; `/` and letters the first move that fits; Enter plays the move."""

    class Chosen(Message):
        """A move was chosen."""

        def __init__(self, index: int) -> None:
            super().__init__()
            self.index = index

    class NothingChosen(Message):
        """Enter was pressed while no move is offered."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id, markup=False)
        self._moves: list[int] = []
        """For each number, counted from 0, the index of the move in the decision."""
        self._texts: list[tuple[str, str]] = []
        """For each number the sentence and the notation, in lower case."""
        self._rows: list[int] = []
        """For each number its row in the list; headings have rows as well."""
        self._typed = ""

    def offer(self, moves: Sequence[Move], names: Sequence[str] = ()) -> None:
        """Show these moves, with the players' names in their sentences; no moves when nothing is asked."""
        self._moves, self._texts, self._rows, self._typed = [], [], [], ""
        self.clear_options()
        self.border_subtitle = ""
        groups: dict[str, list[int]] = {}
        for index, move in enumerate(moves):
            groups.setdefault(move.group(), []).append(index)
        options: list[Option] = []
        for heading, indexes in groups.items():
            if heading and len(groups) > 1:
                options.append(Option(f"  {heading}", disabled=True))
            for index in indexes:
                label = moves[index].label(names)
                self._rows.append(len(options))
                self._moves.append(index)
                self._texts.append((label.lower(), str(moves[index]).lower()))
                options.append(Option(highlight(f"{len(self._moves):3}  {label}")))
        self.add_options(options)
        if moves:
            self.highlighted = self._rows[0]

    def action_select(self) -> None:
        if self.option_count:
            super().action_select()
        else:
            self.post_message(self.NothingChosen())

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        message.stop()
        if message.option_index in self._rows:  # not from a question that has been answered since
            self.post_message(self.Chosen(self._moves[self._rows.index(message.option_index)]))

    def on_key(self, event: Key) -> None:
        letter = event.character or ""
        is_searching = self._typed.startswith(SEARCH)
        if event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.key == "escape":
            self._typed = ""
        elif letter == SEARCH or (letter.isdecimal() and not is_searching):
            self._type(letter)
        elif is_searching and letter.isprintable() and letter:
            self._type(letter.lower())
        else:
            return
        event.stop()
        self.border_subtitle = self._typed
        fitting = self._fitting(self._typed)
        if fitting is not None:
            self.highlighted = self._rows[fitting]

    def _type(self, letter: str) -> None:
        """Append a letter; if nothing fits then, start again with it."""
        start = SEARCH if self._typed.startswith(SEARCH) else ""
        for typed in (letter,) if letter == SEARCH else (self._typed + letter, start + letter):
            if letter == SEARCH or self._fitting(typed) is not None:
                self._typed = typed
                return

    def _fitting(self, typed: str) -> int | None:
        """The number, from 0, of the move that is meant: a beginning counts before a word inside."""
        if typed.isdecimal():
            return int(typed) - 1 if 1 <= int(typed) <= len(self._moves) else None
        sought = typed.removeprefix(SEARCH)
        if not sought:
            return None
        by_notation = (number for number, (_, notation) in enumerate(self._texts) if notation.startswith(sought))
        by_label = (number for number, (label, _) in enumerate(self._texts) if label.startswith(sought))
        by_word = (number for number, (label, _) in enumerate(self._texts) if f" {sought}" in label)
        return next(chain(by_notation, by_label, by_word), None)
