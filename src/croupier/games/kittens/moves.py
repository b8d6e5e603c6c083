"""The moves of Exploding Kittens: the classes, their notation, and the one table from move ids to moves."""

from collections.abc import Callable
from typing import Final

from croupier.games.kittens import codes
from croupier.games.kittens.cards import TYPES, WORDS, CardType
from croupier.kernel.decision import Move, Seat

QUESTIONS: Final = ("turn", "react", "give", "defuse", "last_words", "five", "name", "pick")


class KittensMove(Move, frozen=True, gc=False):
    """Any move of Exploding Kittens."""


class Draw(KittensMove, frozen=True, gc=False):
    """End the turn by drawing a card."""

    def __str__(self) -> str:
        return "draw"


class Pass(KittensMove, frozen=True, gc=False):
    """Let it happen."""

    def __str__(self) -> str:
        return "pass"


class Nope(KittensMove, frozen=True, gc=False):
    """Play a Nope."""

    def __str__(self) -> str:
        return "nope"


class Explode(KittensMove, frozen=True, gc=False):
    """Nothing else is left to do."""

    def __str__(self) -> str:
        return "explode"


class Play(KittensMove, frozen=True, gc=False):
    """Play a card that needs no target."""

    card: CardType

    def __str__(self) -> str:
        return WORDS[self.card]


class Favor(KittensMove, frozen=True, gc=False):
    """Ask somebody for a card of his choice."""

    target: Seat

    def __str__(self) -> str:
        return f"favor {self.target}"


class Pair(KittensMove, frozen=True, gc=False):
    """Two of a kind: a random card from the target."""

    card: CardType
    target: Seat

    def __str__(self) -> str:
        return f"pair {WORDS[self.card]} {self.target}"


class Triple(KittensMove, frozen=True, gc=False):
    """Three of a kind; which card you want is asked next."""

    card: CardType
    target: Seat

    def __str__(self) -> str:
        return f"triple {WORDS[self.card]} {self.target}"


class Five(KittensMove, frozen=True, gc=False):
    """Five different cards; which five, and what you want for them, is asked next."""

    def __str__(self) -> str:
        return "five"


class Add(KittensMove, frozen=True, gc=False):
    """The next card of a five."""

    card: CardType

    def __str__(self) -> str:
        return f"add {WORDS[self.card]}"


class Name(KittensMove, frozen=True, gc=False):
    """The type you want for your three; None for one that nobody can have."""

    card: CardType | None

    def __str__(self) -> str:
        return f"name {'nothing' if self.card is None else WORDS[self.card]}"


class Pick(KittensMove, frozen=True, gc=False):
    """What you want from the discard pile; None when it is empty."""

    card: CardType | None

    def __str__(self) -> str:
        return f"pick {'nothing' if self.card is None else WORDS[self.card]}"


class Give(KittensMove, frozen=True, gc=False):
    """Pay a Favor."""

    card: CardType

    def __str__(self) -> str:
        return f"give {WORDS[self.card]}"


class Depth(KittensMove, frozen=True, gc=False):
    """Put the kitten back under so many cards; 0 makes it the next to be drawn."""

    cards: int

    def __str__(self) -> str:
        return f"depth {self.cards}"


MOVE_TYPES = Draw | Pass | Nope | Explode | Play | Favor | Pair | Triple | Five | Add | Name | Pick | Give | Depth


def make_move(move: int) -> KittensMove:
    """The move with this id."""
    first, build = next((first, build) for first, build in _TABLE if move >= first)
    return build(move - first)


def _type_or_none(code: int) -> CardType | None:
    return None if code == codes.KITTEN else TYPES[code]


_TABLE: Final[tuple[tuple[int, Callable[[int], KittensMove]], ...]] = (
    (codes.M_DEPTH, Depth),
    (codes.M_GIVE, lambda code: Give(TYPES[code])),
    (codes.M_PICK, lambda code: Pick(_type_or_none(code))),
    (codes.M_NAME, lambda code: Name(_type_or_none(code))),
    (codes.M_ADD, lambda code: Add(TYPES[code])),
    (codes.M_FIVE, lambda code: Five()),
    (codes.M_TRIPLE, lambda code: Triple(TYPES[code // 10], code % 10)),
    (codes.M_PAIR, lambda code: Pair(TYPES[code // 10], code % 10)),
    (codes.M_FAVOR, Favor),
    (codes.M_PLAY, lambda code: Play(TYPES[code])),
    (codes.M_EXPLODE, lambda code: Explode()),
    (codes.M_NOPE, lambda code: Nope()),
    (codes.M_PASS, lambda code: Pass()),
    (codes.M_DRAW, lambda code: Draw()),
)
