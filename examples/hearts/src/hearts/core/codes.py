"""The numbers that the files of Hearts share. A card is 13 times its suit plus its rank; the Ace has the rank 12."""

from typing import Final

DECK: Final = 52
SUIT: Final = 0x1FFF  # the 13 cards of a suit
CLUBS: Final = 0
SPADES: Final = 2
HEARTS: Final = 3
TWO_OF_CLUBS: Final = 0
QUEEN: Final = 36  # of spades
FULL_DECK: Final = 0xFFFFFFFFFFFFF
HEART_CARDS: Final = 0xFFF8000000000  # SUIT << 39
POINT_CARDS: Final = 0xFFF9000000000  # and the Queen of spades
PASSED: Final = 3

M_PASS: Final = 0  # + card
M_PLAY: Final = 52  # + card

Q_PASS: Final = 0
Q_CARD: Final = 1

E_DEAL: Final = 1  # a deal; b how far cards are passed
E_DEALT: Final = 2  # actor; x card
E_LAID: Final = 3  # actor; x card
E_ALL_LAID: Final = 4  # a how many
E_PASSED: Final = 5  # actor; a to; x card
E_PLAYED: Final = 6  # actor; a card
E_TRICK: Final = 7  # actor; a points
E_SCORED: Final = 8  # actor; a points; b total, at most 255
E_ENDED: Final = 9  # a ending

END_TARGET: Final = 1
END_DEALS: Final = 2
END_LEFT: Final = 3
