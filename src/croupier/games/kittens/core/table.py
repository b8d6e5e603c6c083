"""What lies on the table of Exploding Kittens, and what each seat learns when a card moves.

The numbers in comments are those of RULES.md.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.kittens.core import codes as c
from croupier.games.kittens.core import layout as w
from croupier.kernel.bits import bit, count, lowest_of_few

CARDS_PER_WORD: Final = 15  # in a pile of a snapshot


# Hands.


def has(hand: i64, card: i64) -> i64:
    """How many cards of a type are in a hand."""
    return (hand >> (card * 5)) & 31


def one(card: i64) -> i64:
    """A hand of one card."""
    return bit(card * 5)


def kinds(hand: i64) -> i64:
    """The lowest bit of each type of which there is a card."""
    return (hand | (hand >> 1) | (hand >> 2) | (hand >> 3) | (hand >> 4)) & c.ONES


def doubles(hand: i64) -> i64:
    """The lowest bit of each type of which there are two or more."""
    return ((hand >> 1) | (hand >> 2) | (hand >> 3) | (hand >> 4)) & c.ONES


def triples(hand: i64) -> i64:
    """The lowest bit of each type of which there are three or more."""
    return (((hand >> 1) & hand) | (hand >> 2) | (hand >> 3) | (hand >> 4)) & c.ONES


def total(hand: i64) -> i64:
    """How many cards are in a hand."""
    n: i64 = 0
    while hand > 0:
        n += hand & 31
        hand >>= 5
    return n


def spread_out(hand: i64, out: vec[i64]) -> i64:
    """Write the types of all cards of a hand into `out`, sorted; how many there are."""
    n: i64 = 0
    card: i64 = 0
    while hand > 0:
        end: i64 = n + (hand & 31)
        while n < end:
            out[n] = card
            n += 1
        card += 1
        hand >>= 5
    return n


def card_of_hand(hand: i64, n: i64) -> i64:
    """The type of the n-th card of a hand, sorted by type; -1 if there are not so many."""
    for card in range(i64(c.HAND_TYPES)):
        n -= has(hand, card)
        if n < 0:
            return card
    return -1


def gain(words: vec[i64], seat: i64, card: i64, witnesses: i64) -> None:
    """A card comes into a hand; `witnesses` are the seats that know which."""
    unit = one(card)
    words[w.HAND + seat] += unit
    words[w.HAND_SIZE + seat] += 1
    if witnesses == words[w.EVERYONE]:
        words[w.LACKS + seat] &= ~bit(card)
    else:
        words[w.LACKS + seat] = 0
    others: i64 = witnesses & ~bit(seat)
    if others == 0:
        return
    if card == c.DEFUSE:
        _count_defuse(words, seat, others, 1)
    words[w.SHOWN] |= bit(seat)
    while others != 0:
        words[w.KNOWN + lowest_of_few(others) * words[w.SEATS] + seat] += unit
        others &= others - 1


def drop(words: vec[i64], seat: i64, card: i64, witnesses: i64) -> None:
    """A card leaves a hand. A seat that does not see which keeps only what is certain still (rule 8.4)."""
    unit = one(card)
    words[w.HAND + seat] -= unit
    words[w.HAND_SIZE + seat] -= 1
    if card == c.DEFUSE:
        _count_defuse(words, seat, witnesses, -1)
    if (words[w.SHOWN] >> seat) & 1 == 0:
        return
    seats = words[w.SEATS]
    at: i64 = w.KNOWN + seat
    for viewer in range(seats):
        known: i64 = words[at]
        if known != 0:
            if (witnesses >> viewer) & 1 == 0:
                words[at] = known - kinds(known)
            elif has(known, card) != 0:
                words[at] = known - unit
        at += seats


def discard(words: vec[i64], seat: i64, card: i64) -> None:
    """A card goes from a hand to the discard pile."""
    drop(words, seat, card, words[w.EVERYONE])
    lay(words, card)


def _count_defuse(words: vec[i64], seat: i64, witnesses: i64, more: i64) -> None:
    """Before these witnesses a Defuse came into a hand (1) or left it (-1)."""
    shift: i64 = 5 * seat
    while witnesses != 0:
        at: i64 = w.LIKELY + lowest_of_few(witnesses)
        witnesses &= witnesses - 1
        if more > 0 or (words[at] >> shift) & 31 != 0:
            words[at] += more << shift


def expect_no_defuse(words: vec[i64], seat: i64) -> None:
    """No other seat takes this hand to hold one any more."""
    for witness in range(words[w.SEATS]):
        words[w.LIKELY + witness] &= ~(31 * bit(5 * seat))


def show_first_defuses(words: vec[i64]) -> None:
    """Everybody knows that each hand begins with one (rule 8.2)."""
    seats = words[w.SEATS]
    for seat in range(seats):
        for other in range(seats):
            at: i64 = w.KNOWN + seat * seats + other
            words[at] = 0
            if other != seat:
                words[at] = one(c.DEFUSE)
                words[w.LIKELY + seat] += bit(5 * other)
    words[w.SHOWN] = words[w.EVERYONE]


def clear_hand(words: vec[i64], seat: i64) -> None:
    """The seat is out: it holds nothing, and there is nothing to know of its hand."""
    words[w.HAND + seat] = 0
    words[w.HAND_SIZE + seat] = 0
    words[w.LACKS + seat] = 0
    seats = words[w.SEATS]
    for viewer in range(seats):
        words[w.KNOWN + viewer * seats + seat] = 0
    words[w.SHOWN] &= ~bit(seat)
    expect_no_defuse(words, seat)


# The discard pile.


def lay(words: vec[i64], card: i64) -> None:
    """Put a card on the discard pile."""
    n: i64 = words[w.DISCARD_SIZE]
    words[w.DISCARD_SIZE] = n + 1
    words[w.DISCARD + n // CARDS_PER_WORD] |= (card + 1) << (n % CARDS_PER_WORD * 4)


def discarded(words: vec[i64], at: i64) -> i64:
    """The type of a card of the discard pile."""
    return ((words[w.DISCARD + at // CARDS_PER_WORD] >> (at % CARDS_PER_WORD * 4)) & 15) - 1


def discarded_types(words: vec[i64]) -> i64:
    """The types in the discard pile, as a set."""
    types: i64 = 0
    for i in range(words[w.DISCARD_SIZE]):
        types |= bit(discarded(words, i))
    return types


def lift(words: vec[i64], card: i64, below: i64) -> None:
    """Take the uppermost card of this type from the first `below` of the discard pile."""
    at: i64 = below - 1
    while discarded(words, at) != card:
        at -= 1
    words[w.DISCARD_SIZE] -= 1
    word: i64 = w.DISCARD + at // CARDS_PER_WORD
    last: i64 = w.DISCARD + words[w.DISCARD_SIZE] // CARDS_PER_WORD
    shift: i64 = at % CARDS_PER_WORD * 4
    under: i64 = words[word] & (bit(shift) - 1)
    words[word] = under | (words[word] >> (shift + 4) << shift)
    while word < last:
        words[word] |= (words[word + 1] & 15) << (4 * CARDS_PER_WORD - 4)
        word += 1
        words[word] >>= 4


# The draw pile.


def card_of_pile(words: vec[i64], at: i64) -> i64:
    """The type of a card of the draw pile."""
    return words[w.PILE + at] & 15


def knows_card(words: vec[i64], at: i64, seat: i64) -> bool:
    """Whether the seat knows this card of the draw pile."""
    return (words[w.PILE + at] >> (4 + seat)) & 1 != 0


def insert_kitten(words: vec[i64], depth: i64, seat: i64) -> None:
    """Put a kitten into the pile under `depth` others, before the eyes of `seat` alone (rule 8.3)."""
    words[w.LOOKS] = 0
    words[w.RETURNED] = words[w.OWED] - 1
    words[w.RETURNER] = seat
    words[w.AVOIDED] = 0
    own = bit(4 + seat)
    at: i64 = w.PILE + words[w.PILE_SIZE]
    stop: i64 = at - depth
    words[w.PILE_SIZE] += 1
    while at > stop:
        words[at] = words[at - 1] & (own | 15)
        at -= 1
    words[at] = c.KITTEN | own
    while at > w.PILE:
        at -= 1
        words[at] &= own | 15


def remove_lowest_kitten(words: vec[i64]) -> None:
    """Rule 6.3; the order of the pile is disturbed for everybody. The last kitten may have been drawn just now."""
    at: i64 = 0
    while at < words[w.PILE_SIZE] and card_of_pile(words, at) != c.KITTEN:
        at += 1
    if at == words[w.PILE_SIZE]:
        return
    words[w.PILE_SIZE] -= 1
    for i in range(w.PILE + at, w.PILE + words[w.PILE_SIZE]):
        words[i] = words[i + 1]
    forget_pile(words)


def forget_pile(words: vec[i64]) -> None:
    """No seat knows any more how the pile lies."""
    words[w.LOOKS] = 0
    words[w.RETURNED] = -1
    words[w.AVOIDED] = 0
    for i in range(i64(w.PILE), w.PILE + words[w.PILE_SIZE]):
        words[i] &= 15


# Turns.


def settle(words: vec[i64]) -> None:
    """Nothing is pending any more."""
    words[w.PENDING] = c.NOTHING
    words[w.COMBO] = 0
    words[w.TARGET] = -1
    words[w.NAMED] = 0


def after(words: vec[i64], seat: i64) -> i64:
    """The next seat that is still in."""
    alive = words[w.ALIVE]
    seats = words[w.SEATS]
    seat += 1
    if seat == seats:
        seat = 0
    while (alive >> seat) & 1 == 0:
        seat += 1
        if seat == seats:
            seat = 0
    return seat


def with_nopes(words: vec[i64], seats: i64) -> i64:
    """Those of a set of seats that hold a Nope."""
    found: i64 = 0
    while seats != 0:
        seat = lowest_of_few(seats)
        seats &= seats - 1
        if has(words[w.HAND + seat], c.NOPE) != 0:
            found |= bit(seat)
    return found


def kittens_left(words: vec[i64]) -> i64:
    """How many there are in the game (rule 6.1)."""
    return count(words[w.ALIVE]) - 1
