"""What the puzzles of Coup are about."""

from typing import Final

from croupier.games.coup.moves import Act, Action, Block, Challenge, CoupMove
from croupier.games.coup.view import CoupView
from croupier.kernel.display.themes import Theme

SCARCE: Final = 1
"""So many unseen cards of a character make its claim doubtful."""


def _claims(best: CoupMove) -> object:
    if isinstance(best, Act):
        return best.action.claims
    return best.character if isinstance(best, Block) else None


def _is_endgame(view: CoupView, best: CoupMove) -> bool:
    return len(view.rivals) == 1


def _is_bluff(view: CoupView, best: CoupMove) -> bool:
    claimed = _claims(best)
    return claimed is not None and claimed not in view.hand


def _is_challenge(view: CoupView, best: CoupMove) -> bool:
    return isinstance(best, Challenge) or view.question == "challenge_block"


def _is_defence(view: CoupView, best: CoupMove) -> bool:
    return view.question in ("block", "show", "lose") or (view.question == "respond" and view.target == view.seat)


def _is_counting(view: CoupView, best: CoupMove) -> bool:
    if view.question not in ("respond", "challenge_block") or view.claimed is None:
        return False
    return view.unseen(view.claimed) <= SCARCE


def _is_timing(view: CoupView, best: CoupMove) -> bool:
    return isinstance(best, Act) and (best.action in (Action.COUP, Action.ASSASSINATE) or view.my_coins >= 7)


def _is_choice(view: CoupView, best: CoupMove) -> bool:
    return view.question in ("lose", "keep")


THEMES: Final = (
    Theme("endgame", "One rival is left.", _is_endgame),
    Theme("bluff", "The best move claims a character that you do not hold.", _is_bluff),
    Theme("challenge", "A claim to be challenged, or a block.", _is_challenge),
    Theme("defence", "Something is done to you.", _is_defence),
    Theme("counting", "At most one card of the claimed character is unseen.", _is_counting),
    Theme("timing", "Whether to strike now.", _is_timing),
    Theme("choice", "Which influence to lose or to keep.", _is_choice),
)
