"""A decision made again from what its seat knows, in a process that has nothing else: the integers of its view.

Compiled, because a locked-up bot pays for it at every question.
"""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.decision import Clock, Decision, Event, Move, Seat, Table
from croupier.kernel.game import Game
from croupier.kernel.state import State


@final
class Recall:
    """The decisions of one seat at one table. `state` and `buffer` are used for each of them."""

    def __init__(self, game: Game, table: Table, seat: Seat, state: State, buffer: vec[i64]) -> None:
        self._table: Table = table
        self._seat: int = seat
        self._state: State = state
        self._moves: list[Move] = game.moves
        self._questions: tuple[str, ...] = game.questions
        self._view: Any = game.view
        self._buffer: vec[i64] = buffer

    def decision(
        self, number: int, ints: tuple[int, ...], events: tuple[Event, ...], clock: Clock, refused: str
    ) -> Decision[Any, Any]:
        """The question that this view goes with: what is asked and what is legal follow from it."""
        state = self._state
        buffer = self._buffer
        state.restore(self._seat, ints)
        n = state.legal(buffer)
        all_moves = self._moves
        moves: list[Move] = []
        i: i64 = 0
        while i < n:
            moves.append(all_moves[buffer[i]])
            i += 1
        return Decision(
            number,
            self._table.game,
            self._seat,
            self._questions[state.question],
            self._view(self._table, self._seat, ints),
            tuple(moves),
            events,
            clock,
            refused,
        )

    def view(self, ints: tuple[int, ...]) -> Any:
        return self._view(self._table, self._seat, ints)
