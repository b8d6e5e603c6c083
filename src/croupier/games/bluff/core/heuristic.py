"""Bluff's heuristic on what the seat to act may know: honest where it can be, and doubtful by counting cards.

A lie is told with the card that will be asked for last. A claim is doubted by the chance that the claimer could not
have had the cards, which follows from the own cards, the cards known to be elsewhere and the sizes of the hands.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.lanes import lane, total
from croupier.games.bluff.core.legal import chosen_rank
from croupier.games.bluff.core.table import asked_rank, held, known_at, picked, rank_at, side_of

UNIT: Final = 65536  # certainty
DOUBT: Final = 40000  # from this chance of a lie on it is challenged
DOUBT_PER_CARD: Final = 300  # a large pile costs more than it earns
DOUBT_OF_SEVERAL: Final = 26000  # the same two where several cards may be laid
DOUBT_OF_SEVERAL_PER_CARD: Final = 3300
LIES_WITH: Final = vec[i64]([0, 40000, 17000, 6500, 2000])  # by number of cards, of UNIT: how many a liar lays
FEWER_THAN_ALL: Final = 16000  # how often one who has more cards of the rank lays fewer of them
NEEDLESS: Final = 8000  # how often one who has the rank lies all the same
LIE_WITH_MORE: Final = 200  # of 1024: how often a lie gets another card
LAST_CARD: Final = 6000  # who would win by this claim is hardly trusted
LARGEST: Final = 60  # no difference is made between larger hands
HORIZON: Final = 20  # moves per seat after which hands are compared instead of playing on

# By how many turns are left of the round, at most: how much of the hope a card more in hand costs, in thousandths.
TURNS_LEFT: Final = vec[i64]([4, 8, 14, 22, 32, 45, 10000])
COSTS: Final = (650, 440, 340, 260, 180, 110, 80)


def _shares() -> list[int]:
    """By how many turns are left and by the size of a hand, fitted to matches of the heuristic against itself.

    Early in a round the sizes say less than this, but some difference must be made.
    """
    shares: list[int] = []
    for cost in COSTS:
        share = 10**12
        for _size in range(LARGEST):
            shares.append(share + 1)
            share = share * (1000 - cost) // 1000
    return shares


SHARES: Final = vec[i64](_shares())


def choose(words: vec[i64], question: i64, seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    """The move to play; `r` decides between equals."""
    if question == c.Q_CHALLENGE:
        return _answer(words, seat)
    if question == c.Q_LAY:
        return _lay(words, seat, r, moves, n)
    return _claim(words, r, moves, n)


def _answer(words: vec[i64], seat: i64) -> i64:
    lie: i64 = chance_of_lie(words, seat)
    limit: i64 = DOUBT + DOUBT_PER_CARD * words[w.PILE_SIZE]
    if words[w.MAX_CARDS] > 1:
        limit = DOUBT_OF_SEVERAL + DOUBT_OF_SEVERAL_PER_CARD * words[w.PILE_SIZE]
    if words[c.ROW * words[w.TURN] + w.HAND_SIZE] == 0:
        limit = LAST_CARD
    if limit >= UNIT:
        limit = UNIT
    if lie >= limit:
        return c.M_CHALLENGE
    return c.M_TRUST


def chance_of_lie(words: vec[i64], seat: i64) -> i64:
    """How likely it is, in parts of UNIT, that the claim is not true.

    Where one card is laid, by what the claimer can have had. Where several may be laid the number counts: one who has
    the rank lays all of it, one who has none lies with one card more often than with several.
    """
    truth: i64 = chance_of_truth(words, seat)
    if words[w.MAX_CARDS] == 1 or truth == 0 or words[w.TRUTH] != 0:
        return UNIT - truth
    claimed: i64 = words[w.CLAIM_COUNT]
    if claimed < words[w.MAX_CARDS]:
        more: i64 = _chance_of_having(words, seat, claimed + 1)
        truth = truth - more + more * FEWER_THAN_ALL // UNIT
    has_any: i64 = _chance_of_having(words, seat, 1)
    needless: i64 = has_any * NEEDLESS // UNIT
    liar: i64 = UNIT - has_any + needless
    if words[w.ORDER] == c.FREE:
        liar = needless
    lie: i64 = liar * LIES_WITH[claimed] // UNIT
    if truth + lie <= 0:
        return UNIT
    return UNIT * lie // (truth + lie)


def chance_of_truth(words: vec[i64], seat: i64) -> i64:
    """How likely it is, in parts of UNIT, that the claimer had what it claims; 0 for a certain lie (rule 7.8)."""
    if words[w.TRUTH] != 0:
        return UNIT
    return _chance_of_having(words, seat, words[w.CLAIM_COUNT])


def _chance_of_having(words: vec[i64], seat: i64, wanted: i64) -> i64:
    """How likely it is, in parts of UNIT, that the claimer had so many cards of the claimed rank."""
    rank: i64 = words[w.CLAIM_RANK]
    at: i64 = c.ROW * seat
    # What the seat holds, has laid or knows to be with others; of its own cards it keeps no count there.
    low: i64 = words[at + w.HAND] + words[at + w.LAID]
    high: i64 = words[at + w.HAND + 1] + words[at + w.LAID + 1]
    known: i64 = known_at(words, seat, 0)
    i: i64 = known
    while i < known + 2 * words[w.SEATS]:
        low += words[i]
        high += words[i + 1]
        i += 2
    unseen: i64 = words[w.COPIES] - lane(low, high, rank)
    pool: i64 = words[w.CARDS] - total(low) - total(high)
    at = c.ROW * words[w.TURN]
    low = words[known + 2 * words[w.TURN]]
    high = words[known + 2 * words[w.TURN] + 1]
    sure: i64 = lane(low, high, rank)
    free: i64 = words[at + w.HAND_SIZE] + words[at + w.LAID_SIZE] - total(low) - total(high)
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


def _lay(words: vec[i64], seat: i64, r: i64, moves: vec[i64], n: i64) -> i64:
    asked: i64 = asked_rank(words)
    if words[w.N_CHOSEN] > 0:
        # Go on with more of the same truth, or now and then with a larger lie.
        rank: i64 = asked if asked >= 0 else chosen_rank(words)
        so_far: i64 = picked(words, rank)
        if so_far == words[w.N_CHOSEN] and held(words, seat, rank) > so_far:
            return c.M_LAY + rank
        # Never so many that a rival with half of the rank knows better.
        may_grow: bool = so_far == 0 and asked >= 0 and n > 1 and 2 * words[w.N_CHOSEN] < words[w.COPIES]
        if may_grow and (r >> 8) & 1023 < LIE_WITH_MORE:
            return c.M_LAY + last_needed(words, seat)
        return c.M_STOP
    if asked >= 0:
        if held(words, seat, asked) > 0:
            return c.M_LAY + asked
        return c.M_LAY + last_needed(words, seat)
    return moves[0]


def last_needed(words: vec[i64], seat: i64) -> i64:
    """The rank in hand, of cards not picked yet, that comes last when ranks are asked for every `seats` turns."""
    n: i64 = words[w.N_RANKS]
    at: i64 = words[w.PLACE]
    best: i64 = -1
    for _turn in range(n):
        at = (at + words[w.SEATS]) % n
        rank: i64 = rank_at(words, at)
        if held(words, seat, rank) > picked(words, rank):
            best = rank
    if best >= 0:
        return best
    for rank in range(i64(c.RANKS)):
        if held(words, seat, rank) > picked(words, rank):
            return rank
    return 0


def _claim(words: vec[i64], r: i64, moves: vec[i64], n: i64) -> i64:
    """The truth if it may be said, which is the first move; else anything."""
    if moves[0] == c.M_CLAIM + chosen_rank(words):
        return moves[0]
    return moves[r % n]


def outlook(words: vec[i64], seat: i64) -> i64:
    """The share of the wins, of 1000, that goes to `seat` and its partner by the sizes of all hands."""
    mine: i64 = 0
    all_shares: i64 = 0
    side: i64 = side_of(words, seat)
    left: i64 = words[w.TURN_LIMIT] - words[w.TURNS]
    row: i64 = 0
    while left > TURNS_LEFT[row]:
        row += 1
    for other in range(words[w.SEATS]):
        size: i64 = words[c.ROW * other + w.HAND_SIZE]
        if size >= LARGEST:
            size = LARGEST - 1
        share: i64 = SHARES[row * LARGEST + size]
        all_shares += share
        if (side >> other) & 1 != 0:
            mine += share
    return mine * 1000 // all_shares
