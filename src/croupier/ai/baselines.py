"""A bot for every game that plays any legal move."""

from typing import Any

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.state import legal_buffer


class RandomBot(Bot[Any, Any]):
    """Every legal move is as likely as any other."""

    is_memoryless = True

    def decide(self, decision: Decision[Any, Any]) -> int:
        return self.rng.below(len(decision.moves))


class HeuristicBot(Bot[Any, Any]):
    """Rebuilds the state from its view, so the heuristic sees no more than any bot."""

    is_memoryless = True

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


EPSILON = 0.2


class EpsilonGreedyBot(HeuristicBot):
    """With probability `epsilon` any legal move, each as likely as any other; else the heuristic's."""

    def __init__(self, game: Game, epsilon: float = EPSILON) -> None:
        super().__init__(game)
        if not 0 <= epsilon <= 1:
            raise UsageError(f"epsilon must be 0 to 1, not {epsilon:g}")
        self._epsilon = epsilon

    def decide(self, decision: Decision[Any, Any]) -> int:
        if self.rng.random() < self._epsilon:
            return self.rng.below(len(decision.moves))
        return super().decide(decision)
