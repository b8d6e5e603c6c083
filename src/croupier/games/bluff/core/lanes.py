"""Cards as counts per rank in lanes of eight bits, and the arithmetic on all lanes at once.

Suits do not matter, so a hand is thirteen small numbers: two words, Ace to Seven in the low one, Eight to King in the
high one. Adding piles and comparing knowledge takes the same time whatever the number of decks.
"""

from typing import Final

from mypy_extensions import i64

from croupier.kernel.bits import bit

EACH: Final = 0x01010101010101  # one in every lane
TOPS: Final = 0x80808080808080

# Which word a rank is in is as good as random, so these have no branches: a wrong guess of the processor costs more
# than a multiplication.


def word_of(rank: i64) -> i64:
    """In which of the two words the rank is counted: 1 from 7 on."""
    return (rank + 9) >> 4


def shift_of(rank: i64) -> i64:
    return (rank - 7 * word_of(rank)) * 8


def lane(low: i64, high: i64, rank: i64) -> i64:
    """How many cards of this rank there are in the two words."""
    return ((low + (high - low) * word_of(rank)) >> shift_of(rank)) & 0xFF


def one(rank: i64) -> i64:
    """A single card of this rank, in its word."""
    return bit(shift_of(rank))


def less(a: i64, b: i64) -> i64:
    """a - b in every lane, but never below zero."""
    rest: i64 = (a | TOPS) - b
    kept: i64 = rest & TOPS
    return rest & (kept - (kept >> 7))


def least(a: i64, b: i64) -> i64:
    """The smaller of the two in every lane."""
    return a - less(a, b)


def spread(n: i64) -> i64:
    """n in every lane, or as much of it as any lane can need."""
    if n > 100:
        return EACH * 100
    return EACH * n


def total(word: i64) -> i64:
    """The sum of all lanes."""
    x: i64 = (word & 0x00FF00FF00FF00FF) + ((word >> 8) & 0x00FF00FF00FF00FF)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0xFFFF
