"""The base class for Belote bots."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import Final

from croupier.games.belote.events import (
    CardPlayed,
    DealEnded,
    DealStarted,
    Ended,
    NegotiationCompleted,
    TrickCompleted,
)
from croupier.games.belote.moves import BeloteMove, Bid, Cut, Play
from croupier.games.belote.view import BeloteView, DealResult, Played, Trick
from croupier.kernel.bot import Bot
from croupier.kernel.cards import Card
from croupier.kernel.decision import Decision, Event, Seat

_NEWS: Final = (
    "on_deal_started",
    "on_negotiation_completed",
    "on_card_played",
    "on_trick_completed",
    "on_deal_ended",
    "on_match_ended",
)


class BeloteBot(Bot[BeloteMove, BeloteView]):
    """Implement `choose_negotiation_action` and `choose_card`; all other methods are optional.

    The `on_...` methods report the events since your last answer, in order, just before your next question. Their view
    is the one of that question, so it may be ahead of the event.
    """

    _cards: "list[Played]"
    _trick: int = 0
    _deal: int = 0

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        # Who overrides none of these pays nothing for news.
        cls.listens = cls.observe is not BeloteBot.observe or any(
            getattr(cls, name) is not getattr(BeloteBot, name) for name in _NEWS
        )

    def choose_cut(self, view: BeloteView) -> Cut | tuple[int, bool]:
        """Return how many cards to cut (6 to 26), and whether from the top."""
        return 16, True

    @abstractmethod
    def choose_negotiation_action(self, view: BeloteView, valid_actions: Sequence[Bid]) -> Bid | int | str:
        """Return one of `valid_actions`, its index, or its notation. The first is to accept, or the lowest bid."""

    @abstractmethod
    def choose_card(self, view: BeloteView, valid_plays: Sequence[Card]) -> Card | int | str:
        """Return one of `valid_plays`, its index, or its text such as "10h". The first is the lowest."""

    def on_deal_started(self, view: BeloteView) -> None:
        """A new deal began."""

    def on_negotiation_completed(self, contract: NegotiationCompleted, view: BeloteView) -> None:
        """The bidding is over."""

    def on_card_played(self, seat: Seat, card: Card, view: BeloteView) -> None:
        """A seat played a card, perhaps your own."""

    def on_trick_completed(self, trick: Trick, winner: Seat, view: BeloteView) -> None:
        """A trick is complete."""

    def on_deal_ended(self, result: DealResult, view: BeloteView) -> None:
        """A deal was scored."""

    def on_match_ended(self, view: BeloteView) -> None:
        """The match is over; `view.winner` says for whom."""

    def decide(self, decision: Decision[BeloteMove, BeloteView]) -> BeloteMove | int | str:
        view = decision.view
        match decision.question:
            case "cut":
                cut = self.choose_cut(view)
                return Cut(*cut) if isinstance(cut, tuple) else cut
            case "bid":
                actions = [move for move in decision.moves if isinstance(move, Bid)]
                return self.choose_negotiation_action(view, actions)
            case _:
                card = self.choose_card(view, [move.card for move in decision.moves if isinstance(move, Play)])
                if isinstance(card, Card):
                    return Play(card)
                return f"play {card}" if isinstance(card, str) and not card.startswith("play ") else card

    def observe(self, event: Event, view: BeloteView) -> None:
        match event:
            case DealStarted():
                self._cards, self._trick, self._deal = [], 0, event.deal
                self.on_deal_started(view)
            case NegotiationCompleted():
                self.on_negotiation_completed(event, view)
            case CardPlayed():
                self._cards.append(Played(event.seat, event.card))
                self.on_card_played(event.seat, event.card, view)
            case TrickCompleted():
                self._trick += 1
                trick = Trick(self._trick, self._cards[0].seat, tuple(self._cards))
                self._cards = []
                self.on_trick_completed(trick, event.winner, view)
            case DealEnded():
                self.on_deal_ended(view.completed_deals[self._deal], view)
            case Ended():
                self.on_match_ended(view)
            case _:
                pass
