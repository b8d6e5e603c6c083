"""Belote's moves: their ids, fields and notation."""

from itertools import product
from typing import Final

from croupier.games.belote.core import codes
from croupier.games.belote.terms import DECK, MODES, Mode
from croupier.kernel.cards import Card
from croupier.kernel.decision import Move

QUESTIONS: Final = ("cut", "bid", "card")

_CUTS: Final = range(codes.FIRST_CUT, codes.LAST_CUT + 1)


class BeloteMove(Move):
    """Any move of Belote."""


class Cut(BeloteMove, ids={codes.M_CUT: product(_CUTS, (True, False))}):
    """Cut the deck at `position` cards, counted from the top or from the bottom."""

    position: int
    from_top: bool
    notation = "cut {position} from the {from_top?top|bottom}"


class Announce(BeloteMove, ids={codes.M_ANNOUNCE: product(MODES)}):
    """Bid a mode; higher than the current bid."""

    mode: Mode
    notation = "announce {mode}"


class Accept(BeloteMove, ids=codes.M_ACCEPT):
    """Accept the current bid."""

    notation = "accept"


class Double(BeloteMove, ids={codes.M_DOUBLE: product(MODES)}):
    """Double a mode of the other team."""

    mode: Mode
    notation = "double {mode}"


class Redouble(BeloteMove, ids={codes.M_REDOUBLE: product(MODES)}):
    """Redouble a mode of your own team that was doubled."""

    mode: Mode
    notation = "redouble {mode}"


class Play(BeloteMove, ids={codes.M_CARD: product(DECK)}):
    """Play a card."""

    card: Card
    notation = "play {card}"


Bid = Announce | Accept | Double | Redouble

_MOVES: Final = BeloteMove.family.make_all()


def make_bid(move: int) -> Bid:
    """The move with this id, which is one of the bidding."""
    bid = _MOVES[move]
    assert isinstance(bid, Bid)
    return bid
