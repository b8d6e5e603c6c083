"""Liar in words: the moves, the events, the view and the base class for bots. Ints come in, frozen values go out."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, Final

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.cards import CARDS, Card, Rank
from croupier.kernel.decision import Decision, Event, Move, Seat, View
from croupier.kernel.events import a_of, actor_of, b_of, kind_of, x_of, y_of
from liar import codes
from liar.rules import LISTS, NUMBERS

QUESTIONS: Final = ("turn", "answer")
ENDINGS: Final = ("", "all deals were played", "one side is left")


def card_of(number: int) -> Card | None:
    """The rules' card as a playing card: 0 is the Ten of clubs, 15 the King of spades; -1 is hidden."""
    return None if number < 0 else CARDS[36 + number]


def rank_of(number: int) -> Rank:
    return Rank(10 + number)


# Moves.


class LiarMove(Move, frozen=True, gc=False):
    """Any move of Liar."""


class Trust(LiarMove, frozen=True, gc=False):
    """Let the claim stand."""

    def __str__(self) -> str:
        return "trust"


class Challenge(LiarMove, frozen=True, gc=False):
    """Call it a lie, showing your own card of the claimed rank."""

    position: int

    def __str__(self) -> str:
        return f"challenge {self.position}"


class Claim(LiarMove, frozen=True, gc=False):
    """Play a card face down and say what it is."""

    position: int
    rank: Rank

    def __str__(self) -> str:
        return f"claim {self.position} {self.rank}"


class Swap(LiarMove, frozen=True, gc=False):
    """Exchange a card with another seat; the two of you see both."""

    position: int
    seat: Seat
    other: int
    """The position of the other seat's card."""

    def __str__(self) -> str:
        return f"swap {self.position} {self.seat} {self.other}"


MOVE_TYPES = Trust | Challenge | Claim | Swap


def make_move(move: int) -> LiarMove:
    """The move with this id."""
    if move == codes.M_TRUST:
        return Trust()
    if move < codes.M_CLAIM:
        return Challenge(move - codes.M_CHALLENGE)
    if move < codes.M_SWAP:
        position, rank = divmod(move - codes.M_CLAIM, 4)
        return Claim(position, rank_of(rank))
    mine, other = divmod(move - codes.M_SWAP, codes.HAND)
    return Swap(mine // 4, mine % 4, other)


# Events.


class DealBegan(Event, frozen=True, gc=False):
    """The old cards are taken away; `seat` begins."""

    seat: Seat
    deal: int

    def text(self, names: Sequence[str]) -> str:
        return f"deal {self.deal + 1}: {names[self.seat]} begins"


class Dealt(Event, frozen=True, gc=False):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    position: int
    card: Card | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is dealt {self.card or 'a card'}"


class Claimed(Event, frozen=True, gc=False):
    """A card was played face down."""

    seat: Seat
    position: int
    rank: Rank

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays card {self.position} and says: {self.rank}"


class Answered(Event, frozen=True, gc=False):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    proof: int | None
    """The position of the card to be shown in a challenge; None for trust."""

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} {'trusts' if self.proof is None else 'doubts it'}"


class Trusted(Event, frozen=True, gc=False):
    """The answers were opened and nobody challenged the claim of `seat`."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is believed"


class Challenged(Event, frozen=True, gc=False):
    """The answers were opened and `seat` challenges, showing a card."""

    seat: Seat
    position: int
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} challenges, showing {self.card}"


class Revealed(Event, frozen=True, gc=False):
    """The challenged card was turned up."""

    seat: Seat
    position: int
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} had played {self.card}"


class LostLife(Event, frozen=True, gc=False):
    """A life was lost."""

    seat: Seat
    left: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} loses a life and has {self.left} left"


class WentOut(Event, frozen=True, gc=False):
    """A seat is out of the match."""

    seat: Seat
    expelled: bool

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is {'expelled' if self.expelled else 'out'}"


class Swapped(Event, frozen=True, gc=False):
    """Two cards changed places. Only the two seats involved learn them; to others they are None."""

    seat: Seat
    position: int
    other: Seat
    other_position: int
    given: Card | None
    taken: Card | None

    def text(self, names: Sequence[str]) -> str:
        cards = "" if self.given is None else f": {self.given} for {self.taken}"
        return f"{names[self.seat]} swaps with {names[self.other]}{cards}"


class Ended(Event, frozen=True, gc=False):
    """The match is over."""

    ending: str

    def text(self, names: Sequence[str]) -> str:
        return f"the match is over: {self.ending}"


EVENT_TYPES = (
    DealBegan | Dealt | Claimed | Answered | Trusted | Challenged | Revealed | LostLife | WentOut | Swapped | Ended
)

SHOWING: Final = frozenset({Dealt, Challenged, Revealed, Swapped})


def _proof(answer: int) -> int | None:
    return None if answer < codes.CHALLENGED else answer - codes.CHALLENGED


_TABLE: Final[dict[int, Callable[[int], Event]]] = {
    codes.E_DEAL: lambda e: DealBegan(actor_of(e), a_of(e)),
    codes.E_DEALT: lambda e: Dealt(actor_of(e), a_of(e), card_of(x_of(e))),
    codes.E_CLAIMED: lambda e: Claimed(actor_of(e), a_of(e), rank_of(b_of(e))),
    codes.E_ANSWERED: lambda e: Answered(
        actor_of(e), x_of(e) - codes.CHALLENGED if x_of(e) >= codes.CHALLENGED else None
    ),
    codes.E_TRUSTED: lambda e: Trusted(actor_of(e)),
    codes.E_CHALLENGED: lambda e: Challenged(actor_of(e), a_of(e), CARDS[36 + b_of(e)]),
    codes.E_REVEALED: lambda e: Revealed(actor_of(e), a_of(e), CARDS[36 + b_of(e)]),
    codes.E_LOST: lambda e: LostLife(actor_of(e), a_of(e)),
    codes.E_OUT: lambda e: WentOut(actor_of(e), a_of(e) == 1),
    codes.E_SWAPPED: lambda e: Swapped(
        actor_of(e), a_of(e) // 3, b_of(e), a_of(e) % 3, card_of(x_of(e)), card_of(y_of(e))
    ),
    codes.E_ENDED: lambda e: Ended(ENDINGS[a_of(e)]),
}


def make_event(event: int) -> Event:
    """The event behind a redacted integer."""
    return _TABLE[kind_of(event)](event)


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
        return None if self.number("claim") < 0 else rank_of(self.number("rank"))

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
        if self.claimer is not None:
            lines.append(f"{self.table.names[self.claimer]} says: {self.claimed_rank}")
        return "\n".join(lines)


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
