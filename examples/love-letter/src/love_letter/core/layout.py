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
UNSEEN: Final = 8  # the copies of each kind that do not lie open, four bits for each
SPIES: Final = 9  # the seats that have a Spy before them
GONE: Final = 10  # the seat that left, or -1
ASIDE_LEFT: Final = 11  # 1 while the card that was set aside is there
TOKENS: Final = 12  # + seat
GOT: Final = 18  # + seat: the last card that another's King brought it; -1 for none
LAID: Final = 24  # + seat: the cards before it, the first lowest
LACKS: Final = 30  # + seat: the kinds that all know it does not hold
TIED: Final = 36  # + seat: the seat that holds the same kind, or -1
HAND: Final = 42  # + seat; -1 for none
DRAWN: Final = 48  # + seat; -1 for none
EXTRA: Final = 54  # + seat * 2 + 0, 1: what the Chancellor drew; -1 for none
SEES: Final = 66  # + seat: the drawn card of the seat to act, if it knows it, or -1
DEEP: Final = 72  # + seat: what it knows of the deck, four bits a place from the bottom on
KNOWN: Final = 78  # + seat * 6 + other: the card of the other, if it knows it, or -1
ASIDE: Final = 114  # the card that was set aside, and under which the deck lies
PILE: Final = 115  # + place from the bottom on
END: Final = 136
GOAL: Final = 136  # a setting: tokens

LAYOUT: Final = Layout(
    __name__,
    seen=ASIDE,
    dealer=END,
    start={GONE: -1, GOT: -1, HAND: -1, DRAWN: -1, EXTRA: -1, SEES: -1, KNOWN: -1, TIED: -1, ASIDE: -1, PILE: -1},
    each_seat={TOKENS: 1, GOT: 1, LAID: 1, LACKS: 1, TIED: 1, HAND: 1, DRAWN: 1, EXTRA: 2, SEES: 1, DEEP: 1, KNOWN: 6},
    secret={GOT: -1, HAND: -1, DRAWN: -1, EXTRA: -1, SEES: -1, DEEP: 0, KNOWN: -1},
)
