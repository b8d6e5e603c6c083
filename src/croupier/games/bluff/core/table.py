"""What lies on the table, as counts per rank in the words of layout.py; knowledge.py says what each seat learns of it.

For every eye (each seat, and the public after the last) and every seat the words from `known_at` on hold, per rank, how
many cards are certainly with that seat: in its hand or among the cards it laid on the present pile (rule 7.2).
"""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.core import codes as c
from croupier.games.bluff.core import layout as w
from croupier.games.bluff.core.lanes import lane, one, shift_of, word_of
from croupier.kernel.bits import bit, lowest_of_few


def known_at(words: vec[i64], eye: i64, seat: i64) -> i64:
    """Where the two words stand that say what `eye` knows to be with `seat`."""
    return w.HAND_SIZE + (c.ROW + 2 * eye) * words[w.SEATS] + 2 * seat


def next_of(seats: i64, seat: i64) -> i64:
    """The first of these seats in turn order, beginning after `seat`; without a branch, which would be guesswork."""
    twice: i64 = seats | (seats << 8)
    return (seat + 1 + lowest_of_few(twice >> (seat + 1))) & 7


# Rounds and turns.


def clear_round(words: vec[i64]) -> None:
    """Nothing is dealt, laid or known."""
    seats = words[w.SEATS]
    for seat in range(seats):
        at: i64 = c.ROW * seat
        words[at + w.HAND_SIZE] = 0
        words[at + w.LAID_SIZE] = 0
        for i in range(at + w.CLAIMED, at + w.BLUFFS):
            words[i] = 0
    for i in range(known_at(words, 0, 0), known_at(words, seats + 1, 0)):
        words[i] = 0
    words[w.STOCK] = 0
    words[w.STOCK + 1] = 0
    words[w.TURNS] = 0
    words[w.PILE_SIZE] = 0
    words[w.LAYERS] = 0
    words[w.LAST_RANK] = -1


def deal(words: vec[i64], order: vec[i64]) -> None:
    """Rule 1.3: one card after the other round the table; what is left over is out of play."""
    seats = words[w.SEATS]
    dealt = words[w.DEALT]
    for seat in range(seats):
        low: i64 = 0
        high: i64 = 0
        i: i64 = seat
        while i < dealt:
            card: i64 = order[i]
            above: i64 = card & (card >> 63)  # the card if it is negative, else 0
            low += card - above
            high -= above
            i += seats
        at: i64 = c.ROW * seat
        words[at + w.HAND] = low
        words[at + w.HAND + 1] = high
        words[at + w.HAND_SIZE] = (dealt + seats - 1 - seat) // seats
    for i in range(dealt, words[w.CARDS]):
        left: i64 = order[i]
        if left < 0:
            words[w.STOCK + 1] -= left
        else:
            words[w.STOCK] += left
    words[w.STOCK_SIZE] = words[w.CARDS] - dealt


def put_back(words: vec[i64]) -> None:
    """Nothing is picked."""
    words[w.CHOSEN] = 0
    words[w.CHOSEN + 1] = 0
    words[w.N_CHOSEN] = 0


def clear_claim(words: vec[i64]) -> None:
    """No claim waits for answers."""
    words[w.PENDING] = 0
    words[w.PENDING + 1] = 0
    words[w.SAID] = 0
    words[w.SAID + 1] = 0
    words[w.CLAIM_RANK] = -1
    words[w.CLAIM_COUNT] = 0


def rank_at(words: vec[i64], place: i64) -> i64:
    """The rank at this place among those of the deck."""
    return (words[w.RANKS] >> (4 * place)) & 15


def ask_for(words: vec[i64], place: i64) -> None:
    """The rank at this place is asked for; after the last comes the first."""
    if place == words[w.N_RANKS]:
        place = 0
    words[w.PLACE] = place
    words[w.ASKED] = rank_at(words, place)


# Questions about the table.


def held(words: vec[i64], seat: i64, rank: i64) -> i64:
    """How many cards of this rank the seat holds, those picked in this turn among them."""
    return (words[c.ROW * seat + w.HAND + word_of(rank)] >> shift_of(rank)) & 0xFF


def laid_by(words: vec[i64], seat: i64, rank: i64) -> i64:
    """How many cards of this rank the seat has on the pile."""
    return (words[c.ROW * seat + w.LAID + word_of(rank)] >> shift_of(rank)) & 0xFF


def picked(words: vec[i64], rank: i64) -> i64:
    """How many cards of this rank were picked in this turn."""
    return lane(words[w.CHOSEN], words[w.CHOSEN + 1], rank)


def asked_rank(words: vec[i64]) -> i64:
    """The rank that must be claimed, or -1 where the order leaves a choice (rules 3.1 to 3.3)."""
    return words[w.ASKED] if words[w.ORDER] == c.ASCENDING else i64(-1)


def next_seat(words: vec[i64], seat: i64) -> i64:
    """Who comes after `seat` among those that are still in."""
    if words[w.EXPELLED] != 0:
        return next_of(words[w.EVERYONE] & ~words[w.EXPELLED], seat)
    following: i64 = seat + 1
    return following & ((following - words[w.SEATS]) >> 63)  # 0 after the last seat, without a branch


def witnesses(words: vec[i64]) -> i64:
    """Rule 4.1: everybody who answers a claim."""
    return words[w.EVERYONE] & ~words[w.EXPELLED] & ~side_of(words, words[w.TURN])


