"""The cards of Exploding Kittens as bot authors see them: shared values that cannot be made, changed or imitated."""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, final

from croupier.games.kittens.core import codes

if TYPE_CHECKING:
    from croupier.games.kittens.view import BotView


class CardType(StrEnum):
    """The type names of a deck configuration, in the order of the rules' numbers."""

    TACO_CAT = "TacoCatCard"
    HAIRY_POTATO_CAT = "HairyPotatoCatCard"
    BEARD_CAT = "BeardCatCard"
    RAINBOW_RALPHING_CAT = "RainbowRalphingCatCard"
    CATTERMELON = "CattermelonCard"
    SHUFFLE = "ShuffleCard"
    FAVOR = "FavorCard"
    SEE_THE_FUTURE = "SeeTheFutureCard"
    SKIP = "SkipCard"
    ATTACK = "AttackCard"
    NOPE = "NopeCard"
    DEFUSE = "DefuseCard"
    EXPLODING_KITTEN = "ExplodingKittenCard"


TYPES: Final = tuple(CardType)
NUMBERS: Final = {card: number for number, card in enumerate(TYPES)}
WORDS: Final = {
    CardType.TACO_CAT: "taco",
    CardType.HAIRY_POTATO_CAT: "potato",
    CardType.BEARD_CAT: "beard",
    CardType.RAINBOW_RALPHING_CAT: "rainbow",
    CardType.CATTERMELON: "melon",
    CardType.SHUFFLE: "shuffle",
    CardType.FAVOR: "favor",
    CardType.SEE_THE_FUTURE: "future",
    CardType.SKIP: "skip",
    CardType.ATTACK: "attack",
    CardType.NOPE: "nope",
    CardType.DEFUSE: "defuse",
    CardType.EXPLODING_KITTEN: "kitten",
}
"""One word for each type, as moves are written."""
COMBO_TYPES: Final = {"standard": range(codes.NOPE), "cats": range(codes.SHUFFLE), "any": range(codes.HAND_TYPES)}
"""The numbers of the types that may be in a combo, by the setting `combo_cards`."""


@lru_cache(maxsize=512)
def word(value: Any) -> str:
    """How a field of a move or an event is written: a card type by its word."""
    return WORDS.get(value) or str(value)


NAMES: Final = (
    "Taco Cat",
    "Hairy Potato Cat",
    "Beard Cat",
    "Rainbow-Ralphing Cat",
    "Cattermelon",
    "Shuffle",
    "Favor",
    "See the Future",
    "Skip",
    "Attack",
    "Nope",
    "Defuse",
    "Exploding Kitten",
)


def name_of(card: CardType) -> str:
    """The card as people write it: "Taco Cat"."""
    return NAMES[NUMBERS[card]]


def plural_of(card: CardType) -> str:
    """Several of these cards: "Taco Cats"."""
    return f"{name_of(card)}s"


@final
class Card:
    """A card. Every copy that can lie in one place is an object of its own, made once and shared by all matches.

    It holds nothing that a bot could change: what it is stands in tables that cannot be written to.
    """

    __slots__ = ()

    name: str
    card_type: str
    number: int
    """Of its type."""
    copy: int
    """The first card of a type in a hand has 0, the second 1, and so on."""

    def __new__(cls, *args: Any) -> "Card":
        raise TypeError("cards are dealt, not made; take one from view.my_hand")

    def __init_subclass__(cls) -> None:
        raise TypeError("Card has no subclasses")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __repr__(self) -> str:
        return f"<{self.card_type} {self.copy}>"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, tuple[int, int]]:
        return card_of, (self.number, self.copy)

    def can_play(self, view: "BotView", is_own_turn: bool) -> bool:
        """Whether it can be played by itself now: on your own turn, and a Favor only if somebody has a card."""
        if not is_own_turn or not codes.SHUFFLE <= self.number <= codes.ATTACK:
            return False
        return self.number != codes.FAVOR or any(view.other_player_card_counts.values())

    def can_play_as_reaction(self) -> bool:
        return self.number == codes.NOPE

    def ends_turn(self) -> bool:
        """Whether it ends the turn without a draw if no Nope stops it: Skip and Attack."""
        return self.number in (codes.SKIP, codes.ATTACK)

    def can_combo(self) -> bool:
        """Whether it can be part of a combo with the usual settings."""
        return self.number <= codes.ATTACK


_COPIES: Final = codes.MOST_OF_A_TYPE + 2
_CARDS: Final = tuple(tuple(object.__new__(Card) for _ in range(_COPIES)) for _ in range(13))


def _define(name: str, value: Callable[[int, int], object]) -> None:
    """Give the cards a property of this name that cannot be changed."""
    values = {card: value(number, copy) for number, cards in enumerate(_CARDS) for copy, card in enumerate(cards)}
    setattr(Card, name, property(MappingProxyType(values).__getitem__))


_define("number", lambda number, copy: number)
_define("copy", lambda number, copy: copy)
_define("name", lambda number, copy: NAMES[number])
_define("card_type", lambda number, copy: str(TYPES[number].value))


def card_of(number: int, copy: int = 0) -> Card:
    """The card with this type number."""
    return _CARDS[number][copy]


COPIES: Final = tuple(tuple(copies[:n] for n in range(32)) for copies in _CARDS)
"""By type number, and how many: the cards of one type in a hand."""


def _make_half(first: int, counts: int) -> tuple[Card, ...]:
    """The cards of six types, from `first` on."""
    cards: list[Card] = []
    for copies in COPIES[first : first + 6]:
        cards += copies[counts & 31]
        counts >>= 5
    return tuple(cards)


_halves: Final[tuple[dict[int, tuple[Card, ...]], ...]] = ({}, {})  # half hands come again much more often than hands
_hands: Final[dict[int, tuple[Card, ...]]] = {}
_MANY: Final = 10_000


def hand_of(hand: int) -> tuple[Card, ...]:
    """The cards of a hand, sorted by type; made once per hand, and forgotten when there are too many."""
    cards = _hands.get(hand)
    if cards is None:
        if len(_hands) > _MANY:
            _hands.clear()
        cards = _hands[hand] = _half(0, hand & 0x3FFFFFFF) + _half(1, hand >> 30)
    return cards


def _half(upper: int, counts: int) -> tuple[Card, ...]:
    halves = _halves[upper]
    cards = halves.get(counts)
    if cards is None:
        if len(halves) > _MANY:
            halves.clear()
        cards = halves[counts] = _make_half(6 * upper, counts)
    return cards


_PAIRS: Final = tuple(((byte & 15) - 1, (byte >> 4) - 1) for byte in range(256))


def unpacked(words: tuple[int, ...], n: int) -> list[int]:
    """The first n cards of a pile in a snapshot, the lowest first; -1 where the card is not known."""
    numbers: list[int] = []
    for word in words:
        if len(numbers) >= n:
            break
        for byte in word.to_bytes(8, "little"):
            numbers += _PAIRS[byte]
        numbers.pop()  # a word holds fifteen
    del numbers[n:]
    return numbers


def cards_from(numbers: list[int]) -> tuple[Card, ...]:
    """Cards that lie in one place, in this order."""
    met = [0] * 13
    cards: list[Card] = []
    for number in numbers:
        cards.append(_CARDS[number][met[number]])
        met[number] += 1
    return tuple(cards)
