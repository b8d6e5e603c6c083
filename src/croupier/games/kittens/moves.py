"""The moves of Exploding Kittens: their ids, fields and notation."""

from itertools import product
from typing import Final

from croupier.games.kittens.core import codes
from croupier.games.kittens.friendly.cards import TYPES, CardType, word
from croupier.kernel.decision import Move, Seat

QUESTIONS: Final = ("turn", "react", "give", "defuse", "last_words", "five", "name", "pick")

_SEATS: Final = range(10)
_HAND_TYPES: Final = TYPES[: codes.HAND_TYPES]
_TYPES_OR_NONE: Final = (*_HAND_TYPES, None)


class KittensMove(Move):
    """Any move of Exploding Kittens."""

    word = staticmethod(word)


class Draw(KittensMove, ids=codes.M_DRAW):
    """End the turn by drawing a card."""

    notation = "draw"


class Pass(KittensMove, ids=codes.M_PASS):
    """Let it happen."""

    notation = "pass"


class Nope(KittensMove, ids=codes.M_NOPE):
    """Play a Nope."""

    notation = "nope"


class Explode(KittensMove, ids=codes.M_EXPLODE):
    """Nothing else is left to do."""

    notation = "explode"


class Play(KittensMove, ids={codes.M_PLAY: product(_HAND_TYPES)}):
    """Play a card that needs no target."""

    card: CardType
    notation = "{card}"


class Favor(KittensMove, ids={codes.M_FAVOR: product(_SEATS)}):
    """Ask somebody for a card of his choice."""

    target: Seat
    notation = "favor {target}"


class Pair(KittensMove, ids={codes.M_PAIR: product(_HAND_TYPES, _SEATS)}):
    """Two of a kind: a random card from the target."""

    card: CardType
    target: Seat
    notation = "pair {card} {target}"


class Triple(KittensMove, ids={codes.M_TRIPLE: product(_HAND_TYPES, _SEATS)}):
    """Three of a kind; which card you want is asked next."""

    card: CardType
    target: Seat
    notation = "triple {card} {target}"


class Five(KittensMove, ids=codes.M_FIVE):
    """Five different cards; which five, and what you want for them, is asked next."""

    notation = "five"


class Add(KittensMove, ids={codes.M_ADD: product(_HAND_TYPES)}):
    """The next card of a five."""

    card: CardType
    notation = "add {card}"


class Name(KittensMove, ids={codes.M_NAME: product(_TYPES_OR_NONE)}):
    """The type you want for your three; None for one that nobody can have."""

    card: CardType | None
    notation = "name {card|nothing}"


class Pick(KittensMove, ids={codes.M_PICK: product(_TYPES_OR_NONE)}):
    """What you want from the discard pile; None when it is empty."""

    card: CardType | None
    notation = "pick {card|nothing}"


class Give(KittensMove, ids={codes.M_GIVE: product(_HAND_TYPES)}):
    """Pay a Favor."""

    card: CardType
    notation = "give {card}"


class Depth(KittensMove, ids={codes.M_DEPTH: product(range(256))}):
    """Put the kitten back under so many cards; 0 makes it the next to be drawn."""

    cards: int
    notation = "depth {cards}"
