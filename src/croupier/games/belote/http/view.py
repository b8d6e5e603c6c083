"""From a request of the Belote HTTP API back to a view: the deal is played again, with one hand known.

An engine of another make may have rules of its own; where its bodies contradict ours, the bodies win.
"""

from collections.abc import Sequence

from croupier.games.belote.core import codes
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.rules import BeloteState
from croupier.games.belote.core.scoring import packed_result
from croupier.games.belote.core.table import clear_deal
from croupier.games.belote.events import NegotiationCompleted
from croupier.games.belote.http.messages import (
    SEATS,
    HandState,
    MatchState,
    NegotiationState,
    WireAction,
    WireCard,
    WireResult,
)
from croupier.games.belote.moves import Accept, Announce, Bid, Double, Redouble
from croupier.games.belote.settings import BeloteSettings
from croupier.games.belote.terms import MODES, MULTIPLIERS, NUMBERS, Mode
from croupier.games.belote.view import BeloteView
from croupier.kernel.decision import Seat, Table

MOST_ACTIONS = 60


def read_bid(action: WireAction) -> Bid:
    """The move behind an action, or ValueError. A ReRedouble, which later engines have, is read as a redouble."""
    match action:
        case WireAction(type="Announcement", mode=Mode() as mode):
            return Announce(mode)
        case WireAction(type="Accept"):
            return Accept()
        case WireAction(type="Double", target_mode=Mode() as mode):
            return Double(mode)
        case WireAction(type="Redouble" | "ReRedouble", target_mode=Mode() as mode):
            return Redouble(mode)
        case _:
            raise ValueError(f"an action of type {action.type} needs its mode")


def _move_id(bid: Bid) -> int:
    match bid:
        case Accept():
            return codes.M_ACCEPT
        case Announce():
            return codes.M_ANNOUNCE + bid.mode.number
        case Double():
            return codes.M_DOUBLE + bid.mode.number
        case _:
            return codes.M_REDOUBLE + bid.mode.number


def complete_bidding(bids: Sequence[Bid]) -> list[Bid]:
    """The whole bidding from what one seat heard of it: it is asked again unless all that follows are accepts."""
    whole = list(bids)
    while whole and not all(isinstance(bid, Accept) for bid in whole[-3:]):
        whole.append(Accept())
    return whole


