"""A card on the table: what it changes, and what everybody learns from it about the hand it came from."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import LAID, POINTS_MASK, POINTS_SHIFT, suit_cards
from croupier.kernel.bits import bit
from croupier.kernel.state import State

LAST_TRICK: Final = 10


def lay_card(state: State, words: vec[i64], card: i64) -> bool:
    """The seat to act plays a card (rules 4.1 to 4.7); whether the trick is complete.

    The word with the highest place is read first: one check of the length then serves all literal places.
    """
    better: i64 = words[w.BETTER]
    row: i64 = LAID[(words[w.MODE] << 5) + card]
    seat: i64 = state.to_act
    state.to_act = (seat + 1) & 3
    if state.watching:
        state.emit_public(c.E_PLAYED, seat, card, 0)
    words[w.HAND + (seat & 3)] ^= bit(card)
    played: i64 = words[w.N_PLAYED] & 31
    words[w.PLAYS + played] = card
    words[w.N_PLAYED] = played + 1
    words[w.TRICK_POINTS] += (row >> POINTS_SHIFT) & POINTS_MASK
    if played & 3 == 0:
        words[w.LED] = card >> 3
    else:
        loses: bool = (better >> card) & 1 == 0
        if card >> 3 != words[w.LED] or (loses and better < 0):
            _rule_out(words, seat, card, better, loses)
        if loses:
            return played & 3 == 3
    words[w.BEST] = card
    words[w.BEST_SEAT] = seat
    words[w.BETTER] = row
    return played & 3 == 3


def _rule_out(words: vec[i64], seat: i64, card: i64, better: i64, loses: bool) -> None:
    """Take note of what `seat` cannot hold, having played this card (rule 6.2); `better` is the row of the best one."""
    trumps: i64 = words[w.TRUMPS]
    led: i64 = words[w.LED]
    cards: i64 = suit_cards(led)
    if card >> 3 == led:
        cards &= better
    elif loses and trumps != 0 and (better < 0 or words[w.BEST_SEAT] != seat ^ 2):
        cards |= trumps if (trumps >> card) & 1 == 0 else better & trumps
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
