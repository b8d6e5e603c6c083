"""Cuttle's events: their codes, fields and sentences."""

from collections.abc import Sequence
from typing import Final

from croupier.games.cuttle.core import codes
from croupier.kernel.cards import CARDS, Card, Rank
from croupier.kernel.decision import Event, Seat
from croupier.kernel.declare import from_a, from_b, from_x

ENDINGS: Final = (
    "",
    "reached the goal",
    "more points when the pile ran out",
    "the opponent had no card left to play",
    "drawn by passing",
    "drawn by the turn limit",
    "forfeit",
)


class CuttleEvent(Event):
    """Any event of Cuttle."""


class Dealt(CuttleEvent, code=codes.E_DEALT, reveals=True):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    card: Card | None = from_x(CARDS)
    says = "{seat} is dealt {card|a card}"


class Drew(CuttleEvent, code=codes.E_DREW, reveals=True):
    """A card was drawn. The other seat learns which by glasses, or when it knew the top card."""

    seat: Seat
    card: Card | None = from_x(CARDS)
    says = "{seat} draws {card|a card}"


class Passed(CuttleEvent, code=codes.E_PASSED):
    """A turn was passed, the pile being empty."""

    seat: Seat
    says = "{seat} passes"


class PlayedPoints(CuttleEvent, code=codes.E_POINTS):
    """A number card was played for points."""

    seat: Seat
    card: Card = from_a(CARDS)
    says = "{seat} plays {card} for points"


class Scuttled(CuttleEvent, code=codes.E_SCUTTLED):
    """A point card was scuttled."""

    seat: Seat
    card: Card = from_a(CARDS)
    target: Card = from_b(CARDS)
    says = "{seat} scuttles {target} with {card}"


class PlayedOneOff(CuttleEvent, code=codes.E_ONE_OFF, window=True):
    """A one-off was played; it may still be countered."""

    seat: Seat
    card: Card = from_a(CARDS)
    target: Card | None = from_b(CARDS, plus_one=True)
    says = "{seat} plays {card} as a one-off[ against {target}]"


class PlayedPermanent(CuttleEvent, code=codes.E_PERMANENT):
    """Glasses, a Jack, a Queen or a King was played."""

    seat: Seat
    card: Card = from_a(CARDS)
    target: Card | None = from_b(CARDS, plus_one=True)

    def text(self, names: Sequence[str]) -> str:
        how = " as glasses" if self.card.rank == Rank.EIGHT else ""
        on = "" if self.target is None else f" on {self.target.symbol}"
        return f"{names[self.seat]} plays {self.card.symbol}{how}{on}"


class Countered(CuttleEvent, code=codes.E_COUNTERED, window=True, slow=True):
    """A Two answered a one-off or another Two."""

    seat: Seat
    card: Card = from_a(CARDS)
    says = "{seat} counters with {card}"


class Resolved(CuttleEvent, code=codes.E_RESOLVED):
    """A counter window closed."""

    seat: Seat
    card: Card = from_a(CARDS)
    works: bool = from_b(bool)
    says = "{seat}'s {card} {works?takes effect|is cancelled}"


class Scrapped(CuttleEvent, code=codes.E_SCRAPPED):
    """A card left the table for the scrap pile."""

    seat: Seat
    card: Card = from_a(CARDS)
    says = "{seat} loses {card}"


class Returned(CuttleEvent, code=codes.E_RETURNED):
    """A Nine sent a card back to a hand."""

    seat: Seat
    card: Card = from_a(CARDS)
    says = "{card} returns to {seat}'s hand"


class Took(CuttleEvent, code=codes.E_TOOK):
    """A Three took a card from the scrap pile."""

    seat: Seat
    card: Card = from_a(CARDS)
    says = "{seat} takes {card} from the scrap pile"


class Discarded(CuttleEvent, code=codes.E_DISCARDED):
    """A card went from a hand to the scrap pile."""

    seat: Seat
    card: Card = from_a(CARDS)
    says = "{seat} discards {card}"


class Revealed(CuttleEvent, code=codes.E_REVEALED, reveals=True):
    """A Seven turned up the top of the pile for both."""

    seat: Seat
    card: Card = from_a(CARDS)
    other: Card | None = from_b(CARDS, plus_one=True)
    says = "{seat} reveals {card}[ and {other}]"


class Shown(CuttleEvent, code=codes.E_SHOWN, reveals=True):
    """Glasses showed a card of a hand."""

    seat: Seat
    card: Card | None = from_x(CARDS)
    says = "{seat} shows {card|a card}"


class ChangedSides(CuttleEvent, code=codes.E_CONTROL):
    """A point card came under the control of `seat`."""

    seat: Seat
    card: Card = from_a(CARDS)
    says = "{seat} takes over {card}"


class Ended(CuttleEvent, code=codes.E_ENDED):
    """The match is over; no winner means a draw."""

    winner: Seat | None = from_b(Seat, plus_one=True)
    ending: str = from_a(ENDINGS)
    says = "{winner|Nobody} wins: {ending}"
