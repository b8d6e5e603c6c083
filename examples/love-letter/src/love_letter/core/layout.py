"""The words of a match of Love Letter. Sets of cards in one word have four bits for each card, its kind plus one."""

from typing import Final

from croupier.kernel.layout import Layout

QUESTION: Final = 0
TO_ACT: Final = 1
ENDING: Final = 2
ROUND: Final = 3  # from 0
ALIVE: Final = 4  # a set of seats
PROTECTED: Final = 5  # a set of seats
SIZE: Final = 6  # cards in the deck, without the one that is set aside
OPEN: Final = 7  # the cards that are out of the round from the start
GONE: Final = 8  # the seat that left, or -1
ASIDE_LEFT: Final = 9  # 1 while the card that was set aside is there
TOKENS: Final = 10  # + seat
LAID: Final = 16  # + seat: the cards before it, the first lowest
LACKS: Final = 22  # + seat: the kinds that all know it does not hold
TIED: Final = 28  # + seat: the seat that holds the same kind, or -1
HAND: Final = 34  # + seat; -1 for none
DRAWN: Final = 40  # + seat; -1 for none
EXTRA: Final = 46  # + seat: what the Chancellor drew
SEES: Final = 52  # + seat: the drawn card of the seat to act, if it knows it, or -1
DEEP: Final = 58  # + seat: what it knows of the deck, four bits a place from the bottom on
KNOWN: Final = 64  # + seat * 6 + other: the card of the other, if it knows it, or -1
PILE: Final = 100  # + place from the bottom on
ASIDE: Final = 121
END: Final = 122
GOAL: Final = 122  # a setting: tokens

LAYOUT: Final = Layout(
    __name__,
    seen=PILE,
    dealer=END,
    start={GONE: -1, HAND: -1, DRAWN: -1, SEES: -1, KNOWN: -1, TIED: -1, PILE: -1, ASIDE: -1},
    each_seat={TOKENS: 1, LAID: 1, LACKS: 1, TIED: 1, HAND: 1, DRAWN: 1, EXTRA: 1, SEES: 1, DEEP: 1, KNOWN: 6},
    secret={HAND: -1, DRAWN: -1, EXTRA: 0, SEES: -1, DEEP: 0, KNOWN: -1},
)
