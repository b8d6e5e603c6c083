"""The words of a match of Exploding Kittens, each at its place in the state.

A snapshot holds the words before DISCARD, without the seats that are not there; then PILE_WORDS words of the discard
pile and as many of the draw pile, packed in the same way, with 0 for a card that the seat does not know. The dealer's
also holds the words from BEFORE_FIVE to LIKELY, those of KNOWN, and for each card of the draw pile who knows it.

A hand is one integer with five bits for each card type. Cards of one type are alike, so knowledge of a hand is a hand,
too: so many cards of a type are certainly there.
"""

from typing import Final

from croupier.kernel.layout import Layout

QUESTION: Final = 0
TO_ACT: Final = 1
SEALED: Final = 2
ENDING: Final = 3
TURN: Final = 4  # whose it is
OWED: Final = 5  # turns of this seat, the current one included
ATTACKED: Final = 6  # 1 while they come from an Attack
ACTIONS: Final = 7  # in this turn
ALIVE: Final = 8  # a set of seats
PILE_SIZE: Final = 9
DISCARD_SIZE: Final = 10
PENDING: Final = 11  # what waits for Nopes or for a Favor's card
COMBO: Final = 12  # the type of a pair or triple, the set of types of a five
TARGET: Final = 13
NAMED: Final = 14  # the type that a triple or a five asks for
NOPES: Final = 15  # against and for what is pending
LAST: Final = 16  # who played last and is not asked to react
LOOKS: Final = 17  # what everybody saw the others do about the pile, up to AVOIDED; see belief.py
RETURNED: Final = 18
RETURNER: Final = 19
AVOIDED: Final = 20
OWN_LIKELY: Final = 21  # in a snapshot: LIKELY of its seat
HAND: Final = 22  # + seat; in a snapshot what its seat knows of it
HAND_SIZE: Final = 32  # + seat
PLACE: Final = 42  # + seat: 0 while it is in
LACKS: Final = 52  # + seat: the types it certainly does not hold (rule 8.5)
DISCARD: Final = 62  # the top card last, fifteen cards to a word: four bits each, the type + 1
BEFORE_FIVE: Final = 77  # the size of the discard pile before a five
ANSWERED: Final = 78  # the seats that answered in this round of Nopes
NOPERS: Final = 79  # those of them that play a Nope
SHUFFLES: Final = 80  # so far
STEALS: Final = 81  # so far
SHOWN: Final = 82  # the seats of whose hands another seat knows something
LIKELY: Final = 83  # + seat: per other seat five bits: the Defuses it is expected to hold, see belief.py
UNPLACED: Final = 93  # in a restored state: the cards that lie nowhere yet, as a hand
UNPLACED_KITTENS: Final = 94
KNOWN: Final = 95  # + seat * SEATS + other: what the seat knows of the other's hand
PILE: Final = 195  # the next card last, each a type, NO_CARD in a restored state, and the seats that know it << 4
END: Final = 420
# The settings of RULES.md, section 9, as the rules read them.
SEATS: Final = 420
EVERYONE: Final = 421  # the set of all seats
DECK: Final = 422  # all cards but the kittens, as a hand
PILE_WORDS: Final = 423  # of a snapshot, for each pile
PRINTED_ATTACKS: Final = 424
COMBO_ONES: Final = 425  # the lowest bit of each type that may be in a combo
DEALT: Final = 426  # cards dealt to each seat, besides its Defuse

LAYOUT: Final = Layout(
    __name__,
    seen=DISCARD,
    start={OWED: 1, PENDING: -1, TARGET: -1, RETURNED: -1, RETURNER: -1},
    each_seat={HAND: 1, HAND_SIZE: 1, PLACE: 1, LACKS: 1},
    copied=KNOWN,
)
