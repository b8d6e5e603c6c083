"""Cuttle's moves: the classes, their notation, and the one table from move ids to moves."""

from collections.abc import Callable
from typing import Final

from croupier.games.cuttle import codes
from croupier.kernel.cards import CARDS, Card, Rank
from croupier.kernel.decision import Move

QUESTIONS: Final = ("turn", "counter", "seven", "three", "four", "five", "limit")

_WORDS: Final = {Rank.EIGHT: "glasses", Rank.JACK: "jack", Rank.QUEEN: "queen", Rank.KING: "king"}


class CuttleMove(Move, frozen=True, gc=False):
    """Any move of Cuttle."""

    @property
    def played_card(self) -> Card | None:
        """The card this move plays, discards or takes; None for draw and pass."""
        return getattr(self, "card", None)


class Draw(CuttleMove, frozen=True, gc=False):
    """Draw a card; always the safe move while the pile lasts."""

    def __str__(self) -> str:
        return "draw"


class Pass(CuttleMove, frozen=True, gc=False):
    """Do nothing: with an empty pile, or to let a one-off happen."""

    def __str__(self) -> str:
        return "pass"


class Points(CuttleMove, frozen=True, gc=False):
    """Play a number card for its points."""

    card: Card

    def __str__(self) -> str:
        return f"points {self.card}"


class Scuttle(CuttleMove, frozen=True, gc=False):
    """Destroy a lower point card of the opponent; both cards are scrapped."""

    card: Card
    target: Card

    def __str__(self) -> str:
        return f"scuttle {self.card} {self.target}"


class OneOff(CuttleMove, frozen=True, gc=False):
    """Play a card for its effect; Two and Nine have a target."""

    card: Card
    target: Card | None = None

    def __str__(self) -> str:
        return f"one-off {self.card}" if self.target is None else f"one-off {self.card} {self.target}"


class Permanent(CuttleMove, frozen=True, gc=False):
    """Play an Eight as glasses, a Jack on an opposing point card, a Queen or a King."""

    card: Card
    target: Card | None = None

    def __str__(self) -> str:
        text = f"{_WORDS.get(self.card.rank, 'permanent')} {self.card}"
        return text if self.target is None else f"{text} {self.target}"


class Counter(CuttleMove, frozen=True, gc=False):
    """Answer a one-off, or a Two that countered one, with a Two."""

    card: Card

    def __str__(self) -> str:
        return f"counter {self.card}"


class Take(CuttleMove, frozen=True, gc=False):
    """Choose what a Three takes from the scrap pile."""

    card: Card

    def __str__(self) -> str:
        return f"take {self.card}"


class Discard(CuttleMove, frozen=True, gc=False):
    """Choose what to discard, after a Four or a Five or over the hand limit."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


class Scrap(CuttleMove, frozen=True, gc=False):
    """Choose which of two unplayable Jacks that a Seven revealed is scrapped."""

    card: Card

    def __str__(self) -> str:
        return f"scrap {self.card}"


MOVE_TYPES = Draw | Pass | Points | Scuttle | OneOff | Permanent | Counter | Take | Discard | Scrap


def make_move(move: int) -> CuttleMove:
    """The move with this id."""
    first, build = next((first, build) for first, build in _TABLE if move >= first)
    return build(move - first)


def _scuttle(code: int) -> Scuttle:
    card = next(card for card in range(40) if card * (card + 1) // 2 > code)
    return Scuttle(CARDS[card], CARDS[code - card * (card - 1) // 2])


_TABLE: Final[tuple[tuple[int, Callable[[int], CuttleMove]], ...]] = (
    (codes.M_SCRAP, lambda code: Scrap(CARDS[40 + code])),
    (codes.M_DISCARD, lambda code: Discard(CARDS[code])),
    (codes.M_TAKE, lambda code: Take(CARDS[code])),
    (codes.M_COUNTER, lambda code: Counter(CARDS[4 + code])),
    (codes.M_PERMANENT, lambda code: Permanent(CARDS[28 + code])),
    (codes.M_JACK, lambda code: Permanent(CARDS[40 + code // 40], CARDS[code % 40])),
    (codes.M_NINE, lambda code: OneOff(CARDS[32 + code // 52], CARDS[code % 52])),
    (codes.M_TWO, lambda code: OneOff(CARDS[4 + code // 52], CARDS[code % 52])),
    (codes.M_ONE_OFF, lambda code: OneOff(CARDS[code])),
    (codes.M_SCUTTLE, _scuttle),
    (codes.M_POINTS, lambda code: Points(CARDS[code])),
    (codes.M_PASS, lambda code: Pass()),
    (codes.M_DRAW, lambda code: Draw()),
)
