"""Who may do what: the legal moves of each question, the safe one first. Numbers in comments are those of RULES.md."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.core import codes as c
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.table import holds
from croupier.kernel.bits import bit

COUP_PRICE: Final = 7
ASSASSINATION_PRICE: Final = 3
FORCED_COUP: Final = 10

CLAIMED: Final = vec[i64]([-1, -1, c.DUKE, c.AMBASSADOR, -1, c.ASSASSIN, c.CAPTAIN])  # by action
"""The character that an action claims, or -1."""


def claimed_character(words: vec[i64]) -> i64:
    """What the seat that is challenged said it has."""
    return words[w.BLOCK] if words[w.CONTEST] == c.BLOCK_CONTEST else CLAIMED[words[w.ACTION]]


def claimant(words: vec[i64]) -> i64:
    return words[w.BLOCKER] if words[w.CONTEST] == c.BLOCK_CONTEST else words[w.TURN]


def respondents(words: vec[i64], question: i64) -> i64:
    """The seats that a window asks (rules 4.1, 5.1 to 5.3, 6.1)."""
    if question == c.Q_BLOCK and words[w.TARGET] >= 0:
        return bit(words[w.TARGET])
    speaker: i64 = words[w.BLOCKER] if question == c.Q_CHALLENGE_BLOCK else words[w.TURN]
    asked: i64 = 0
    for seat in range(words[w.SEATS]):
        if words[w.HIDDEN + seat] > 0 and seat != speaker:
            asked |= bit(seat)
    return asked


def next_of(words: vec[i64], question: i64, seats: i64) -> i64:
    """The first of `seats` in turn order, beginning after the one whose action or block is answered (rule 4.2)."""
    seat: i64 = words[w.BLOCKER] if question == c.Q_CHALLENGE_BLOCK else words[w.TURN]
    while True:
        seat += 1
        if seat == words[w.SEATS]:
            seat = 0
        if (seats >> seat) & 1 != 0:
            return seat


def legal_moves(words: vec[i64], question: i64, seat: i64, out: vec[i64]) -> i64:
    if question == c.Q_ACT:
        return _actions(words, seat, out)
    if question in (c.Q_RESPOND, c.Q_BLOCK):
        return _answers(words, question, seat, out)
    if question == c.Q_CHALLENGE_BLOCK:
        out[0] = c.M_ALLOW
        out[1] = c.M_CHALLENGE
        return 2
    if question == c.Q_KEEP:
        return _keeps(words, seat, out)
    n: i64 = 0
    if question == c.Q_SHOW:
        character = claimed_character(words)
        if holds(words, seat, character):
            out[0] = c.M_SHOW + character
            n = 1
    low: i64 = words[w.HAND + 2 * seat]
    high: i64 = words[w.HAND + 2 * seat + 1]
    out[n] = c.M_LOSE + low
    n += 1
    if high >= 0 and high != low:
        out[n] = c.M_LOSE + high
        n += 1
    return n


def _actions(words: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """Rules 3.1 to 3.9; the safe move is income, or with ten coins a coup against the next player (rule 3.3)."""
    seats = words[w.SEATS]
    coins: i64 = words[w.COINS + seat]
    n: i64 = 0
    if coins < FORCED_COUP:
        out[0] = c.M_ACT + c.INCOME
        out[1] = c.M_ACT + c.FOREIGN_AID
        out[2] = c.M_ACT + c.TAX
        out[3] = c.M_ACT + c.EXCHANGE
        n = 4
    other: i64 = seat
    for _seat in range(seats - 1):
        other += 1
        if other == seats:
            other = 0
        if words[w.HIDDEN + other] == 0:
            continue
        if coins < FORCED_COUP:
            out[n] = c.M_STEAL + other
            n += 1
            if coins >= ASSASSINATION_PRICE:
                out[n] = c.M_ASSASSINATE + other
                n += 1
        if coins >= COUP_PRICE:
            out[n] = c.M_COUP + other
            n += 1
    return n


def _answers(words: vec[i64], question: i64, seat: i64, out: vec[i64]) -> i64:
    """Rules 4.1, 5.1 to 5.3; in a joint window both at once (rule 9.2)."""
    out[0] = c.M_ALLOW
    n: i64 = 1
    if question == c.Q_RESPOND:
        out[1] = c.M_CHALLENGE
        n = 2
        if words[w.JOINT] == 0 or words[w.TARGET] != seat:
            return n
    action = words[w.ACTION]
    if action == c.FOREIGN_AID:
        out[n] = c.M_BLOCK + c.DUKE
        return n + 1
    if action == c.ASSASSINATE:
        out[n] = c.M_BLOCK + c.CONTESSA
        return n + 1
    out[n] = c.M_BLOCK + c.CAPTAIN
    out[n + 1] = c.M_BLOCK + c.AMBASSADOR
    return n + 2


def kept(move: i64) -> tuple[i64, i64]:
    """The characters that a move of an exchange keeps, the lower first; -1 for none."""
    low: i64 = move - c.M_KEEP_TWO
    if low < 0:
        return move - c.M_KEEP_ONE, -1
    high: i64 = 0
    while low > high:
        high += 1
        low -= high
    return low, high


def _keeps(words: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """Rule 7.2: every hand that can be kept, the present one first."""
    a: i64 = words[w.HAND + 2 * seat]
    b: i64 = words[w.HAND + 2 * seat + 1]
    held: i64 = bit(8 * a) + bit(8 * words[w.DRAWN]) + bit(8 * words[w.OTHER_DRAWN])
    n: i64 = 1
    if b < 0:
        out[0] = c.M_KEEP_ONE + a
        for character in range(i64(c.CHARACTERS)):
            if character != a and (held >> (8 * character)) & 255 != 0:
                out[n] = c.M_KEEP_ONE + character
                n += 1
        return n
    held += bit(8 * b)
    safe: i64 = c.M_KEEP_TWO + ((b * (b + 1)) >> 1) + a
    out[0] = safe
    for high in range(i64(c.CHARACTERS)):
        copies: i64 = (held >> (8 * high)) & 255
        if copies == 0:
            continue
        for low in range(high + 1):
            if low == high and copies < 2:
                continue
            if (held >> (8 * low)) & 255 == 0:
                continue
            move: i64 = c.M_KEEP_TWO + ((high * (high + 1)) >> 1) + low
            if move != safe:
                out[n] = move
                n += 1
    return n
