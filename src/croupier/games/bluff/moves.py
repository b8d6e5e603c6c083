"""Bluff's moves: their ids, fields, notation and sentences."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Final

from croupier.games.bluff.core import codes
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Move

QUESTIONS: Final = ("lay", "claim", "challenge")


PROMPTS: Final[Mapping[str, str]] = {
    "lay": "Choose cards to lay face down",
    "claim": "Claim a rank for your cards",
    "challenge": "Challenge the claim?",
}


class BluffMove(Move):
    """Any move of Bluff."""


class Trust(BluffMove, ids=codes.M_TRUST):
    """Let the claim stand."""

    notation = "trust"
    says = "Trust the claim"


class Challenge(BluffMove, ids=codes.M_CHALLENGE):
    """Call the claim a lie."""

    notation = "challenge"
    says = "Challenge the claim"


class Stop(BluffMove, ids=codes.M_STOP):
    """Lay no more cards in this turn."""

    notation = "stop"
    says = "Lay no more cards"


class Lay(BluffMove, ids={codes.M_LAY: product(Rank)}):
    """Pick a card to be laid face down."""

    rank: Rank
    notation = "lay {rank}"

    def label(self, names: Sequence[str]) -> str:
        return f"Lay {self.rank.article} {self.rank.noun}"


class Claim(BluffMove, ids={codes.M_CLAIM: product(Rank)}):
    """Say what the laid cards are."""

    rank: Rank
    notation = "claim {rank}"

    def label(self, names: Sequence[str]) -> str:
        return f"Claim {self.rank.plural}"


MOVES: Final[tuple[BluffMove, ...]] = tuple(BluffMove.family.make_all())
"""By id, as questions offer them: an answer that is the very object needs no comparing."""
STOP: Final = MOVES[codes.M_STOP]
LAYS: Final = MOVES[codes.M_LAY : codes.M_CLAIM]
CLAIMS: Final = MOVES[codes.M_CLAIM :]
