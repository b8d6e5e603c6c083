"""How the built-in heuristic plays Love Letter: keep the high card, and use what is known."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit
from love_letter.core import codes as c
from love_letter.core import layout as w


def choose(words: vec[i64], seats: i64, seat: i64, question: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The legal move that is worth most; among equals, one by the random word."""
    if question == c.Q_RETURN:
        return moves[n - 1] if moves[n - 1] < c.M_RETURN + 2 * c.PRINCESS else moves[0]
    left = vec[i64]([2, 6, 2, 2, 2, 2, 2, 1, 1, 1])
    for other in range(seats):
        laid: i64 = words[w.LAID + other]
        while laid != 0:
            left[(laid & 15) - 1] -= 1
            laid >>= 4
    best: i64 = moves[0]
    most: i64 = -100000
    for i in range(n):
        at: i64 = (i + r) % n
        value: i64 = _value(words, left, seat, moves[at])
        if value > most:
            most = value
            best = moves[at]
    return best


def _value(words: vec[i64], left: vec[i64], seat: i64, move: i64) -> i64:
    hand: i64 = words[w.HAND + seat]
    drawn: i64 = words[w.DRAWN + seat]
    row: i64 = w.KNOWN + seat * c.SEATS
    if move >= c.M_GUARD:
        target: i64 = (move - c.M_GUARD) // 9
        guess: i64 = (move - c.M_GUARD) % 9
        kind: i64 = guess + 1 if guess > 0 else i64(0)
        known: i64 = words[row + target]
        if known >= 0:
            return 1000 if known == kind else -5
        unseen: i64 = left[kind] - (1 if hand == kind or drawn == kind else 0)
        return -10 if words[w.LACKS + target] & bit(kind) != 0 else 100 + unseen * 10 + kind
    if move == c.M_PRINCESS:
        return -10000
    kept: i64 = drawn
    if move >= c.M_BARON and move < c.M_PRINCE:
        kept = drawn if hand == c.BARON else hand
        known = words[row + move - c.M_BARON]
        if known >= 0:
            return 900 if known < kept else (i64(-500) if known > kept else i64(20))
        return 110 if kept > c.PRINCE else -50
    if move >= c.M_PRINCE and move < c.M_KING:
        target = move - c.M_PRINCE
        if target == seat:
            return -200 if hand == c.PRINCESS or drawn == c.PRINCESS else -20
        known = words[row + target]
        return 950 if known == c.PRINCESS else 60 + (known if known > 0 else i64(0))
    if move >= c.M_KING:
        kept = drawn if hand == c.KING else hand
        known = words[row + move - c.M_KING]
        return 80 if known > kept else -60
    if move >= c.M_PRIEST:
        return 105 if words[row + move - c.M_PRIEST] < 0 else 10
    if move == c.M_HANDMAID:
        return 115
    if move == c.M_SPY:
        return 108
    return 70 if move == c.M_CHANCELLOR else 0
