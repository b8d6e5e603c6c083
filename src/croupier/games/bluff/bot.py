"""The base class for Bluff bots."""

from abc import abstractmethod
from collections.abc import Iterable

from croupier.games.bluff.moves import CLAIMS, LAYS, STOP, BluffMove
from croupier.games.bluff.view import BluffView
from croupier.kernel.bot import Bot
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Decision

TRUSTS, CHALLENGES = 0, 1  # where they stand among the moves

Plan = tuple[Iterable[Rank] | Rank, Rank | None]


class BluffBot(Bot[BluffMove, BluffView]):
    """Implement `claim` and `challenge`."""

    _ranks: tuple[Rank, ...] = ()
    _claimed: Rank | None = None

    @abstractmethod
    def claim(self, view: BluffView) -> Plan:
        """Your turn: return the ranks of the cards you lay, and the rank you claim.

        The claimed rank counts only where there is a choice; `view.claimable` has the possible ones.
        """

    @abstractmethod
    def challenge(self, view: BluffView) -> bool:
        """Return whether to challenge `view.claimer`, who claims `view.claimed_count` cards of `view.claimed_rank`."""

    def decide(self, decision: Decision[BluffMove, BluffView]) -> BluffMove | int | str:
        question = decision.question
        if question == "challenge":
            return CHALLENGES if self.challenge(decision.view) else TRUSTS
        if question == "claim":
            return 0 if self._claimed is None else CLAIMS[self._claimed - 1]
        if decision.moves[0] != STOP:
            ranks, self._claimed = self.claim(decision.view)
            self._ranks = (ranks,) if isinstance(ranks, Rank) else tuple(ranks)
            laid = 0
        else:
            laid = sum(decision.view.chosen.values())
        return LAYS[self._ranks[laid] - 1] if laid < len(self._ranks) else STOP
