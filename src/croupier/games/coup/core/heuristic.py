"""Coup's heuristic, on what the seat to act may know: its own hand, what is open, what it saw go back to the court."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.core import codes as c
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.belief import belief, odds, worth
from croupier.games.coup.core.legal import CLAIMED, COUP_PRICE, FORCED_COUP, kept
from croupier.games.coup.core.table import holds, open_of

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


def choose(words: vec[i64], question: i64, seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The move of the heuristic; `r` is a random 32-bit word."""
    if question == c.Q_ACT:
        return _act(words, seat, r)
    if question == c.Q_RESPOND:
        return _respond(words, seat, r)
    if question == c.Q_BLOCK:
        return _block(words, seat, r)
    if question == c.Q_CHALLENGE_BLOCK:
        return _challenge_block(words, seat, r)
    if question == c.Q_SHOW and moves[0] < c.M_LOSE:
        return moves[0]
    return _best_hand(words, seat, moves, n)


def _roll(r: i64, which: i64) -> i64:
    """A number from 0 to 999, another one for each `which` from 0 to 2."""
    return (((r >> (10 * which)) & 1023) * 1000) >> 10


# The turn.


def _act(words: vec[i64], seat: i64, r: i64) -> i64:
    coins: i64 = words[w.COINS + seat]
    if coins >= FORCED_COUP:
        return c.M_COUP + _victim(words, seat, -1)
    assassin: bool = holds(words, seat, c.ASSASSIN)
    if coins >= 3 and (coins < COUP_PRICE or assassin):
        prey = _victim(words, seat, c.CONTESSA)
        bold: i64 = i64(1000) if assassin else _boldness(words, seat, c.ASSASSIN) * 2 // 5
        if prey >= 0 and _roll(r, 0) < bold and odds(words, seat, prey, c.CONTESSA) < 620:
            return c.M_ASSASSINATE + prey
    if coins >= COUP_PRICE:
        return c.M_COUP + _victim(words, seat, -1)
    if holds(words, seat, c.DUKE):
        return c.M_ACT + c.TAX
    mark = _mark(words, seat)
    if mark >= 0 and holds(words, seat, c.CAPTAIN):
        return c.M_STEAL + mark
    if _roll(r, 1) < _boldness(words, seat, c.DUKE):
        return c.M_ACT + c.TAX
    if mark >= 0 and _roll(r, 2) < _boldness(words, seat, c.CAPTAIN) // 2:
        return c.M_STEAL + mark
    if holds(words, seat, c.AMBASSADOR):
        return c.M_ACT + c.EXCHANGE
    return c.M_ACT + (c.INCOME if _duke_around(words, seat) else c.FOREIGN_AID)


def _victim(words: vec[i64], seat: i64, guard: i64) -> i64:
    """The most dangerous rival that does not claim the character `guard`; the nearest in turn order of equals."""
    best: i64 = -1
    danger: i64 = -1
    other: i64 = seat
    for _seat in range(words[w.SEATS] - 1):
        other += 1
        if other == words[w.SEATS]:
            other = 0
        if words[w.HIDDEN + other] > 0 and (guard < 0 or (words[w.SINCE + other] >> (8 * guard)) & 255 == 0):
            how: i64 = 4 * words[w.HIDDEN + other] + words[w.COINS + other]
            if how > danger:
                best = other
                danger = how
    return best


def _mark(words: vec[i64], seat: i64) -> i64:
    """Whom to steal from: who has coins and is not likely to block; -1 if there is none."""
    best: i64 = -1
    most: i64 = 0
    for other in range(words[w.SEATS]):
        if other == seat or words[w.HIDDEN + other] == 0 or words[w.COINS + other] < 2:
            continue
        recent: i64 = words[w.SINCE + other]
        if (recent >> (8 * c.CAPTAIN)) & 255 != 0 or (recent >> (8 * c.AMBASSADOR)) & 255 != 0:
            continue
        if words[w.COINS + other] > most:
            best = other
            most = words[w.COINS + other]
    return best


def _boldness(words: vec[i64], seat: i64, character: i64) -> i64:
    """How readily, of 1000, to claim a character that is not held: less when it is rare, or after being caught."""
    seen = open_of(words, character)
    if seen >= 3:
        return 0
    failed: i64 = words[w.RECORD + seat] >> 32
    bold: i64 = BOLD[words[w.ALIVE]] - 200 * seen - 320 * failed
    return bold if bold > 0 else i64(0)


