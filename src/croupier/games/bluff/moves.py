"""Bluff's moves: the classes, their notation, and the one table from move ids to moves."""

from typing import Final

from croupier.games.bluff import codes
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Move

QUESTIONS: Final = ("lay", "claim", "challenge")


class BluffMove(Move, frozen=True, gc=False):
    """Any move of Bluff."""


class Trust(BluffMove, frozen=True, gc=False):
    """Let the claim stand."""

    def __str__(self) -> str:
        return "trust"


class Challenge(BluffMove, frozen=True, gc=False):
    """Call the claim a lie."""

    def __str__(self) -> str:
        return "challenge"


class Stop(BluffMove, frozen=True, gc=False):
    """Lay no more cards in this turn."""

    def __str__(self) -> str:
        return "stop"


class Lay(BluffMove, frozen=True, gc=False):
    """Pick a card to be laid face down."""

    rank: Rank

    def __str__(self) -> str:
        return f"lay {self.rank}"


class Claim(BluffMove, frozen=True, gc=False):
    """Say what the laid cards are."""

    rank: Rank

    def __str__(self) -> str:
        return f"claim {self.rank}"


MOVE_TYPES = Trust | Challenge | Stop | Lay | Claim

TRUST: Final = Trust()
CHALLENGE: Final = Challenge()
STOP: Final = Stop()
LAYS: Final = tuple(Lay(rank) for rank in Rank)
CLAIMS: Final = tuple(Claim(rank) for rank in Rank)

_MOVES: Final[tuple[BluffMove, ...]] = (TRUST, CHALLENGE, STOP, *LAYS, *CLAIMS)


def make_move(move: int) -> BluffMove:
    """The move with this id."""
    return _MOVES[move]


assert len(_MOVES) == codes.MOVE_COUNT
