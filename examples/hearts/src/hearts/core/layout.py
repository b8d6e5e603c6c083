"""The words of a match of Hearts, each at the same place in the state and in a snapshot."""

from typing import Final

from croupier.kernel.layout import Layout

QUESTION: Final = 0
TO_ACT: Final = 1
SEALED: Final = 2
ENDING: Final = 3
DEAL: Final = 4  # from 0
PASSING: Final = 5  # how many seats further the cards go; 0 when none are passed
LAID: Final = 6  # how many cards each seat has laid down, without those of the open window
LED: Final = 7  # the suit
BEST: Final = 8  # the card that wins the trick so far
BEST_SEAT: Final = 9
LEADER: Final = 10  # of the trick
N_PLAYED: Final = 11  # cards in this deal
TRICK_POINTS: Final = 12
BROKEN: Final = 13  # 1 once a heart has been played
GONE: Final = 14  # the seat that left, or -1
TRICK: Final = 15  # + place: the cards of the trick, as many as N_PLAYED & 3
PLAYED: Final = 19  # + seat: the cards it has played in this deal
VOID: Final = 23  # + seat: a set of suits that it cannot have
POINTS: Final = 27  # + seat: in this deal
TOTAL: Final = 31  # + seat: in the deals before
HAND: Final = 35  # + seat
GIVEN: Final = 39  # + seat: the cards it has laid down or passed
RECEIVED: Final = 43  # + seat: the cards that it was passed
END: Final = 47
TARGET: Final = 47
DEALS: Final = 48

LAYOUT: Final = Layout(
    __name__,
    seen=END,
    start={GONE: -1},
    each_seat={HAND: 1, GIVEN: 1, RECEIVED: 1},
    secret={HAND: 0, GIVEN: 0, RECEIVED: 0},
)
