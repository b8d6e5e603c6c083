"""What the puzzles of Exploding Kittens are about."""

from typing import Final

from croupier.games.kittens.friendly.cards import CardType
from croupier.games.kittens.moves import Draw, Favor, Five, KittensMove, Pair, Play, Triple
from croupier.games.kittens.view import BotView
from croupier.kernel.display.themes import Theme

SHORT_PILE: Final = 8
_ESCAPES: Final = (CardType.SKIP, CardType.ATTACK, CardType.SHUFFLE)


def _is_endgame(view: BotView, best: KittensMove) -> bool:
    return view.draw_pile_count <= SHORT_PILE


def _is_defence(view: BotView, best: KittensMove) -> bool:
    return view.question in ("react", "give")


def _is_counting(view: BotView, best: KittensMove) -> bool:
    return bool(view.known_top) or bool(view.known_hands)


def _is_timing(view: BotView, best: KittensMove) -> bool:
    if isinstance(best, Draw):
        return any(view.has_card_type(card) for card in _ESCAPES)
    return isinstance(best, Play) and best.card in _ESCAPES


def _is_theft(view: BotView, best: KittensMove) -> bool:
    return isinstance(best, Favor | Pair | Triple | Five) or view.question in ("name", "pick")


def _is_trap(view: BotView, best: KittensMove) -> bool:
    return view.question == "defuse"


THEMES: Final = (
    Theme("endgame", "The draw pile is short.", _is_endgame),
    Theme("defence", "Another player's card is about to take effect, or wants one of yours.", _is_defence),
    Theme("counting", "You know cards of the draw pile or of other hands.", _is_counting),
    Theme("timing", "Whether to draw, or to leave the turn by a Skip, an Attack or a Shuffle.", _is_timing),
    Theme("theft", "A card of another player, or of the discard pile, is to be had.", _is_theft),
    Theme("trap", "Where to put the kitten back.", _is_trap),
)
