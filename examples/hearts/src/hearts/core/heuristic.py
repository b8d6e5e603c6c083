"""How the built-in heuristic plays Hearts: pass what is dangerous, duck, and discard points on others."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit, count
from hearts.core import codes as c
from hearts.core import layout as w

HIGH_SPADES = 0x6000000000  # King and Ace


def choose(words: vec[i64], question: i64, seat: i64, moves: vec[i64], n: i64) -> i64:
    """The legal move that is worth most; the first of equals."""
    best: i64 = moves[0]
    most: i64 = -1000
    for i in range(n):
        value: i64 = 0
        if question == c.Q_PASS:
            value = _passing(words[w.HAND + seat], moves[i] - c.M_PASS)
        else:
            value = _playing(words, seat, moves[i] - c.M_PLAY)
        if value > most:
            most = value
            best = moves[i]
    return best


def _passing(hand: i64, card: i64) -> i64:
    """How much a card endangers its hand: high cards, the more the fewer low ones protect them."""
    suit: i64 = (card * 79) >> 10
    rank: i64 = card - suit * 13
    length: i64 = count((hand >> (suit * 13)) & c.SUIT)
    if suit == c.SPADES:
        if length >= 5:
            return 0
        return 60 if card == c.QUEEN else (i64(50) if rank > 10 else i64(0))
    return rank * 2 + (13 - length) + (6 if suit == c.HEARTS and rank > 7 else 0)


def _playing(words: vec[i64], seat: i64, card: i64) -> i64:
    hand: i64 = words[w.HAND + seat]
    suit: i64 = (card * 79) >> 10
    rank: i64 = card - suit * 13
    place: i64 = words[w.N_PLAYED] & 3
    played: i64 = words[w.PLAYED] | words[w.PLAYED + 1] | words[w.PLAYED + 2] | words[w.PLAYED + 3]
    queen_out: bool = (played >> c.QUEEN) & 1 != 0
    if place == 0:  # lead low, and spades below the Queen while another has it
        value: i64 = 40 - rank * 3
        if suit == c.SPADES and not queen_out:
            if hand & bit(c.QUEEN) != 0:
                return value - 60
            return value + 15 if rank < 10 else value - 60
        return value - count(played >> (suit * 13) & c.SUIT)
    if suit != words[w.LED]:  # discard
        if card == c.QUEEN:
            return 100
        if suit == c.SPADES and rank > 10 and not queen_out:
            return 80
        return rank + (30 if suit == c.HEARTS else 0)
    if card < words[w.BEST]:  # duck as high as possible
        return 60 + rank + (60 if card == c.QUEEN else 0)
    is_last: bool = place == 3
    if card == c.QUEEN:
        return -50
    if is_last:
        return 40 + rank if words[w.TRICK_POINTS] == 0 else 10 + rank
    return 30 - rank if words[w.N_PLAYED] >= 4 else 30 + rank
