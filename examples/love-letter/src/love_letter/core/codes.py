"""The numbers that the files of Love Letter share. A card is its kind, 0 to 9."""

from typing import Final

SPY: Final = 0
GUARD: Final = 1
PRIEST: Final = 2
BARON: Final = 3
HANDMAID: Final = 4
PRINCE: Final = 5
CHANCELLOR: Final = 6
KING: Final = 7
COUNTESS: Final = 8
PRINCESS: Final = 9
KINDS: Final = 10
DECK: Final = 21
SEATS: Final = 6

M_SPY: Final = 0
M_HANDMAID: Final = 1
M_CHANCELLOR: Final = 2
M_COUNTESS: Final = 3
M_PRINCESS: Final = 4
M_NO_TARGET: Final = 5  # + 0 Guard, 1 Priest, 2 Baron, 3 King
M_PRIEST: Final = 9  # + target
M_BARON: Final = 15  # + target
M_PRINCE: Final = 21  # + target
M_KING: Final = 27  # + target
M_GUARD: Final = 33  # + target * 9 + guess: 0 Spy, 1 Priest, ... 8 Princess
M_RETURN: Final = 87  # + the kind that is kept * 2 + 1 if the lower one goes to the bottom

Q_PLAY: Final = 0
Q_RETURN: Final = 1

E_ROUND: Final = 1  # actor begins; a round
E_OPEN: Final = 2  # a card that is out of the round
E_DEALT: Final = 3  # actor; x card
E_DREW: Final = 4  # actor; x card
E_PLAYED: Final = 5  # actor; a card; b target + 1
E_GUESSED: Final = 6  # actor; a card; b target
E_SAW: Final = 7  # actor; a target; x the target's card
E_COMPARED: Final = 8  # actor; a target; x the actor's card; y the target's
E_SWAPPED: Final = 9  # actor; a target; x the card that the actor gets; y the one that it gives
E_DISCARDED: Final = 10  # actor; a card
E_RETURNED: Final = 11  # actor; x the card above the bottom one or none; y the bottom one
E_OUT: Final = 12  # actor; a card
E_SHOWN: Final = 13  # actor; a card
E_WON: Final = 14  # actor; a tokens it has now; b 1 if it was for the Spy
E_ENDED: Final = 15  # a ending

END_TOKENS: Final = 1
END_LEFT: Final = 2
