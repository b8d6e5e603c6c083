"""Bots with a habit: opponents of many kinds to measure others against, in every game."""

from collections.abc import Mapping
from typing import Any

from croupier.ai.baselines import HeuristicBot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game


class StyleBot(HeuristicBot):
    """Plays like the heuristic, except for its habits.

    A habit is the beginning of a move's notation and a probability: `{"tax": 1, "challenge": 0}` takes tax whenever
    that is legal and never challenges. Of several moves that fit, it plays the heuristic's, or else any.
    """

    def __init__(self, game: Game, habits: Mapping[str, float]) -> None:
        super().__init__(game)
        known = [str(move) for move in game.moves]
        for start, probability in habits.items():
            if not any(text.startswith(start) for text in known):
                raise UsageError(f"{game.name} has no move that begins with {start!r}")
            if not 0 <= probability <= 1:
                raise UsageError(f"a probability is 0 to 1, not {probability:g}")
        self._habits = dict(habits)

    def decide(self, decision: Decision[Any, Any]) -> int:
        usual = super().decide(decision)
        left = list(range(len(decision.moves)))
        for start, probability in self._habits.items():
            fitting = [index for index in left if str(decision.moves[index]).startswith(start)]
            if not fitting or len(fitting) == len(left):
                continue
            if self.rng.random() < probability:
                left = fitting
                break
            left = [index for index in left if index not in fitting]
        return usual if usual in left else left[self.rng.below(len(left))]


def habits_of(text: str) -> dict[str, float]:
    """Habits from `tax=1,challenge=0`."""
    found: dict[str, float] = {}
    for part in text.split(","):
        start, equals, probability = part.partition("=")
        try:
            found[start] = float(probability)
        except ValueError:
            raise UsageError(f"a habit is written like tax=0.5, not {part!r}") from None
        if not equals or not start:
            raise UsageError(f"a habit is written like tax=0.5, not {part!r}")
    return found
