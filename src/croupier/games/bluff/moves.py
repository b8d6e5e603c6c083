"""Bluff's moves: their ids, fields and notation."""

from itertools import product
from typing import Final

from croupier.games.bluff.core import codes
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Move

QUESTIONS: Final = ("lay", "claim", "challenge")


class BluffMove(Move):
    """Any move of Bluff."""


class Trust(BluffMove, ids=codes.M_TRUST):
    """Let the claim stand."""

    notation = "trust"


class Challenge(BluffMove, ids=codes.M_CHALLENGE):
    """Call the claim a lie."""

    notation = "challenge"


class Stop(BluffMove, ids=codes.M_STOP):
    """Lay no more cards in this turn."""

    notation = "stop"


class Lay(BluffMove, ids={codes.M_LAY: product(Rank)}):
    """Pick a card to be laid face down."""

    rank: Rank
    notation = "lay {rank}"


class Claim(BluffMove, ids={codes.M_CLAIM: product(Rank)}):
    """Say what the laid cards are."""

    rank: Rank
    notation = "claim {rank}"


MOVES: Final[tuple[BluffMove, ...]] = tuple(BluffMove.family.make_all())
"""By id, as questions offer them: an answer that is the very object needs no comparing."""
STOP: Final = MOVES[codes.M_STOP]
LAYS: Final = MOVES[codes.M_LAY : codes.M_CLAIM]
CLAIMS: Final = MOVES[codes.M_CLAIM :]
