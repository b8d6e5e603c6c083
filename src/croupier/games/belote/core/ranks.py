"""How Belote's cards rank and what they are worth, in every mode, as tables.

A suit's cards are eight bits, so all that can be asked about some cards of one suit is looked up: in which order they
are offered, and which of them is the lowest.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.belote.core import codes as c

# By rank, 7 8 9 10 J Q K A (rules 2.1 and 2.2).
_TRUMP_ORDER: Final = (0, 1, 6, 4, 7, 2, 3, 5)
_PLAIN_ORDER: Final = (0, 1, 2, 6, 3, 4, 5, 7)
_TRUMP_POINTS: Final = (0, 0, 14, 10, 20, 3, 4, 11)
_PLAIN_POINTS: Final = (0, 0, 0, 10, 2, 3, 4, 11)


def _is_trump(mode: int, suit: int) -> bool:
    """Whether the suit is ranked as trumps in this mode."""
    return mode in (c.ALL_TRUMPS, suit)


def _strength(mode: int, card: int) -> int:
    return (_TRUMP_ORDER if _is_trump(mode, card // 8) else _PLAIN_ORDER)[card % 8]


def _points(mode: int, card: int) -> int:
    return (_TRUMP_POINTS if _is_trump(mode, card // 8) else _PLAIN_POINTS)[card % 8]


def _beaten_by(mode: int, card: int) -> int:
    """The cards that win against the best card of a trick: higher ones of its suit, and trumps if it is none."""
    cards = 0
    for other in range(32):
        if other // 8 == card // 8:
            better = _strength(mode, other) > _strength(mode, card)
        else:
            better = mode < c.NO_TRUMPS and other // 8 == mode
        if better:
            cards += 2**other
    return cards


# By mode * 32 + card.
STRENGTH: Final = vec[i64]([_strength(mode, card) for mode in range(6) for card in range(32)])
VALUES: Final = vec[i64]([_points(mode, card) for mode in range(6) for card in range(32)])
BEATS: Final = vec[i64]([_beaten_by(mode, card) for mode in range(6) for card in range(32)])
# What a card on the table changes, in one word: BEATS in 32 bits, VALUES in the next five, the card itself in the next
# five, and a word below zero where the card ranks as trumps.
POINTS_SHIFT: Final = 32
POINTS_MASK: Final = 31
CARD_SHIFT: Final = 37
LAID: Final = vec[i64](
    [
        _beaten_by(mode, card)
        + _points(mode, card) * 2**POINTS_SHIFT
        + card * 2**CARD_SHIFT
        - (2**42 if _is_trump(mode, card // 8) else 0)
        for mode in range(6)
        for card in range(32)
    ]
)
# By mode: the trumps of a Colour.
TRUMPS: Final = vec[i64]([0xFF * 256**mode if mode < c.NO_TRUMPS else 0 for mode in range(6)])


def card_of(row: i64) -> i64:
    """The card whose row of LAID this is."""
    return (row >> CARD_SHIFT) & 31


def suit_cards(suit: i64) -> i64:
    """The cards of a suit."""
    return 0xFF000000000000 >> (48 - (suit << 3))


def _lowness(trump: bool, rank: int) -> int:
    """The lowest card is the one with the fewest points, among equals the weakest."""
    points = (_TRUMP_POINTS if trump else _PLAIN_POINTS)[rank]
    return points * 8 + (_TRUMP_ORDER if trump else _PLAIN_ORDER)[rank]


def _packed(ranks: list[int]) -> int:
    """Some cards of one suit: how many in four bits, then their ranks in three bits each."""
    return len(ranks) + sum(rank * 2 ** (4 + 3 * at) for at, rank in enumerate(ranks))


def _offered(trump: bool, cards: int) -> int:
    """The cards as they are offered when there is no other suit: the lowest has changed places with the first."""
    ranks = [rank for rank in range(8) if cards >> rank & 1]
    if ranks:
        safe = min(range(len(ranks)), key=lambda at: _lowness(trump, ranks[at]))
        ranks[0], ranks[safe] = ranks[safe], ranks[0]
    return _packed(ranks)


def _rising(trump: bool, cards: int) -> int:
    """The cards as they rise; from bit 28 on how low the lowest is, in steps of 64, and how many lie before it."""
    ranks = [rank for rank in range(8) if cards >> rank & 1]
    low = min((_lowness(trump, rank) * 64 + at for at, rank in enumerate(ranks)), default=NONE_LOW)
    return _packed(ranks) + low * 2**28


NONE_LOW: Final = 0x100000
# By a suit's cards as eight bits, and AS_TRUMPS higher where the suit ranks as trumps.
AS_TRUMPS: Final = 256
OFFERED: Final = vec[i64]([_offered(trump, cards) for trump in (False, True) for cards in range(256)])
RISING: Final = vec[i64]([_rising(trump, cards) for trump in (False, True) for cards in range(256)])
# By mode: from bit 8 on, the suits that rank as trumps.
RANKED: Final = vec[i64]([sum(AS_TRUMPS * 2**suit for suit in range(4) if _is_trump(mode, suit)) for mode in range(6)])
