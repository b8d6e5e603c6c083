"""The words of a match of Coup, each at its place in the state. A snapshot leaves out the seats that are not there."""

from typing import Final

from croupier.kernel.layout import Layout

QUESTION: Final = 0
TO_ACT: Final = 1
SEALED: Final = 2
ENDING: Final = 3
COURT_SIZE: Final = 4
SHUFFLES: Final = 5  # of the court, so far
ALIVE: Final = 6  # how many seats
TURN: Final = 7  # whose it is
TURNS: Final = 8  # that are over
ACTION: Final = 9
TARGET: Final = 10
CONTEST: Final = 11
CHALLENGER: Final = 12
BLOCKER: Final = 13
BLOCK: Final = 14  # the character
THEN: Final = 15  # what follows once an influence is lost
DRAWN: Final = 16  # in an exchange; only its player knows them
OTHER_DRAWN: Final = 17
COINS: Final = 18  # + seat
HIDDEN: Final = 24  # + seat: influences left
PLACE: Final = 30  # + seat: 0 while in the game
ANSWER: Final = 36  # + seat: in the open window
HAND: Final = 42  # + seat * 2 + 0 or 1: a character, lower first, -1 for none or unknown
OPEN_CARDS: Final = 54  # + seat * 2 + 0 or 1: influences lost, in order, -1 for none
CLAIMS: Final = 66  # + seat * 5 + character: made, and shown << 16, and not shown << 32
SINCE: Final = 96  # + seat: per character 8 bits: claims since the hand last changed, at most 255
KNOWN: Final = 102  # + seat * 5 + character: the cards that `seat` knows to have gone back, see table.py
COURT: Final = 132  # the next card last
RECORD: Final = 147  # + seat: the sum of its CLAIMS
INFLUENCES: Final = 153  # of all seats that are left
OPENED: Final = 154  # per character 8 bits: how many are face up
END: Final = 155
# The settings of RULES.md, section 9, as the rules read them.
SEATS: Final = 155
JOINT: Final = 156
REFUND: Final = 157
ONE_COIN: Final = 158
MAX_TURNS: Final = 159

LAYOUT: Final = Layout(
    __name__,
    seen=KNOWN,
    start={
        ACTION: -1,
        TARGET: -1,
        CHALLENGER: -1,
        BLOCKER: -1,
        BLOCK: -1,
        DRAWN: -1,
        OTHER_DRAWN: -1,
        HAND: -1,
        OPEN_CARDS: -1,
    },
    each_seat={COINS: 1, HIDDEN: 1, PLACE: 1, ANSWER: 1, HAND: 2, OPEN_CARDS: 2, CLAIMS: 5, SINCE: 1},
    secret={ANSWER: 0, HAND: -1},
)
