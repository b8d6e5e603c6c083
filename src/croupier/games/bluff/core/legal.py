"""The legal moves of each question; the first is the safe one. The order depends only on what the seat knows."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.lanes import EACH
from croupier.games.bluff.core.table import rank_at
from croupier.kernel.bits import bit, lowest_of_few

_GATHER: Final = 0x2040810204080  # brings the lowest bits of seven lanes side by side


def _listed(mask: int) -> int:
    """The moves that lay the ranks of a set of seven, four bits each, and above them how many there are."""
    moves = [c.M_LAY + rank for rank in range(7) if (mask >> rank) & 1]
    return sum(move << 4 * i for i, move in enumerate(moves)) + (len(moves) << 28)


_LISTS: Final = vec[i64]([_listed(mask) for mask in range(128)])
_LIST: Final = 0xFFFFFFF  # the moves without their number
_SEVEN_MORE: Final = 0x7777777  # makes Ace to Six into Eight to King


def _ranks_in(word: i64) -> i64:
    """The lanes that are not empty, as a set of seven."""
    return (((((word + 0x7F7F7F7F7F7F7F) >> 7) & EACH) * _GATHER) >> 49) & 0x7F


def lays(words: vec[i64], seat: i64, out: vec[i64]) -> i64:
    """Rules 2.1 and 2.2. Safe: stop, else the rank to be claimed if it is held."""
    assert len(out) > c.RANKS  # said once, it need not be checked at each of the places below
    at: i64 = c.ROW * seat + w.HAND
    held: i64 = _ranks_in(words[at] - words[w.CHOSEN]) | (_ranks_in(words[at + 1] - words[w.CHOSEN + 1]) << 7)
    if words[w.N_CHOSEN] > 0:
        out[0] = c.M_STOP
    else:
        safe: i64 = _safe(words, held)
        out[0] = c.M_LAY + lowest_of_few(safe)
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


def _safe(words: vec[i64], held: i64) -> i64:
    """The set of one: a rank of these that may be claimed, if there is one; else the lowest."""
    safe: i64 = held & -held
    order: i64 = words[w.ORDER]
    if order == c.ASCENDING:
        asked: i64 = held & bit(words[w.ASKED])
        if asked != 0:
            safe = asked
    elif order == c.ADJACENT and words[w.LAST_RANK] >= 0:
        at: i64 = place_of(words, words[w.LAST_RANK])
        for step in range(i64(3)):
            near: i64 = held & bit(_neighbour(words, at, step))
            if near != 0:
                return near
    return safe


def place_of(words: vec[i64], rank: i64) -> i64:
    """Where a rank of the deck stands among the others."""
    place: i64 = 0
    while rank_at(words, place) != rank:
        place += 1
    return place


def _neighbour(words: vec[i64], at: i64, step: i64) -> i64:
    """The rank at this place (step 0), the one above it (1) or below it (2), round the end."""
    n: i64 = words[w.N_RANKS]
    if step == 1:
        at += 1
        if at == n:
            at = 0
    elif step == 2:
        if at == 0:
            at = n
        at -= 1
    return rank_at(words, at)


def claims(words: vec[i64], out: vec[i64]) -> i64:
    """Rules 3.2 and 3.3. Safe: the truth if it may be said."""
    n: i64 = words[w.N_RANKS]
    if words[w.ORDER] == c.ADJACENT and words[w.LAST_RANK] >= 0:
        n = 3
        at: i64 = place_of(words, words[w.LAST_RANK])
        for step in range(n):
            out[step] = c.M_CLAIM + _neighbour(words, at, step)
    else:
        for i in range(n):
            out[i] = c.M_CLAIM + rank_at(words, i)
    truth: i64 = c.M_CLAIM + chosen_rank(words)
    for i in range(n):
        if out[i] == truth:
            out[i] = out[0]
            out[0] = truth
    return n


def chosen_rank(words: vec[i64]) -> i64:
    """The lowest rank among the chosen cards."""
    cards: i64 = words[w.CHOSEN]
    rank: i64 = 0
    if cards == 0:
        cards = words[w.CHOSEN + 1]
        rank = 7
    while cards & 0xFF == 0:
        cards = cards >> 8
        rank += 1
    return rank
