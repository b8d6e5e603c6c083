"""The cards of one match as integers: who holds what, how the piles lie, and what each seat knows of it.

A hand is one integer with five bits for each card type. Cards of one type are alike, so knowledge of a hand is a count:
so many cards of a type are certainly there. Knowledge of the pile is a set of seats for each of its cards.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.kittens.core.codes import DEFUSE, HAND_TYPES, KITTEN, NOTHING, ONES
from croupier.kernel.bits import bit, count, lowest

WORD: Final = 15  # cards of four bits in one word of a snapshot


def has(hand: i64, card: i64) -> i64:
    """How many cards of a type are in a hand."""
    return (hand >> (card * 5)) & 31


def one(card: i64) -> i64:
    """A hand of one card."""
    return bit(card * 5)


def kinds(hand: i64) -> i64:
    """The lowest bit of each type of which there is a card."""
    return (hand | (hand >> 1) | (hand >> 2) | (hand >> 3) | (hand >> 4)) & ONES


def doubles(hand: i64) -> i64:
    """The lowest bit of each type of which there are two or more."""
    return ((hand >> 1) | (hand >> 2) | (hand >> 3) | (hand >> 4)) & ONES


def triples(hand: i64) -> i64:
    """The lowest bit of each type of which there are three or more."""
    return (((hand >> 1) & hand) | (hand >> 2) | (hand >> 3) | (hand >> 4)) & ONES


def total(hand: i64) -> i64:
    """How many cards are in a hand."""
    n: i64 = 0
    while hand != 0:
        n += hand & 31
        hand >>= 5
    return n


@final
@mypyc_attr(acyclic=True)
class Options:
    """The settings of RULES.md, section 9, for a table of so many seats, as the rules read them."""

    def __init__(
        self, seats: i64, cards: tuple[int, ...], defuses: i64, printed_attacks: bool, combo_ones: i64
    ) -> None:
        """`cards`: how many of each type but Defuse and kitten; `defuses`: how many lie in the pile."""
        self.seats: i64 = seats
        self.defuses: i64 = defuses
        self.printed_attacks: Final = printed_attacks
        self.combo_ones: i64 = combo_ones
        plain: list[int] = []
        counts: list[int] = []
        for card in range(len(cards)):
            plain += [card] * cards[card]
            counts.append(cards[card])
        counts.append(int(seats) + int(defuses))
        self.plain: Final = vec[i64](plain)
        self.n_plain: i64 = len(plain)
        self.counts: Final = vec[i64](counts)
        self.capacity: i64 = self.n_plain + 2 * seats + defuses
        self.words: i64 = (self.capacity + WORD - 1) // WORD


@final
@mypyc_attr(acyclic=True)
class Table:
    """All cards and counters of one match."""

    def __init__(self, options: Options) -> None:
        seats = options.seats
        self.options: Final = options
        self.seats: i64 = seats
        self.hands: Final = vec[i64]([0] * seats)
        self.sizes: Final = vec[i64]([0] * seats)
        self.places: Final = vec[i64]([0] * seats)  # of those who are out
        self.voids: Final = vec[i64]([0] * seats)  # per seat the types it certainly does not hold (rule 8.5)
        self.known: Final = vec[i64]([0] * (seats * seats))  # seat * seats + other: what it knows of the other's hand
        self.pile: Final = vec[i64]([0] * options.capacity)  # the next card last
        self.knows: Final = vec[i64]([0] * options.capacity)  # per card of the pile the seats that know it
        self.discard: Final = vec[i64]([0] * options.capacity)  # the top card last
        self.order: Final = vec[i64]([0] * options.capacity)
        self.dealt: Final = vec[i64]([0] * seats)  # while a world is imagined
        self.pool: vec[i64] = vec[i64]([0] * 1)  # in a restored table: the cards that were not placed
        self.pool_size: i64 = 0
        self.kittens: i64 = 0  # in a restored table: those that were not placed
        self.pile_size: i64 = 0
        self.discard_size: i64 = 0
        self.shown: i64 = 0  # the seats of whose hands somebody knows something
        # What everybody saw the others do about the pile and with their Defuses; see belief.py.
        self.looks: i64 = 0
        self.returned: i64 = -1
        self.returner: i64 = -1
        self.avoided: i64 = 0
        self.likely: Final = vec[i64]([0] * seats)
        self.alive: i64 = 0
        self.turn: i64 = 0
        self.owed: i64 = 0  # turns of this seat, the current one included
        self.attacked: i64 = 0  # 1 while they come from an Attack
        self.actions: i64 = 0
        self.pending: i64 = NOTHING
        self.combo: i64 = 0  # the type of a pair or triple, the set of types of a five
        self.target: i64 = -1
        self.named: i64 = 0
        self.nopes: i64 = 0
        self.last: i64 = 0  # who played last and is not asked to react
        self.mark: i64 = 0  # the size of the discard pile before a five
        self.answered: i64 = 0
        self.noping: i64 = 0
        self.shuffles: i64 = 0
        self.steals: i64 = 0

    def clear(self) -> None:
        """As before a deal."""
        hands = self.hands
        sizes = self.sizes
        places = self.places
        voids = self.voids
        known = self.known
        seats = self.seats
        likely = self.likely
        for seat in range(seats):
            hands[seat] = 0
            sizes[seat] = 0
            places[seat] = 0
            voids[seat] = 0
            likely[seat] = 0
        if self.shown != 0:
            for i in range(seats * seats):
                known[i] = 0
        self.pile_size = 0
        self.discard_size = 0
        self.shown = 0
        self.looks = 0
        self.returned = -1
        self.returner = -1
        self.avoided = 0
        self.alive = bit(seats) - 1
        self.turn = 0
        self.owed = 1
        self.attacked = 0
        self.actions = 0
        self.settle()
        self.nopes = 0
        self.last = 0
        self.mark = 0
        self.answered = 0
        self.noping = 0
        self.shuffles = 0
        self.steals = 0

    def settle(self) -> None:
        """Nothing is pending any more."""
        self.pending = NOTHING
        self.combo = 0
        self.target = -1
        self.named = 0

    def after(self, seat: i64) -> i64:
        """The next seat that is still in."""
        alive = self.alive
        seats = self.seats
        seat += 1
        if seat == seats:
            seat = 0
        while (alive >> seat) & 1 == 0:
            seat += 1
            if seat == seats:
                seat = 0
        return seat

    # Hands.

    def gain(self, seat: i64, card: i64, witnesses: i64) -> None:
        """A card comes into a hand; `witnesses` are the seats that know which."""
        hands = self.hands
        sizes = self.sizes
        unit = one(card)
        hands[seat] += unit
        sizes[seat] += 1
        others: i64 = witnesses & ~bit(seat)
        if others == 0:
            return
        if card == DEFUSE:
            self.expect_defuse(seat, others, 1)
        self.shown |= bit(seat)
        known = self.known
        while others != 0:
            known[lowest(others) * self.seats + seat] += unit
            others &= others - 1

    def drop(self, seat: i64, card: i64, witnesses: i64) -> None:
        """A card leaves a hand. Who does not see which keeps only what is certain still (rule 8.4)."""
        hands = self.hands
        sizes = self.sizes
        unit = one(card)
        hands[seat] -= unit
        sizes[seat] -= 1
        if card == DEFUSE:
            self.expect_defuse(seat, witnesses, -1)
        if (self.shown >> seat) & 1 == 0:
            return
        known = self.known
        seats = self.seats
        for other in range(seats):
            at: i64 = other * seats + seat
            if known[at] == 0:
                continue
            if (witnesses >> other) & 1 != 0:
                if (known[at] >> (card * 5)) & 31 != 0:
                    known[at] -= unit
            else:
                known[at] -= kinds(known[at])

    def expect_defuse(self, seat: i64, witnesses: i64, more: i64) -> None:
        """Before these witnesses a Defuse came into a hand (1) or left it (-1)."""
        likely = self.likely
        place: i64 = 5 * seat
        while witnesses != 0:
            witness = lowest(witnesses)
            witnesses &= witnesses - 1
            if more > 0 or (likely[witness] >> place) & 31 != 0:
                likely[witness] += more << place

    def expect_no_defuse(self, seat: i64) -> None:
        """Nobody takes this hand to hold one any more."""
        likely = self.likely
        for witness in range(self.seats):
            likely[witness] &= ~(31 * bit(5 * seat))

    def show_first_defuses(self) -> None:
        """Everybody knows that each hand begins with one (rule 8.2)."""
        known = self.known
        likely = self.likely
        seats = self.seats
        for seat in range(seats):
            for other in range(seats):
                if other != seat:
                    known[seat * seats + other] = one(DEFUSE)
                    likely[seat] += bit(5 * other)
        self.shown = bit(seats) - 1

    def forget_hand(self, seat: i64) -> None:
        known = self.known
        for other in range(self.seats):
            known[other * self.seats + seat] = 0
        self.shown &= ~bit(seat)
        self.expect_no_defuse(seat)

    # Piles.

    def lay(self, card: i64) -> None:
        """Put a card on the discard pile."""
        discard = self.discard
        discard[self.discard_size] = card
        self.discard_size += 1

    def lift(self, card: i64, below: i64) -> None:
        """Take the uppermost card of this type from the first `below` of the discard pile."""
        discard = self.discard
        at: i64 = below - 1
        while discard[at] != card:
            at -= 1
        n: i64 = self.discard_size - 1
        self.discard_size = n
        while at < n:
            discard[at] = discard[at + 1]
            at += 1

    def discarded(self) -> i64:
        """The types in the discard pile, as a set."""
        types: i64 = 0
        discard = self.discard
        for i in range(self.discard_size):
            types |= bit(discard[i])
        return types

    def insert(self, card: i64, depth: i64, seat: i64) -> None:
        """Put a card into the pile under `depth` others, before the eyes of `seat` alone (rule 8.3)."""
        self.looks = 0
        self.returned = self.owed - 1
        self.returner = seat
        self.avoided = 0
        pile = self.pile
        knows = self.knows
        eyes = bit(seat)
        at: i64 = self.pile_size
        stop: i64 = at - depth
        self.pile_size = at + 1
        while at > stop:
            pile[at] = pile[at - 1]
            knows[at] = knows[at - 1] & eyes
            at -= 1
        pile[at] = card
        knows[at] = eyes
        at -= 1
        while at >= 0:
            knows[at] &= eyes
            at -= 1

    def remove_lowest_kitten(self) -> None:
        """Rule 6.3; the order of the pile is disturbed for everybody. The last kitten may be in somebody's hands."""
        pile = self.pile
        at: i64 = 0
        while at < self.pile_size and pile[at] != KITTEN:
            at += 1
        if at == self.pile_size:
            return
        n: i64 = self.pile_size - 1
        self.pile_size = n
        while at < n:
            pile[at] = pile[at + 1]
            at += 1
        self.forget_pile()

    def forget_pile(self) -> None:
        self.looks = 0
        self.returned = -1
        self.avoided = 0
        knows = self.knows
        for i in range(self.pile_size):
            knows[i] = 0

    def copy_from(self, other: "Table") -> None:
        seats = self.seats
        mine = self.hands
        theirs = other.hands
        my_sizes = self.sizes
        their_sizes = other.sizes
        my_places = self.places
        their_places = other.places
        my_voids = self.voids
        their_voids = other.voids
        my_likely = self.likely
        their_likely = other.likely
        for seat in range(seats):
            mine[seat] = theirs[seat]
            my_sizes[seat] = their_sizes[seat]
            my_places[seat] = their_places[seat]
            my_voids[seat] = their_voids[seat]
            my_likely[seat] = their_likely[seat]
        if self.shown | other.shown != 0:
            mine = self.known
            theirs = other.known
            for i in range(seats * seats):
                mine[i] = theirs[i]
        mine = self.pile
        theirs = other.pile
        my_knows = self.knows
        their_knows = other.knows
        n: i64 = other.pile_size
        for i in range(n):
            mine[i] = theirs[i]
            my_knows[i] = their_knows[i]
        mine = self.discard
        theirs = other.discard
        n = other.discard_size
        for i in range(n):
            mine[i] = theirs[i]
        self.pool = other.pool
        self.pool_size = other.pool_size
        self.kittens = other.kittens
        self.pile_size = other.pile_size
        self.discard_size = other.discard_size
        self.shown = other.shown
        self.looks = other.looks
        self.returned = other.returned
        self.returner = other.returner
        self.avoided = other.avoided
        self.alive = other.alive
        self.turn = other.turn
        self.owed = other.owed
        self.attacked = other.attacked
        self.actions = other.actions
        self.pending = other.pending
        self.combo = other.combo
        self.target = other.target
        self.named = other.named
        self.nopes = other.nopes
        self.last = other.last
        self.mark = other.mark
        self.answered = other.answered
        self.noping = other.noping
        self.shuffles = other.shuffles
        self.steals = other.steals

    def kittens_left(self) -> i64:
        """How many there are in the game (rule 6.1)."""
        return count(self.alive) - 1

    def held(self, seat: i64, n: i64) -> i64:
        """The type of the n-th card of a hand, sorted by type."""
        hand = self.hands[seat]
        for card in range(i64(HAND_TYPES)):
            n -= (hand >> (card * 5)) & 31
            if n < 0:
                return card
        return -1
