"""A bot that plays by a learned policy."""

from pathlib import Path
from typing import Any, Final

from croupier.ai.learned.weights import open_policy, shipped_policy
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.state import legal_buffer

NEGLIGIBLE: Final = 50
"""A move that is so many times less likely than the best one is never played."""

SPARE_BITS: Final = 12
"""Of a move's weight that do not matter."""


class LearnedBot(Bot[Any, Any]):
    """Plays each move as often as its policy says, so that it cannot be read; negligible ones never."""

    def __init__(self, game: Game, weights: str = "") -> None:
        path = Path(weights) if weights else shipped_policy(game.name)
        if not weights and not path.is_file():
            raise UsageError(
                f"Croupier includes no policy for {game.name}; train one with `croupier train {game.name} "
                "--out FILE`, and enter it as learned:weights=FILE"
            )
        self._game = game
        self._policy = open_policy(path, game)

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
        evaluator.score(moves, n)
        weights = [evaluator.weights[i] >> SPARE_BITS for i in range(n)]
        least = max(weights) // NEGLIGIBLE
        weights = [weight if weight >= least else 0 for weight in weights]
        point = self.rng.below(sum(weights))
        index = 0
        while point >= weights[index]:
            point -= weights[index]
            index += 1
        return index
