"""Play line by line: what happened, the view, the numbered moves, an answer. All texts come from the game."""

from collections.abc import Sequence
from typing import Any

from croupier.kernel.decision import Decision, Event, Move, Reply, Said, Seat, Table, View
from croupier.kernel.game import Game
from croupier.kernel.text import TALK_LENGTH, TALK_PER_ANSWER
from croupier.match.transcript import news_lines
from croupier.players.human import TakenBack
from croupier.ui.advice import advise
from croupier.ui.terminal.hot_seat import LeftMatch, ScreenWindows, is_dummy
from croupier.ui.terminal.screen import Screen

HELP = """\
Answer with the number of a move, its text, or the beginning of it. Or type
  table         all that you know now
  hint          the best move that a search finds
  undo          answer your last question again
  explain       what the question means, and what the cards do
  rules         the rules of the game
  say MESSAGE   talk to the table, with your next answer
  quit          leave the match"""


class LineInterface:
    """One person at the screen."""

    def __init__(self, game: Game, screen: Screen, windows: ScreenWindows) -> None:
        self._game = game
        self._screen = screen
        self._windows = windows
        self._table: Table | None = None
        self._seat = -1
        self._unread: list[str] = []
        self._talk: list[str] = []
        self._is_repeated = False
        self._answered = 0

    async def sit(self, table: Table, seat: Seat) -> None:
        self._is_repeated = self._table is not None
        self._table, self._seat = table, seat
        self._windows.sit(table.seats, seat, self)

    async def tell(self, events: tuple[Event, ...], view: View) -> None:
        await self._windows.send_news(self._seat, events, view)

    def show_news(self, events: tuple[Event, ...], view: View | None) -> None:
        if self._is_repeated:
            self._is_repeated = False
            self._unread = ["Taken back."]
        else:
            self._unread += news_lines(events, self._names)
        if self._screen.people == 1:
            self._show_unread()

    async def ask(self, decision: Decision[Any, Any]) -> Reply[Any]:
        async with self._windows.turn(decision):
            return await self.show_question(decision)

    async def show_question(self, decision: Decision[Any, Any]) -> Reply[Any]:
        async with self._screen.held_by(self._names[self._seat]):
            self._unread += news_lines([event for event in decision.events if isinstance(event, Said)], self._names)
            self._show_unread()
            if decision.refused:
                self._screen.write(decision.refused)
            self._write_question(decision)
            return await self._answer(decision)

    async def _answer(self, decision: Decision[Any, Any]) -> Reply[Any]:
        while True:
            line = await self._screen.read(f"{self._game.prompt(decision.question)}> ")
            word, _, rest = line.partition(" ")
            index = parse_move(line, decision.moves, self._names)
            if index is not None:
                if is_dummy(decision):
                    return Reply(index)
                said, self._talk = tuple(self._talk), []
                self._answered += 1
                return Reply(index, said)
            match word.lower():
                case "":
                    continue
                case "?" | "help":
                    self._screen.write(HELP)
                case "table":
                    self._screen.write(decision.view.text())
                case "hint":
                    self._screen.write(self._hint(decision))
                case "undo" if self._answered:
                    self._answered -= 1
                    raise TakenBack(self._seat)
                case "undo":
                    self._screen.write("You have not answered anything yet.")
                case "explain":
                    self._screen.write(self._game.guide.explain(decision.question) or self._game.rules_summary)
                case "rules":
                    self._screen.write(self._game.rules_text)
                case "say" if rest:
                    self._say(rest)
                case "quit":
                    raise LeftMatch
                case _:
                    self._refuse(line, decision.moves)

    def _hint(self, decision: Decision[Any, Any]) -> str:
        assert self._table is not None, "nobody sits here yet"
        return advise(self._game, self._table, decision)

    def _say(self, message: str) -> None:
        if len(self._talk) == TALK_PER_ANSWER:
            self._screen.write(f"At most {TALK_PER_ANSWER} messages go out with an answer.")
        else:
            self._talk.append(message[:TALK_LENGTH])
            self._screen.write("Your message goes out with your next answer.")

    def _refuse(self, line: str, moves: Sequence[Move]) -> None:
        fitting = [
            label
            for move in moves
            if (label := move.label(self._names)).lower().startswith(line.lower()) or str(move).startswith(line.lower())
        ]
        if fitting:
            self._screen.write(f"'{line}' could be: {'; '.join(fitting[:8])}. Type more of it, or its number.")
        else:
            self._screen.write(f"'{line}' is none of the {len(moves)} moves. Type a number, or ? for help.")

    def _write_question(self, decision: Decision[Any, Any]) -> None:
        self._screen.write("")
        self._screen.write(decision.view.text())
        self._screen.write("")
        for line in number_moves([move.label(self._names) for move in decision.moves]):
            self._screen.write(line)

    def _show_unread(self) -> None:
        unread, self._unread = self._unread, []
        for line in unread:
            self._screen.write(line)

    @property
    def _names(self) -> tuple[str, ...]:
        assert self._table is not None, "nobody sits here yet"
        return self._table.names


def parse_move(line: str, moves: Sequence[Move], names: Sequence[str]) -> int | None:
    """The index of a move given by its number from 1, its notation or sentence, or an unambiguous beginning of either;
    else None."""
    line = line.lower()
    if line.isdecimal():
        return int(line) - 1 if 1 <= int(line) <= len(moves) else None
    for texts in ([str(move).lower() for move in moves], [move.label(names).lower() for move in moves]):
        if line in texts:
            return texts.index(line)
        fitting = [index for index, text in enumerate(texts) if line and text.startswith(line)]
        if len(fitting) == 1:
            return fitting[0]
    return None


def number_moves(moves: Sequence[str], width: int = 78) -> list[str]:
    """The numbered moves in as many columns as fit into `width` characters."""
    cells = [f"{number:3}  {move}" for number, move in enumerate(moves, 1)]
    broad = max(map(len, cells)) + 3
    columns = max(1, width // broad)
    rows = -(-len(cells) // columns)
    return ["".join(cell.ljust(broad) for cell in cells[row::rows]).rstrip() for row in range(rows)]
