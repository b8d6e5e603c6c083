"""What has happened in a match, from what an engine's messages show. Engines of other makes send it in other ways.

Every message that shows the state of the match, of the bidding or of the deal is compared with what is known. What is
new becomes events, in the order in which a bot in the engine's own process hears them, each once. So it does not matter
which notifications an engine sends, nor whether it shows the last card of a trick before or after the trick is counted.
"""

from collections.abc import Sequence

from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import BEATS, VALUES
from croupier.games.belote.core.tricks import LAST_TRICK
from croupier.games.belote.events import (
    ENDINGS,
    CardPlayed,
    DealEnded,
    DealStarted,
    Ended,
    NegotiationCompleted,
    TrickCompleted,
)
from croupier.games.belote.http.messages import (
    SEATS,
    HandState,
    MatchState,
    NegotiationState,
    WirePlayed,
    WireResult,
    WireTrick,
)
from croupier.games.belote.http.view import ViewBuilder, read_bid, sweeper_of
from croupier.games.belote.moves import Bid
from croupier.games.belote.terms import NUMBERS, TEAMS, Mode
from croupier.games.belote.view import BeloteView
from croupier.kernel.decision import Event, Seat, Table

TRICKS = 8


class MatchFollower:
    """One seat of one match: what it knows, and the events that it has not been told yet."""

    def __init__(self, table: Table, seat: Seat) -> None:
        self._table = table
        self._seat = seat
        self._events: list[Event] = []
        self._deal = -1
        self._deals_ended = 0
        self._match = MatchState()
        self._bids: list[Bid] = []
        self._lock = False
        """Whether accepting NoTrumps or ColourClubs closes the bidding without doubling."""
        self._mode: Mode | None = None
        """What is played, once that has been told."""
        self._trick: list[WirePlayed] = []
        self._played = 0
        """Cards of this deal that have been told."""

    def take_events(self) -> tuple[Event, ...]:
        events, self._events = tuple(self._events), []
        return events

    @property
    def builder(self) -> ViewBuilder:
        """For views of the match as it was shown last."""
        return ViewBuilder(self._table, self._seat, self._match, self._lock)

    @property
    def bids(self) -> Sequence[Bid]:
        """What is known of the bidding of this deal."""
        return self._bids

    # What messages show.

    def see_match(self, match: MatchState | None) -> None:
        """The state of the match before or between deals, or with a question; a deal begins when it is first shown."""
        if match is None:
            return
        self._match = match
        deal = len(match.completed_deals)
        if deal == self._deal or match.is_complete:
            return
        self._end_deals(match)
        self._deal, self._deals_ended = deal, deal
        self._bids, self._mode, self._trick, self._played = [], None, [], 0
        self._dealer = SEATS[match.current_dealer]
        self._events.append(DealStarted(self._dealer, deal))

    def see_bidding(self, negotiation: NegotiationState) -> None:
        self._bids = [read_bid(action) for action in negotiation.actions]

    def add_bid(self, bid: Bid) -> None:
        """The seat's own answer, which may be shown to it only in the next deal."""
        self._bids.append(bid)

    def see_lock(self, builder: ViewBuilder) -> None:
        self._lock = builder.lock

    def see_contract(self, negotiation: NegotiationState) -> None:
        """The whole bidding."""
        self.see_bidding(negotiation)
        if self._mode is None and self._bids:
            builder = self.builder
            self._tell_contract(builder.find_contract(negotiation))
            self._lock = builder.lock

    def see_hand(self, hand: HandState | None, match: MatchState | None) -> None:
        """How far the deal is played. Once it is played out, the match may be shown with the deal scored already."""
        if hand is None:
            self.see_match(match)
            return
        tricks = [*hand.completed_tricks, *(() if hand.current_trick is None else (hand.current_trick,))]
        cards = [played for trick in tricks for played in trick.played_cards]
        if len(cards) < TRICKS * 4:
            self.see_match(match)
        elif match is not None:
            self._match = match
        if self._mode is None and self._deal >= 0:
            self._tell_contract(self.builder.guess_contract(hand.game_mode, self._bids))
        for played in cards[self._played :]:
            self.see_card(played)

    def see_card(self, played: WirePlayed) -> None:
        """The next card; the fourth one ends the trick."""
        if self._mode is None or self._played >= TRICKS * 4:
            return
        self._played += 1
        self._trick.append(played)
        self._events.append(CardPlayed(SEATS[played.player], played.card.card))
        if len(self._trick) == 4:
            points = sum(VALUES[self._mode.number * 32 + NUMBERS[each.card.card]] for each in self._trick)
            points += LAST_TRICK if self._played == TRICKS * 4 else 0
            self._events.append(TrickCompleted(winner_of(self._trick, self._mode), points))
            self._trick = []

    def see_trick(self, trick: WireTrick) -> None:
        """A whole trick, of which some cards may not have been shown before."""
        shown = (trick.trick_number - 1) * 4
        for played in trick.played_cards[max(0, self._played - shown) :]:
            self.see_card(played)

    def see_result(self, result: WireResult | None, match: MatchState | None) -> None:
        """The end of a deal."""
        if result is None:
            self._end_deals(match)
        elif self._deals_ended == self._deal:
            self._tell_result(result)

    def see_end(self, match: MatchState) -> BeloteView:
        """The end of the match; the view at its end."""
        self._end_deals(match)
        self._match = match
        dealer = SEATS[match.current_dealer] if self._deal < 0 else self._dealer
        view = self.builder.build_at_end(dealer)
        self._events.append(Ended(view.winner, ENDINGS[view.ints[w.ENDING]]))
        return view

    # What follows from it.

    def _end_deals(self, match: MatchState | None) -> None:
        """Tell the result of the deal that was played, if a match that was shown later holds it."""
        if match is not None and 0 <= self._deal == self._deals_ended < len(match.completed_deals):
            self._tell_result(match.completed_deals[self._deal])

    def _tell_result(self, result: WireResult) -> None:
        sweeper = sweeper_of(result)
        self._deals_ended = self._deal + 1
        self._events.append(DealEnded(None if sweeper < 0 else TEAMS[sweeper], result.is_instant_win))

    def _tell_contract(self, contract: NegotiationCompleted) -> None:
        self._mode = contract.mode
        self._events.append(contract)


def winner_of(trick: Sequence[WirePlayed], mode: Mode) -> Seat:
    best = trick[0]
    for played in trick[1:]:
        if BEATS[mode.number * 32 + NUMBERS[best.card.card]] >> NUMBERS[played.card.card] & 1:
            best = played
    return SEATS[best.player]
