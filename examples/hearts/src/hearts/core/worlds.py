"""Worlds that fit what a seat knows, each equally likely: the kernel deals three hidden hands."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import count, first
from croupier.kernel.rng import Chance
from croupier.kernel.three_hands import ThreeHands
from hearts.core import codes as c
from hearts.core import layout as w


def imagine(words: vec[i64], question: i64, sealed: i64, seat: i64, hands: ThreeHands, chance: Chance) -> None:
    """Fill in the other hands, and what the others have passed: any three cards of the thirteen that one got."""
    passing: i64 = words[w.PASSING]
    is_passed: bool = question == c.Q_CARD and passing != 0
    receiver: i64 = (seat + passing) & 3 if is_passed else seat
    known: i64 = words[w.GIVEN + seat] & ~words[w.PLAYED + receiver] if is_passed else i64(0)
    left: i64 = (seat + 1) & 3
    across: i64 = (seat + 2) & 3
    right: i64 = (seat + 3) & 3
    if not hands.counted:
        unknown: i64 = c.FULL_DECK & ~words[w.HAND + seat] & ~words[w.GIVEN + seat] & ~known
        for turn in range(i64(4)):
            unknown &= ~words[w.PLAYED + turn]
        hands.count(
            unknown,
            _may_hold(words, left),
            _may_hold(words, across),
            _may_hold(words, right),
            13 - count(words[w.PLAYED + left]) - (count(known) if left == receiver else 0),
            13 - count(words[w.PLAYED + across]) - (count(known) if across == receiver else 0),
        )
    hands.draw(chance)
    words[w.HAND + left] = hands.a
    words[w.HAND + across] = hands.b
    words[w.HAND + right] = hands.c
    if is_passed:
        words[w.HAND + receiver] |= known
        _imagine_passed(words, passing, seat, hands, chance)
    elif question == c.Q_PASS:
        for turn in range(i64(1), i64(4)):
            other: i64 = (seat + turn) & 3
            laid: i64 = words[w.LAID]
            if sealed != 0 and (sealed >> other) & 1 == 0:
                laid += 1
            given: i64 = hands.some(words[w.HAND + other], laid, chance)
            words[w.GIVEN + other] = given
            words[w.HAND + other] &= ~given


def _may_hold(words: vec[i64], seat: i64) -> i64:
    cards: i64 = c.FULL_DECK
    for suit in range(i64(4)):
        if (words[w.VOID + seat] >> suit) & 1 != 0:
            cards &= ~(first(13) << (suit * 13))
    return cards


def _imagine_passed(words: vec[i64], passing: i64, seat: i64, hands: ThreeHands, chance: Chance) -> None:
    """Which cards went from whom to whom, as far as the seat does not know it."""
    for turn in range(i64(4)):
        giver: i64 = (turn - passing) & 3
        if turn == seat:
            words[w.GIVEN + giver] = words[w.RECEIVED + seat]
        elif giver == seat:
            words[w.RECEIVED + turn] = words[w.GIVEN + seat]
        else:
            given: i64 = hands.some(words[w.HAND + turn] | words[w.PLAYED + turn], c.PASSED, chance)
            words[w.RECEIVED + turn] = given
            words[w.GIVEN + giver] = given
