"""Liar in words: the moves, the events, the view and the base class for bots. Ints come in, frozen values go out."""

from abc import abstractmethod
from collections.abc import Sequence
from itertools import product
from typing import Any, Final

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.cards import CARDS, Card, Rank
from croupier.kernel.decision import Decision, Event, Move, Seat, View
from croupier.kernel.declare import from_a, from_b, from_x, from_y
from liar import codes
from liar.rules import LISTS, NUMBERS

QUESTIONS: Final = ("turn", "answer")
ENDINGS: Final = ("", "all deals were played", "one side is left")


LIAR_CARDS: Final = CARDS[36:52]
"""By the rules' number: 0 is the Ten of clubs, 15 the King of spades."""
LIAR_RANKS: Final = (Rank.TEN, Rank.JACK, Rank.QUEEN, Rank.KING)
POSITIONS: Final = range(codes.HAND)


def card_of(number: int) -> Card | None:
    """The card with this number; None if it is -1, which is hidden."""
    return None if number < 0 else LIAR_CARDS[number]


# Moves.


class LiarMove(Move):
    """Any move of Liar."""


class Trust(LiarMove, ids=codes.M_TRUST):
    """Let the claim stand."""

    notation = "trust"


class Challenge(LiarMove, ids={codes.M_CHALLENGE: product(POSITIONS)}):
    """Call it a lie, showing your own card of the claimed rank."""

    position: int
    notation = "challenge {position}"


class Claim(LiarMove, ids={codes.M_CLAIM: product(POSITIONS, LIAR_RANKS)}):
    """Play a card face down and say what it is."""

    position: int
    rank: Rank
    notation = "claim {position} {rank}"


class Swap(LiarMove, ids={codes.M_SWAP: product(POSITIONS, range(4), POSITIONS)}):
    """Exchange a card with another seat; the two of you see both."""

    position: int
    seat: Seat
    other: int
    """The position of the other seat's card."""
    notation = "swap {position} {seat} {other}"


# Events.


def _proof(answer: int) -> int | None:
    return None if answer < codes.CHALLENGED else answer - codes.CHALLENGED


class LiarEvent(Event):
    """Any event of Liar."""


class DealBegan(LiarEvent, code=codes.E_DEAL):
    """The old cards are taken away; `seat` begins."""

    seat: Seat
    deal: int = from_a()
    says = "deal {deal+1}: {seat} begins"


class Dealt(LiarEvent, code=codes.E_DEALT, reveals=True):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    position: int = from_a()
    card: Card | None = from_x(LIAR_CARDS)
    says = "{seat} is dealt {card|a card}"


class Claimed(LiarEvent, code=codes.E_CLAIMED, window=True):
    """A card was played face down."""

    seat: Seat
    position: int = from_a()
    rank: Rank = from_b(LIAR_RANKS)
    says = "{seat} plays card {position} and says: {rank}"


class Answered(LiarEvent, code=codes.E_ANSWERED):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    proof: int | None = from_x(_proof)
    """The position of the card to be shown in a challenge; None for trust."""

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} {'trusts' if self.proof is None else 'doubts it'}"


class Trusted(LiarEvent, code=codes.E_TRUSTED):
    """The answers were opened and nobody challenged the claim of `seat`."""

    seat: Seat
    says = "{seat} is believed"


class Challenged(LiarEvent, code=codes.E_CHALLENGED, reveals=True):
    """The answers were opened and `seat` challenges, showing a card."""

    seat: Seat
    position: int = from_a()
    card: Card = from_b(LIAR_CARDS)
    says = "{seat} challenges, showing {card}"


class Revealed(LiarEvent, code=codes.E_REVEALED, reveals=True):
    """The challenged card was turned up."""

    seat: Seat
    position: int = from_a()
    card: Card = from_b(LIAR_CARDS)
    says = "{seat} had played {card}"


class LostLife(LiarEvent, code=codes.E_LOST):
    """A life was lost."""

    seat: Seat
    left: int = from_a()
    says = "{seat} loses a life and has {left} left"


class WentOut(LiarEvent, code=codes.E_OUT):
    """A seat is out of the match."""

    seat: Seat
    expelled: bool = from_a(bool)
    says = "{seat} is {expelled?expelled|out}"


