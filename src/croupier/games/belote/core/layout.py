"""The words of a match of Belote, up to PLAYS each at its place in the state and in a snapshot alike.

From PLAYS on a snapshot holds the N_PLAYED cards that were played, then the N_RESULTS results of the deals so far; the
dealer's also the words of LATER and the UNDEALT cards of the deck.
"""

from typing import Final

from croupier.games.belote.core import codes as c
from croupier.kernel.layout import Layout

QUESTION: Final = 0
TO_ACT: Final = 1
ENDING: Final = 2
DEAL: Final = 3  # from 0
DEALER: Final = 4
TARGET: Final = 5  # match points
WINNER: Final = 6  # the team, or -1
MODE: Final = 7  # that is played, or -1
MULTIPLIER: Final = 8
ANNOUNCER: Final = 9  # of the mode that is played, or -1
LEADER: Final = 10
LEADERS: Final = 11  # of the tricks that are over, two bits each
LED: Final = 12  # the suit
BEST: Final = 13  # the card that wins the trick so far; only in snapshots, else BEST_ROW
BEST_SEAT: Final = 14
IN_TRICK: Final = 15  # cards; only in snapshots, else N_PLAYED & 3
TRICK_POINTS: Final = 16
UNDEALT: Final = 17  # cards of the deck that wait for the cut
N_PLAYED: Final = 18  # cards
N_RESULTS: Final = 19
HAND: Final = 20  # + seat
MAY: Final = 24  # + seat: the cards it may hold, by what it has played (rule 6.2)
CARD_POINTS: Final = 28  # + team, in this deal
TRICKS: Final = 30  # + team, in this deal
POINTS: Final = 32  # + team: match points
BID: Final = 34  # the highest mode announced, or -1
BIDDER: Final = 35  # who announced it, or -1
ACCEPTS: Final = 36  # in a row
CLOSED: Final = 37  # 1 when nothing can be announced any more
DOUBLED: Final = 38  # a set of modes
REDOUBLED: Final = 39  # a set of modes
ANNOUNCED: Final = 40  # + team: the modes it announced
MAY_DOUBLE: Final = 42  # + seat: the modes it may still double
N_ACTIONS: Final = 46  # of the bidding
ACTIONS: Final = 47  # five words of twelve actions, five bits an action: its move id - M_ACCEPT
PLAYS: Final = 52  # + place: the cards of the deal in the order in which they were played
LATER: Final = 84  # + seat: the three cards it gets after the bidding
BEST_ROW: Final = 88  # the row of the best card in ranks.LAID
TRUMPS: Final = 89  # of a Colour
RANKED: Final = 90  # the suits that rank as trumps, from bit 8 on
END: Final = 91
# The settings of RULES.md, section 7, as the rules read them.
ACCEPT_DOUBLES: Final = 91  # 0 when it only closes the bidding
REAL_CUT: Final = 92
DEALS: Final = 93  # 0 for as many as it takes
FIRST_TARGET: Final = 94
COLOUR_SWEEP_POINTS: Final = 95  # 0 when a sweep wins the match

LAYOUT: Final = Layout(
    __name__,
    seen=PLAYS,
    start={
        WINNER: -1,
        MODE: -1,
        MULTIPLIER: 1,
        ANNOUNCER: -1,
        BID: -1,
        BIDDER: -1,
        MAY: c.FULL_DECK,
    },
)
