"""Worlds that fit what a seat knows, each equally likely: shuffled until nothing contradicts what all have seen."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.rng import Chance
from love_letter.core import codes as c
from love_letter.core import layout as w


def _remove(left: vec[i64], packed: i64) -> None:
    while packed != 0:
        left[(packed & 15) - 1] -= 1
        packed >>= 4


def imagine(words: vec[i64], deck: vec[i64], seats: i64, to_act: i64, question: i64, seat: i64, chance: Chance) -> None:
    left = vec[i64]([2, 6, 2, 2, 2, 2, 2, 1, 1, 1])
    alive: i64 = words[w.ALIVE]
    _remove(left, words[w.OPEN])
    for other in range(seats):
        _remove(left, words[w.LAID + other])
    for card in (words[w.HAND + seat], words[w.DRAWN + seat]):
        if card >= 0:
            left[card] -= 1
    _remove(left, words[w.EXTRA + seat])
    row: i64 = w.KNOWN + seat * c.SEATS
    for other in range(seats):
        if other != seat and (alive >> other) & 1 != 0:
            words[w.HAND + other] = words[row + other]
            if words[row + other] >= 0:
                left[words[row + other]] -= 1
    draws: bool = to_act >= 0 and to_act != seat and question == c.Q_PLAY
    if draws:
        words[w.DRAWN + to_act] = words[w.SEES + seat]
        if words[w.SEES + seat] >= 0:
            left[words[w.SEES + seat]] -= 1
    for place in range(words[w.SIZE]):
        known: i64 = (words[w.DEEP + seat] >> (place * 4)) & 15 if place < 15 else i64(0)
        words[w.PILE + place] = known - 1
        if known != 0:
            left[known - 1] -= 1
    n: i64 = 0
    for kind in range(i64(c.KINDS)):
        for _copy in range(left[kind]):
            deck[n] = kind
            n += 1
    while True:
        chance.shuffle(deck, n)
        at: i64 = 0
        fits: bool = True
        for other in range(seats):
            if other != seat and (alive >> other) & 1 != 0:
                card = words[row + other]
                if card < 0:
                    card = deck[at]
                    at += 1
                words[w.HAND + other] = card
                if (words[w.LACKS + other] >> card) & 1 != 0:
                    fits = False
        for other in range(seats):
            tied: i64 = words[w.TIED + other]
            if tied >= 0 and words[w.HAND + other] != words[w.HAND + tied]:
                fits = False
        if fits:
            break
    if draws and words[w.SEES + seat] < 0:
        words[w.DRAWN + to_act] = deck[at]
        at += 1
    if question == c.Q_RETURN and to_act != seat and to_act >= 0:
        # Two were drawn, or the only one that the deck had: as many as are left over now.
        extra: i64 = 0
        shift: i64 = 0
        spare: i64 = n - at - words[w.ASIDE_LEFT]
        for place in range(words[w.SIZE]):
            if words[w.PILE + place] < 0:
                spare -= 1
        while spare > 0:
            extra |= (deck[at] + 1) << shift
            at += 1
            shift += 4
            spare -= 1
        words[w.EXTRA + to_act] = extra
    for place in range(words[w.SIZE]):
        if words[w.PILE + place] < 0:
            words[w.PILE + place] = deck[at]
            at += 1
    if words[w.ASIDE_LEFT] != 0:
        words[w.ASIDE] = deck[at]
