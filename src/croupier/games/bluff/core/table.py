"""What lies on the table, as counts per rank; knowledge.py says what each seat learns of it.

Hands and piles are two words each (lanes.py).

For every eye (each seat, and the public after the last) and every seat `known` holds, per rank, how many cards are
certainly with that seat: in its hand or among the cards it laid on the present pile (rule 7.2).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.bluff.core.codes import ASCENDING, S_BLUFFS, S_CLAIMS, STATISTICS
from croupier.games.bluff.core.lanes import lane, one, shift_of, word_of
from croupier.games.bluff.core.options import Options
from croupier.kernel.bits import bit, lowest_of_few

MOST_CARDS: Final = 208

# What stands where in a seat's row of `Table.rows`. Cards are two words each.
HAND: Final = 0
LAID: Final = 2  # on the pile
CLAIMED: Final = 4  # what was claimed for those
TAKEN: Final = 6  # what was claimed for the cards of the last pile the seat took
SIZE: Final = 8  # cards in hand
OUT: Final = 9  # cards on the pile
WON: Final = 10  # rounds, in parts of ROUND
LEFT: Final = 11  # cards left over in finished rounds
STATS: Final = 12
ROW: Final = 20

assert ROW == STATS + STATISTICS


def next_of(seats: i64, seat: i64) -> i64:
    """The first of these seats in turn order, beginning after `seat`; -1 if there is none."""
    if seats == 0:
        return -1
    above: i64 = seats >> (seat + 1)
    if above != 0:
        return seat + 1 + lowest_of_few(above)
    return lowest_of_few(seats)


@final
@mypyc_attr(acyclic=True)
class Table:
    """All counts of one match. One vector holds a row for each seat: a move then touches one vector, not six."""

    def __init__(self, options: Options) -> None:
        seats: i64 = options.seats
        self.options: Final = options
        self.rows: Final = vec[i64]([0] * (ROW * seats))
        self.known: Final = vec[i64]([0] * (2 * seats * (seats + 1)))
        self.stock: Final = vec[i64]([0, 0])  # out of play
        self.order: Final = vec[i64]([0] * MOST_CARDS)
        self.zone: Final = vec[i64]([0] * MOST_CARDS)
        self.stock_size: i64 = 0
        self.pile: i64 = 0  # how many cards lie on it
        self.layers: i64 = 0  # the seats that have laid them
        self.chosen_low: i64 = 0  # picked for this turn, still in the hand
        self.chosen_high: i64 = 0
        self.n_chosen: i64 = 0
        self.pending_low: i64 = 0  # laid with the last claim, while it can be challenged
        self.pending_high: i64 = 0
        self.said_low: i64 = 0  # what they were said to be
        self.said_high: i64 = 0
        self.challengers: i64 = 0  # who has answered so in the open window
        self.round: i64 = 0
        self.turn: i64 = 0
        self.turns: i64 = 0  # finished in this round
        self.place: i64 = 0  # of the rank asked for, among those of the deck: turns modulo their number
        self.asked: i64 = 0  # the rank at this place
        self.claims: i64 = 0  # in the match
        self.claim_rank: i64 = -1  # of the claim that waits for answers
        self.claim_count: i64 = 0
        self.last_rank: i64 = -1  # last claimed on this pile
        self.expelled: i64 = 0

    def clear(self) -> None:
        """Before the first round."""
        rows = self.rows
        for i in range(ROW * self.options.seats):
            rows[i] = 0
        self.claims = 0
        self.expelled = 0
        self.clear_round()

    def clear_round(self) -> None:
        seats: i64 = self.options.seats
        rows = self.rows
        known = self.known
        for seat in range(seats):
            at: i64 = ROW * seat
            for i in range(i64(WON)):
                rows[at + i] = 0
        for i in range(2 * seats * (seats + 1)):
            known[i] = 0
        stock = self.stock
        stock[0] = 0
        stock[1] = 0
        self.stock_size = 0
        self.turns = 0
        self.ask_for(0)
        self.pile = 0
        self.layers = 0
        self.challengers = 0
        self.last_rank = -1
        self.clear_turn()

    def clear_turn(self) -> None:
        self.put_back()
        self.clear_claim()

    def put_back(self) -> None:
        """Nothing is picked."""
        self.chosen_low = 0
        self.chosen_high = 0
        self.n_chosen = 0

    def clear_claim(self) -> None:
        self.pending_low = 0
        self.pending_high = 0
        self.said_low = 0
        self.said_high = 0
        self.claim_rank = -1
        self.claim_count = 0

    def deal(self, order: vec[i64]) -> None:
        """Rule 1.3: one card after the other round the table; what is left over is out of play."""
        options = self.options
        seats: i64 = options.seats
        dealt: i64 = options.dealt
        rows = self.rows
        for seat in range(seats):
            low: i64 = 0
            high: i64 = 0
            i: i64 = seat
            while i < dealt:
                card: i64 = order[i]
                above: i64 = card & (card >> 63)  # the card if it is negative, else 0
                low += card - above
                high -= above
                i += seats
            rows[ROW * seat + HAND] = low
            rows[ROW * seat + HAND + 1] = high
            rows[ROW * seat + SIZE] = (dealt + seats - 1 - seat) // seats
        stock = self.stock
        for i in range(dealt, options.cards):
            left: i64 = order[i]
            if left < 0:
                stock[1] -= left
            else:
                stock[0] += left
        self.stock_size = options.cards - dealt

    def copy_from(self, other: "Table") -> None:
        seats: i64 = self.options.seats
        copy(self.rows, other.rows, ROW * seats)
        copy(self.known, other.known, 2 * seats * (seats + 1))
        copy(self.stock, other.stock, 2)
        self.stock_size = other.stock_size
        self.pile = other.pile
        self.layers = other.layers
        self.chosen_low = other.chosen_low
        self.chosen_high = other.chosen_high
        self.pending_low = other.pending_low
        self.pending_high = other.pending_high
        self.said_low = other.said_low
        self.said_high = other.said_high
        self.challengers = other.challengers
        self.n_chosen = other.n_chosen
        self.round = other.round
        self.turn = other.turn
        self.turns = other.turns
        self.place = other.place
        self.asked = other.asked
        self.claims = other.claims
        self.claim_rank = other.claim_rank
        self.claim_count = other.claim_count
        self.last_rank = other.last_rank
        self.expelled = other.expelled

    # Questions about the table.

    def held(self, seat: i64, rank: i64) -> i64:
        """How many cards of this rank the seat holds."""
        return (self.rows[ROW * seat + HAND + word_of(rank)] >> shift_of(rank)) & 0xFF

    def laid_by(self, seat: i64, rank: i64) -> i64:
        return (self.rows[ROW * seat + LAID + word_of(rank)] >> shift_of(rank)) & 0xFF

    def hand_size(self, seat: i64) -> i64:
        return self.rows[ROW * seat + SIZE]

    def laid_size(self, seat: i64) -> i64:
        """How many cards of the pile are the seat's."""
        return self.rows[ROW * seat + OUT]

    def stat(self, kind: i64, seat: i64) -> i64:
        return self.rows[ROW * seat + STATS + kind]

    def held_of(self, seat: i64, rank: i64) -> i64:
        """How many cards of this rank the seat holds and has not picked in this turn."""
        return self.held(seat, rank) - self.picked(rank)

    def picked(self, rank: i64) -> i64:
        """How many cards of this rank were picked in this turn."""
        return lane(self.chosen_low, self.chosen_high, rank)

    def shown(self, rank: i64) -> i64:
        """How many cards of this rank were laid with the last claim."""
        return lane(self.pending_low, self.pending_high, rank)

    def known_with(self, eye: i64, seat: i64, rank: i64) -> i64:
        """How many cards of this rank are certainly with `seat`, as `eye` knows."""
        return (self.known[2 * (eye * self.options.seats + seat) + word_of(rank)] >> shift_of(rank)) & 0xFF

    def asked_rank(self) -> i64:
        """The rank that must be claimed, or -1 where the order leaves a choice (rules 3.1 to 3.3)."""
        if self.options.order != ASCENDING:
            return -1
        return self.asked

    def ask_for(self, place: i64) -> None:
        """The rank at this place among those of the deck is asked for; after the last comes the first."""
        options = self.options
        if place == options.n_ranks:
            place = 0
        self.place = place
        self.asked = options.ranks[place]

    def partner(self, seat: i64) -> i64:
        """The seat opposite, or the seat itself where everybody plays alone."""
        half: i64 = self.options.half
        if half == 0:
            return seat
        return seat + half if seat < half else seat - half

    def side_bits(self, seat: i64) -> i64:
        return self.options.sides[seat]

    def next_seat(self, seat: i64) -> i64:
        """Who comes after `seat` among those that are still in."""
        if self.expelled != 0:
            return next_of(self.options.everyone & ~self.expelled, seat)
        following: i64 = seat + 1
        return following & ((following - self.options.seats) >> 63)  # 0 after the last seat, without a branch

    def witnesses(self) -> i64:
        """Rule 4.1: everybody who answers a claim."""
        options = self.options
        return options.everyone & ~self.expelled & ~options.sides[self.turn]

    def is_true(self) -> bool:
        """Whether the cards of the last claim are what they were said to be (rule 4.3)."""
        return self.lies() == 0

    def lies(self) -> i64:
        """1 if the last claim is a lie, else 0; without a branch, because nobody can guess."""
        wrong: i64 = (self.pending_low ^ self.said_low) | (self.pending_high ^ self.said_high)
        return (wrong + 0xFFFFFFFFFFFFFF) >> 56

    # Cards move.

    def pick(self, rank: i64) -> None:
        """Choose a card to be laid in this turn."""
        card: i64 = one(rank)
        high: i64 = card * word_of(rank)
        self.chosen_low += card - high
        self.chosen_high += high
        self.n_chosen += 1

    def lay(self, rank: i64, low: i64, high: i64, count: i64) -> None:
        """These cards leave the hand of the seat whose turn it is and are claimed to be of this rank."""
        rows = self.rows
        at: i64 = ROW * self.turn
        rows[at + HAND] -= low
        rows[at + HAND + 1] -= high
        rows[at + LAID] += low
        rows[at + LAID + 1] += high
        self._claim(at, rank, low, high, count)

    def lay_one(self, rank: i64) -> None:
        """`lay` where a turn is one card, and the claim the rank that is asked for."""
        rows = self.rows
        at: i64 = ROW * self.turn
        word: i64 = word_of(rank)
        card: i64 = one(rank)
        high: i64 = card * word
        rows[at + HAND + word] -= card
        rows[at + LAID + word] += card
        self._claim(at, self.asked, card - high, high, 1)

    def _claim(self, at: i64, rank: i64, low: i64, high: i64, count: i64) -> None:
        """What is counted with every claim; `at` is where the row of its author begins."""
        rows = self.rows
        word: i64 = word_of(rank)
        said: i64 = one(rank) * count
        rows[at + CLAIMED + word] += said
        rows[at + SIZE] -= count
        rows[at + OUT] += count
        rows[at + STATS + S_CLAIMS] += 1
        self.claims += 1
        self.pile += count
        self.layers |= bit(self.turn)
        self.pending_low = low
        self.pending_high = high
        above: i64 = said * word
        self.said_high = above
        self.said_low = said - above
        self.claim_rank = rank
        self.claim_count = count
        self.last_rank = rank
        rows[at + STATS + S_BLUFFS] += self.lies()

    # Sides.

    def cards_of_side(self, seat: i64, column: i64) -> i64:
        """SIZE or LEFT of a seat and its partner together."""
        rows = self.rows
        partner: i64 = self.partner(seat)
        cards: i64 = rows[ROW * seat + column]
        if partner != seat:
            cards += rows[ROW * partner + column]
        return cards

    def is_out(self, seat: i64) -> bool:
        """Whether the whole side of `seat` was expelled."""
        return self.side_bits(seat) & ~self.expelled == 0

    def fewest(self) -> i64:
        """The seats of those sides that have the fewest cards and are still in (rule 5.2)."""
        best: i64 = 1000
        winners: i64 = 0
        for seat in range(self.options.seats):
            if self.is_out(seat):
                continue
            cards: i64 = self.cards_of_side(seat, SIZE)
            if cards < best:
                best = cards
                winners = 0
            if cards == best:
                winners |= bit(seat)
        return winners

    def is_better(self, seat: i64, other: i64) -> bool:
        """Whether the side of `seat` ranks before that of `other` (rules 6.2 and 6.3)."""
        if self.is_out(seat) != self.is_out(other):
            return self.is_out(other)
        rows = self.rows
        won: i64 = rows[ROW * seat + WON]
        others: i64 = rows[ROW * other + WON]
        if won != others:
            return won > others
        return self.cards_of_side(seat, LEFT) < self.cards_of_side(other, LEFT)

    def sides_before(self, seat: i64) -> i64:
        """How many sides rank before that of `seat`."""
        sides: i64 = 0
        for other in range(self.options.seats):
            if other <= self.partner(other) and self.is_better(other, seat):
                sides += 1
        return sides

    def reward(self, seat: i64) -> i64:
        """1000 for every rival that `seat` ranks before and half of it for a tie, on the average."""
        points: i64 = 0
        others: i64 = 0
        for other in range(self.options.seats):
            if (self.side_bits(seat) >> other) & 1 == 0:
                others += 1
                if self.is_better(seat, other):
                    points += 1000
                elif not self.is_better(other, seat):
                    points += 500
        return points // others


def copy(mine: vec[i64], theirs: vec[i64], n: i64) -> None:
    for i in range(n):
        mine[i] = theirs[i]
