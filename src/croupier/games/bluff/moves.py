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


TRUST: Final = Trust()
CHALLENGE: Final = Challenge()
STOP: Final = Stop()
LAYS: Final = tuple(Lay(rank) for rank in Rank)
CLAIMS: Final = tuple(Claim(rank) for rank in Rank)
