"""A bot for every game that plays the game's own heuristic, the one that also guides searches."""

from typing import Any

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game
from croupier.kernel.state import LEGAL_LIMIT


class HeuristicBot(Bot[Any, Any]):
    """Rebuilds the state from its view, so the heuristic sees no more than any bot."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._moves = vec[i64]([0] * LEGAL_LIMIT)

    def on_start(self) -> None:
        self._state = self._game.new_state(self.table.settings, self.table.seats)
        self._state.watching = False

    def decide(self, decision: Decision[Any, Any]) -> int:
        state = self._state
        state.restore(self.seat, decision.view.ints)
        n = state.legal(self._moves)
        move = state.hint(self.rng.getrandbits(32), self._moves, n)
        return next(index for index in range(n) if self._moves[index] == move)
