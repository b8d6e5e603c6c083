"""The words of a match of Pennies."""

from typing import Final

QUESTION: Final = 0
TO_ACT: Final = 1
SEALED: Final = 2
ENDING: Final = 3
ROUND: Final = 4  # from 0
GONE: Final = 5  # the seat that left, or -1
POINTS: Final = 6  # + seat
LAST: Final = 10  # + seat: the side in the round before
LAST_BUT_ONE: Final = 14  # + seat
SIDE: Final = 18  # + seat; secret
END: Final = 22
ROUNDS: Final = 22
LOTS: Final = 23
