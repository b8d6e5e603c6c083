"""What the puzzles of Bluff are about."""

from typing import Final

from croupier.games.bluff.moves import BluffMove, Claim, Lay, Trust
from croupier.games.bluff.view import BluffView
from croupier.kernel.display.themes import Theme

FEW_CARDS: Final = 3
LARGE_PILE: Final = 8


def _is_endgame(view: BluffView, best: BluffMove) -> bool:
    return min(view.hand_sizes) <= FEW_CARDS


def _is_challenge(view: BluffView, best: BluffMove) -> bool:
    return view.question == "challenge"


def _is_trust(view: BluffView, best: BluffMove) -> bool:
    return isinstance(best, Trust)


def _is_claim(view: BluffView, best: BluffMove) -> bool:
    return view.question != "challenge"


def _is_size(view: BluffView, best: BluffMove) -> bool:
    return view.question == "lay" and bool(view.chosen)


def _is_bluff(view: BluffView, best: BluffMove) -> bool:
    if isinstance(best, Claim):
        return set(view.chosen) != {best.rank}
    return isinstance(best, Lay) and best.rank not in view.claimable


def _is_counting(view: BluffView, best: BluffMove) -> bool:
    if view.claimer is None or view.claimed_rank is None or view.claimer == view.seat:
        return False
    return view.copies - view.seen(view.claimed_rank, view.claimer) <= view.claimed_count


def _is_defence(view: BluffView, best: BluffMove) -> bool:
    return view.question == "challenge" and view.claimer is not None and view.hand_sizes[view.claimer] <= 1


def _is_timing(view: BluffView, best: BluffMove) -> bool:
    return view.pile_size >= LARGE_PILE


def _is_partner(view: BluffView, best: BluffMove) -> bool:
    return view.partner is not None


THEMES: Final = (
    Theme("endgame", "A player has at most three cards left.", _is_endgame),
    Theme("challenge", "Whether to challenge a claim.", _is_challenge),
    Theme("trust", "The best move is to let a claim pass.", _is_trust),
    Theme("claim", "What to lay, and what to say about it.", _is_claim),
    Theme("size", "Whether to lay one more card.", _is_size),
    Theme("bluff", "The best move is a lie.", _is_bluff),
    Theme("counting", "The cards you know leave little or no room for the claim.", _is_counting),
    Theme("defence", "The claimer goes out with this claim, or is one card short of it.", _is_defence),
    Theme("timing", "The pile is large.", _is_timing),
    Theme("partner", "You play in teams.", _is_partner),
)
