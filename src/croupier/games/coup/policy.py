"""Coup's heuristic, on what the seat to act may know: its own hand, what is open, what it saw go back to the court."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.belief import belief, odds, worth
from croupier.games.coup.codes import (
    AMBASSADOR,
    ASSASSIN,
    ASSASSINATE,
    CAPTAIN,
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
    M_STEAL,
    Q_ACT,
    Q_BLOCK,
    Q_CHALLENGE_BLOCK,
    Q_RESPOND,
    Q_SHOW,
    STEAL,
    TAX,
)
from croupier.games.coup.legal import CLAIMED, COUP_PRICE, FORCED_COUP
from croupier.games.coup.table import COINS, HAND, HIDDEN, RECORD, SINCE, Table

# A challenge needs this chance (of 1000) that the claim is false, by the number of players left.
DOUBT: Final = vec[i64]([1000, 1000, 560, 680, 730, 760, 780])

# How readily, of 1000, a character that is not held is claimed, by the number of players left.
BOLD: Final = vec[i64]([0, 0, 860, 860, 860, 860, 860])

HORIZON: Final = 6  # moves per seat after which influence and coins are compared instead of playing on
PER_INFLUENCE: Final = 16  # coins


def _shares() -> list[int]:
    """By influence and coins, in coins: each is worth a twentieth more hope."""
    shares = [1000]
    while len(shares) < 50:
        shares.append(shares[-1] * 1051 // 1000)
    return shares


SHARES: Final = vec[i64](_shares())


def choose(table: Table, question: i64, seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The move of the heuristic; `r` is a random 32-bit word."""
    if question == Q_ACT:
        return _act(table, seat, r)
    if question == Q_RESPOND:
        return _respond(table, seat, r)
    if question == Q_BLOCK:
        return _block(table, seat, r)
    if question == Q_CHALLENGE_BLOCK:
        return _challenge_block(table, seat, r)
    if question == Q_SHOW and moves[0] < M_LOSE:
        return moves[0]
    return _best_hand(table, seat, moves, n)


def _roll(r: i64, which: i64) -> i64:
    """A number from 0 to 999, another one for each `which` from 0 to 2."""
    return (((r >> (10 * which)) & 1023) * 1000) >> 10


# The turn.


def _act(table: Table, seat: i64, r: i64) -> i64:
    zones = table.zones
    coins: i64 = zones[COINS + seat]
    if coins >= FORCED_COUP:
        return M_COUP + _victim(table, seat, -1)
    assassin: bool = table.holds(seat, ASSASSIN)
    if coins >= 3 and (coins < COUP_PRICE or assassin):
        prey = _victim(table, seat, CONTESSA)
        bold: i64 = i64(1000) if assassin else _boldness(table, seat, ASSASSIN) * 2 // 5
        if prey >= 0 and _roll(r, 0) < bold and odds(table, seat, prey, CONTESSA) < 620:
            return M_ASSASSINATE + prey
    if coins >= COUP_PRICE:
        return M_COUP + _victim(table, seat, -1)
    if table.holds(seat, DUKE):
        return M_ACT + TAX
    mark = _mark(table, seat)
    if mark >= 0 and table.holds(seat, CAPTAIN):
        return M_STEAL + mark
    if _roll(r, 1) < _boldness(table, seat, DUKE):
        return M_ACT + TAX
    if mark >= 0 and _roll(r, 2) < _boldness(table, seat, CAPTAIN) // 2:
        return M_STEAL + mark
    if table.holds(seat, AMBASSADOR):
        return M_ACT + EXCHANGE
    return M_ACT + (INCOME if _duke_around(table, seat) else FOREIGN_AID)


def _victim(table: Table, seat: i64, guard: i64) -> i64:
    """The most dangerous rival that does not claim the character `guard`; the nearest in turn order of equals."""
    zones = table.zones
    best: i64 = -1
    danger: i64 = -1
    other: i64 = seat
    for _seat in range(table.seats - 1):
        other += 1
        if other == table.seats:
            other = 0
        if zones[HIDDEN + other] > 0 and (guard < 0 or (zones[SINCE + other] >> (8 * guard)) & 255 == 0):
            how: i64 = 4 * zones[HIDDEN + other] + zones[COINS + other]
            if how > danger:
                best = other
                danger = how
    return best


def _mark(table: Table, seat: i64) -> i64:
    """Whom to steal from: who has coins and is not likely to block; -1 for nobody."""
    zones = table.zones
    best: i64 = -1
    most: i64 = 0
    for other in range(table.seats):
        if other == seat or zones[HIDDEN + other] == 0 or zones[COINS + other] < 2:
            continue
        recent: i64 = zones[SINCE + other]
        if (recent >> (8 * CAPTAIN)) & 255 != 0 or (recent >> (8 * AMBASSADOR)) & 255 != 0:
            continue
        if zones[COINS + other] > most:
            best = other
            most = zones[COINS + other]
    return best


