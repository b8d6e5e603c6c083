"""Rebuild a decision from the integers of its view, in a process that has nothing else.

Compiled, because a sandboxed bot pays for it at every question.
"""

from typing import Any, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.decision import Clock, Decision, Event, Move, Seat, Table
from croupier.kernel.game import Game
from croupier.kernel.state import State


@final
class DecisionBuilder:
    """Builds the decisions of one seat at one table. `state` and `buffer` are reused."""

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
        """Build the decision; question and legal moves follow from the view."""
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
