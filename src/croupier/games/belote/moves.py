"""Belote's moves: their ids, fields, notation and sentences."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from croupier.games.belote.core import codes
from croupier.games.belote.terms import DECK, MODES, Mode
from croupier.kernel.cards import Card
from croupier.kernel.decision import Move

QUESTIONS: Final = ("cut", "bid", "card")

PROMPTS: Final[Mapping[str, str]] = {"cut": "Cut the deck", "bid": "Your bid", "card": "Play a card"}

_CUTS: Final = range(codes.FIRST_CUT, codes.LAST_CUT + 1)


class BeloteMove(Move):
    """Any move of Belote."""

    @staticmethod
    def phrase(value: Any, names: Sequence[str]) -> str:
        return value.title if isinstance(value, Mode) else Move.phrase(value, names)


class Cut(BeloteMove, ids={codes.M_CUT: product(_CUTS, (True, False))}):
    """Cut the deck at `position` cards, counted from the top or from the bottom."""

    position: int
    from_top: bool
    notation = "cut {position} from the {from_top?top|bottom}"
    says = "Cut {position} cards from the {from_top?top|bottom}"


class Announce(BeloteMove, ids={codes.M_ANNOUNCE: product(MODES)}):
    """Bid a mode; higher than the current bid."""

    mode: Mode
    notation = "announce {mode}"
    says = "Bid {mode}"
    heading = "Bid"


class Accept(BeloteMove, ids=codes.M_ACCEPT):
    """Accept the current bid."""

    notation = "accept"
    says = "Accept the current bid"


class Double(BeloteMove, ids={codes.M_DOUBLE: product(MODES)}):
    """Double a mode of the other team."""

    mode: Mode
    notation = "double {mode}"
    says = "Double {mode}"
    heading = "Double"


class Redouble(BeloteMove, ids={codes.M_REDOUBLE: product(MODES)}):
    """Redouble a mode of your own team that was doubled."""

    mode: Mode
    notation = "redouble {mode}"
    says = "Redouble {mode}"
    heading = "Double"


class Play(BeloteMove, ids={codes.M_CARD: product(DECK)}):
    """Play a card."""

    card: Card
    notation = "play {card}"
    says = "Play {card}"


Bid = Announce | Accept | Double | Redouble

_MOVES: Final = BeloteMove.family.make_all()


def make_bid(move: int) -> Bid:
    """The move with this id, which is one of the bidding."""
    bid = _MOVES[move]
    assert isinstance(bid, Bid)
    return bid
