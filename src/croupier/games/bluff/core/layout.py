"""The words of a match of Bluff. Cards are two words each, Ace to Seven and Eight to King (lanes.py).

Each seat has a row of words. Right behind the last one stands what each eye knows (`known_at` in table.py), so
a match of two seats copies and clears a fourth of what one of eight does.
"""

from typing import Final

from croupier.games.bluff.core import codes as c
from croupier.kernel.layout import Layout

QUESTION: Final = 0
TO_ACT: Final = 1
SEALED: Final = 2
ENDING: Final = 3
ROUND: Final = 4  # from 0
TURN: Final = 5  # whose it is
TURNS: Final = 6  # finished in this round
CLAIM_NUMBER: Final = 7  # of the last claim, counted over the match
CLAIM_RANK: Final = 8  # of the claim that waits for answers, or -1
CLAIM_COUNT: Final = 9  # of its cards
LAST_RANK: Final = 10  # last claimed on this pile, or -1
EXPELLED: Final = 11  # a set of seats
STOCK_SIZE: Final = 12
N_CHOSEN: Final = 13
CHOSEN: Final = 14  # cards picked for this turn, still in the hand
PENDING: Final = 16  # cards laid with the last claim, while it can be challenged
SAID: Final = 18  # what they were said to be
STOCK: Final = 20  # cards out of play
PILE_SIZE: Final = 22
LAYERS: Final = 23  # the set of the seats that have cards on the pile
CHALLENGERS: Final = 24  # the set of the seats that have answered so in the open window
PLACE: Final = 25  # of the rank asked for, among those of the deck: TURNS modulo their number
ASKED: Final = 26  # the rank at this place
# + c.ROW * seat
HAND_SIZE: Final = 27
LAID_SIZE: Final = 28
WON: Final = 29  # rounds, in parts of c.ROUND_WON
LEFT: Final = 30  # cards left over in finished rounds
CLAIMS: Final = 31  # in the match, as the following six
CHALLENGED: Final = 32  # how often its claims were challenged
CAUGHT: Final = 33
CHALLENGES: Final = 34  # how often it challenged
SUCCESSES: Final = 35
COLLECTED: Final = 36  # cards taken with piles
CLAIMED: Final = 37  # what was claimed for its cards on the pile
TAKEN: Final = 39  # what was claimed for the cards of the last pile it took
HAND: Final = 41  # cards
LAID: Final = 43  # cards on the pile
BLUFFS: Final = 45  # known to the seat alone, as the next
FOOLED: Final = 46  # lies that were not challenged
END: Final = 331  # eight rows, and what nine eyes know about eight seats
# The settings of RULES.md, section 8, as the rules read them.
SEATS: Final = 331
COPIES: Final = 332  # of each rank
N_RANKS: Final = 333
RANKS: Final = 334  # of the deck, in the order in which they are asked for, four bits each
CARDS: Final = 335  # of the deck
DEALT: Final = 336  # cards, the others being out of play
MAX_CARDS: Final = 337  # of a turn
ONE_MOVE: Final = 338  # 1 if a turn is one card, of which the rank is asked for
ORDER: Final = 339
TURN_LIMIT: Final = 340  # of a round, for all seats together
ROUNDS: Final = 341
TRUTH: Final = 342
HALF: Final = 343  # how far partners sit apart, 0 if there are none
EVERYONE: Final = 344  # the set of all seats
IMMEDIATE: Final = 345

LAYOUT: Final = Layout(
    __name__,
    seen=HAND,
    dealer=BLUFFS,
    start={CLAIM_RANK: -1, LAST_RANK: -1},
    each_seat={
        **dict.fromkeys(range(HAND_SIZE, CLAIMED), 1),
        **dict.fromkeys((CLAIMED, TAKEN, HAND, LAID), 2),
    },
    row=c.ROW,
    worked_out=range(SAID, HAND_SIZE),
)
