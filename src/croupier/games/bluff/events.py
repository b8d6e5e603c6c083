"""Bluff's events: the classes, their sentences, and the one table from event integers to events."""

from collections.abc import Callable, Sequence
from typing import Final

from croupier.games.bluff import codes
from croupier.kernel.cards import Rank
from croupier.kernel.decision import Event, Seat
from croupier.kernel.events import a_of, actor_of, b_of, kind_of, x_of, y_of

ENDINGS: Final = (
    "",
    "a hand was emptied",
    "the turns ran out",
    "all rounds were played",
    "one side was left",
)


class RoundBegan(Event, frozen=True, gc=False):
    """The cards are dealt anew; `seat` begins."""

    seat: Seat
    round: int
    out_of_play: int

    def text(self, names: Sequence[str]) -> str:
        aside = f"; {cards(self.out_of_play)} out of play" if self.out_of_play else ""
        return f"round {self.round + 1}: {names[self.seat]} begins{aside}"


class Dealt(Event, frozen=True, gc=False):
    """A hand was dealt."""

    seat: Seat
    count: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is dealt {cards(self.count)}"


class Held(Event, frozen=True, gc=False):
    """How many cards of a rank were dealt to you. Nobody else is sent it."""

    seat: Seat
    rank: Rank | None
    count: int | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} holds {self.count}x{self.rank}"


class Laid(Event, frozen=True, gc=False):
    """A card you picked to be laid. Nobody else is sent it."""

    seat: Seat
    rank: Rank | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} lays {self.rank}"


class Stopped(Event, frozen=True, gc=False):
    """You lay no more cards in this turn. Nobody else is sent it."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} lays no more"


class Claimed(Event, frozen=True, gc=False):
    """Cards were laid face down and called a rank."""

    seat: Seat
    rank: Rank
    count: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} lays {cards(self.count)} and says: {self.rank}"


class Answered(Event, frozen=True, gc=False):
    """Your own sealed answer. Nobody else is sent it."""

    seat: Seat
    challenges: bool | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} {'wants to challenge' if self.challenges else 'trusts'}"


class Trusted(Event, frozen=True, gc=False):
    """The answers were opened and nobody challenged the claim of `seat`."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is believed"


class Challenged(Event, frozen=True, gc=False):
    """The answers were opened and `seat` challenges."""

    seat: Seat
    claimer: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} challenges {names[self.claimer]}"


class Revealed(Event, frozen=True, gc=False):
    """Cards of one rank among those that were challenged."""

    seat: Seat
    rank: Rank
    count: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} had laid {self.count}x{self.rank}"


class Judged(Event, frozen=True, gc=False):
    """Whether the challenged claim was true."""

    seat: Seat
    challenger: Seat
    rank: Rank
    """What was claimed."""
    truthful: bool

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} told {'the truth' if self.truthful else 'a lie'}"


class TookPile(Event, frozen=True, gc=False):
    """The whole pile went to a hand."""

    seat: Seat
    count: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes the pile of {cards(self.count)}"


class Found(Event, frozen=True, gc=False):
    """What the pile held, shown to the one who took it and to its partner."""

    seat: Seat
    rank: Rank | None
    count: int | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} finds {self.count}x{self.rank}"


class RoundEnded(Event, frozen=True, gc=False):
    """A round is over."""

    winners: tuple[Seat, ...]
    why: str

    def text(self, names: Sequence[str]) -> str:
        return f"the round goes to {' and '.join(names[seat] for seat in self.winners)}: {self.why}"


class Expelled(Event, frozen=True, gc=False):
    """A seat is out of the match."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is expelled"


class Ended(Event, frozen=True, gc=False):
    """The match is over."""

    ending: str

    def text(self, names: Sequence[str]) -> str:
        return f"the match is over: {self.ending}"


EVENT_TYPES = (
    RoundBegan
    | Dealt
    | Held
    | Laid
    | Stopped
    | Claimed
    | Answered
    | Trusted
    | Challenged
    | Revealed
    | Judged
    | TookPile
    | Found
    | RoundEnded
    | Expelled
    | Ended
)

SHOWING: Final = frozenset({Held, Revealed, Found})


def cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def rank_of(number: int) -> Rank:
    """The rules' rank as that of a playing card."""
    return _RANKS[number]


_RANKS: Final = tuple(Rank)


def _hidden_rank(number: int) -> Rank | None:
    return None if number < 0 else _RANKS[number]


def _hidden(number: int) -> int | None:
    return None if number < 0 else number


def _challenges(answer: int) -> bool | None:
    return None if answer < 0 else answer == codes.CHALLENGED


_TABLE: Final[dict[int, Callable[[int], Event]]] = {
    codes.E_ROUND: lambda e: RoundBegan(actor_of(e), a_of(e), b_of(e)),
    codes.E_DEALT: lambda e: Dealt(actor_of(e), a_of(e)),
    codes.E_HELD: lambda e: Held(actor_of(e), _hidden_rank(x_of(e)), _hidden(y_of(e))),
    codes.E_LAID: lambda e: Laid(actor_of(e), _hidden_rank(x_of(e))),
    codes.E_STOPPED: lambda e: Stopped(actor_of(e)),
    codes.E_CLAIMED: lambda e: Claimed(actor_of(e), rank_of(a_of(e)), b_of(e)),
    codes.E_ANSWERED: lambda e: Answered(actor_of(e), _challenges(x_of(e))),
    codes.E_TRUSTED: lambda e: Trusted(actor_of(e)),
    codes.E_CHALLENGED: lambda e: Challenged(actor_of(e), a_of(e)),
    codes.E_REVEALED: lambda e: Revealed(actor_of(e), rank_of(a_of(e)), b_of(e)),
    codes.E_JUDGED: lambda e: Judged(actor_of(e), b_of(e) >> 1, rank_of(a_of(e)), b_of(e) & 1 == 1),
    codes.E_TOOK: lambda e: TookPile(actor_of(e), a_of(e)),
    codes.E_FOUND: lambda e: Found(actor_of(e), _hidden_rank(x_of(e)), _hidden(y_of(e))),
    codes.E_ROUND_OVER: lambda e: RoundEnded(
        tuple(seat for seat in range(8) if (a_of(e) >> seat) & 1), ENDINGS[b_of(e)]
    ),
    codes.E_EXPELLED: lambda e: Expelled(actor_of(e)),
    codes.E_ENDED: lambda e: Ended(ENDINGS[a_of(e)]),
}


def make_event(event: int) -> Event:
    """The event behind a redacted integer."""
    return _TABLE[kind_of(event)](event)