def _boldness(table: Table, seat: i64, character: i64) -> i64:
    """How readily, of 1000, to claim a character that is not held: less when it is rare, or after being caught."""
    seen = table.open_of(character)
    if seen >= 3:
        return 0
    failed: i64 = table.zones[RECORD + seat] >> 32
    bold: i64 = BOLD[table.alive] - 200 * seen - 320 * failed
    return bold if bold > 0 else i64(0)


def _duke_around(table: Table, seat: i64) -> bool:
    """Whether somebody claimed the Duke since its hand last changed."""
    zones = table.zones
    for other in range(table.seats):
        if other != seat and (zones[SINCE + other] >> (8 * DUKE)) & 255 != 0:
            return True
    return False


# Answers.


def _doubt(table: Table, seat: i64, claimant: i64) -> i64:
    """The chance of a lie that a challenge needs here."""
    zones = table.zones
    needed: i64 = DOUBT[table.alive]
    if zones[HIDDEN + seat] == 1:
        needed += 60
    if zones[HIDDEN + claimant] == 1:
        needed -= 50
    return needed


def _respond(table: Table, seat: i64, r: i64) -> i64:
    zones = table.zones
    action = table.action
    actor = table.turn
    lie: i64 = 1000 - belief(table, seat, actor, CLAIMED[action])
    if lie == 1000:
        return M_CHALLENGE
    needed = _doubt(table, seat, actor)
    if table.target == seat:
        if table.options.joint:
            answer = _block(table, seat, r)
            if answer != M_ALLOW:
                return answer
        if action == ASSASSINATE and not table.holds(seat, CONTESSA):
            needed -= 60
            if zones[HIDDEN + seat] == 1:
                # Out unless this or a block with the Contessa is believed.
                needed = 560 if table.open_of(CONTESSA) < 3 else 0
    elif action == EXCHANGE:
        needed += 80
    return M_CHALLENGE if lie > needed else M_ALLOW


def _block(table: Table, seat: i64, r: i64) -> i64:
    zones = table.zones
    action = table.action
    roll = _roll(r, 0)
    if action == FOREIGN_AID:
        if table.holds(seat, DUKE) or (table.alive == 2 and roll < _boldness(table, seat, DUKE) // 3):
            return M_BLOCK + DUKE
        return M_ALLOW
    if action == ASSASSINATE:
        if table.holds(seat, CONTESSA) or zones[HIDDEN + seat] == 1 or roll < _boldness(table, seat, CONTESSA) * 3 // 4:
            return M_BLOCK + CONTESSA
        return M_ALLOW
    if table.holds(seat, CAPTAIN):
        return M_BLOCK + CAPTAIN
    if table.holds(seat, AMBASSADOR):
        return M_BLOCK + AMBASSADOR
    if zones[COINS + seat] > 0 and roll < _boldness(table, seat, CAPTAIN) // 2:
        return M_BLOCK + CAPTAIN
    return M_ALLOW


def _challenge_block(table: Table, seat: i64, r: i64) -> i64:
    lie: i64 = 1000 - belief(table, seat, table.blocker, table.block)
    if lie == 1000:
        return M_CHALLENGE
    needed = _doubt(table, seat, table.blocker)
    if seat != table.turn:
        needed += 100
    elif table.action == ASSASSINATE:
        needed -= 60
    elif table.action == STEAL or table.action == FOREIGN_AID:
        needed += 20
    return M_CHALLENGE if lie > needed else M_ALLOW


# Hands.


def _best_hand(table: Table, seat: i64, moves: vec[i64], n: i64) -> i64:
    """Which to lose, or which to keep: the move that leaves the best hand."""
    zones = table.zones
    best: i64 = moves[0]
    most: i64 = -1
    for i in range(n):
        move: i64 = moves[i]
        low: i64 = -1
        high: i64 = -1
        if move >= M_KEEP_TWO:
            low = move - M_KEEP_TWO
            high = 0
            while low > high:
                high += 1
                low -= high
        elif move >= M_KEEP_ONE:
            low = move - M_KEEP_ONE
        else:
            low = zones[HAND + 2 * seat]
            if low == move - M_LOSE:
                low = zones[HAND + 2 * seat + 1]
        both = worth(table, low) + worth(table, high)
        if low == high:
            both -= 45
        if both > most:
            best = move
            most = both
    return best


def outlook(table: Table, seat: i64) -> i64:
    """The chance, of 1000, that `seat` is the last one left, by influence and coins.

    Fitted to matches of the heuristic against itself, where they tell little: a second influence doubles the hope.
    """
    zones = table.zones
    if zones[HIDDEN + seat] == 0:
        return 0
    all_shares: i64 = 0
    mine: i64 = 0
    for other in range(table.seats):
        influence: i64 = zones[HIDDEN + other]
        if influence > 0:
            share: i64 = SHARES[PER_INFLUENCE * influence + zones[COINS + other]]
            all_shares += share
            if other == seat:
                mine = share
    return mine * 1000 // all_shares
