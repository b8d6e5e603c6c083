"""The moves of Exploding Kittens: their ids, fields, notation and sentences."""

from collections.abc import Mapping, Sequence
from itertools import product
from typing import Any, Final

from croupier.games.kittens.core import codes
from croupier.games.kittens.friendly.cards import TYPES, CardType, name_of, plural_of, word
from croupier.kernel.decision import Move, Seat
from croupier.kernel.declare import count

QUESTIONS: Final = ("turn", "react", "give", "defuse", "last_words", "five", "name", "pick")

PROMPTS: Final[Mapping[str, str]] = {
    "turn": "Your turn",
    "react": "Play a Nope?",
    "give": "Choose a card to give",
    "defuse": "Put the kitten back into the draw pile",
    "last_words": "You are about to explode",
    "five": "Choose five different cards",
    "name": "Name the card you want",
    "pick": "Take a card from the discard pile",
}

_EFFECTS: Final = {
    CardType.SHUFFLE: "shuffle the draw pile",
    CardType.SEE_THE_FUTURE: "look at the top of the draw pile",
    CardType.SKIP: "end your turn without drawing",
    CardType.ATTACK: "the next player takes your turns",
}

_SEATS: Final = range(10)
_HAND_TYPES: Final = TYPES[: codes.HAND_TYPES]
_TYPES_OR_NONE: Final = (*_HAND_TYPES, None)


class KittensMove(Move):
    """Any move of Exploding Kittens."""

    word = staticmethod(word)

    @staticmethod
    def phrase(value: Any, names: Sequence[str]) -> str:
        return name_of(value) if isinstance(value, CardType) else str(value)


class Draw(KittensMove, ids=codes.M_DRAW):
    """End the turn by drawing a card."""

    notation = "draw"
    says = "Draw a card and end the turn"


class Pass(KittensMove, ids=codes.M_PASS):
    """Let it happen."""

    notation = "pass"
    says = "Let it happen"


class Nope(KittensMove, ids=codes.M_NOPE):
    """Play a Nope."""

    notation = "nope"
    says = "Play Nope"


class Explode(KittensMove, ids=codes.M_EXPLODE):
    """Nothing else is left to do."""

    notation = "explode"
    says = "Explode"


class Play(KittensMove, ids={codes.M_PLAY: product(_HAND_TYPES)}):
    """Play a card that needs no target."""

    card: CardType
    notation = "{card}"
    heading = "Cards"

    def label(self, names: Sequence[str]) -> str:
        effect = _EFFECTS.get(self.card)
        return f"Play {name_of(self.card)}: {effect}" if effect else f"Play {name_of(self.card)}"


class Favor(KittensMove, ids={codes.M_FAVOR: product(_SEATS)}):
    """Ask somebody for a card of his choice."""

    target: Seat
    notation = "favor {target}"
    says = "Play Favor: {target} gives you a card"
    heading = "Cards"


class Pair(KittensMove, ids={codes.M_PAIR: product(_HAND_TYPES, _SEATS)}):
    """Two of a kind: a random card from the target."""

    card: CardType
    target: Seat
    notation = "pair {card} {target}"
    heading = "Combos"

    def label(self, names: Sequence[str]) -> str:
        return f"Play two {plural_of(self.card)}: steal a random card from {names[self.target]}"


class Triple(KittensMove, ids={codes.M_TRIPLE: product(_HAND_TYPES, _SEATS)}):
    """Three of a kind; which card you want is asked next."""

    card: CardType
    target: Seat
    notation = "triple {card} {target}"
    heading = "Combos"

    def label(self, names: Sequence[str]) -> str:
        return f"Play three {plural_of(self.card)}: name a card to take from {names[self.target]}"


class Five(KittensMove, ids=codes.M_FIVE):
    """Five different cards; which five, and what you want for them, is asked next."""

    notation = "five"
    says = "Play five different cards: take a card from the discard pile"
    heading = "Combos"


class Add(KittensMove, ids={codes.M_ADD: product(_HAND_TYPES)}):
    """The next card of a five."""

    card: CardType
    notation = "add {card}"
    says = "Add {card}"


class Name(KittensMove, ids={codes.M_NAME: product(_TYPES_OR_NONE)}):
    """The type you want for your three; None for one that nobody can have."""

    card: CardType | None
    notation = "name {card|nothing}"
    says = "Name {card|no card}"


class Pick(KittensMove, ids={codes.M_PICK: product(_TYPES_OR_NONE)}):
    """What you want from the discard pile; None when it is empty."""

    card: CardType | None
    notation = "pick {card|nothing}"
    says = "Take {card|nothing}"


class Give(KittensMove, ids={codes.M_GIVE: product(_HAND_TYPES)}):
    """Pay a Favor."""

    card: CardType
    notation = "give {card}"
    says = "Give {card}"


class Depth(KittensMove, ids={codes.M_DEPTH: product(range(256))}):
    """Put the kitten back under so many cards; 0 makes it the next to be drawn."""

    cards: int
    notation = "depth {cards}"

    def label(self, names: Sequence[str]) -> str:
        if self.cards == 0:
            return "Put the kitten on top of the draw pile"
        return f"Put the kitten under {count(self.cards, 'card')}"
