"""The JSON values of the Belote HTTP API, as both ends of it know them: camelCase, enums as words, no null fields.

Field by field they are the tables of the guide (docs/games/belote-http.md). A field with a default is one that is left
out where it has nothing to say; all others are always there.
"""

from typing import Final, Literal, TypeVar

import msgspec

from croupier.games.belote.moves import Accept, Announce, Bid, Double
from croupier.games.belote.terms import DECK, POSITIONS, Mode, Multiplier, Team
from croupier.games.belote.view import BeloteView, DealResult, Played, Spoken, Trick
from croupier.kernel.cards import Card
from croupier.kernel.decision import Seat

Position = Literal["Bottom", "Left", "Top", "Right"]
RankName = Literal["Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace"]
SuitName = Literal["Clubs", "Diamonds", "Hearts", "Spades"]
ActionType = Literal["Announcement", "Accept", "Double", "Redouble", "ReRedouble"]
"""The last one is not in our rules, and only read."""

T = TypeVar("T")


def if_missing(value: T) -> T:
    """A field that is always sent, and has this value in a message that lacks it."""
    return msgspec.field(default_factory=lambda: value)


class Wire(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Any value of the API."""


class WireCard(Wire, frozen=True):
    """Card."""

    rank: RankName
    suit: SuitName

    @property
    def card(self) -> Card:
        return _CARDS[self]


class WirePlayed(Wire, frozen=True):
    """PlayedCard."""

    player: Position
    card: WireCard


class WireTrick(Wire, frozen=True):
    """TrickState."""

    leader: Position
    trick_number: int
    played_cards: tuple[WirePlayed, ...] = if_missing(())
    is_complete: bool = if_missing(False)


class HandState(Wire, frozen=True):
    """How far a deal has been played."""

    game_mode: Mode
    team1_card_points: int = if_missing(0)
    team2_card_points: int = if_missing(0)
    team1_tricks_won: int = if_missing(0)
    team2_tricks_won: int = if_missing(0)
    completed_tricks: tuple[WireTrick, ...] = if_missing(())
    current_trick: WireTrick | None = None
    """Left out after the last trick."""


class WireAction(Wire, frozen=True):
    """One action of the bidding; `player` only in what has happened, not in what may be answered."""

    type: ActionType
    player: Position | None = None
    mode: Mode | None = None
    target_mode: Mode | None = None


class NegotiationState(Wire, frozen=True):
    """How far the bidding is."""

    dealer: Position
    consecutive_accepts: int = if_missing(0)
    has_double_occurred: bool = if_missing(False)
    """Whether nothing can be announced any more."""
    actions: tuple[WireAction, ...] = if_missing(())
    doubled_modes: dict[Mode, int] = if_missing({})
    """Each with the place in `actions` of what doubled it."""
    redoubled_modes: tuple[Mode, ...] = if_missing(())
    team_colour_announcements: dict[Team, Mode] = if_missing({})
    current_player: Position | None = None
    """When the bidding is over: who spoke last."""
    current_bid: Mode | None = None
    current_bidder: Position | None = None


class WireResult(Wire, frozen=True):
    """DealResult."""

    game_mode: Mode
    multiplier: Multiplier
    announcer_team: Team
    team1_card_points: int
    team2_card_points: int
    team1_match_points: int
    team2_match_points: int
    was_sweep: bool = if_missing(False)
    is_instant_win: bool = if_missing(False)
    sweeping_team: Team | None = None


class MatchState(Wire, frozen=True):
    """How the match stands."""

    target_score: int = if_missing(150)
    team1_match_points: int = if_missing(0)
    team2_match_points: int = if_missing(0)
    current_dealer: Position = if_missing("Bottom")
    is_complete: bool = if_missing(False)
    completed_deals: tuple[WireResult, ...] = if_missing(())
    winner: Team | None = None


# What is asked.


class Opening(Wire, frozen=True):
    """POST /api/sessions. `seed` only where the bot asked for it."""

    position: Position
    match_id: str
    seed: int | None = None


class CutRequest(Wire, frozen=True):
    """POST .../choose-cut."""

    deck_size: int
    match_state: MatchState


class BidRequest(Wire, frozen=True):
    """POST .../choose-negotiation-action."""

    hand: tuple[WireCard, ...]
    negotiation_state: NegotiationState
    match_state: MatchState
    valid_actions: tuple[WireAction, ...]


class CardRequest(Wire, frozen=True):
    """POST .../choose-card."""

    hand: tuple[WireCard, ...]
    hand_state: HandState
    match_state: MatchState
    valid_plays: tuple[WireCard, ...]


# What is told. All fields are sent; other engines leave out some.


class MatchNotice(Wire, frozen=True):
    """POST .../notify/deal-started and match-ended."""

    match_state: MatchState


class ContractNotice(Wire, frozen=True):
    """POST .../notify/negotiation-completed, which the guide does not have. Other engines send only the states."""

    game_mode: Mode | None = None
    multiplier: Multiplier | None = None
    announcer: Position | None = None
    announcer_team: Team | None = None
    negotiation_state: NegotiationState | None = None
    match_state: MatchState | None = None


class CardNotice(Wire, frozen=True):
    """POST .../notify/card-played."""

    player: Position
    card: WireCard
    hand_state: HandState | None = None
    match_state: MatchState | None = None


class TrickNotice(Wire, frozen=True):
    """POST .../notify/trick-completed."""

    completed_trick: WireTrick | None = None
    winner: Position | None = None
    hand_state: HandState | None = None
    match_state: MatchState | None = None


class DealNotice(Wire, frozen=True):
    """POST .../notify/deal-ended."""

    result: WireResult | None = None
    hand_state: HandState | None = None
    match_state: MatchState | None = None


# From the game to the wire.

_RANKS: Final[tuple[RankName, ...]] = ("Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace")
_SUITS: Final[tuple[SuitName, ...]] = ("Clubs", "Diamonds", "Hearts", "Spades")
WIRE_CARDS: Final[dict[Card, WireCard]] = {
    card: WireCard(_RANKS[number % 8], _SUITS[number // 8]) for number, card in enumerate(DECK)
}
_CARDS: Final[dict[WireCard, Card]] = {wire: card for card, wire in WIRE_CARDS.items()}


def position_of(seat: Seat) -> Position:
    return _POSITIONS[seat]


_POSITIONS: Final[tuple[Position, ...]] = ("Bottom", "Left", "Top", "Right")
SEATS: Final[dict[Position, Seat]] = {position: seat for seat, position in enumerate(_POSITIONS)}
assert _POSITIONS == POSITIONS


def wire_cards(cards: tuple[Card, ...]) -> tuple[WireCard, ...]:
    return tuple(WIRE_CARDS[card] for card in cards)


def wire_action(bid: Bid, player: Position | None = None) -> WireAction:
    match bid:
        case Announce(mode=mode):
            return WireAction("Announcement", player, mode)
        case Accept():
            return WireAction("Accept", player)
        case _:
            return WireAction("Double" if isinstance(bid, Double) else "Redouble", player, None, bid.mode)


def wire_played(played: Played) -> WirePlayed:
    return WirePlayed(position_of(played.seat), WIRE_CARDS[played.card])


def wire_trick(trick: Trick) -> WireTrick:
    cards = tuple(wire_played(played) for played in trick.cards)
    return WireTrick(position_of(trick.leader), trick.number, cards, trick.is_complete)


def wire_result(result: DealResult) -> WireResult:
    return WireResult(
        result.mode,
        result.multiplier,
        result.announcers,
        *result.card_points,
        *result.match_points,
        result.sweeper is not None,
        result.instant_win,
        result.sweeper,
    )


def match_state(view: BeloteView) -> MatchState:
    results = tuple(wire_result(result) for result in view.completed_deals)
    return MatchState(view.target, *view.match_points, position_of(view.dealer), view.is_over, results, view.winner)


def hand_state(view: BeloteView) -> HandState:
    """Of a view whose bidding is over."""
    assert view.mode is not None
    tricks = tuple(wire_trick(trick) for trick in view.tricks)
    current = None if view.trick is None else wire_trick(view.trick)
    return HandState(view.mode, *view.card_points, *view.tricks_won, tricks, current)


def negotiation_state(view: BeloteView) -> NegotiationState:
    # When the bidding is over it is still the turn of the seat that ended it.
    speaker = view.bidding[-1].seat if view.mode is not None else view.to_act
    return NegotiationState(
        dealer=position_of(view.dealer),
        current_player=None if speaker is None else position_of(speaker),
        current_bid=view.current_bid,
        current_bidder=None if view.current_bidder is None else position_of(view.current_bidder),
        consecutive_accepts=view.consecutive_accepts,
        has_double_occurred=view.is_closed,
        actions=tuple(_said(spoken) for spoken in view.bidding),
        doubled_modes=view.doubled_modes,
        redoubled_modes=view.redoubled_modes,
        team_colour_announcements=view.colours,
    )


def _said(spoken: Spoken) -> WireAction:
    return wire_action(spoken.bid, position_of(spoken.seat))
