"""The numbers that Coup's compiled files share: characters, actions, move ids, questions, event kinds, endings."""

from typing import Final

SEATS: Final = 6  # at most
DECK: Final = 15  # three of each character
CHARACTERS: Final = 5

# Characters, in the order of their letters in the line protocol.
ASSASSIN: Final = 0
AMBASSADOR: Final = 1
CAPTAIN: Final = 2
DUKE: Final = 3
CONTESSA: Final = 4

# Actions.
INCOME: Final = 0
FOREIGN_AID: Final = 1
TAX: Final = 2
EXCHANGE: Final = 3
COUP: Final = 4
ASSASSINATE: Final = 5
STEAL: Final = 6

# Move ids (stable: they are also the action ids of learning agents).
M_ALLOW: Final = 0
M_CHALLENGE: Final = 1
M_ACT: Final = 2  # + action: income, foreign aid, tax, exchange
M_COUP: Final = 6  # + target
M_ASSASSINATE: Final = 12  # + target
M_STEAL: Final = 18  # + target
M_BLOCK: Final = 24  # + character
M_SHOW: Final = 29  # + character
M_LOSE: Final = 34  # + character
M_KEEP_ONE: Final = 39  # + character
M_KEEP_TWO: Final = 44  # + higher * (higher + 1) / 2 + lower
MOVE_COUNT: Final = 59

# Questions.
Q_ACT: Final = 0
Q_RESPOND: Final = 1
Q_BLOCK: Final = 2
Q_CHALLENGE_BLOCK: Final = 3
Q_SHOW: Final = 4
Q_LOSE: Final = 5
Q_KEEP: Final = 6

# Sealed answers; a block is BLOCKED + character.
OPEN: Final = 0
ALLOWED: Final = 1
CHALLENGED: Final = 2
BLOCKED: Final = 3

# What was claimed by the one who is challenged.
NO_CONTEST: Final = 0
ACTION_CONTEST: Final = 1
BLOCK_CONTEST: Final = 2

# What follows once an influence is lost.
THEN_END: Final = 0
THEN_BLOCKS: Final = 1
THEN_EFFECT: Final = 2

# Events: kind, fields.
E_DEALT: Final = 1  # actor; x character
E_ACTED: Final = 2  # actor; a action, b target + 1
E_COINS: Final = 3  # actor; a coins from now on
E_ANSWERED: Final = 4  # actor; x answer; only the actor is sent it
E_ALLOWED: Final = 5  # actor = whose action or block stands; a question that was closed
E_CHALLENGED: Final = 6  # actor; a who is challenged, b character
E_BLOCKED: Final = 7  # actor; a character
E_SHOWN: Final = 8  # actor; a character
E_REPLACED: Final = 9  # actor; x character drawn for the one shown
E_LOST: Final = 10  # actor; a character
E_OUT: Final = 11  # actor; a 1 if expelled
E_DREW: Final = 12  # actor; x, y characters
E_RETURNED: Final = 13  # actor; x, y characters
E_ENDED: Final = 14  # a ending, b winner + 1

# Endings.
END_LAST: Final = 1
END_TURNS: Final = 2
