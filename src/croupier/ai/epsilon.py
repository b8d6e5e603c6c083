"""A bot for every game that plays its heuristic most of the time and anything else the rest."""

from typing import Any

from croupier.ai.heuristic import HeuristicBot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

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
