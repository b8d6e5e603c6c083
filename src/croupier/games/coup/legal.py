"""Who may do what: the legal moves of each question, the safe one first. Numbers in comments are those of RULES.md."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.codes import (
    AMBASSADOR,
    ASSASSIN,
    ASSASSINATE,
    CAPTAIN,
    CHARACTERS,
    CONTESSA,
    DUKE,
    EXCHANGE,
    FOREIGN_AID,
    INCOME,
    M_ACT,
    M_ALLOW,
    M_ASSASSINATE,
    M_BLOCK,
    M_CHALLENGE,
    M_COUP,
    M_KEEP_ONE,
    M_KEEP_TWO,
    M_LOSE,
    M_SHOW,
    M_STEAL,
    Q_ACT,
    Q_BLOCK,
    Q_CHALLENGE_BLOCK,
    Q_KEEP,
    Q_RESPOND,
    Q_SHOW,
    TAX,
)
from croupier.games.coup.table import COINS, HAND, HIDDEN, Table
from croupier.kernel.bits import bit

COUP_PRICE: Final = 7
ASSASSINATION_PRICE: Final = 3
FORCED_COUP: Final = 10

CLAIMED: Final = vec[i64]([-1, -1, DUKE, AMBASSADOR, -1, ASSASSIN, CAPTAIN])  # by action
"""The character that an action claims, or -1."""


def claimed_character(table: Table) -> i64:
    """What the one who is challenged said he has."""
    return table.block if table.contest == 2 else CLAIMED[table.action]


def claimant(table: Table) -> i64:
    return table.blocker if table.contest == 2 else table.turn


def respondents(table: Table, question: i64) -> i64:
    """The seats that a window asks (rules 4.1, 5.1 to 5.3, 6.1)."""
    zones = table.zones
    if question == Q_BLOCK and table.target >= 0:
        return bit(table.target)
    speaker: i64 = table.blocker if question == Q_CHALLENGE_BLOCK else table.turn
    asked: i64 = 0
    for seat in range(table.seats):
        if zones[HIDDEN + seat] > 0 and seat != speaker:
            asked |= bit(seat)
    return asked


def next_of(table: Table, question: i64, seats: i64) -> i64:
    """The first of `seats` in turn order, beginning after the one whose action or block is answered (rule 4.2)."""
    seat: i64 = table.blocker if question == Q_CHALLENGE_BLOCK else table.turn
    while True:
        seat += 1
        if seat == table.seats:
            seat = 0
        if (seats >> seat) & 1 != 0:
            return seat


def legal_moves(table: Table, question: i64, seat: i64, out: vec[i64]) -> i64:
    if question == Q_ACT:
        return _actions(table, seat, out)
    if question in (Q_RESPOND, Q_BLOCK):
        return _answers(table, question, seat, out)
    if question == Q_CHALLENGE_BLOCK:
        out[0] = M_ALLOW
        out[1] = M_CHALLENGE
        return 2
    if question == Q_KEEP:
        return _keeps(table, seat, out)
    n: i64 = 0
    if question == Q_SHOW:
        character = claimed_character(table)
        if table.holds(seat, character):
            out[0] = M_SHOW + character
            n = 1
    zones = table.zones
    low: i64 = zones[HAND + 2 * seat]
    high: i64 = zones[HAND + 2 * seat + 1]
    out[n] = M_LOSE + low
    n += 1
    if high >= 0 and high != low:
        out[n] = M_LOSE + high
        n += 1
    return n


def _actions(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Rules 3.1 to 3.9; the safe move is income, or with ten coins a coup against the next player (rule 3.3)."""
    zones = table.zones
    seats = table.seats
    coins: i64 = zones[COINS + seat]
    n: i64 = 0
    if coins < FORCED_COUP:
        out[0] = M_ACT + INCOME
        out[1] = M_ACT + FOREIGN_AID
        out[2] = M_ACT + TAX
        out[3] = M_ACT + EXCHANGE
        n = 4
    other: i64 = seat
    for _seat in range(seats - 1):
        other += 1
        if other == seats:
            other = 0
        if zones[HIDDEN + other] == 0:
            continue
        if coins < FORCED_COUP:
            out[n] = M_STEAL + other
            n += 1
            if coins >= ASSASSINATION_PRICE:
                out[n] = M_ASSASSINATE + other
                n += 1
        if coins >= COUP_PRICE:
            out[n] = M_COUP + other
            n += 1
    return n


def _answers(table: Table, question: i64, seat: i64, out: vec[i64]) -> i64:
    """Rules 4.1, 5.1 to 5.3; in a joint window both at once (rule 9.2)."""
    out[0] = M_ALLOW
    n: i64 = 1
    if question == Q_RESPOND:
        out[1] = M_CHALLENGE
        n = 2
        if not table.options.joint or table.target != seat:
            return n
    action = table.action
    if action == FOREIGN_AID:
        out[n] = M_BLOCK + DUKE
        return n + 1
    if action == ASSASSINATE:
        out[n] = M_BLOCK + CONTESSA
        return n + 1
    out[n] = M_BLOCK + CAPTAIN
    out[n + 1] = M_BLOCK + AMBASSADOR
    return n + 2


def _keeps(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Rule 7.2: every hand that can be kept, the present one first."""
    zones = table.zones
    a: i64 = zones[HAND + 2 * seat]
    b: i64 = zones[HAND + 2 * seat + 1]
    held: i64 = bit(8 * a) + bit(8 * table.drawn_a) + bit(8 * table.drawn_b)
    n: i64 = 1
    if b < 0:
        out[0] = M_KEEP_ONE + a
        for character in range(i64(CHARACTERS)):
            if character != a and (held >> (8 * character)) & 255 != 0:
                out[n] = M_KEEP_ONE + character
                n += 1
        return n
    held += bit(8 * b)
    safe: i64 = M_KEEP_TWO + ((b * (b + 1)) >> 1) + a
    out[0] = safe
    for high in range(i64(CHARACTERS)):
        copies: i64 = (held >> (8 * high)) & 255
        if copies == 0:
            continue
        for low in range(high + 1):
            if low == high and copies < 2:
                continue
            if (held >> (8 * low)) & 255 == 0:
                continue
            move: i64 = M_KEEP_TWO + ((high * (high + 1)) >> 1) + low
            if move != safe:
                out[n] = move
                n += 1
    return n
