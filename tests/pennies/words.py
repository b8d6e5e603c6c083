"""The words of a match of Pennies."""

from typing import Final

QUESTION: Final = 0
TO_ACT: Final = 1
SEALED: Final = 2
ENDING: Final = 3
ROUND: Final = 4  # from 0
GONE: Final = 5  # the seat that left, or -1
POINTS: Final = 6  # + seat
SIDE: Final = 10  # + seat; secret
END: Final = 14
ROUNDS: Final = 14
LOTS: Final = 15
