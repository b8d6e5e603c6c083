"""The numbers that Belote's compiled files share: cards, modes, move ids, questions, event kinds, endings.

A card is suit * 8 + rank, suits clubs to spades, ranks Seven to Ace as they follow each other in the alphabet of the
game: 7 8 9 10 J Q K A.
"""

from typing import Final

FULL_DECK: Final = 0xFFFFFFFF
DECK_SIZE: Final = 32
ACTIONS_PER_WORD: Final = 12  # of the bidding, five bits each

# Modes, lowest bid first; a Colour mode has the number of its trump suit.
CLUBS: Final = 0
DIAMONDS: Final = 1
HEARTS: Final = 2
SPADES: Final = 3
NO_TRUMPS: Final = 4
ALL_TRUMPS: Final = 5
MODES: Final = 6
COLOURS: Final = 0b001111  # sets of modes
ACCEPT_DOUBLES: Final = 0b010001  # an opponent's accept doubles these (rule 3.7)
REDOUBLABLE: Final = 0b101110  # rule 3.6

# Move ids (stable: they are also the action ids of learning agents).
M_CUT: Final = 0  # + (position - 6) * 2 + (0 from the top, 1 from the bottom)
M_ACCEPT: Final = 42
M_ANNOUNCE: Final = 43  # + mode
M_DOUBLE: Final = 49  # + mode
M_REDOUBLE: Final = 55  # + mode
M_CARD: Final = 61  # + card
MOVE_COUNT: Final = 93
FIRST_CUT: Final = 6
LAST_CUT: Final = 26
SAFE_CUT: Final = 20  # 16 from the top

# Questions.
Q_CUT: Final = 0
Q_BID: Final = 1
Q_CARD: Final = 2

# Events: kind, fields.
E_DEAL: Final = 1  # actor dealer; a, b number of the deal, low and high byte
E_CUT: Final = 2  # actor; a position, b 1 from the top
E_DEALT: Final = 3  # actor; x card
E_ANNOUNCED: Final = 4  # actor; a mode
E_ACCEPTED: Final = 5  # actor; a mode, b 1 if that doubles it
E_DOUBLED: Final = 6  # actor; a mode
E_REDOUBLED: Final = 7  # actor; a mode
E_CONTRACT: Final = 8  # actor announcer; a mode, b multiplier
E_PLAYED: Final = 9  # actor; a card
E_TRICK: Final = 10  # actor winner; a points
E_COUNTED: Final = 11  # actor team; a, b card points, low and high byte
E_SCORED: Final = 12  # actor team; a, b match points, low and high byte
E_DEAL_ENDED: Final = 13  # a team that swept + 1, b 1 if that wins the match
E_TARGET: Final = 14  # a, b new target, low and high byte
E_ENDED: Final = 15  # a ending, b winning team + 1

# Endings.
END_TARGET: Final = 1
END_SWEEP: Final = 2
END_DEALS: Final = 3
END_FORFEIT: Final = 4
