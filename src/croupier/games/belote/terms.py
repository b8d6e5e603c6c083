"""The words of Belote: modes, teams, multipliers, positions, and its 32 cards."""

from enum import Enum
from typing import Final

from croupier.kernel.cards import CARDS, Card, Rank, Suit
from croupier.kernel.decision import Seat

RANKS: Final = (
    Rank.SEVEN,
    Rank.EIGHT,
    Rank.NINE,
    Rank.TEN,
    Rank.JACK,
    Rank.QUEEN,
    Rank.KING,
    Rank.ACE,
)
"""By number, as the rules count them."""

DECK: Final[tuple[Card, ...]] = tuple(CARDS[(rank - 1) * 4 + suit] for suit in Suit for rank in RANKS)
"""By number: suit * 8 + rank."""
NUMBERS: Final[dict[Card, int]] = {card: number for number, card in enumerate(DECK)}


def cards_of(bits: int) -> tuple[Card, ...]:
    """The cards of a set, clubs first, Seven to Ace."""
    found: list[Card] = []
    while bits:
        low = bits & -bits
        found.append(DECK[low.bit_length() - 1])
        bits ^= low
    return tuple(found)


class Mode(Enum):
    """What can be announced, in rising order."""

    COLOUR_CLUBS = "ColourClubs"
    COLOUR_DIAMONDS = "ColourDiamonds"
    COLOUR_HEARTS = "ColourHearts"
    COLOUR_SPADES = "ColourSpades"
    NO_TRUMPS = "NoTrumps"
    ALL_TRUMPS = "AllTrumps"

    def __str__(self) -> str:
        return self.value

    @property
    def title(self) -> str:
        """For people: "Clubs", "No Trumps"."""
        return _MODE_TITLES[self.number]

    @property
    def number(self) -> int:
        return _MODE_NUMBERS[self]

    @property
    def trump(self) -> Suit | None:
        """The trump suit of a Colour."""
        return Suit(self.number) if self.number < 4 else None

    def has_trump_order(self, suit: Suit) -> bool:
        """Whether the suit is ranked J 9 A 10 K Q 8 7 in this mode."""
        return self is Mode.ALL_TRUMPS or self.trump == suit

    def __lt__(self, other: "Mode") -> bool:
        return self.number < other.number


MODES: Final = tuple(Mode)
_MODE_TITLES: Final = ("Clubs", "Diamonds", "Hearts", "Spades", "No Trumps", "All Trumps")
_MODE_NUMBERS: Final = {mode: number for number, mode in enumerate(MODES)}


class Team(Enum):
    """Seats 0 and 2, or seats 1 and 3."""

    TEAM1 = "Team1"
    TEAM2 = "Team2"

    def __str__(self) -> str:
        return self.value

    @property
    def number(self) -> int:
        return 0 if self is Team.TEAM1 else 1

    @property
    def other(self) -> "Team":
        return Team.TEAM2 if self is Team.TEAM1 else Team.TEAM1


TEAMS: Final = (Team.TEAM1, Team.TEAM2)


def team_of(seat: Seat) -> Team:
    return TEAMS[seat % 2]


class Multiplier(Enum):
    """What the match points of a deal are multiplied by."""

    NORMAL = "Normal"
    DOUBLED = "Doubled"
    REDOUBLED = "Redoubled"

    @classmethod
    def _missing_(cls, value: object) -> "Multiplier | None":
        """Read what later engines of other makes have above it as the highest one here."""
        return cls.REDOUBLED if value == "ReRedoubled" else None

    def __str__(self) -> str:
        return self.value

    @property
    def factor(self) -> int:
        return {"Normal": 1, "Doubled": 2, "Redoubled": 4}[self.value]


MULTIPLIERS: Final = {multiplier.factor: multiplier for multiplier in Multiplier}

POSITIONS: Final = ("Bottom", "Left", "Top", "Right")
"""The names of the seats, clockwise."""
