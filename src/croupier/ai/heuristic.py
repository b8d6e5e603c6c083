"""A bot for every game that plays the game's own heuristic, the one that also guides searches."""

from typing import Any

from croupier.kernel.bot import Bot
from croupier.kernel.buffers import legal_buffer
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game


class HeuristicBot(Bot[Any, Any]):
    """Rebuilds the state from its view, so the heuristic sees no more than any bot."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def on_start(self) -> None:
        self._state = self._game.new_state(self.table.settings, self.table.seats)
        self._state.watching = False

    def decide(self, decision: Decision[Any, Any]) -> int:
        state, moves = self._state, legal_buffer()
        state.restore(self.seat, decision.view.ints)
        n = state.legal(moves)
        move = state.hint(self.rng.getrandbits(32), moves, n)
        return next(index for index in range(n) if moves[index] == move)
