"""Worlds that fit what a seat knows, each equally likely: shuffled until nothing contradicts what all have seen."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit
from croupier.kernel.rng import Chance
from love_letter.core import codes as c
from love_letter.core import layout as w


def imagine(words: vec[i64], deck: vec[i64], seats: i64, to_act: i64, question: i64, seat: i64, chance: Chance) -> None:
    """Put what the seat knows in its place; the cards that are left go into the places that are left."""
    left = vec[i64]([0] * c.KINDS)
    places = vec[i64]([0] * c.DECK)
    for kind in range(i64(c.KINDS)):
        left[kind] = (words[w.UNSEEN] >> (kind * 4)) & 15
    n: i64 = 0
    for other in range(seats):
        if (words[w.ALIVE] >> other) & 1 != 0:
            if other != seat:
                words[w.HAND + other] = words[w.KNOWN + seat * c.SEATS + other]
            n = _add(words, w.HAND + other, left, places, n)
    if to_act >= 0 and question == c.Q_PLAY:
        if to_act != seat:
            words[w.DRAWN + to_act] = words[w.SEES + seat]
        n = _add(words, w.DRAWN + to_act, left, places, n)
    for place in range(0 - words[w.ASIDE_LEFT], words[w.SIZE]):
        is_deep: bool = place >= 0 and place < 15
        words[w.PILE + place] = ((words[w.DEEP + seat] >> (place * 4)) & 15) - 1 if is_deep else i64(-1)
        n = _add(words, w.PILE + place, left, places, n)
    size: i64 = 0
    for i in range(i64(2)):  # of a Chancellor: its player's own, which are known
        if words[w.EXTRA + 2 * seat + i] >= 0:
            left[words[w.EXTRA + 2 * seat + i]] -= 1
    for kind in range(i64(c.KINDS)):
        for _copy in range(left[kind]):
            deck[size] = kind
            size += 1
    for i in range(size - n):  # of a Chancellor: one or two, as many as have no other place
        places[n + i] = w.EXTRA + 2 * to_act + i
    while True:
        chance.shuffle(deck, size)
        for i in range(size):
            words[places[i]] = deck[i]
        if _fits(words, seats):
            return


def _add(words: vec[i64], at: i64, left: vec[i64], places: vec[i64], n: i64) -> i64:
    """Take a known card from those that are left, or add its place to the n that are to be filled."""
    if words[at] >= 0:
        left[words[at]] -= 1
        return n
    places[n] = at
    return n + 1


def _fits(words: vec[i64], seats: i64) -> bool:
    """Whether no hand contradicts what all have seen."""
    for seat in range(seats):
        hand: i64 = words[w.HAND + seat]
        tied: i64 = words[w.TIED + seat]
        if words[w.LACKS + seat] & bit(hand) != 0 or (tied >= 0 and hand != words[w.HAND + tied]):
            return False
    return True
