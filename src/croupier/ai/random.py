"""A bot for every game that plays any legal move."""

from typing import Any

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision


class RandomBot(Bot[Any, Any]):
    """Every legal move is as likely as any other."""

    def decide(self, decision: Decision[Any, Any]) -> int:
        return self.rng.below(len(decision.moves))
