"""Cuttle's table as integers: which card lies where, who knows it, and how cards get from place to place.

A card is rank * 4 + suit with suits in the order clubs, diamonds, hearts, spades, so one card beats another in a
scuttle exactly when its number is larger (rule 3.3). Sets of cards are bit sets. What a seat knows of the other hand is
common knowledge in Cuttle: both remember which cards were shown, so one set of known cards serves both.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.cuttle.core import codes as c
from croupier.games.cuttle.core import layout as w
from croupier.kernel.bits import bit, count

GOALS: Final = vec[i64]([21, 14, 10, 5, 0])  # by number of Kings (rule 5.1)


# The draw pile.


def stack(words: vec[i64], order: vec[i64], start: i64, n: i64) -> None:
    """Make the pile of order[start : start + n]; the first of them is the next to be drawn."""
    word: i64 = 0
    shift: i64 = 0
    k: i64 = w.PILE
    at: i64 = start + n - 1
    while at >= start:
        word |= order[at] << shift
        shift += 6
        if shift == 48:
            words[k] = word
            word = 0
            shift = 0
            k += 1
        at -= 1
    if k < w.PILE + c.PILE_WORDS:
        words[k] = word
    words[w.PILE_SIZE] = n


def pop(words: vec[i64]) -> i64:
    """Take the next card off the pile, which is not empty."""
    at: i64 = words[w.PILE_SIZE] - 1
    words[w.PILE_SIZE] = at
    words[w.TOP] = -1
    return (words[w.PILE + (at >> 3)] >> ((at & 7) * 6)) & 63


def push(words: vec[i64], card: i64) -> None:
    """Put a card that both seats saw on top of the pile."""
    at: i64 = words[w.PILE_SIZE]
    word: i64 = w.PILE + (at >> 3)
    shift: i64 = (at & 7) * 6
    words[word] = (words[word] & ~(bit(shift + 6) - bit(shift))) | (card << shift)
    words[w.PILE_SIZE] = at + 1
    words[w.TOP] = card


# Hands.


def drop(words: vec[i64], seat: i64, card: i64) -> None:
    """A card leaves the hand of `seat`."""
    stays: i64 = ~bit(card)
    words[w.HAND + seat] &= stays
    words[w.HAND_SIZE + seat] -= 1
    words[w.KNOWN] &= stays
    words[w.FROZEN] &= stays


def pick_up(words: vec[i64], seat: i64, card: i64) -> None:
    """A card that both seats saw goes to the hand of `seat`."""
    words[w.HAND + seat] |= bit(card)
    words[w.HAND_SIZE + seat] += 1
    words[w.KNOWN] |= bit(card)


def has_glasses(words: vec[i64], seat: i64) -> bool:
    return words[w.PERMANENTS + seat] & c.EIGHTS != 0


# Point cards and permanents.


def reached_goal(words: vec[i64], seat: i64) -> bool:
    """Rule 5.1."""
    kings: i64 = words[w.PERMANENTS + seat] & c.KINGS
    if kings == 0:
        return words[w.SCORE + seat] >= 21
    return words[w.SCORE + seat] >= GOALS[count(kings)]


def add_points(words: vec[i64], seat: i64, card: i64) -> None:
    words[w.POINTS + seat] |= bit(card)
    words[w.SCORE + seat] += (card >> 2) + 1


def remove_points(words: vec[i64], seat: i64, card: i64) -> None:
    words[w.POINTS + seat] ^= bit(card)
    words[w.SCORE + seat] -= (card >> 2) + 1


def points_holder(words: vec[i64], card: i64) -> i64:
    """Who controls a point card that is on the table."""
    return 0 if (words[w.POINTS] >> card) & 1 != 0 else 1


def lift_permanent(words: vec[i64], card: i64) -> i64:
    """Take glasses, a Queen or a King off the table; who had it."""
    had: i64 = 0 if (words[w.PERMANENTS] >> card) & 1 != 0 else 1
    words[w.PERMANENTS + had] ^= bit(card)
    return had


# Jacks.


def jack_lies_on(words: vec[i64], suit: i64) -> i64:
    """The point card under a Jack; -1 when that Jack is not on the table."""
    return ((words[w.JACKS] >> (suit * 8)) & 63) - 1


def jack_height(words: vec[i64], suit: i64) -> i64:
    """How many Jacks lie under this one."""
    return (words[w.JACKS] >> (suit * 8 + 6)) & 3


def jacks_on(words: vec[i64], point_card: i64) -> i64:
    """How many Jacks lie on a point card."""
    n: i64 = 0
    if words[w.JACKS] != 0:
        for suit in range(i64(4)):
            if jack_lies_on(words, suit) == point_card:
                n += 1
    return n


def lay_jack(words: vec[i64], suit: i64, point_card: i64) -> None:
    height = jacks_on(words, point_card)
    words[w.JACKS] |= (point_card + 1 + (height << 6)) << (suit * 8)


def remove_jack(words: vec[i64], suit: i64) -> None:
    words[w.JACKS] &= ~(bit(suit * 8 + 8) - bit(suit * 8))


def top_jacks(words: vec[i64], seat: i64) -> i64:
    """The uppermost Jacks on the point cards that `seat` controls, as a set of cards."""
    cards: i64 = 0
    points: i64 = words[w.POINTS + seat]
    for suit in range(i64(4)):
        under = jack_lies_on(words, suit)
        if under >= 0 and (points >> under) & 1 != 0 and jack_height(words, suit) + 1 == jacks_on(words, under):
            cards |= bit(40 + suit)
    return cards
