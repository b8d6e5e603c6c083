"""A card on the table: what it changes, and what everybody learns from it about the hand it came from."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c
from croupier.games.belote.core import layout as w
from croupier.games.belote.core.ranks import BEATS, MUST_BEAT, SUITS, VALUES
from croupier.kernel.bits import bit

LAST_TRICK: Final = 10


def lay_card(words: vec[i64], seat: i64, card: i64) -> i64:
    """Rules 4.1 to 4.7; how many cards lie in the trick then."""
    words[w.HAND + seat] ^= bit(card)
    played: i64 = words[w.N_PLAYED]
    words[w.PLAYS + played] = card
    words[w.N_PLAYED] = played + 1
    mode: i64 = words[w.MODE]
    index: i64 = (mode << 5) + card
    points: i64 = VALUES[index]
    before: i64 = words[w.IN_TRICK]
    words[w.IN_TRICK] = before + 1
    if before == 0:
        led: i64 = card >> 3
        words[w.LED] = led
        words[w.SUIT] = SUITS[led]
        words[w.MUST_BEAT] = MUST_BEAT[(mode << 2) + led]
        words[w.TRICK_POINTS] = points
    else:
        words[w.TRICK_POINTS] += points
        better: i64 = words[w.BETTER]
        if (better >> card) & 1 == 0:
            words[w.MAY + seat] &= ~_missed(words, seat, card, better)
            return before + 1
        suit: i64 = words[w.SUIT]
        if (suit >> card) & 1 == 0:
            words[w.MAY + seat] &= ~suit
    words[w.BEST] = card
    words[w.BEST_SEAT] = seat
    words[w.BETTER] = BEATS[index]
    return before + 1


def _missed(words: vec[i64], seat: i64, card: i64, better: i64) -> i64:
    """What `seat` cannot hold, having played a card to a trick that does not win it (rule 6.2)."""
    suit: i64 = words[w.SUIT]
    if (suit >> card) & 1 != 0:
        return better & words[w.MUST_BEAT]
    trumps: i64 = words[w.TRUMPS]
    if trumps == 0 or (words[w.BEST_SEAT] == seat ^ 2 and (trumps >> words[w.BEST]) & 1 == 0):
        return suit
    if (trumps >> card) & 1 == 0:
        return suit | trumps
    return suit | (better & trumps)


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
    words[w.IN_TRICK] = 0
    words[w.TRICK_POINTS] = 0
    return points
