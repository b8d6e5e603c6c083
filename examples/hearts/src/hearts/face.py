"""Hearts in words: moves, events, the view and the base class for bots."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import product
from typing import Any, Final

from croupier.kernel.bot import Bot
from croupier.kernel.cards import Card
from croupier.kernel.decision import Decision, Event, Move, Seat, View
from croupier.kernel.declare import from_a, from_b, from_word, from_words, from_x
from hearts.core import codes as c
from hearts.core import layout as w

QUESTIONS: Final = ("pass", "card")
PROMPTS: Final = {"pass": "Which card do you pass?", "card": "Which card do you play?"}
ENDINGS: Final = ("", "a player reached the target", "all deals were played", "a player left")
DECK: Final = tuple(
    Card(rank + suit) for suit in "cdsh" for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
)
"""The cards by number."""
NUMBERS: Final = {card: number for number, card in enumerate(DECK)}
DIRECTIONS: Final = ("nobody", "the left", "across", "the right")


def cards_of(bits: int) -> tuple[Card, ...]:
    """The cards of a set, suit by suit."""
    return tuple(DECK[number] for number in range(c.DECK) if bits >> number & 1)


def points_of(card: Card) -> int:
    """What a card costs the player who takes it."""
    return 13 if NUMBERS[card] == c.QUEEN else int(NUMBERS[card] >= 39)


class HeartsMove(Move):
    """Any move of Hearts."""

    card: Card


class Pass(HeartsMove, ids={c.M_PASS: product(DECK)}):
    """Lay a card down to be passed."""

    notation = "pass {card}"
    says = "Pass {card}"


class Play(HeartsMove, ids={c.M_PLAY: product(DECK)}):
    """Play a card to the trick."""

    notation = "play {card}"
    says = "Play {card}"


class HeartsEvent(Event):
    """Any event of Hearts."""


class DealBegan(HeartsEvent, code=c.E_DEAL):
    """A new deal."""

    deal: int = from_a()
    passing: str = from_b(DIRECTIONS)
    says = "deal {deal+1}: cards are passed to {passing}"


class Dealt(HeartsEvent, code=c.E_DEALT, reveals=True):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    card: Card | None = from_x(DECK)
    says = "{seat} is dealt {card|a card}"


class LaidDown(HeartsEvent, code=c.E_LAID, reveals=True):
    """You laid a card down to be passed."""

    seat: Seat
    card: Card | None = from_x(DECK)
    says = "{seat} lays down {card|a card}"


class AllLaidDown(HeartsEvent, code=c.E_ALL_LAID):
    """Each player has laid down this many cards."""

    number: int = from_a()
    says = "each player has laid down {number:card}"


class Passed(HeartsEvent, code=c.E_PASSED, reveals=True):
    """A card was passed. Only the two players learn which."""

    seat: Seat
    to: Seat = from_a(Seat)
    card: Card | None = from_x(DECK)
    says = "{seat} passes {card|a card} to {to}"


class Played(HeartsEvent, code=c.E_PLAYED, reveals=True):
    """A card was played to the trick."""

    seat: Seat
    card: Card = from_a(DECK)
    says = "{seat} plays {card}"


class TookTrick(HeartsEvent, code=c.E_TRICK):
    """A trick was taken."""

    seat: Seat
    points: int = from_a()
    says = "{seat} takes the trick: {points:point}"


class Scored(HeartsEvent, code=c.E_SCORED):
    """The points of a deal, and of all deals so far."""

    seat: Seat
    points: int = from_a()
    total: int = from_b()
    says = "{seat} gets {points:point} and has {total}"


class Ended(HeartsEvent, code=c.E_ENDED):
    """The match is over."""

    ending: str = from_a(ENDINGS)
    says = "the match is over: {ending}"


class HeartsView(View):
    """Everything you know."""

    __slots__ = ()
    layout = w.LAYOUT
    question: str = from_word(w.QUESTION, QUESTIONS)
    deal: int = from_word(w.DEAL)
    """The number of the deal, from 0."""
    leader: Seat = from_word(w.LEADER)
    trick_points: int = from_word(w.TRICK_POINTS)
    broken: bool = from_word(w.BROKEN, bool)
    """Whether a heart has been played."""
    points: tuple[int, ...] = from_words(w.POINTS)
    """What each seat has taken in this deal."""
    totals: tuple[int, ...] = from_words(w.TOTAL)
    """The points of each seat in the deals before."""

    @property
    def passes_to(self) -> Seat | None:
        """The seat that your cards go to in this deal; None when none are passed."""
        passing = self.ints[w.PASSING]
        return (self.seat + passing) % 4 if passing and self.seat >= 0 else None

    @property
    def hand(self) -> tuple[Card, ...]:
        return cards_of(self.ints[w.HAND + self.seat]) if self.seat >= 0 else ()

    @property
    def given(self) -> tuple[Card, ...]:
        """The cards that you have laid down or passed in this deal."""
        return cards_of(self.ints[w.GIVEN + self.seat]) if self.seat >= 0 else ()

    @property
    def received(self) -> tuple[Card, ...]:
        """The cards that you were passed in this deal."""
        return cards_of(self.ints[w.RECEIVED + self.seat]) if self.seat >= 0 else ()

    @property
    def trick(self) -> tuple[Card, ...]:
        """The cards of the trick, that of `leader` first."""
        size = self.ints[w.N_PLAYED] & 3
        return tuple(DECK[number] for number in self.ints[w.TRICK : w.TRICK + size])

    def played(self, seat: Seat) -> tuple[Card, ...]:
        """The cards that a seat has played in this deal."""
        return cards_of(self.ints[w.PLAYED + seat])

    def hand_size(self, seat: Seat) -> int:
        laid = self.ints[w.LAID] if self.question == "pass" else 0
        return 13 - self.ints[w.PLAYED + seat].bit_count() - laid

    def in_trick(self, seat: Seat) -> Card | None:
        """The card of a seat in the trick."""
        place = (seat - self.leader) % 4
        return self.trick[place] if place < len(self.trick) else None

    def to_wire(self) -> dict[str, Any]:
        return {
            "deal": self.deal,
            "passes_to": self.passes_to,
            "hand": self.hand,
            "given": self.given,
            "received": self.received,
            "leader": self.leader,
            "trick": [None if (card := self.in_trick(s)) is None else [card] for s in range(4)],
            "trick_points": self.trick_points,
            "broken": self.broken,
            "points": self.points,
            "totals": self.totals,
            "hand_sizes": [self.hand_size(s) for s in range(4)],
            "played": [self.played(s) for s in range(4)],
        }

    def text(self) -> str:
        lines = [f"deal {self.deal + 1}, hearts {'are' if self.broken else 'are not'} broken"]
        for seat, name in enumerate(self.table.names):
            card = self.in_trick(seat)
            laid = f", plays {card.symbol}" if card else ""
            lines.append(f"{name}: {self.totals[seat]} + {self.points[seat]} points{laid}")
        if self.hand:
            lines.append("your hand: " + " ".join(card.symbol for card in self.hand))
        return "\n".join(lines)


class HeartsBot(Bot[HeartsMove, HeartsView]):
    """Implement `pass_card` and `play_card`."""

    def pass_card(self, view: HeartsView, cards: Sequence[Card]) -> Card:
        """The next of your three cards to pass. Without this method, the highest."""
        return max(cards, key=lambda card: (NUMBERS[card] % 13, NUMBERS[card]))

    @abstractmethod
    def play_card(self, view: HeartsView, cards: Sequence[Card]) -> Card:
        """The card to play, one of `cards`."""

    def decide(self, decision: Decision[HeartsMove, HeartsView]) -> int | str:
        cards = [move.card for move in decision.moves]
        is_pass = decision.question == "pass"
        chosen = self.pass_card(decision.view, cards) if is_pass else self.play_card(decision.view, cards)
        return f"{decision.question if is_pass else 'play'} {chosen}"


class Duck(HeartsBot):
    """Plays the lowest card, always."""

    def play_card(self, view: HeartsView, cards: Sequence[Card]) -> Card:
        return min(cards, key=lambda card: (NUMBERS[card] % 13, NUMBERS[card]))


BOTS: Final = {"duck": Duck}
