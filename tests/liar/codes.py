"""The numbers that Liar's files share: move ids, questions, event kinds, endings."""

from typing import Final

DECK: Final = 16  # card = rank * 4 + suit; ranks 0 (Ten) to 3 (King)
HAND: Final = 3

# Moves.
M_TRUST: Final = 0
M_CHALLENGE: Final = 1  # + position
M_CLAIM: Final = 4  # + position * 4 + rank
M_SWAP: Final = 16  # + (position * 4 + seat) * 3 + the other's position
MOVE_COUNT: Final = 52

Q_TURN: Final = 0
Q_ANSWER: Final = 1

# What became of the card at a place.
NONE: Final = 0
HELD: Final = 1
PLAYED: Final = 2
REVEALED: Final = 3

# Sealed answers; a challenge is CHALLENGED + position.
OPEN: Final = 0
TRUSTED: Final = 1
CHALLENGED: Final = 2

# Events: kind, fields.
E_DEAL: Final = 1  # actor = who begins; a number of the deal
E_DEALT: Final = 2  # actor; a position; x card
E_CLAIMED: Final = 3  # actor; a position, b rank
E_ANSWERED: Final = 4  # actor; x answer; only the actor is sent it
E_TRUSTED: Final = 5  # actor = who claimed
E_CHALLENGED: Final = 6  # actor; a position, b card
E_REVEALED: Final = 7  # actor = who claimed; a position, b card
E_LOST: Final = 8  # actor; a lives left
E_OUT: Final = 9  # actor; a 1 if expelled
E_SWAPPED: Final = 10  # actor; a position * 3 + other's position, b the other; x card given, y card taken
E_ENDED: Final = 11  # a ending

END_DEALS: Final = 1
END_LAST: Final = 2