class Swapped(LiarEvent, code=codes.E_SWAPPED, reveals=True):
    """Two cards changed places. Only the two seats involved learn them; to others they are None."""

    seat: Seat
    position: int = from_a(lambda a: a // codes.HAND)
    other: Seat = from_b(Seat)
    other_position: int = from_a(lambda a: a % codes.HAND)
    given: Card | None = from_x(LIAR_CARDS)
    taken: Card | None = from_y(LIAR_CARDS)
    says = "{seat} swaps with {other}[: {given} for {taken}]"


class Ended(LiarEvent, code=codes.E_ENDED):
    """The match is over."""

    ending: str = from_a(ENDINGS)
    says = "the match is over: {ending}"


# The view.


class Place(msgspec.Struct, frozen=True):
    """One card on the table, as far as you know it."""

    state: str
    """"none", "held", "played" (face down) or "revealed"."""
    card: Card | None
    known_to: tuple[Seat, ...]
    """Who knows the card; that much everybody knows."""


class LiarView(View):
    """Everything you know."""

    __slots__ = ()

    @property
    def seats(self) -> int:
        return self.table.seats

    def number(self, name: str) -> int:
        return self.ints[4 + NUMBERS.index(name)]

    def _list(self, name: str) -> tuple[int, ...]:
        index, n = LISTS.index(name), self.seats
        size = n if index < 3 else codes.HAND * n
        at = 4 + len(NUMBERS) + (index * n if index < 3 else 3 * n + (index - 3) * size)
        return self.ints[at : at + size]

    @property
    def question(self) -> str:
        return QUESTIONS[self.ints[0]]

    @property
    def lives(self) -> tuple[int, ...]:
        return self._list("lives")

    @property
    def points(self) -> tuple[int, ...]:
        return self._list("points")

    def places(self, seat: Seat) -> tuple[Place, ...]:
        """The three cards of a seat."""
        rows = zip(self._list("phase"), self._list("cards"), self._list("knows"), strict=True)
        return tuple(
            Place(
                ("none", "held", "played", "revealed")[phase],
                card_of(card),
                tuple(s for s in range(self.seats) if (knows >> s) & 1),
            )
            for phase, card, knows in list(rows)[seat * codes.HAND : (seat + 1) * codes.HAND]
        )

    @property
    def claimer(self) -> Seat | None:
        """Whose claim waits for answers."""
        return None if self.number("claim") < 0 else self.number("turn")

    @property
    def claimed_rank(self) -> Rank | None:
        return None if self.number("claim") < 0 else LIAR_RANKS[self.number("rank")]

    @property
    def claimed_card(self) -> Card | None:
        """The card that waits for answers, if you happen to know it."""
        place = self.number("claim")
        return None if place < 0 else card_of(self._list("cards")[place])

    def to_wire(self) -> dict[str, Any]:
        return {
            "deal": self.number("deal"),
            "turn": self.number("turn"),
            "claimed_rank": self.claimed_rank,
            "claimed_card": self.claimed_card,
            "lives": self.lives,
            "points": self.points,
            "places": [self.places(seat) for seat in range(self.seats)],
        }

    def text(self) -> str:
        lines = [f"deal {self.number('deal') + 1}"]
        for seat, name in enumerate(self.table.names):
            cards = " ".join(f"{place.card or '?'}({place.state})" for place in self.places(seat))
            lines.append(f"{name}: {self.lives[seat]} lives, {self.points[seat]} points: {cards}")
        return "\n".join([*lines, *self.situation()])

    def situation(self) -> tuple[str, ...]:
        return () if self.claimer is None else (f"{self.table.names[self.claimer]} says: {self.claimed_rank}",)

    def seat_note(self, seat: Seat) -> str:
        return f"{self.lives[seat]} lives"


# Bots.


class LiarBot(Bot[LiarMove, LiarView]):
    """Implement `take_turn` and `answer`; the first move is always safe."""

    @abstractmethod
    def take_turn(self, view: LiarView, moves: Sequence[LiarMove]) -> LiarMove | int | str:
        """Claim or swap."""

    @abstractmethod
    def answer(self, view: LiarView, moves: Sequence[LiarMove]) -> LiarMove | int | str:
        """Trust or challenge."""

    def decide(self, decision: Decision[LiarMove, LiarView]) -> LiarMove | int | str:
        match decision.question:
            case "turn":
                return self.take_turn(decision.view, decision.moves)
            case _:
                return self.answer(decision.view, decision.moves)


class Honest(LiarBot):
    """Never lies, and challenges only what it knows to be a lie."""

    def take_turn(self, view: LiarView, moves: Sequence[LiarMove]) -> int:
        return 0

    def answer(self, view: LiarView, moves: Sequence[LiarMove]) -> int:
        card = view.claimed_card
        return 1 if card is not None and card.rank != view.claimed_rank else 0


BOTS: Final = {"honest": Honest}
