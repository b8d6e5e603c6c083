"""What everybody learns from a card about the hand it came from, and the end of a trick."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import suit_cards

LAST_TRICK: Final = 10


def rule_out(words: vec[i64], seat: i64, card: i64, best: i64, loses: bool) -> None:
    """Take note of what `seat` cannot hold, having played this card (rule 6.2); `best` is the row of the best one."""
    trumps: i64 = words[w.TRUMPS]
    led: i64 = words[w.LED]
    cards: i64 = suit_cards(led)
    if card >> 3 == led:
        cards &= best
    elif loses and trumps != 0 and (best < 0 or words[w.BEST_SEAT] != seat ^ 2):
        cards |= trumps if (trumps >> card) & 1 == 0 else best & trumps
    words[w.MAY + seat] &= ~cards


def take_trick(words: vec[i64]) -> i64:
    """Rules 4.7 and 4.8: the best card takes the trick; for how many points."""
    winner: i64 = words[w.BEST_SEAT]
    points: i64 = words[w.TRICK_POINTS]
    played: i64 = words[w.N_PLAYED]
    if played == c.DECK_SIZE:
        points += LAST_TRICK
    words[w.CARD_POINTS + (winner & 1)] += points
    words[w.TRICKS + (winner & 1)] += 1
    words[w.LEADERS] |= words[w.LEADER] << ((played >> 1) - 2)
    words[w.LEADER] = winner
    words[w.TRICK_POINTS] = 0
    return points