def _duke_around(words: vec[i64], seat: i64) -> bool:
    """Whether a rival claimed the Duke since its hand last changed."""
    for other in range(words[w.SEATS]):
        if other != seat and (words[w.SINCE + other] >> (8 * c.DUKE)) & 255 != 0:
            return True
    return False


# Answers.


def _doubt(words: vec[i64], seat: i64, claimant: i64) -> i64:
    """The chance of a lie that a challenge needs here."""
    needed: i64 = DOUBT[words[w.ALIVE]]
    if words[w.HIDDEN + seat] == 1:
        needed += 60
    if words[w.HIDDEN + claimant] == 1:
        needed -= 50
    return needed


def _respond(words: vec[i64], seat: i64, r: i64) -> i64:
    action = words[w.ACTION]
    actor = words[w.TURN]
    lie: i64 = 1000 - belief(words, seat, actor, CLAIMED[action])
    if lie == 1000:
        return c.M_CHALLENGE
    needed = _doubt(words, seat, actor)
    if words[w.TARGET] == seat:
        if words[w.JOINT] != 0:
            answer = _block(words, seat, r)
            if answer != c.M_ALLOW:
                return answer
        if action == c.ASSASSINATE and not holds(words, seat, c.CONTESSA):
            needed -= 60
            if words[w.HIDDEN + seat] == 1:
                # Out unless this or a block with the Contessa is believed.
                needed = 560 if open_of(words, c.CONTESSA) < 3 else 0
    elif action == c.EXCHANGE:
        needed += 80
    return c.M_CHALLENGE if lie > needed else c.M_ALLOW


def _block(words: vec[i64], seat: i64, r: i64) -> i64:
    action = words[w.ACTION]
    roll = _roll(r, 0)
    if action == c.FOREIGN_AID:
        if holds(words, seat, c.DUKE) or (words[w.ALIVE] == 2 and roll < _boldness(words, seat, c.DUKE) // 3):
            return c.M_BLOCK + c.DUKE
        return c.M_ALLOW
    if action == c.ASSASSINATE:
        if (
            holds(words, seat, c.CONTESSA)
            or words[w.HIDDEN + seat] == 1
            or roll < _boldness(words, seat, c.CONTESSA) * 3 // 4
        ):
            return c.M_BLOCK + c.CONTESSA
        return c.M_ALLOW
    if holds(words, seat, c.CAPTAIN):
        return c.M_BLOCK + c.CAPTAIN
    if holds(words, seat, c.AMBASSADOR):
        return c.M_BLOCK + c.AMBASSADOR
    if words[w.COINS + seat] > 0 and roll < _boldness(words, seat, c.CAPTAIN) // 2:
        return c.M_BLOCK + c.CAPTAIN
    return c.M_ALLOW


def _challenge_block(words: vec[i64], seat: i64, r: i64) -> i64:
    lie: i64 = 1000 - belief(words, seat, words[w.BLOCKER], words[w.BLOCK])
    if lie == 1000:
        return c.M_CHALLENGE
    needed = _doubt(words, seat, words[w.BLOCKER])
    if seat != words[w.TURN]:
        needed += 100
    elif words[w.ACTION] == c.ASSASSINATE:
        needed -= 60
    elif words[w.ACTION] == c.STEAL or words[w.ACTION] == c.FOREIGN_AID:
        needed += 20
    return c.M_CHALLENGE if lie > needed else c.M_ALLOW


# Hands.


def _best_hand(words: vec[i64], seat: i64, moves: vec[i64], n: i64) -> i64:
    """Which to lose, or which to keep: the move that leaves the best hand."""
    best: i64 = moves[0]
    most: i64 = -1
    for i in range(n):
        move: i64 = moves[i]
        low, high = kept(move)
        if move < c.M_KEEP_ONE:
            low = words[w.HAND + 2 * seat]
            if low == move - c.M_LOSE:
                low = words[w.HAND + 2 * seat + 1]
        both = worth(words, low) + worth(words, high)
        if low == high:
            both -= 45
        if both > most:
            best = move
            most = both
    return best


def outlook(words: vec[i64], seat: i64) -> i64:
    """The chance, of 1000, that `seat` is the last one left, by influence and coins.

    Fitted to matches of the heuristic against itself, where they say little: a second influence doubles the hope.
    """
    if words[w.HIDDEN + seat] == 0:
        return 0
    all_shares: i64 = 0
    mine: i64 = 0
    for other in range(words[w.SEATS]):
        influence: i64 = words[w.HIDDEN + other]
        if influence > 0:
            share: i64 = SHARES[PER_INFLUENCE * influence + words[w.COINS + other]]
            all_shares += share
            if other == seat:
                mine = share
    return mine * 1000 // all_shares
