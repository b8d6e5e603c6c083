"""Playing cards: 52 shared values with one text each, "Qh" or "10s"."""

from enum import IntEnum
from types import MappingProxyType
from typing import Any, Final, final


class Suit(IntEnum):
    """In rising order."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return "cdhs"[self]

    @property
    def symbol(self) -> str:
        return "♣♦♥♠"[self]


class Rank(IntEnum):
    """Ace low; the value of a rank is its number of points where cards count their pips."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self) -> str:
        return ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")[self - 1]

    @property
    def noun(self) -> str:
        """For people: "Ace", "7"."""
        return _RANK_NOUNS.get(self) or str(self)

    @property
    def plural(self) -> str:
        """For people: "Aces", "7s"."""
        return f"{self.noun}s"

    @property
    def article(self) -> str:
        """The word before `noun`: "an" for Ace and 8, else "a"."""
        return "an" if self in (Rank.ACE, Rank.EIGHT) else "a"

    def counted(self, number: int) -> str:
        """Cards of this rank in words: "one 7", "two Aces", "11 Kings"."""
        words = _NUMBER_WORDS[number] if 0 <= number < len(_NUMBER_WORDS) else str(number)
        return f"{words} {self.noun if number == 1 else self.plural}"


_RANK_NOUNS: Final = {Rank.ACE: "Ace", Rank.JACK: "Jack", Rank.QUEEN: "Queen", Rank.KING: "King"}
_NUMBER_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@final
class Card:
    """One of the 52 cards. There is one object per card, so cards compare as fast as they can.

    All bots of a process share it, so it holds nothing: what it is stands in tables that cannot be written to.
    """

    __slots__ = ()

    index: int
    """rank first, then suit: 0 is the Ace of clubs, 51 the King of spades."""
    rank: Rank
    suit: Suit
    text: str

    def __new__(cls, text: str) -> "Card":
        """The card called `text`, such as "Qh" or "10s"."""
        try:
            return _BY_TEXT[text]
        except (KeyError, TypeError):
            raise ValueError(f"{text!r} is not a card; cards are written like Qh, 10s or Ac") from None

    def __init_subclass__(cls) -> None:
        raise TypeError("Card has exactly 52 values and no subclasses")

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card cannot be changed ({name})")

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __lt__(self, other: "Card") -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[type["Card"], tuple[str]]:
        return Card, (self.text,)

    @property
    def symbol(self) -> str:
        """For people: "10♠"."""
        return f"{self.rank}{self.suit.symbol}"


CARDS: Final[tuple[Card, ...]] = tuple(object.__new__(Card) for _ in range(52))


def _tell(name: str, values: "list[Any]") -> None:
    """Let every card tell its value under this name, and nobody change it."""
    setattr(Card, name, property(MappingProxyType(dict(zip(CARDS, values, strict=True))).__getitem__))


_tell("index", list(range(52)))
_tell("rank", [Rank(index // 4 + 1) for index in range(52)])
_tell("suit", [Suit(index % 4) for index in range(52)])
_tell("text", [f"{card.rank}{card.suit}" for card in CARDS])
_BY_TEXT: Final[dict[str, Card]] = {card.text: card for card in CARDS}


def cards_in(bits: int) -> tuple[Card, ...]:
    """The cards of a bit set, lowest first."""
    found: list[Card] = []
    while bits:
        low = bits & -bits
        found.append(CARDS[low.bit_length() - 1])
        bits ^= low
    return tuple(found)
