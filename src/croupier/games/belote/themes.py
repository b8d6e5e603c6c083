"""What the puzzles of Malagasy Belote are about."""

from typing import Final

from croupier.games.belote.moves import BeloteMove, Play
from croupier.games.belote.terms import team_of
from croupier.games.belote.view import BeloteView
from croupier.kernel.display.themes import Theme

LAST_TRICKS: Final = 2
ENDGAME: Final = 4
"""Cards in hand."""


def _is_bidding(view: BeloteView, best: BeloteMove) -> bool:
    return view.question == "bid"


def _is_lead(view: BeloteView, best: BeloteMove) -> bool:
    return view.question == "card" and view.winning is None


def _is_partner(view: BeloteView, best: BeloteMove) -> bool:
    return view.winning is not None and view.winning.seat == view.partner


def _is_defence(view: BeloteView, best: BeloteMove) -> bool:
    return view.announcer is not None and view.question == "card" and team_of(view.announcer) != view.team


def _is_trump(view: BeloteView, best: BeloteMove) -> bool:
    trump = view.mode.trump if view.mode is not None else None
    return trump is not None and isinstance(best, Play) and best.card.suit == trump


def _is_counting(view: BeloteView, best: BeloteMove) -> bool:
    return view.question == "card" and any(view.voids(seat) for seat in range(4) if seat != view.seat)


def _is_endgame(view: BeloteView, best: BeloteMove) -> bool:
    return view.question == "card" and LAST_TRICKS < len(view.hand) <= ENDGAME


def _is_last_trick(view: BeloteView, best: BeloteMove) -> bool:
    return view.question == "card" and len(view.hand) <= LAST_TRICKS


THEMES: Final = (
    Theme("bidding", "What to bid, or whether to double.", _is_bidding),
    Theme("lead", "You lead to the trick.", _is_lead),
    Theme("partner", "Your partner is winning the trick so far.", _is_partner),
    Theme("defence", "The other team chose the contract.", _is_defence),
    Theme("trump", "The best card is a trump.", _is_trump),
    Theme("counting", "A player has shown that it is out of a suit.", _is_counting),
    Theme("endgame", "Three or four tricks are left.", _is_endgame),
    Theme("last trick", "Two tricks are left: who wins the last one?", _is_last_trick),
)
