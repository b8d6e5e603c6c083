"""How the built-in heuristic plays Love Letter: keep the high card, and use what is known."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit
from love_letter.core import codes as c
from love_letter.core import layout as w

UNAIMED: Final = vec[i64]([108, 0, 0, 0, 115, 0, 70, 0, 0, -10000])


def choose(words: vec[i64], seat: i64, question: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The legal move that is worth most; among equals, one by the random word."""
    if question == c.Q_RETURN:
        return moves[n - 1] if moves[n - 1] < c.M_RETURN + 2 * c.PRINCESS else moves[0]
    best: i64 = moves[0]
    most: i64 = -100000
    for i in range(n):
        move: i64 = moves[(i + r) % n]
        value: i64 = _value(words, seat, move)
        if value > most:
            most = value
            best = move
    return best


def _value(words: vec[i64], seat: i64, move: i64) -> i64:
    kind, target, guess = c.parts_of(move)
    if target < 0:
        return UNAIMED[kind]
    kept: i64 = words[w.DRAWN + seat] if words[w.HAND + seat] == kind else words[w.HAND + seat]
    known: i64 = words[w.KNOWN + seat * c.SEATS + target]
    if kind == c.GUARD:
        if known >= 0:
            return 1000 if known == guess else -5
        if words[w.LACKS + target] & bit(guess) != 0:
            return -10
        unseen: i64 = ((words[w.UNSEEN] >> (guess * 4)) & 15) - (1 if kept == guess else 0)
        return 100 + unseen * 10 + guess
    if kind == c.PRIEST:
        return 105 if known < 0 else 10
    if kind == c.BARON:
        if known < 0:
            return 110 if kept > c.PRINCE else -50
        return 900 if known < kept else (i64(-500) if known > kept else i64(20))
    if kind == c.KING:
        return 80 if known > kept else -60
    if target == seat:  # a Prince
        return -200 if kept == c.PRINCESS else -20
    return 950 if known == c.PRINCESS else 60 + (known if known > 0 else i64(0))
