"""A bot that plays by a learned policy."""

from bisect import bisect_left
from typing import Any, Final

from croupier.ai.learned.integer_net import ACTIVATION_BITS, DECAYING, NEGLIGIBLE
from croupier.ai.learned.weights import policy_for
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.rng import Chance, purpose
from croupier.kernel.state import legal_buffer

LEARNED: Final = purpose("learned")


PLAUSIBLE: Final = 1 / NEGLIGIBLE
_RISING: Final = [-weight for weight in DECAYING]
_HUNDREDTHS: Final = 100
_THOUSAND: Final = 1000


class LearnedBot(Bot[Any, Any]):
    """Plays each move as often as its policy says, so that it cannot be read; implausible ones never.

    With a higher `temperature` it makes less of a difference between the plausible moves, which are those that are at
    least `plausible` times as likely as the best one: a weaker player, but not a silly one. Below 0 it prefers the
    less likely ones of them: a poor player, whose moves still have a reason. A move that the policy makes with more
    than the probability `obvious` is always played then, and questions that are `calm` are answered as without heat.
    """

    is_memoryless = True

    def __init__(
        self,
        game: Game,
        weights: str = "",
        temperature: float = 1.0,
        plausible: float = PLAUSIBLE,
        obvious: float = 1.0,
        calm: frozenset[str] = frozenset(),
    ) -> None:
        if not 0.05 <= abs(temperature) <= 100:
            raise UsageError(f"temperature must be 0.05 to 100, or the same below 0, not {temperature:g}")
        if not 0 <= plausible <= 1:
            raise UsageError(f"plausible must be 0 to 1, not {plausible:g}")
        if not 0 <= obvious <= 1:
            raise UsageError(f"obvious must be 0 to 1, not {obvious:g}")
        self._game = game
        self._chance = Chance()
        self._policy = policy_for(game, weights)
        self._heat = 0 if (temperature, plausible) == (1.0, PLAUSIBLE) else round(temperature * _HUNDREDTHS)
        self._least = round(plausible * DECAYING[0])
        self._obvious = round(obvious * _THOUSAND)
        self._calm = calm

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
        if not self._heat or decision.question in self._calm:
            return evaluator.draw(moves, n, self._chance)
        evaluator.score(moves, n)
        return self._draw_heated([int(evaluator.weights[i]) for i in range(n)])

    def _draw_heated(self, weights: list[int]) -> int:
        """One of the moves with these weights; in whole numbers, so that it is the same one on every machine."""
        best = max(weights)
        if best * _THOUSAND > self._obvious * sum(weights):
            return weights.index(best)
        # How much less likely than the best each plausible move is, in steps of the table; None for the others.
        behind = [
            bisect_left(_RISING, -weight) if weight and weight * DECAYING[0] >= self._least * best else None
            for weight in weights
        ]
        last = max(step for step in behind if step is not None)
        heated: list[int] = []
        for step in behind:
            if step is None:
                heated.append(0)
                continue
            cooler = (step if self._heat > 0 else last - step) * _HUNDREDTHS // abs(self._heat)
            heated.append(DECAYING[cooler] >> ACTIVATION_BITS if cooler < len(DECAYING) else 0)
        point, index = self._chance.below(sum(heated)), 0
        while point >= heated[index]:
            point -= heated[index]
            index += 1
        return index
