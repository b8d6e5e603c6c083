"""The base class for Cuttle bots."""

from abc import abstractmethod
from collections.abc import Sequence

from croupier.games.cuttle.moves import CuttleMove
from croupier.games.cuttle.view import CuttleView
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision


class CuttleBot(Bot[CuttleMove, CuttleView]):
    """Implement `select_move`; the first legal move is always safe.

    Turns, counters, the choices after a Seven, Three, Four or Five all come to the same method: `view.question` says
    which it is, and `legal_moves` holds every possible answer.
    """

    @abstractmethod
    def select_move(self, view: CuttleView, legal_moves: Sequence[CuttleMove]) -> CuttleMove | int | str:
        """Return one of `legal_moves`, its index, or its notation."""

    def decide(self, decision: Decision[CuttleMove, CuttleView]) -> CuttleMove | int | str:
        return self.select_move(decision.view, decision.moves)
