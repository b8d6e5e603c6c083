"""What claims say about the cards on the pile (State.believe): a belief for searches, never a part of `imagine`.

An imagined world deals a seat its cards and splits them at random between its hand and the pile. Hardly any such split
explains the claims: a card that is asked for is one in thirteen, and yet every second claim is true. So the claims are
told anew here with the same cards, by somebody who says the truth mostly when he can, and who otherwise lies with the
card that will be asked for last.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core.codes import ASCENDING, RANKS
from croupier.games.bluff.core.lanes import lane, one, total, word_of
from croupier.games.bluff.core.table import CLAIMED, HAND, LAID, ROW, Table
from croupier.kernel.bits import bit, lowest_of_few
from croupier.kernel.rng import Chance

# Of 1024, counted in matches of the heuristic with some allowance for others.
WANTON: Final = 180  # so often a card that could be there is not the one that was laid
CAREFUL: Final = 700  # so often a liar lays what is asked for last


def believe(table: Table, viewer: i64, chance: Chance) -> None:
    """Lay the pile of an imagined world anew; `viewer` knows its own cards."""
    if table.options.truth:
        return
    layers: i64 = table.layers
    if viewer >= 0:
        layers &= ~bit(viewer)
    while layers != 0:
        _tell_anew(table, lowest_of_few(layers), chance)
        layers &= layers - 1


def _tell_anew(table: Table, seat: i64, chance: Chance) -> None:
    rows = table.rows
    at: i64 = ROW * seat
    cards = table.zone
    for word in range(i64(2)):
        cards[word] = rows[at + HAND + word] + rows[at + LAID + word]
        cards[2 + word] = 0  # laid
        cards[4 + word] = 0  # claims that are not true
    waits: bool = table.turn == seat and table.claim_count > 0
    for word in range(i64(2)):
        claims: i64 = rows[at + CLAIMED + word]
        if waits:
            claims -= table.said_high if word == 1 else table.said_low
        rank: i64 = 7 * word
        while claims != 0:
            cards[4 + word] += _truths(cards, rank, claims & 0xFF, chance) * one(rank)
            claims >>= 8
            rank += 1
    lies: i64 = 0
    true_low: i64 = 0
    true_high: i64 = 0
    if waits:
        true_low = cards[2]
        true_high = cards[3]
        lies = _truths(cards, table.claim_rank, table.claim_count, chance)
        true_low = cards[2] - true_low
        true_high = cards[3] - true_high
    for word in range(i64(2)):
        claims = cards[4 + word]
        rank = 7 * word
        while claims != 0:
            for _lie in range(claims & 0xFF):
                _take(cards, _lie_for(table, rank, chance))
            claims >>= 8
            rank += 1
    if waits:
        low: i64 = cards[2]
        high: i64 = cards[3]
        for _lie in range(lies):
            _take(cards, _lie_for(table, table.claim_rank, chance))
        table.pending_low = true_low + cards[2] - low
        table.pending_high = true_high + cards[3] - high
    for word in range(i64(2)):
        rows[at + HAND + word] = cards[word]
        rows[at + LAID + word] = cards[2 + word]


def _truths(cards: vec[i64], rank: i64, claimed: i64, chance: Chance) -> i64:
    """Lay as many of the claimed cards as there are, but for a few wanton lies; how many are still to be laid."""
    lies: i64 = 0
    for _claim in range(claimed):
        if lane(cards[0], cards[1], rank) > 0 and chance.word() >> 22 >= WANTON:
            _take(cards, rank)
        else:
            lies += 1
    return lies


def _take(cards: vec[i64], rank: i64) -> None:
    word: i64 = word_of(rank)
    cards[word] -= one(rank)
    cards[2 + word] += one(rank)


def _lie_for(table: Table, claimed: i64, chance: Chance) -> i64:
    """Which card was laid for one of the rank that was claimed."""
    options = table.options
    cards = table.zone
    low: i64 = cards[0]
    high: i64 = cards[1]
    if options.order == ASCENDING and chance.word() >> 22 < CAREFUL:
        ranks = options.ranks
        n: i64 = options.n_ranks
        place: i64 = 0
        while ranks[place] != claimed:
            place += 1
        best: i64 = -1
        for _turn in range(n - 1):
            place = (place + options.seats) % n
            if lane(low, high, ranks[place]) > 0 and ranks[place] != claimed:
                best = ranks[place]
        if best >= 0:
            return best
    skip: i64 = chance.below(total(low) + total(high))
    for rank in range(i64(RANKS)):
        skip -= lane(low, high, rank)
        if skip < 0:
            return rank
    return claimed
