"""A bot that plays by a learned policy."""

from typing import Any, Final

from croupier.ai.learned.weights import policy_for
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game
from croupier.kernel.rng import Chance, purpose
from croupier.kernel.state import legal_buffer

LEARNED: Final = purpose("learned")


class LearnedBot(Bot[Any, Any]):
    """Plays each move as often as its policy says, so that it cannot be read; negligible ones never."""

    def __init__(self, game: Game, weights: str = "") -> None:
        self._game = game
        self._chance = Chance()
        self._policy = policy_for(game, weights)

    def on_start(self) -> None:
        self._state = self._game.new_state(self.table.settings, self.table.seats)
        self._state.watching = False
        self._evaluator = self._policy.evaluator(self.table.settings, self.table.seats)

    def decide(self, decision: Decision[Any, Any]) -> int:
        if len(decision.moves) == 1:
            return 0
        state, moves, evaluator = self._state, legal_buffer(), self._evaluator
        ints = decision.view.ints
        state.restore(self.seat, ints)
        n = state.legal(moves)
        evaluator.look_at_snapshot(ints, self.seat)
        self._chance.start(self.rng.getrandbits(60), LEARNED, 0)
        return evaluator.draw(moves, n, self._chance)
