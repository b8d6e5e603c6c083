"""What claims say about the cards on the pile (State.believe): a belief for searches, never a part of `imagine`.

An imagined world deals a seat its cards and splits them at random between its hand and the pile. Hardly any such split
explains the claims: a card that is asked for is one in thirteen, and yet every second claim is true. So the claims are
made again here with the same cards, mostly true where that is possible, and otherwise with the card that will be asked
for last.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.lanes import lane, one, total, word_of
from croupier.games.bluff.core.legal import place_of
from croupier.games.bluff.core.table import rank_at
from croupier.kernel.bits import bit, lowest_of_few
from croupier.kernel.rng import Chance

# Of 1024, counted in matches of the heuristic with some allowance for others.
WANTON: Final = 180  # so often a card that could be there is not the one that was laid
CAREFUL: Final = 700  # so often a liar lays what is asked for last


def believe(words: vec[i64], cards: vec[i64], viewer: i64, chance: Chance) -> None:
    """Lay the pile of an imagined world again; `viewer` knows its own cards, `cards` is room for six words."""
    if words[w.TRUTH] != 0:
        return
    layers: i64 = words[w.LAYERS]
    if viewer >= 0:
        layers &= ~bit(viewer)
    while layers != 0:
        _lay_again(words, cards, lowest_of_few(layers), chance)
        layers &= layers - 1


def _lay_again(words: vec[i64], cards: vec[i64], seat: i64, chance: Chance) -> None:
    at: i64 = c.ROW * seat
    for word in range(i64(2)):
        cards[word] = words[at + w.HAND + word] + words[at + w.LAID + word]
        cards[2 + word] = 0  # laid
        cards[4 + word] = 0  # claims that are not true
    waits: bool = words[w.TURN] == seat and words[w.CLAIM_COUNT] > 0
    for word in range(i64(2)):
        claims: i64 = words[at + w.CLAIMED + word]
        if waits:
            claims -= words[w.SAID + word]
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
        lies = _truths(cards, words[w.CLAIM_RANK], words[w.CLAIM_COUNT], chance)
        true_low = cards[2] - true_low
        true_high = cards[3] - true_high
    for word in range(i64(2)):
        claims = cards[4 + word]
        rank = 7 * word
        while claims != 0:
            for _lie in range(claims & 0xFF):
                _take(cards, _lie_for(words, cards, rank, chance))
            claims >>= 8
            rank += 1
    if waits:
        low: i64 = cards[2]
        high: i64 = cards[3]
        for _lie in range(lies):
            _take(cards, _lie_for(words, cards, words[w.CLAIM_RANK], chance))
        words[w.PENDING] = true_low + cards[2] - low
        words[w.PENDING + 1] = true_high + cards[3] - high
    for word in range(i64(2)):
        words[at + w.HAND + word] = cards[word]
        words[at + w.LAID + word] = cards[2 + word]


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


def _lie_for(words: vec[i64], cards: vec[i64], claimed: i64, chance: Chance) -> i64:
    """Which card was laid for one of the rank that was claimed."""
    low: i64 = cards[0]
    high: i64 = cards[1]
    if words[w.ORDER] == c.ASCENDING and chance.word() >> 22 < CAREFUL:
        n: i64 = words[w.N_RANKS]
        place: i64 = place_of(words, claimed)
        best: i64 = -1
        for _turn in range(n - 1):
            place = (place + words[w.SEATS]) % n
            rank: i64 = rank_at(words, place)
            if lane(low, high, rank) > 0 and rank != claimed:
                best = rank
        if best >= 0:
            return best
    skip: i64 = chance.below(total(low) + total(high))
    for rank in range(i64(c.RANKS)):
        skip -= lane(low, high, rank)
        if skip < 0:
            return rank
    return claimed
