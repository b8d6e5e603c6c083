"""Belote's moves: the classes, their notation, and the one table from move ids to moves."""

from collections.abc import Callable
from typing import Final

from croupier.games.belote import codes
from croupier.games.belote.words import DECK, MODES, Mode
from croupier.kernel.cards import Card
from croupier.kernel.decision import Move

QUESTIONS: Final = ("cut", "bid", "card")


class BeloteMove(Move, frozen=True, gc=False):
    """Any move of Belote."""


class Cut(BeloteMove, frozen=True, gc=False):
    """Cut the deck: so many cards, counted from the top or from the bottom."""

    position: int
    from_top: bool

    def __str__(self) -> str:
        return f"cut {self.position} from the {'top' if self.from_top else 'bottom'}"


class Announce(BeloteMove, frozen=True, gc=False):
    """Bid a mode; higher than the current bid."""

    mode: Mode

    def __str__(self) -> str:
        return f"announce {self.mode}"


class Accept(BeloteMove, frozen=True, gc=False):
    """Accept the current bid."""

    def __str__(self) -> str:
        return "accept"


class Double(BeloteMove, frozen=True, gc=False):
    """Double a mode of the other team."""

    mode: Mode

    def __str__(self) -> str:
        return f"double {self.mode}"


class Redouble(BeloteMove, frozen=True, gc=False):
    """Redouble a mode of your own team that was doubled."""

    mode: Mode

    def __str__(self) -> str:
        return f"redouble {self.mode}"


class Play(BeloteMove, frozen=True, gc=False):
    """Play a card."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


Bid = Announce | Accept | Double | Redouble
MOVE_TYPES = Cut | Announce | Accept | Double | Redouble | Play


def make_move(move: int) -> BeloteMove:
    """The move with this id."""
    first, build = next((first, build) for first, build in _TABLE if move >= first)
    return build(move - first)


def make_bid(move: int) -> Bid:
    """The move with this id, which is one of the bidding."""
    bid = make_move(move)
    assert isinstance(bid, Bid)
    return bid


_TABLE: Final[tuple[tuple[int, Callable[[int], BeloteMove]], ...]] = (
    (codes.M_CARD, lambda code: Play(DECK[code])),
    (codes.M_REDOUBLE, lambda code: Redouble(MODES[code])),
    (codes.M_DOUBLE, lambda code: Double(MODES[code])),
    (codes.M_ANNOUNCE, lambda code: Announce(MODES[code])),
    (codes.M_ACCEPT, lambda code: Accept()),
    (codes.M_CUT, lambda code: Cut(codes.FIRST_CUT + code // 2, code % 2 == 0)),
)
