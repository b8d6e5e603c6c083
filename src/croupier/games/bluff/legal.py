"""The legal moves of each question; the first is the safe one. The order depends only on what the seat knows."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.codes import (
    ADJACENT,
    ASCENDING,
    M_CLAIM,
    M_LAY,
    M_STOP,
)
from croupier.games.bluff.table import HAND, ROW, Table, lane, one, word_of
from croupier.kernel.bits import lowest


def lays(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Rules 2.1 and 2.2. Safe: stop, else the rank to be claimed if it is held."""
    rows = table.rows
    low: i64 = rows[ROW * seat + HAND] - table.chosen_low
    high: i64 = rows[ROW * seat + HAND + 1] - table.chosen_high
    if table.n_chosen > 0:
        out[0] = M_STOP
    else:
        safe: i64 = safe_rank(table, low, high)
        out[0] = M_LAY + safe
        rest: i64 = one(safe) * 255
        low &= ~(rest * (1 - word_of(safe)))
        high &= ~(rest * word_of(safe))
    # Without branches: every rank is written, and the next one over it if it is not there.
    n: i64 = 1
    for i in range(i64(7)):
        out[n] = M_LAY + i
        n += ((low & 0xFF) + 0xFF) >> 8
        low = low >> 8
    for i in range(i64(7), i64(13)):
        out[n] = M_LAY + i
        n += ((high & 0xFF) + 0xFF) >> 8
        high = high >> 8
    return n


def safe_rank(table: Table, low: i64, high: i64) -> i64:
    """A rank of this hand that may be claimed, if there is one; else its lowest."""
    options = table.options
    if options.order == ASCENDING:
        asked: i64 = options.ranks[table.place]
        if lane(low, high, asked) > 0:
            return asked
    elif options.order == ADJACENT and table.last_rank >= 0:
        at: i64 = place_of(table, table.last_rank)
        for step in range(i64(3)):
            near: i64 = neighbour(table, at, step)
            if lane(low, high, near) > 0:
                return near
    if low != 0:
        return lowest(low) >> 3
    return 7 + (lowest(high) >> 3)


def place_of(table: Table, rank: i64) -> i64:
    """Where the rank stands among those of the deck."""
    ranks = table.options.ranks
    for i in range(table.options.n_ranks):
        if ranks[i] == rank:
            return i
    return 0


def neighbour(table: Table, at: i64, step: i64) -> i64:
    """The rank at this place (step 0), the one above it (1) or below it (2), round the end."""
    options = table.options
    n: i64 = options.n_ranks
    if step == 1:
        at += 1
        if at == n:
            at = 0
    elif step == 2:
        if at == 0:
            at = n
        at -= 1
    return options.ranks[at]


def claims(table: Table, out: vec[i64]) -> i64:
    """Rules 3.2 and 3.3. Safe: the truth if it may be said."""
    options = table.options
    n: i64 = 0
    if options.order == ADJACENT and table.last_rank >= 0:
        at: i64 = place_of(table, table.last_rank)
        for step in range(i64(3)):
            out[n] = M_CLAIM + neighbour(table, at, step)
            n += 1
    else:
        ranks = options.ranks
        for i in range(options.n_ranks):
            out[n] = M_CLAIM + ranks[i]
            n += 1
    truth: i64 = M_CLAIM + laid_rank(table)
    for i in range(n):
        if out[i] == truth:
            out[i] = out[0]
            out[0] = truth
    return n


def laid_rank(table: Table) -> i64:
    """The lowest rank among the chosen cards."""
    word: i64 = table.chosen_low
    rank: i64 = 0
    if word == 0:
        word = table.chosen_high
        rank = 7
    while word & 0xFF == 0:
        word = word >> 8
        rank += 1
    return rank
