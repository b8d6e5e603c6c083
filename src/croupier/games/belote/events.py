"""Belote's events: the classes, their sentences, and the one table from event integers to events."""

from collections.abc import Callable, Sequence
from typing import Final

from croupier.games.belote import codes
from croupier.games.belote.words import DECK, MODES, MULTIPLIERS, TEAMS, Mode, Multiplier, Team, team_of
from croupier.kernel.cards import Card
from croupier.kernel.decision import Event, Seat
from croupier.kernel.events import a_of, actor_of, b_of, kind_of, x_of

ENDINGS: Final = ("", "reached the target", "won by all tricks in a Colour", "all deals played", "forfeit")


def _names(team: Team, names: Sequence[str]) -> str:
    return f"{names[team.number]} and {names[team.number + 2]}"


class DealStarted(Event, frozen=True, gc=False):
    """A deal began; deals are counted from 0."""

    dealer: Seat
    deal: int

    def text(self, names: Sequence[str]) -> str:
        return f"deal {self.deal + 1}: {names[self.dealer]} is the dealer"


class DeckCut(Event, frozen=True, gc=False):
    """The deck was cut."""

    seat: Seat
    position: int
    from_top: bool

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} cuts {self.position} cards from the {'top' if self.from_top else 'bottom'}"


class Dealt(Event, frozen=True, gc=False):
    """A card was dealt. Only its owner learns which."""

    seat: Seat
    card: Card | None

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} is dealt {self.card or 'a card'}"


class Announced(Event, frozen=True, gc=False):
    """A mode was announced."""

    seat: Seat
    mode: Mode

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} announces {self.mode}"


class Accepted(Event, frozen=True, gc=False):
    """The current bid was accepted; `doubles` says whether that doubled it (rule 3.7)."""

    seat: Seat
    mode: Mode
    doubles: bool

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} accepts {self.mode}" + (", which doubles it" if self.doubles else "")


class Doubled(Event, frozen=True, gc=False):
    """A mode was doubled."""

    seat: Seat
    mode: Mode

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} doubles {self.mode}"


class Redoubled(Event, frozen=True, gc=False):
    """A mode was redoubled."""

    seat: Seat
    mode: Mode

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} redoubles {self.mode}"


class NegotiationCompleted(Event, frozen=True, gc=False):
    """The bidding is over: what is played, who announced it, and for how much."""

    announcer: Seat
    mode: Mode
    multiplier: Multiplier

    @property
    def team(self) -> Team:
        return team_of(self.announcer)

    def text(self, names: Sequence[str]) -> str:
        factor = "" if self.multiplier is Multiplier.NORMAL else f", {str(self.multiplier).lower()}"
        return f"{_names(self.team, names)} play {self.mode}{factor}"


class CardPlayed(Event, frozen=True, gc=False):
    """A card was played to the trick."""

    seat: Seat
    card: Card

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]} plays {self.card}"


class TrickCompleted(Event, frozen=True, gc=False):
    """A trick was won; the last one counts ten points more."""

    winner: Seat
    points: int

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.winner]} wins the trick and {self.points} points"


class Counted(Event, frozen=True, gc=False):
    """The card points of a team in the deal."""

    team: Team
    card_points: int

    def text(self, names: Sequence[str]) -> str:
        return f"{_names(self.team, names)} have {self.card_points} card points"


class Scored(Event, frozen=True, gc=False):
    """The match points of a team for the deal."""

    team: Team
    match_points: int

    def text(self, names: Sequence[str]) -> str:
        return f"{_names(self.team, names)} score {self.match_points}"


class DealEnded(Event, frozen=True, gc=False):
    """The deal is over. `sweeper` took all tricks; `instant_win` says whether that wins the match."""

    sweeper: Team | None
    instant_win: bool

    def text(self, names: Sequence[str]) -> str:
        if self.sweeper is None:
            return "the deal is over"
        return f"the deal is over: all tricks for {_names(self.sweeper, names)}"


class TargetRaised(Event, frozen=True, gc=False):
    """Both teams had reached the target, so it was raised."""

    target: int

    def text(self, names: Sequence[str]) -> str:
        return f"both have reached the target, which becomes {self.target}"


class Ended(Event, frozen=True, gc=False):
    """The match is over; no winner means a draw."""

    winner: Team | None
    ending: str

    def text(self, names: Sequence[str]) -> str:
        return (
            f"nobody wins: {self.ending}" if self.winner is None else f"{_names(self.winner, names)} win: {self.ending}"
        )


EVENT_TYPES = (
    DealStarted
    | DeckCut
    | Dealt
    | Announced
    | Accepted
    | Doubled
    | Redoubled
    | NegotiationCompleted
    | CardPlayed
    | TrickCompleted
    | Counted
    | Scored
    | DealEnded
    | TargetRaised
    | Ended
)

SHOWING: Final = frozenset({Dealt})


def _wide(event: int) -> int:
    return a_of(event) | (b_of(event) << 8)


def _team(number: int) -> Team | None:
    return None if number == 0 else TEAMS[number - 1]


_TABLE: Final[dict[int, Callable[[int], Event]]] = {
    codes.E_DEAL: lambda e: DealStarted(actor_of(e), _wide(e)),
    codes.E_CUT: lambda e: DeckCut(actor_of(e), a_of(e), b_of(e) == 1),
    codes.E_DEALT: lambda e: Dealt(actor_of(e), None if x_of(e) < 0 else DECK[x_of(e)]),
    codes.E_ANNOUNCED: lambda e: Announced(actor_of(e), MODES[a_of(e)]),
    codes.E_ACCEPTED: lambda e: Accepted(actor_of(e), MODES[a_of(e)], b_of(e) == 1),
    codes.E_DOUBLED: lambda e: Doubled(actor_of(e), MODES[a_of(e)]),
    codes.E_REDOUBLED: lambda e: Redoubled(actor_of(e), MODES[a_of(e)]),
    codes.E_CONTRACT: lambda e: NegotiationCompleted(actor_of(e), MODES[a_of(e)], MULTIPLIERS[b_of(e)]),
    codes.E_PLAYED: lambda e: CardPlayed(actor_of(e), DECK[a_of(e)]),
    codes.E_TRICK: lambda e: TrickCompleted(actor_of(e), a_of(e)),
    codes.E_COUNTED: lambda e: Counted(TEAMS[actor_of(e)], _wide(e)),
    codes.E_SCORED: lambda e: Scored(TEAMS[actor_of(e)], _wide(e)),
    codes.E_DEAL_ENDED: lambda e: DealEnded(_team(a_of(e)), b_of(e) == 1),
    codes.E_TARGET: lambda e: TargetRaised(_wide(e)),
    codes.E_ENDED: lambda e: Ended(_team(b_of(e)), ENDINGS[a_of(e)]),
}


def make_event(event: int) -> Event:
    """The event behind a redacted integer."""
    return _TABLE[kind_of(event)](event)
