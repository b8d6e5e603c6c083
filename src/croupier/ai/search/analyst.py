"""The search that judges moves for people: hints, reviews and win chances all ask for it here.

It is `expert` wherever the game has one, and `ismcts` elsewhere. It plays the best move instead of drawing one, so the
same question gets the same answer, and its values are probabilities (`croupier.ai.calibration`).
"""

from typing import Any, Final, TypeVar

import msgspec

from croupier.ai.calibration import NO_CORRECTION, Calibration, calibration_of
from croupier.ai.learned.weights import has_guide
from croupier.ai.search.bots import (
    NOTED_MOVES,
    ExpertBot,
    Findings,
    IsmctsBot,
    MoveStats,
    SearchBot,
    solves_without_policy,
)
from croupier.kernel.decision import Decision
from croupier.kernel.game import Game

EXPERT_COST: Final = 10
"""Iterations of `ismcts` in the time of one with a policy."""
MIN_ITERATIONS: Final = 10


class CalibratedBot(SearchBot):
    """A search whose values are probabilities to win."""

    is_corrected = True
    calibration: Calibration = NO_CORRECTION
    _sides = 2

    def on_start(self) -> None:
        super().on_start()
        table = self.table
        assert self._game is not None
        self._sides = len(set(self._game.teams(table.settings, table.seats)))
        if self.is_corrected:
            self.calibration = calibration_of(table.game, table.seats)

    def select_move_with_stats(self, decision: Decision[Any, Any], lines: int = NOTED_MOVES) -> tuple[int, Findings]:
        index, found = super().select_move_with_stats(decision, lines)
        return index, msgspec.structs.replace(found, is_known=self.calibration.is_known)

    def _stats(self, decision: Decision[Any, Any], index: int, with_line: bool) -> MoveStats:
        found = super()._stats(decision, index, with_line)
        if self.calibration is NO_CORRECTION or not found.visits:
            return found
        return msgspec.structs.replace(
            found,
            value=self.calibration.chance(found.value, self._sides),
            error=found.error * self.calibration.steepness(found.value, self._sides),
        )


class Analyst(CalibratedBot, IsmctsBot):
    """The search of a game without an expert."""


class ExpertAnalyst(CalibratedBot, ExpertBot):
    """The expert of a game."""

    def __init__(self, game: Game, iterations: int, **options: Any) -> None:
        super().__init__(game, iterations=iterations, mixing=False, **options)


Plain = TypeVar("Plain", bound=SearchBot)
Expert = TypeVar("Expert", bound=SearchBot)


def make_analyst(
    game: Game, iterations: int, plain: type[Plain] = Analyst, expert: type[Expert] = ExpertAnalyst
) -> Plain | Expert:
    """The strongest search of the game, in the time of so many iterations of `ismcts`."""
    if has_guide(game.name):
        return expert(game, iterations=max(MIN_ITERATIONS, iterations // EXPERT_COST))
    if solves_without_policy(game):
        return expert(game, iterations=iterations)
    return plain(game, iterations=iterations)
