"""What the puzzles of Cuttle are about."""

from typing import Final

from croupier.games.cuttle.moves import Counter, CuttleMove, Discard, Draw, OneOff, Permanent, Scuttle
from croupier.games.cuttle.view import CuttleView
from croupier.kernel.cards import Rank
from croupier.kernel.display.themes import Theme

NEARLY_WON: Final = 7
"""Points that one card can bring in most hands."""
SHORT_PILE: Final = 10
_REMOVES: Final = (Rank.ACE, Rank.TWO, Rank.SIX, Rank.NINE)


def _is_endgame(view: CuttleView, best: CuttleMove) -> bool:
    return min(view.me.missing, view.opponent.missing) <= NEARLY_WON or view.pile_size <= SHORT_PILE


def _is_defence(view: CuttleView, best: CuttleMove) -> bool:
    return isinstance(best, Scuttle) or (isinstance(best, OneOff) and best.card.rank in _REMOVES)


def _is_counting(view: CuttleView, best: CuttleMove) -> bool:
    return bool(view.opponent.known_hand) or view.known_top is not None


def _is_timing(view: CuttleView, best: CuttleMove) -> bool:
    return isinstance(best, Draw | Discard) or (isinstance(best, Permanent) and best.target is None)


def _is_counter(view: CuttleView, best: CuttleMove) -> bool:
    return view.question == "counter" or isinstance(best, Counter)


def _is_jack(view: CuttleView, best: CuttleMove) -> bool:
    return isinstance(best, Permanent) and best.target is not None


THEMES: Final = (
    Theme("endgame", "One side is a card away from winning, or the pile is nearly empty.", _is_endgame),
    Theme("defence", "The best move removes cards of the opponent.", _is_defence),
    Theme("counter", "A one-off waits to be countered.", _is_counter),
    Theme("counting", "You know cards of the opponent's hand or the next card of the pile.", _is_counting),
    Theme("timing", "The best move prepares: a draw, a discard, a Queen, a King or glasses.", _is_timing),
    Theme("theft", "A Jack takes over points.", _is_jack),
)
