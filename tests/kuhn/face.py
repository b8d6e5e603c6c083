"""Kuhn poker in words: moves, events, the view and the base class for bots. Ints come in, frozen values go out."""

from abc import abstractmethod
from enum import Enum
from typing import Any, Final

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Move, Seat, View
from croupier.kernel.declare import from_a, from_x
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


class KuhnMove(Move):
    """Any move of Kuhn poker."""


class Check(KuhnMove, ids=codes.M_CHECK):
    """Bet nothing."""

    notation = "check"


class Bet(KuhnMove, ids=codes.M_BET):
    """Put in a second chip."""

    notation = "bet"


class Fold(KuhnMove, ids=codes.M_FOLD):
    """Give up the first chip."""

    notation = "fold"


class Call(KuhnMove, ids=codes.M_CALL):
    """Put in a second chip too, and see."""

    notation = "call"


MOVES: Final = (Check(), Bet(), Fold(), Call())


class KuhnEvent(Event):
    """Any event of Kuhn poker."""


class DealBegan(KuhnEvent, code=codes.E_DEAL):
    """A new deal; `seat` begins."""

    seat: Seat
    deal: int = from_a()
    says = "deal {deal+1}: {seat} begins"


class Dealt(KuhnEvent, code=codes.E_DEALT, reveals=True):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    card: Card | None = from_x(CARDS)
    says = "{seat} is dealt {card|a card}"


class Acted(KuhnEvent, code=codes.E_ACTED):
    """A check, bet, fold or call."""

    seat: Seat
    move: str = from_a([str(move) for move in MOVES])
    says = "{seat} {move}s"


class Shown(KuhnEvent, code=codes.E_SHOWN, reveals=True):
    """A card was shown to all."""

    seat: Seat
    card: Card = from_a(CARDS)
    says = "{seat} shows {card}"


class Won(KuhnEvent, code=codes.E_WON):
    """Chips changed hands."""

    seat: Seat
    chips: int = from_a()
    says = "{seat} wins {chips}"


class Ended(KuhnEvent, code=codes.E_ENDED):
    """The match is over."""

    ending: str = from_a(ENDINGS)
    says = "the match is over: {ending}"


def card_of(number: int) -> Card | None:
    """The card, or None where it is not known."""
    return None if number < 0 else CARDS[number]


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


BOTS: Final = {"timid": Timid}
