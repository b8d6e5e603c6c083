"""The numbers that Cuttle's compiled files share: ranks, move ids, questions, event kinds, endings, zones."""

from typing import Final

# Ranks that the rules name.
ACE: Final = 0
TWO: Final = 1
THREE: Final = 2
FOUR: Final = 3
FIVE: Final = 4
SIX: Final = 5
SEVEN: Final = 6
EIGHT: Final = 7
NINE: Final = 8
JACK: Final = 10
QUEEN: Final = 11
KING: Final = 12

ACES: Final = 0xF
TWOS: Final = 0xF0
THREES: Final = 0xF00
FOURS: Final = 0xF000
FIVES: Final = 0xF0000
SIXES: Final = 0xF00000
SEVENS: Final = 0xF000000
EIGHTS: Final = 0xF0000000
NINES: Final = 0xF00000000
JACKS: Final = 0xF0000000000
QUEENS: Final = 0xF00000000000
KINGS: Final = 0xF000000000000
NUMBERS: Final = 0xFFFFFFFFFF  # Ace to Ten
UNTARGETED: Final = 0xFFFFF0F  # Ace, Three to Seven: one-offs without a target
FULL_DECK: Final = 0xFFFFFFFFFFFFF
DECK_SIZE: Final = 52
PILE_WORDS: Final = 6  # of eight cards each

# What a Three may take, as bits.
TAKES_THREES: Final = 1
COUNTS_SEVEN: Final = 2  # off a Seven also when there is nothing but that Seven

# Move ids (stable: they are also the action ids of learning agents).
M_DRAW: Final = 0
M_PASS: Final = 1
M_POINTS: Final = 2  # + card (0 to 39)
M_SCUTTLE: Final = 42  # + card * (card - 1) / 2 + target (card > target, both below 40)
M_ONE_OFF: Final = 822  # + card (0 to 27): Ace, Three, Four, Five, Six, Seven
M_TWO: Final = 850  # + suit * 52 + target
M_NINE: Final = 1058  # + suit * 52 + target
M_JACK: Final = 1266  # + suit * 40 + target
M_PERMANENT: Final = 1426  # + card - 28 (28 to 51): Eight, Queen, King
M_COUNTER: Final = 1450  # + suit
M_TAKE: Final = 1454  # + card
M_DISCARD: Final = 1506  # + card
M_SCRAP: Final = 1558  # + suit: a Jack that a Seven revealed in vain
MOVE_COUNT: Final = 1562

# Questions.
Q_TURN: Final = 0
Q_COUNTER: Final = 1
Q_SEVEN: Final = 2
Q_THREE: Final = 3
Q_FOUR: Final = 4
Q_FIVE: Final = 5
Q_LIMIT: Final = 6

# Events: kind, fields.
E_DEALT: Final = 1  # actor; x card
E_DREW: Final = 2  # actor; x card
E_PASSED: Final = 3  # actor
E_POINTS: Final = 4  # actor; a card
E_SCUTTLED: Final = 5  # actor; a card, b target
E_ONE_OFF: Final = 6  # actor; a card, b target + 1
E_PERMANENT: Final = 7  # actor; a card, b target + 1
E_COUNTERED: Final = 8  # actor; a card
E_RESOLVED: Final = 9  # actor; a card, b 1 if it takes effect
E_SCRAPPED: Final = 10  # actor = who had it; a card
E_RETURNED: Final = 11  # actor = whose hand; a card
E_TOOK: Final = 12  # actor; a card
E_DISCARDED: Final = 13  # actor; a card
E_REVEALED: Final = 14  # actor; a card, b second card + 1
E_SHOWN: Final = 15  # actor = whose hand; x card
E_ENDED: Final = 16  # a ending, b winner + 1
E_CONTROL: Final = 17  # actor = who has it from now on; a card

# Endings.
END_GOAL: Final = 1
END_DECK: Final = 2
END_EMPTY_HAND: Final = 3
END_PASSES: Final = 4
END_TURNS: Final = 5
END_FORFEIT: Final = 6
