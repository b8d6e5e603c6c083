"""What players of Belote may give away: by their bids and their leads."""

from collections.abc import Iterator
from typing import Final

from croupier.games.belote.events import Accepted, Announced, CardPlayed
from croupier.games.belote.moves import Announce, BeloteMove
from croupier.games.belote.terms import Mode
from croupier.games.belote.view import BeloteView
from croupier.kernel.cards import Rank, Suit
from croupier.kernel.decision import Seat
from croupier.kernel.tells import Habit, Tell, Tells, said, yes_or_no


def _bids(event: Announced, before: BeloteView) -> Iterator[tuple[Seat, str]]:
    if event.mode.trump is not None:
        yield event.seat, "bids a Colour" if before.current_bid is None else "outbids with a Colour"


def _top_trumps(view: BeloteView, dealer: BeloteView, event: Announced) -> str:
    trumps = {card.rank for card in view.hand if card.suit == event.mode.trump}
    if Rank.JACK not in trumps:
        return "none"
    return "both" if Rank.NINE in trumps else "jack"


def _no_trumps(event: Announced, before: BeloteView) -> Iterator[tuple[Seat, str]]:
    if event.mode.trump is None:
        yield event.seat, f"bids {event.mode.title}"


def _high_cards(view: BeloteView, dealer: BeloteView, event: Announced) -> str:
    best = Rank.ACE if event.mode is Mode.NO_TRUMPS else Rank.JACK
    held = sum(card.rank == best for card in view.hand)
    return "two" if held > 1 else "one" if held else "none"


def _accepts(event: Accepted, before: BeloteView) -> Iterator[tuple[Seat, str]]:
    bidder = before.current_bidder
    if bidder is not None and before.current_bid is not None and before.current_bid.trump is not None:
        yield event.seat, f"accepts {'its partner' if (bidder - event.seat) % 2 == 0 else 'an opponent'}'s Colour"


def _holds_jack(view: BeloteView, dealer: BeloteView, event: Accepted) -> str:
    return said(any(card.rank == Rank.JACK and card.suit == event.mode.trump for card in view.hand))


_LEADS: Final = {Rank.ACE: "an Ace", Rank.TEN: "a Ten", Rank.JACK: "a Jack", Rank.NINE: "a Nine"}


def _leads(event: CardPlayed, before: BeloteView) -> Iterator[tuple[Seat, str]]:
    trick = before.trick
    if trick is not None and not trick.cards and before.mode is not None:
        trump = before.mode.has_trump_order(event.card.suit)
        what = _LEADS.get(event.card.rank, "a low card")
        yield event.seat, f"leads {what} of {'trumps' if trump else 'a side suit'}"


def _rest_of_suit(view: BeloteView, dealer: BeloteView, event: CardPlayed) -> str | None:
    suit: Suit = event.card.suit
    held = sum(card.suit == suit for card in view.hand)
    return "two" if held > 1 else "one" if held else "none"


def _announced(view: BeloteView, move: BeloteMove) -> tuple[str, bool] | None:
    if any(each.seat == view.seat for each in view.bidding):
        return None
    return ("chances to open" if view.current_bid is None else "first chances to outbid"), isinstance(move, Announce)


_HELD: Final = ("no", "one", "two or more")

TELLS: Final = Tells(
    (
        Tell(
            "Colour bids",
            (Announced,),
            _bids,
            {
                "none": "it does not hold the Jack of trumps",
                "jack": "it holds the Jack of trumps without the Nine",
                "both": "it holds the Jack and the Nine of trumps",
            },
            _top_trumps,
            is_after=False,
        ),
        Tell(
            "other bids",
            (Announced,),
            _no_trumps,
            {
                "none": "it holds none of the best cards (Aces; Jacks in All Trumps)",
                "one": "it holds one of the best cards (Aces; Jacks in All Trumps)",
                "two": "it holds two or more of the best cards (Aces; Jacks in All Trumps)",
            },
            _high_cards,
            is_after=False,
        ),
        Tell(
            "accepted Colours",
            (Accepted,),
            _accepts,
            yes_or_no("it holds the Jack of that suit", "it does not hold the Jack of that suit"),
            _holds_jack,
            is_after=False,
        ),
        Tell(
            "leads",
            (CardPlayed,),
            _leads,
            {
                key: f"it holds {number} more {'card' if key == 'one' else 'cards'} of that suit"
                for key, number in zip(("none", "one", "two"), _HELD, strict=True)
            },
            _rest_of_suit,
        ),
    ),
    (Habit("bid", "bids at", _announced),),
)
