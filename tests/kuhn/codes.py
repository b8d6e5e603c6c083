"""The numbers that the files of Kuhn poker share: move ids, questions, event kinds, endings."""

from typing import Final

DECK: Final = 3  # 0 Jack, 1 Queen, 2 King

M_CHECK: Final = 0
M_BET: Final = 1
M_FOLD: Final = 2
M_CALL: Final = 3
MOVE_COUNT: Final = 4

Q_TURN: Final = 0
Q_ANSWER: Final = 1

E_DEAL: Final = 1  # actor = who begins; a number of the deal
E_DEALT: Final = 2  # actor; x card
E_ACTED: Final = 3  # actor; a move
E_SHOWN: Final = 4  # actor; a card
E_WON: Final = 5  # actor; a chips
E_ENDED: Final = 6  # a ending

END_DEALS: Final = 1
END_LEFT: Final = 2