def lies(words: vec[i64]) -> i64:
    """1 if the last claim is a lie (rule 4.3), else 0; without a branch, because no processor can guess."""
    wrong: i64 = (words[w.PENDING] ^ words[w.SAID]) | (words[w.PENDING + 1] ^ words[w.SAID + 1])
    return (wrong + 0xFFFFFFFFFFFFFF) >> 56


# Cards move.


def pick(words: vec[i64], rank: i64) -> None:
    """Choose a card to be laid in this turn."""
    words[w.CHOSEN + word_of(rank)] += one(rank)
    words[w.N_CHOSEN] += 1


def lay_chosen(words: vec[i64], rank: i64) -> None:
    """The chosen cards leave the hand of the seat whose turn it is and are claimed to be of this rank."""
    low: i64 = words[w.CHOSEN]
    high: i64 = words[w.CHOSEN + 1]
    count: i64 = words[w.N_CHOSEN]
    at: i64 = c.ROW * words[w.TURN]
    put_back(words)
    words[at + w.HAND] -= low
    words[at + w.HAND + 1] -= high
    words[at + w.LAID] += low
    words[at + w.LAID + 1] += high
    _claim(words, at, rank, low, high, count)


def lay_one(words: vec[i64], rank: i64) -> None:
    """The same where a turn is one card, and the claim the rank that is asked for."""
    at: i64 = c.ROW * words[w.TURN]
    word: i64 = word_of(rank)
    card: i64 = one(rank)
    high: i64 = card * word
    words[at + w.HAND + word] -= card
    words[at + w.LAID + word] += card
    _claim(words, at, words[w.ASKED], card - high, high, 1)


def _claim(words: vec[i64], at: i64, rank: i64, low: i64, high: i64, count: i64) -> None:
    """What is counted with every claim; `at` is the row of its author."""
    word: i64 = word_of(rank)
    said: i64 = one(rank) * count
    words[w.LAYERS] |= bit(words[w.TURN])
    words[w.PILE_SIZE] += count
    words[w.CLAIM_NUMBER] += 1
    words[at + w.CLAIMED + word] += said
    words[at + w.HAND_SIZE] -= count
    words[at + w.LAID_SIZE] += count
    words[at + w.CLAIMS] += 1
    words[w.PENDING] = low
    words[w.PENDING + 1] = high
    above: i64 = said * word
    words[w.SAID] = said - above
    words[w.SAID + 1] = above
    words[w.CLAIM_RANK] = rank
    words[w.CLAIM_COUNT] = count
    words[w.LAST_RANK] = rank
    words[at + w.BLUFFS] += lies(words)


# Sides.


def side_of(words: vec[i64], seat: i64) -> i64:
    """The set of a seat and its partner, who sits opposite; of the seat itself where everybody plays alone."""
    half = words[w.HALF]
    own: i64 = bit(seat)
    return (own | (own << half) | (own >> half)) & words[w.EVERYONE]


def cards_of_side(words: vec[i64], seat: i64, word: i64) -> i64:
    """HAND_SIZE or LEFT of a seat and its partner together."""
    cards: i64 = 0
    side: i64 = side_of(words, seat)
    while side != 0:
        cards += words[c.ROW * lowest_of_few(side) + word]
        side &= side - 1
    return cards


def is_out(words: vec[i64], seat: i64) -> bool:
    """Whether the whole side of `seat` was expelled."""
    return side_of(words, seat) & ~words[w.EXPELLED] == 0


def fewest(words: vec[i64]) -> i64:
    """The seats of those sides that have the fewest cards and are still in (rule 5.2)."""
    best: i64 = 1000
    winners: i64 = 0
    for seat in range(words[w.SEATS]):
        if is_out(words, seat):
            continue
        cards: i64 = cards_of_side(words, seat, w.HAND_SIZE)
        if cards < best:
            best = cards
            winners = 0
        if cards == best:
            winners |= bit(seat)
    return winners


def is_better(words: vec[i64], seat: i64, other: i64) -> bool:
    """Whether the side of `seat` ranks before that of `other` (rules 6.2 and 6.3)."""
    if is_out(words, seat) != is_out(words, other):
        return is_out(words, other)
    won: i64 = words[c.ROW * seat + w.WON]
    others: i64 = words[c.ROW * other + w.WON]
    if won != others:
        return won > others
    return cards_of_side(words, seat, w.LEFT) < cards_of_side(words, other, w.LEFT)


def sides_before(words: vec[i64], seat: i64) -> i64:
    """How many sides rank before that of `seat`."""
    sides: i64 = 0
    for other in range(words[w.SEATS]):
        counted: bool = side_of(words, other) & (bit(other) - 1) != 0  # with its partner
        if not counted and is_better(words, other, seat):
            sides += 1
    return sides


def reward(words: vec[i64], seat: i64) -> i64:
    """1000 for every rival that `seat` ranks before and half of it for a tie, on the average."""
    points: i64 = 0
    others: i64 = 0
    side: i64 = side_of(words, seat)
    for other in range(words[w.SEATS]):
        if (side >> other) & 1 == 0:
            others += 1
            if is_better(words, seat, other):
                points += 1000
            elif not is_better(words, other, seat):
                points += 500
    return points // others
