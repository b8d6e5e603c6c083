"""The numbers that Bluff's compiled files share: move ids, questions, event kinds, endings, sizes."""

from typing import Final

RANKS: Final = 13  # 0 is the Ace, 12 the King
MOST_CARDS: Final = 208
ROW: Final = 20  # words of each seat
ROUND_WON: Final = 840  # one round won, in parts that 1 to 8 sides can share

# Move ids (stable: they are also the action ids of learning agents).
M_TRUST: Final = 0
M_CHALLENGE: Final = 1
M_STOP: Final = 2
M_LAY: Final = 3  # + rank
M_CLAIM: Final = 16  # + rank
MOVE_COUNT: Final = 29

# Questions.
Q_LAY: Final = 0
Q_CLAIM: Final = 1
Q_CHALLENGE: Final = 2

# Sealed answers: one more than the move.
OPEN: Final = 0
TRUSTED: Final = 1
CHALLENGED: Final = 2

# The rank to be claimed (rules 3.1 to 3.3).
ASCENDING: Final = 0
FREE: Final = 1
ADJACENT: Final = 2

# A seat's own snapshot holds these behind the words that all see, counted from its hand on.
OWN_LAID: Final = 2
OWN_BLUFFS: Final = 4
OWN_FOOLED: Final = 5
OWN_ANSWER: Final = 6
OWN_END: Final = 7

# Events: kind, fields.
E_ROUND: Final = 1  # actor = who begins; a number of the round, b cards out of play
E_DEALT: Final = 2  # actor; a number of cards
E_HELD: Final = 3  # actor; x rank, y how many; only the actor is sent it
E_LAID: Final = 4  # actor; x rank; only the actor is sent it
E_CLAIMED: Final = 5  # actor; a rank, b number of cards
E_ANSWERED: Final = 6  # actor; x answer; only the actor is sent it
E_TRUSTED: Final = 7  # actor = who claimed
E_CHALLENGED: Final = 8  # actor; a who claimed
E_REVEALED: Final = 9  # actor = who claimed; a rank, b how many
E_JUDGED: Final = 10  # actor = who claimed; a rank claimed, b challenger * 2 + whether the claim was true
E_TOOK: Final = 11  # actor; a number of cards
E_FOUND: Final = 12  # actor = who took the pile; x rank, y how many; it and its partner are sent it
E_ROUND_OVER: Final = 13  # a set of the seats that won, b why (an ending)
E_EXPELLED: Final = 14  # actor
E_ENDED: Final = 15  # a ending
E_STOPPED: Final = 16  # actor; only the actor is sent it

# Endings.
END_EMPTY: Final = 1
END_TURNS: Final = 2
END_ROUNDS: Final = 3
END_LAST: Final = 4
