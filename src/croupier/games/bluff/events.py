"""Bluff's events: their codes, fields and sentences."""

from collections.abc import Sequence
from typing import Final

from croupier.games.bluff.core import codes
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Event, Seat
from croupier.kernel.declare import count, from_a, from_b, from_x, from_y

ENDINGS: Final = (
    "",
    "a hand was emptied",
    "the turns ran out",
    "all rounds were played",
    "one side was left",
)


_RANKS: Final = tuple(Rank)


def _seats(bits: int) -> tuple[Seat, ...]:
    return tuple(seat for seat in range(8) if (bits >> seat) & 1)


def _cards(rank: Rank | None, number: int | None) -> str:
    return "cards" if rank is None or number is None else rank.counted(number)


class BluffEvent(Event):
    """Any event of Bluff."""


class RoundBegan(BluffEvent, code=codes.E_ROUND):
    """The cards of a round are dealt; `seat` begins."""

    seat: Seat
    round: int = from_a()
    out_of_play: int = from_b()

    def text(self, names: Sequence[str]) -> str:
        aside = f" ({count(self.out_of_play, 'card')} out of play)" if self.out_of_play else ""
        return f"Round {self.round + 1}: {names[self.seat]} begins{aside}"


class Dealt(BluffEvent, code=codes.E_DEALT):
    """A hand was dealt."""

    seat: Seat
    count: int = from_a()
    says = "{seat} is dealt {count:card}"


class Held(BluffEvent, code=codes.E_HELD, reveals=True):
    """How many cards of a rank were dealt to you. Nobody else is sent it."""

    seat: Seat
    rank: Rank | None = from_x(_RANKS)
    count: int | None = from_y()

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} holds {_cards(self.rank, self.count)}"


class Laid(BluffEvent, code=codes.E_LAID):
    """A card you picked to be laid. Nobody else is sent it."""

    seat: Seat
    rank: Rank | None = from_x(_RANKS)

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} lays {'a card' if self.rank is None else f'{self.rank.article} {self.rank.noun}'}"


class Stopped(BluffEvent, code=codes.E_STOPPED):
    """You lay no more cards in this turn. Nobody else is sent it."""

    seat: Seat
    says = "{seat} lays no more cards"


class Claimed(BluffEvent, code=codes.E_CLAIMED):
    """Cards were laid face down and called a rank."""

    seat: Seat
    rank: Rank = from_a(_RANKS)
    count: int = from_b()

    def text(self, names: Sequence[str]) -> str:
        rank = f"{self.rank.article} {self.rank.noun}" if self.count == 1 else self.rank.plural
        return f"{names[self.seat]} lays {count(self.count, 'card')} and claims {rank}"


class Answered(BluffEvent, code=codes.E_ANSWERED):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    challenges: bool | None = from_x(lambda answer: answer == codes.CHALLENGED)
    says = "{seat} answers in secret: {challenges?challenge|trust}"


class Trusted(BluffEvent, code=codes.E_TRUSTED):
    """The answers were opened and nobody challenged the claim of `seat`."""

    seat: Seat
    says = "Nobody challenges {seat}"


class Challenged(BluffEvent, code=codes.E_CHALLENGED, slow=True):
    """The answers were opened and `seat` challenges."""

    seat: Seat
    claimer: Seat = from_a(Seat)
    says = "{seat} challenges {claimer}"


class Revealed(BluffEvent, code=codes.E_REVEALED, reveals=True):
    """Cards of one rank among those that were challenged."""

    seat: Seat
    rank: Rank = from_a(_RANKS)
    count: int = from_b()

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} had laid {_cards(self.rank, self.count)}"


class Judged(BluffEvent, code=codes.E_JUDGED, slow=True):
    """Whether the challenged claim was true."""

    seat: Seat
    challenger: Seat = from_b(lambda b: b >> 1)
    rank: Rank = from_a(_RANKS)
    """What was claimed."""
    truthful: bool = from_b(lambda b: b & 1 == 1)
    says = "{seat} {truthful?told the truth|lied}"


class TookPile(BluffEvent, code=codes.E_TOOK):
    """The whole pile went to a hand."""

    seat: Seat
    count: int = from_a()
    says = "{seat} takes the pile ({count:card})"


class Found(BluffEvent, code=codes.E_FOUND, reveals=True):
    """What the pile held, shown to the one who took it and to its partner."""

    seat: Seat
    rank: Rank | None = from_x(_RANKS)
    count: int | None = from_y()

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} picks up {_cards(self.rank, self.count)}"


class RoundEnded(BluffEvent, code=codes.E_ROUND_OVER):
    """A round is over."""

    winners: tuple[Seat, ...] = from_a(_seats)
    why: str = from_b(ENDINGS)

    def text(self, names: Sequence[str]) -> str:
        winners = " and ".join(names[seat] for seat in self.winners)
        return f"{winners} {'wins' if len(self.winners) == 1 else 'win'} the round: {self.why}"


class Expelled(BluffEvent, code=codes.E_EXPELLED):
    """A seat is out of the match."""

    seat: Seat
    says = "{seat} is expelled"


class Ended(BluffEvent, code=codes.E_ENDED):
    """The match is over."""

    ending: str = from_a(ENDINGS)
    says = "The match is over: {ending}"
