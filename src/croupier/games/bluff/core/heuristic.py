"""Bluff's heuristic on what the seat to act may know: honest where it can be, and doubtful by counting cards.

A lie is told with the card that will be asked for last. A claim is doubted by the chance that the claimer could not
have had the cards, which follows from the own cards, the cards known to be elsewhere and the sizes of the hands.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core.codes import (
    M_CHALLENGE,
    M_CLAIM,
    M_LAY,
    M_STOP,
    M_TRUST,
    Q_CHALLENGE,
    Q_LAY,
    RANKS,
)
from croupier.games.bluff.core.lanes import total
from croupier.games.bluff.core.legal import laid_rank
from croupier.games.bluff.core.table import Table

UNIT: Final = 65536  # certainty
DOUBT: Final = 40000  # from this chance of a lie on it is challenged
DOUBT_PER_CARD: Final = 300  # a large pile costs more than it earns
LAST_CARD: Final = 6000  # who would win by this claim is hardly trusted
LARGEST: Final = 60  # no difference is made between larger hands
HORIZON: Final = 20  # moves per seat after which hands are compared instead of playing on

# By how many turns are left of the round, at most: how much of the hope a card more in hand costs, in thousandths.
TURNS_LEFT: Final = vec[i64]([4, 8, 14, 22, 32, 45, 10000])
COSTS: Final = (650, 440, 340, 260, 180, 110, 80)


def _shares() -> list[int]:
    """By how many turns are left and by the size of a hand, fitted to matches of the heuristic against itself.

    Early in a round the sizes tell less than this, but some difference must be made.
    """
    shares: list[int] = []
    for cost in COSTS:
        share = 10**12
        for _size in range(LARGEST):
            shares.append(share + 1)
            share = share * (1000 - cost) // 1000
    return shares


SHARES: Final = vec[i64](_shares())


def choose(table: Table, question: i64, seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The move to play; `r` decides between equals."""
    if question == Q_CHALLENGE:
        return _answer(table, seat)
    if question == Q_LAY:
        return _lay(table, seat, moves)
    return _claim(table, r, moves, n)


def _answer(table: Table, seat: i64) -> i64:
    lie: i64 = UNIT - chance_of_truth(table, seat)
    limit: i64 = DOUBT + DOUBT_PER_CARD * table.pile
    if table.hand_size(table.turn) == 0:
        limit = LAST_CARD
    if limit >= UNIT:
        limit = UNIT
    if lie >= limit:
        return M_CHALLENGE
    return M_TRUST


def chance_of_truth(table: Table, seat: i64) -> i64:
    """How likely it is, in parts of UNIT, that the claimer had what it claims; 0 for a certain lie (rule 7.8)."""
    options = table.options
    seats: i64 = options.seats
    claimer: i64 = table.turn
    rank: i64 = table.claim_rank
    wanted: i64 = table.claim_count
    if options.truth:
        return UNIT
    unseen: i64 = options.copies - table.held(seat, rank) - table.laid_by(seat, rank)
    pool: i64 = options.cards - table.hand_size(seat) - table.laid_size(seat)
    known = table.known
    for other in range(seats):
        if other != seat:
            row: i64 = 2 * (seat * seats + other)
            pool -= total(known[row]) + total(known[row + 1])
            unseen -= table.known_with(seat, other, rank)
    row = 2 * (seat * seats + claimer)
    sure: i64 = table.known_with(seat, claimer, rank)
    free: i64 = table.hand_size(claimer) + table.laid_size(claimer) - total(known[row]) - total(known[row + 1])
    if sure + unseen < wanted or sure + free < wanted:
        return 0
    if sure >= wanted:
        return UNIT
    return _at_least(wanted - sure, unseen, free, pool)


def _at_least(wanted: i64, unseen: i64, free: i64, pool: i64) -> i64:
    """The chance that `free` of `pool` cards hold at least `wanted` of the `unseen` ones among them."""
    # The number found is hypergeometric; its terms follow from each other.
    none: i64 = UNIT
    for i in range(unseen):
        left: i64 = pool - free - i
        if left <= 0:
            return UNIT
        none = none * left // (pool - i)
    below: i64 = none
    term: i64 = none
    for k in range(i64(1), wanted):
        rest: i64 = pool - free - unseen + k
        if rest <= 0:
            return UNIT
        term = term * (unseen - k + 1) * (free - k + 1) // (k * rest)
        below += term
    if below >= UNIT:
        return 0
    return UNIT - below


def _lay(table: Table, seat: i64, moves: vec[i64]) -> i64:
    asked: i64 = table.asked_rank()
    if table.n_chosen > 0:
        # Go on only with more of the same truth.
        rank: i64 = asked if asked >= 0 else laid_rank(table)
        if table.picked(rank) == table.n_chosen and table.held_of(seat, rank) > 0:
            return M_LAY + rank
        return M_STOP
    if asked >= 0:
        if table.held(seat, asked) > 0:
            return M_LAY + asked
        return M_LAY + last_needed(table, seat)
    return moves[0]


def last_needed(table: Table, seat: i64) -> i64:
    """The rank in hand that comes last when ranks are asked for every `seats` turns."""
    options = table.options
    ranks = options.ranks
    n: i64 = options.n_ranks
    at: i64 = 0
    best: i64 = -1
    for i in range(n):
        at = (table.place + (i + 1) * options.seats) % n
        if table.held(seat, ranks[at]) > 0:
            best = ranks[at]
    if best >= 0:
        return best
    for rank in range(i64(RANKS)):
        if table.held(seat, rank) > 0:
            return rank
    return 0


def _claim(table: Table, r: i64, moves: vec[i64], n: i64) -> i64:
    """The truth if it may be said, which is the first move; else anything."""
    if moves[0] == M_CLAIM + laid_rank(table):
        return moves[0]
    return moves[r % n]


def outlook(table: Table, seat: i64) -> i64:
    """The share of the wins, of 1000, that goes to `seat` and its partner by the sizes of all hands."""
    mine: i64 = 0
    all_shares: i64 = 0
    left: i64 = table.options.turns - table.turns
    row: i64 = 0
    while left > TURNS_LEFT[row]:
        row += 1
    for other in range(table.options.seats):
        size: i64 = table.hand_size(other)
        if size >= LARGEST:
            size = LARGEST - 1
        share: i64 = SHARES[row * LARGEST + size]
        all_shares += share
        if (table.side_bits(seat) >> other) & 1 != 0:
            mine += share
    return mine * 1000 // all_shares