class ViewBuilder:
    """A deal as one seat knows it."""

    def __init__(self, table: Table, seat: Seat, match: MatchState, lock: bool = False) -> None:
        self._table = table
        self._seat = seat
        self._match = match
        self.lock = lock
        """Whether an accept closes the bidding without doubling, as far as the messages have shown."""
        self.state = self._begin()

    def _begin(self) -> BeloteState:
        match = self._match
        settings = BeloteSettings(accept_doubles="lock" if self.lock else "double")
        state = BeloteState(settings.options())
        state.watching = False
        state.start(0)
        words = state.words
        words[w.DEALER] = SEATS[match.current_dealer]
        words[w.DEAL] = len(match.completed_deals)
        words[w.TARGET] = match.target_score
        clear_deal(words, state.first_words)
        words[w.POINTS] = match.team1_match_points
        words[w.POINTS + 1] = match.team2_match_points
        for result in match.completed_deals:
            state.add_result(_pack_result(result))
        state.to_act = (words[w.DEALER] + 3) % 4
        return state

    @property
    def view(self) -> BeloteView:
        return BeloteView(self._table, self._seat, self.state.snapshot(self._seat))

    def build_at_end(self, dealer: Seat) -> BeloteView:
        """The view when the match is over; `dealer` dealt last."""
        state, match = self.state, self._match
        last = match.completed_deals[-1] if match.completed_deals else None
        instant = last is not None and last.is_instant_win
        lead = match.team1_match_points - match.team2_match_points
        state.ending = codes.END_SWEEP if instant else codes.END_TARGET
        state.words[w.DEAL] = max(0, len(match.completed_deals) - 1)
        state.words[w.DEALER] = dealer
        state.words[w.UNDEALT] = 0
        if match.winner is not None:
            state.words[w.WINNER] = match.winner.number
        elif last is not None and instant:
            state.words[w.WINNER] = sweeper_of(last)
        else:
            state.words[w.WINNER] = -1 if lead == 0 else int(lead < 0)
        state.to_act = -1
        return self.view

    def build_for_bid(self, hand: Sequence[WireCard], negotiation: NegotiationState) -> BeloteView:
        """The view of a seat that must speak."""
        self._speak_all(_bits(hand), negotiation)
        self.state.question, self.state.to_act = codes.Q_BID, self._seat
        return self.view

    def find_contract(self, negotiation: NegotiationState) -> NegotiationCompleted:
        """What the whole bidding led to."""
        self._speak_all(0, negotiation)
        return self._contract()

    def guess_contract(self, mode: Mode, bids: Sequence[Bid]) -> NegotiationCompleted:
        """What is played, from the mode and what one seat heard of the bidding."""
        self._speak_until(0, mode, bids)
        return self._contract()

    def _contract(self) -> NegotiationCompleted:
        words = self.state.words
        mode = words[w.MODE] if words[w.MODE] >= 0 else words[w.BID]
        return NegotiationCompleted(words[w.ANNOUNCER], MODES[mode], MULTIPLIERS[words[w.MULTIPLIER]])

    def _speak_all(self, hand: int, negotiation: NegotiationState) -> None:
        """Speak as the actions say, in the rules that lead to the modes that were doubled."""
        bids = [read_bid(action) for action in negotiation.actions]
        self._speak(hand, bids)
        doubled = {MODES[mode] for mode in range(6) if (self.state.words[w.DOUBLED] >> mode) & 1}
        if doubled != set(negotiation.doubled_modes) and not self.lock:
            self.lock = True
            self.state = self._begin()
            self._speak(hand, bids)

    def _speak(self, hand: int, bids: Sequence[Bid]) -> None:
        state = self.state
        state.words[w.UNDEALT] = 0
        state.words[w.HAND + self._seat] = hand
        state.question = codes.Q_BID
        state.to_act = (state.words[w.DEALER] + 1) % 4
        for bid in bids[:MOST_ACTIONS]:
            state.apply(_move_id(bid))

    def _speak_until(self, hand: int, mode: Mode, bids: Sequence[Bid]) -> None:
        """Speak until the mode is played; if the bids do not lead to it, it was announced and accepted."""
        self._speak(hand, complete_bidding(bids))
        if self.state.words[w.MODE] != mode.number:
            self.state = self._begin()
            self._speak(hand, [Announce(mode), *[Accept()] * 3])

    def build_for_card(self, hand: Sequence[WireCard], dealt: HandState, bids: Sequence[Bid]) -> BeloteView:
        """The view of a seat that must play a card; `bids` is what it knows of the bidding."""
        tricks = (*dealt.completed_tricks, *(() if dealt.current_trick is None else (dealt.current_trick,)))
        own = [played.card for trick in tricks for played in trick.played_cards if SEATS[played.player] == self._seat]
        self._speak_until(_bits(hand) | _bits(own), dealt.game_mode, bids)
        state = self.state
        for trick in tricks:
            if trick.played_cards:
                state.words[w.LEADER] = state.to_act = SEATS[trick.leader]
            for played in trick.played_cards[: codes.DECK_SIZE - 1 - state.words[w.N_PLAYED]]:
                state.apply(codes.M_CARD + NUMBERS[played.card.card])
        return self.view


def _bits(cards: Sequence[WireCard]) -> int:
    return sum(1 << NUMBERS[card.card] for card in set(cards))


def sweeper_of(result: WireResult) -> int:
    """The number of the team that took all tricks; -1 if none did."""
    if not result.was_sweep:
        return -1
    if result.sweeping_team is not None:
        return result.sweeping_team.number
    return 0 if result.team1_card_points > 0 else 1


def _pack_result(result: WireResult) -> int:
    """As BeloteState.results holds it."""
    return packed_result(
        result.game_mode.number,
        result.multiplier.factor,
        result.announcer_team.number,
        sweeper_of(result),
        result.is_instant_win,
        result.team1_card_points,
        result.team1_match_points,
        result.team2_match_points,
    )
