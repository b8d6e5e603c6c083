"""The legal moves of each question; the first is the safe one. The order depends only on what the seat knows."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core.codes import (
    ADJACENT,
    ASCENDING,
    M_CLAIM,
    M_LAY,
    M_STOP,
    RANKS,
)
from croupier.games.bluff.core.lanes import EACH
from croupier.games.bluff.core.table import HAND, ROW, Table
from croupier.kernel.bits import bit, lowest_of_few

_GATHER: Final = 0x2040810204080  # brings the lowest bits of seven lanes side by side


def _listed(mask: int) -> int:
    """The moves that lay the ranks of a set of seven, four bits each, and above them how many there are."""
    moves = [M_LAY + rank for rank in range(7) if (mask >> rank) & 1]
    return sum(move << 4 * i for i, move in enumerate(moves)) + (len(moves) << 28)


_LISTS: Final = vec[i64]([_listed(mask) for mask in range(128)])
_LIST: Final = 0xFFFFFFF  # the moves without their number
_SEVEN_MORE: Final = 0x7777777  # makes Ace to Six into Eight to King


def _ranks_in(word: i64) -> i64:
    """The lanes that are not empty, as a set of seven."""
    return (((((word + 0x7F7F7F7F7F7F7F) >> 7) & EACH) * _GATHER) >> 49) & 0x7F


def lays(table: Table, seat: i64, out: vec[i64]) -> i64:
    """Rules 2.1 and 2.2. Safe: stop, else the rank to be claimed if it is held."""
    assert len(out) > RANKS  # said once, it need not be checked at each of the places below
    rows = table.rows
    at: i64 = ROW * seat + HAND
    held: i64 = _ranks_in(rows[at] - table.chosen_low) | (_ranks_in(rows[at + 1] - table.chosen_high) << 7)
    if table.n_chosen > 0:
        out[0] = M_STOP
    else:
        safe: i64 = _safe(table, held)
        out[0] = M_LAY + lowest_of_few(safe)
        held ^= safe
    # Without branches: as many places are written as there can be moves, and only those that are some are counted.
    low: i64 = _LISTS[held & 0x7F]
    high: i64 = _LISTS[held >> 7] + _SEVEN_MORE
    n: i64 = low >> 28
    moves: i64 = (low & _LIST) | ((high & _LIST) << (4 * n))
    out[1] = moves & 15
    out[2] = (moves >> 4) & 15
    out[3] = (moves >> 8) & 15
    out[4] = (moves >> 12) & 15
    out[5] = (moves >> 16) & 15
    out[6] = (moves >> 20) & 15
    out[7] = (moves >> 24) & 15
    out[8] = (moves >> 28) & 15
    out[9] = (moves >> 32) & 15
    out[10] = (moves >> 36) & 15
    out[11] = (moves >> 40) & 15
    out[12] = (moves >> 44) & 15
    out[13] = (moves >> 48) & 15
    return 1 + n + (high >> 28)


def _safe(table: Table, held: i64) -> i64:
    """The set of one: a rank of these that may be claimed, if there is one; else the lowest."""
    safe: i64 = held & -held
    order: i64 = table.options.order
    if order == ASCENDING:
        asked: i64 = held & bit(table.asked)
        if asked != 0:
            safe = asked
    elif order == ADJACENT and table.last_rank >= 0:
        at: i64 = place_of(table, table.last_rank)
        for step in range(i64(3)):
            near: i64 = held & bit(neighbour(table, at, step))
            if near != 0:
                return near
    return safe


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
