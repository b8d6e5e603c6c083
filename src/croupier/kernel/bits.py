"""Sets of cards and seats as bits of one 64-bit integer, at the speed of C when compiled.

Shifting a literal by a variable is miscompiled to 32 bits (see CONTRIBUTING.md), so every single bit comes from `bit`.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

# Multiplied by a power of two, its upper six bits (of 62) are different for each power.
_SPREAD: Final = 0xA1DAC89E97E6E3


def _places() -> list[int]:
    places = [0] * 64
    for index in range(61):
        places[((_SPREAD << index) & 0x3FFFFFFFFFFFFFFF) >> 56] = index
    return places


_PLACES: Final = vec[i64](_places())


def bit(index: i64) -> i64:
    """The set that holds only `index` (0 to 60)."""
    return 0x1000000000000000 >> (60 - index)


def first(size: i64) -> i64:
    """The set {0, ..., size - 1} (size 0 to 60)."""
    return (0x1000000000000000 >> (60 - size)) - 1


def count(bits: i64) -> i64:
    """How many members the set has."""
    x: i64 = bits - ((bits >> 1) & 0x1555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F
    x = x + (x >> 8)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0x7F


def lowest(bits: i64) -> i64:
    """The smallest member of a set that is not empty."""
    return _PLACES[(((bits & -bits) * _SPREAD) & 0x3FFFFFFFFFFFFFFF) >> 56]


# The same for powers up to 2**15: the upper four bits of sixteen are different, and the places fit one small integer.
_FEW_SPREAD: Final = 0x1E5A
_FEW_PLACES: Final = 0x34B59C6E2A8D170F


def lowest_of_few(bits: i64) -> i64:
    """`lowest` for sets of members up to 15, such as seats and ranks: it looks nothing up, so it costs half."""
    return (_FEW_PLACES >> (((((bits & -bits) * _FEW_SPREAD) & 0xFFFF) >> 12) * 4)) & 15
