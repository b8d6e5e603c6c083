"""Cuttle's events: the classes, their sentences, and the one table from event integers to events."""

from collections.abc import Callable, Sequence
from typing import Final

from croupier.games.cuttle import codes
from croupier.kernel.cards import CARDS, Card, Rank
from croupier.kernel.decision import Event, Seat
from croupier.kernel.events import a_of, actor_of, b_of, kind_of, x_of

ENDINGS: Final = (
    "",
    "reached the goal",
    "more points when the pile ran out",
    "the opponent had no card left to play",
    "drawn by passing",
    "drawn by the turn limit",
    "forfeit",
)


class Dealt(Event, frozen=True, gc=False):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    card: Card | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is dealt {self.card or 'a card'}"


class Drew(Event, frozen=True, gc=False):
    """A card was drawn. The other seat learns which by glasses, or when it knew the top card."""

    seat: Seat
    card: Card | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} draws {self.card or 'a card'}"


class Passed(Event, frozen=True, gc=False):
    """A turn was passed, the pile being empty."""

    seat: Seat

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} passes"


class PlayedPoints(Event, frozen=True, gc=False):
    """A number card was played for points."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays {self.card} for points"


class Scuttled(Event, frozen=True, gc=False):
    """A point card was scuttled."""

    seat: Seat
    card: Card
    target: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} scuttles {self.target} with {self.card}"


class PlayedOneOff(Event, frozen=True, gc=False):
    """A one-off was played; it may still be countered."""

    seat: Seat
    card: Card
    target: Card | None

    def text(self, names: Sequence[str]) -> str:
        on = "" if self.target is None else f" against {self.target}"
        return f"{names[self.seat]} plays {self.card} as a one-off{on}"


class PlayedPermanent(Event, frozen=True, gc=False):
    """Glasses, a Jack, a Queen or a King was played."""

    seat: Seat
    card: Card
    target: Card | None

    def text(self, names: Sequence[str]) -> str:
        how = " as glasses" if self.card.rank == Rank.EIGHT else ""
        on = "" if self.target is None else f" on {self.target}"
        return f"{names[self.seat]} plays {self.card}{how}{on}"


class Countered(Event, frozen=True, gc=False):
    """A Two answered a one-off or another Two."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} counters with {self.card}"


class Resolved(Event, frozen=True, gc=False):
    """A counter window closed."""

    seat: Seat
    card: Card
    works: bool

    def text(self, names: Sequence[str]) -> str:
        return f"{self.card} of {names[self.seat]} {'takes effect' if self.works else 'is cancelled'}"


class Scrapped(Event, frozen=True, gc=False):
    """A card left the table for the scrap pile."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} loses {self.card}"


class Returned(Event, frozen=True, gc=False):
    """A Nine sent a card back to a hand."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{self.card} goes back to the hand of {names[self.seat]}"


class Took(Event, frozen=True, gc=False):
    """A Three took a card from the scrap pile."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} takes {self.card} from the scrap pile"


class Discarded(Event, frozen=True, gc=False):
    """A card went from a hand to the scrap pile."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} discards {self.card}"


class Revealed(Event, frozen=True, gc=False):
    """A Seven turned up the top of the pile for both."""

    seat: Seat
    card: Card
    other: Card | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} reveals {self.card}" + ("" if self.other is None else f" and {self.other}")


class Shown(Event, frozen=True, gc=False):
    """Glasses showed a card of a hand."""

    seat: Seat
    card: Card | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} shows {self.card or 'a card'}"


class ChangedSides(Event, frozen=True, gc=False):
    """A point card came under the control of `seat`."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} now has {self.card}"


class Ended(Event, frozen=True, gc=False):
    """The match is over; no winner means a draw."""

    winner: Seat | None
    ending: str

    def text(self, names: Sequence[str]) -> str:
        return f"nobody wins: {self.ending}" if self.winner is None else f"{names[self.winner]} wins: {self.ending}"


EVENT_TYPES = (
    Dealt
    | Drew
    | Passed
    | PlayedPoints
    | Scuttled
    | PlayedOneOff
    | PlayedPermanent
    | Countered
    | Resolved
    | Scrapped
    | Returned
    | Took
    | Discarded
    | Revealed
    | Shown
    | ChangedSides
    | Ended
)

SHOWING: Final = frozenset({Dealt, Drew, Revealed, Shown})
WINDOWS: Final = frozenset({PlayedOneOff, Countered})


def _card(index: int) -> Card | None:
    return None if index < 0 else CARDS[index]


_TABLE: Final[dict[int, Callable[[int], Event]]] = {
    codes.E_DEALT: lambda e: Dealt(actor_of(e), _card(x_of(e))),
    codes.E_DREW: lambda e: Drew(actor_of(e), _card(x_of(e))),
    codes.E_PASSED: lambda e: Passed(actor_of(e)),
    codes.E_POINTS: lambda e: PlayedPoints(actor_of(e), CARDS[a_of(e)]),
    codes.E_SCUTTLED: lambda e: Scuttled(actor_of(e), CARDS[a_of(e)], CARDS[b_of(e)]),
    codes.E_ONE_OFF: lambda e: PlayedOneOff(actor_of(e), CARDS[a_of(e)], _card(b_of(e) - 1)),
    codes.E_PERMANENT: lambda e: PlayedPermanent(actor_of(e), CARDS[a_of(e)], _card(b_of(e) - 1)),
    codes.E_COUNTERED: lambda e: Countered(actor_of(e), CARDS[a_of(e)]),
    codes.E_RESOLVED: lambda e: Resolved(actor_of(e), CARDS[a_of(e)], b_of(e) == 1),
    codes.E_SCRAPPED: lambda e: Scrapped(actor_of(e), CARDS[a_of(e)]),
    codes.E_RETURNED: lambda e: Returned(actor_of(e), CARDS[a_of(e)]),
    codes.E_TOOK: lambda e: Took(actor_of(e), CARDS[a_of(e)]),
    codes.E_DISCARDED: lambda e: Discarded(actor_of(e), CARDS[a_of(e)]),
    codes.E_REVEALED: lambda e: Revealed(actor_of(e), CARDS[a_of(e)], _card(b_of(e) - 1)),
    codes.E_SHOWN: lambda e: Shown(actor_of(e), _card(x_of(e))),
    codes.E_CONTROL: lambda e: ChangedSides(actor_of(e), CARDS[a_of(e)]),
    codes.E_ENDED: lambda e: Ended(None if b_of(e) == 0 else b_of(e) - 1, ENDINGS[a_of(e)]),
}


def make_event(event: int) -> Event:
    """The event behind a redacted integer."""
    return _TABLE[kind_of(event)](event)
