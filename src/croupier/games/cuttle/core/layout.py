"""The words of a match of Cuttle, each at its place in the state and in a snapshot alike."""

from typing import Final

from croupier.kernel.layout import Layout

QUESTION: Final = 0
TO_ACT: Final = 1
ENDING: Final = 2
TURN: Final = 3  # whose it is
TURNS: Final = 4  # that are over
PASSES: Final = 5  # in a row
WINNER: Final = 6
PILE_SIZE: Final = 7
TOP: Final = 8  # the next card of the pile, when both seats know it
SCRAP: Final = 9
JACKS: Final = 10  # per suit 8 bits: the point card it lies on + 1, and its height in the stack << 6
PENDING: Final = 11  # the one-off that waits for counters or for its player's choice
TARGET: Final = 12
TWOS: Final = 13  # played against and for the pending one-off
N_TWOS: Final = 14
REVEALED: Final = 15  # by a Seven
OTHER_REVEALED: Final = 16
TO_DISCARD: Final = 17  # cards
KNOWN: Final = 18  # cards in either hand that both seats know to be there
FROZEN: Final = 19  # cards in either hand that may not be played yet
CHILLED: Final = 20  # returned to the hand of the seat whose turn it is: frozen once this turn is over
HAND: Final = 21  # + seat
POINTS: Final = 23  # + seat
PERMANENTS: Final = 25  # + seat: glasses, Queens, Kings; Jacks lie on their point card
SCORE: Final = 27  # + seat
HAND_SIZE: Final = 29  # + seat
PILE: Final = 31  # six words of eight cards of six bits, the next card last
UNKNOWN: Final = 37  # in a restored state: the cards that lie nowhere yet
END: Final = 38
# The settings of RULES.md, section 8, as the rules read them.
FIVE_DISCARDS: Final = 38
NINE_FREEZES: Final = 39
NINE_TAKES_POINTS: Final = 40
THREE_TAKES: Final = 41  # bits: TAKES_THREES, COUNTS_SEVEN
HAND_LIMIT: Final = 42
QUEEN_STOPS_COUNTER: Final = 43
PASSES_ONLY: Final = 44
ANY_SWEEP: Final = 45
MAX_TURNS: Final = 46
OPEN_HANDS: Final = 47

LAYOUT: Final = Layout(
    __name__,
    seen=PILE,
    dealer=UNKNOWN,
    start={WINNER: -1, TOP: -1, PENDING: -1, TARGET: -1, REVEALED: -1, OTHER_REVEALED: -1},
)
