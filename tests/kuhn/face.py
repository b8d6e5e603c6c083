"""Kuhn poker in words: moves, events, the view and the base class for bots. Ints come in, frozen values go out."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, Final

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Move, Seat, View
from croupier.kernel.events import a_of, actor_of, kind_of, x_of
from kuhn import codes

QUESTIONS: Final = ("turn", "answer")
ENDINGS: Final = ("", "all deals were played", "a player left")


class Card(Enum):
    """The three cards."""

    JACK = "J"
    QUEEN = "Q"
    KING = "K"

    def __str__(self) -> str:
        return self.value


CARDS: Final = tuple(Card)


class KuhnMove(Move, frozen=True, gc=False):
    """Any move of Kuhn poker."""


class Check(KuhnMove, frozen=True, gc=False):
    """Bet nothing."""

    def __str__(self) -> str:
        return "check"


class Bet(KuhnMove, frozen=True, gc=False):
    """Put in a second chip."""

    def __str__(self) -> str:
        return "bet"


class Fold(KuhnMove, frozen=True, gc=False):
    """Give up the first chip."""

    def __str__(self) -> str:
        return "fold"


class Call(KuhnMove, frozen=True, gc=False):
    """Put in a second chip too, and see."""

    def __str__(self) -> str:
        return "call"


MOVE_TYPES = Check | Bet | Fold | Call
MOVES: Final = (Check(), Bet(), Fold(), Call())


def make_move(move: int) -> KuhnMove:
    """The move with this id."""
    return MOVES[move]


class DealBegan(Event, frozen=True, gc=False):
    """A new deal; `seat` begins."""

    seat: Seat
    deal: int

    def text(self, names: Sequence[str]) -> str:
        return f"deal {self.deal + 1}: {names[self.seat]} begins"


class Dealt(Event, frozen=True, gc=False):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    card: Card | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is dealt {self.card or 'a card'}"


class Acted(Event, frozen=True, gc=False):
    """A check, bet, fold or call."""

    seat: Seat
    move: str

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} {self.move}s"


class Shown(Event, frozen=True, gc=False):
    """A card was shown to all."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} shows {self.card}"


class Won(Event, frozen=True, gc=False):
    """Chips changed hands."""

    seat: Seat
    chips: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} wins {self.chips}"


class Ended(Event, frozen=True, gc=False):
    """The match is over."""

    ending: str

    def text(self, names: Sequence[str]) -> str:
        return f"the match is over: {self.ending}"


EVENT_TYPES = DealBegan | Dealt | Acted | Shown | Won | Ended
SHOWING: Final = frozenset({Dealt, Shown})


def card_of(number: int) -> Card | None:
    """The card, or None where it is not known."""
    return None if number < 0 else CARDS[number]


_TABLE: Final[dict[int, Callable[[int], Event]]] = {
    codes.E_DEAL: lambda e: DealBegan(actor_of(e), a_of(e)),
    codes.E_DEALT: lambda e: Dealt(actor_of(e), card_of(x_of(e))),
    codes.E_ACTED: lambda e: Acted(actor_of(e), str(MOVES[a_of(e)])),
    codes.E_SHOWN: lambda e: Shown(actor_of(e), CARDS[a_of(e)]),
    codes.E_WON: lambda e: Won(actor_of(e), a_of(e)),
    codes.E_ENDED: lambda e: Ended(ENDINGS[a_of(e)]),
}


def make_event(event: int) -> Event:
    """The event behind a redacted integer."""
    return _TABLE[kind_of(event)](event)


class KuhnView(View):
    """Everything you know."""

    __slots__ = ()

    @property
    def question(self) -> str:
        return QUESTIONS[self.ints[0]]

    @property
    def deal(self) -> int:
        return self.ints[3]

    @property
    def begins(self) -> Seat:
        """Who began this deal."""
        return self.deal % 2

    @property
    def chips(self) -> tuple[int, int]:
        """What each seat has won so far."""
        return self.ints[5], -self.ints[5]

    def card(self, seat: Seat) -> Card | None:
        """The card of a seat, if you know it."""
        return card_of(self.ints[9 + seat])

    @property
    def mine(self) -> Card:
        """Your own card."""
        return CARDS[self.ints[9 + self.seat]]

    def to_wire(self) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "begins": self.begins,
            "checked": self.ints[4] == 1,
            "chips": self.chips,
            "cards": [str(card) if (card := self.card(seat)) else None for seat in range(2)],
        }

    def text(self) -> str:
        lines = [f"deal {self.deal + 1}, {self.table.names[self.begins]} began"]
        lines += [f"{name}: {self.card(s) or '?'}, {self.chips[s]:+} chips" for s, name in enumerate(self.table.names)]
        return "\n".join(lines)


class KuhnBot(Bot[KuhnMove, KuhnView]):
    """Implement `bets` and `calls`."""

    @abstractmethod
    def bets(self, view: KuhnView) -> bool:
        """Your turn: bet, or check?"""

    @abstractmethod
    def calls(self, view: KuhnView) -> bool:
        """The other has bet: call, or fold?"""

    def decide(self, decision: Decision[KuhnMove, KuhnView]) -> int:
        match decision.question:
            case "turn":
                return int(self.bets(decision.view))
            case _:
                return int(self.calls(decision.view))


class Timid(KuhnBot):
    """Bets and calls with the King only."""

    def bets(self, view: KuhnView) -> bool:
        return view.mine is Card.KING

    def calls(self, view: KuhnView) -> bool:
        return view.mine is Card.KING
