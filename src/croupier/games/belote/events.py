"""Belote's events: their codes, fields and sentences."""

from collections.abc import Sequence
from typing import Any, Final

from croupier.games.belote.core import codes
from croupier.games.belote.terms import DECK, MODES, MULTIPLIERS, TEAMS, Mode, Multiplier, Team, team_of
from croupier.kernel.cards import Card
from croupier.kernel.decision import Event, Seat
from croupier.kernel.declare import from_a, from_actor, from_b, from_event, from_x
from croupier.kernel.event_bits import a_of, b_of

ENDINGS: Final = ("", "reached the target", "won by all tricks in a Colour", "all deals played", "forfeit")


def _wide(event: int) -> int:
    return a_of(event) | (b_of(event) << 8)


class BeloteEvent(Event):
    """Any event of Belote."""

    @staticmethod
    def word(value: Any, names: Sequence[str]) -> str:
        if isinstance(value, Team):
            return f"{names[value.number]} and {names[value.number + 2]}"
        return value.title if isinstance(value, Mode) else Event.word(value, names)


class DealStarted(BeloteEvent, code=codes.E_DEAL):
    """A deal began; deals are counted from 0."""

    dealer: Seat = from_actor()
    deal: int = from_event(_wide)
    says = "Deal {deal+1}: {dealer} deals"


class DeckCut(BeloteEvent, code=codes.E_CUT):
    """The deck was cut."""

    seat: Seat
    position: int = from_a()
    from_top: bool = from_b(bool)
    says = "{seat} cuts {position} cards from the {from_top?top|bottom}"


class Dealt(BeloteEvent, code=codes.E_DEALT, reveals=True):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    card: Card | None = from_x(DECK)
    says = "{seat} is dealt {card|a card}"


class Announced(BeloteEvent, code=codes.E_ANNOUNCED):
    """A mode was announced."""

    seat: Seat
    mode: Mode = from_a(MODES)
    says = "{seat} bids {mode}"


class Accepted(BeloteEvent, code=codes.E_ACCEPTED):
    """The current bid was accepted; `doubles` says whether that doubled it (rule 3.7)."""

    seat: Seat
    mode: Mode = from_a(MODES)
    doubles: bool = from_b(bool)
    says = "{seat} accepts {mode}{doubles?, which doubles it|}"


class Doubled(BeloteEvent, code=codes.E_DOUBLED):
    """A mode was doubled."""

    seat: Seat
    mode: Mode = from_a(MODES)
    says = "{seat} doubles {mode}"


class Redoubled(BeloteEvent, code=codes.E_REDOUBLED):
    """A mode was redoubled."""

    seat: Seat
    mode: Mode = from_a(MODES)
    says = "{seat} redoubles {mode}"


class NegotiationCompleted(BeloteEvent, code=codes.E_CONTRACT):
    """The bidding is over: what is played, who announced it, and for how much."""

    announcer: Seat = from_actor()
    mode: Mode = from_a(MODES)
    multiplier: Multiplier = from_b(MULTIPLIERS)

    @property
    def team(self) -> Team:
        return team_of(self.announcer)

    def text(self, names: Sequence[str]) -> str:
        factor = "" if self.multiplier is Multiplier.NORMAL else f", {str(self.multiplier).lower()}"
        return f"{self.word(self.team, names)} play {self.mode.title}{factor}"


class CardPlayed(BeloteEvent, code=codes.E_PLAYED):
    """A card was played to the trick."""

    seat: Seat
    card: Card = from_a(DECK)
    says = "{seat} plays {card}"


class TrickCompleted(BeloteEvent, code=codes.E_TRICK, slow=True):
    """A trick was won; the last one counts ten points more."""

    winner: Seat = from_actor()
    points: int = from_a()
    says = "{winner} wins the trick ({points:point})"


class Counted(BeloteEvent, code=codes.E_COUNTED):
    """The card points of a team in the deal."""

    team: Team = from_actor(TEAMS)
    card_points: int = from_event(_wide)
    says = "{team} have {card_points:card point}"


class Scored(BeloteEvent, code=codes.E_SCORED):
    """The match points of a team for the deal."""

    team: Team = from_actor(TEAMS)
    match_points: int = from_event(_wide)
    says = "{team} score {match_points:match point}"


class DealEnded(BeloteEvent, code=codes.E_DEAL_ENDED):
    """The deal is over. `sweeper` took all tricks; `instant_win` says whether that wins the match."""

    sweeper: Team | None = from_a(TEAMS, plus_one=True)
    instant_win: bool = from_b(bool)
    says = "The deal is over[: {sweeper} took all tricks]"


class TargetRaised(BeloteEvent, code=codes.E_TARGET):
    """Both teams had reached the target, so it was raised."""

    target: int = from_event(_wide)
    says = "Both teams reached the target, so it rises to {target}"


class Ended(BeloteEvent, code=codes.E_ENDED):
    """The match is over; no winner means a draw."""

    winner: Team | None = from_b(TEAMS, plus_one=True)
    ending: str = from_a(ENDINGS)
    says = "{winner|Nobody} {winner?win|wins}: {ending}"
