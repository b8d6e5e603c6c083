"""Cuttle's table as integers: which card lies where, who knows it, and how cards get from place to place.

A card is rank * 4 + suit with suits in the order clubs, diamonds, hearts, spades, so one card beats another in a
scuttle exactly when its number is larger (rule 3.3). Sets of cards are bit sets. What a seat knows of the other hand is
common knowledge in Cuttle: both remember which cards were shown, so one set of known cards serves both.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.cuttle.codes import EIGHTS, FULL_DECK, KINGS
from croupier.kernel.bits import bit, count, lowest
from croupier.kernel.events import DEALER, PUBLIC
from croupier.kernel.rng import Chance

# Places in the vector of zones; pairs are indexed by + seat.
HAND: Final = 0
POINTS: Final = 2
PERMANENTS: Final = 4  # glasses, Queens, Kings; Jacks lie on their point card
SCORE: Final = 6
SIZE: Final = 8
PILE: Final = 10  # the draw pile, eight cards of six bits to a word, the next card last
ZONES: Final = 16

GOALS: Final = vec[i64]([21, 14, 10, 5, 0])  # by number of Kings (rule 5.1)


@final
@mypyc_attr(acyclic=True)
class Options:
    """The settings of RULES.md, section 8, as the rules read them."""

    def __init__(
        self,
        five_discards: bool,
        nine_freezes: bool,
        nine_takes_points: bool,
        three_takes_three: bool,
        hand_limit: i64,
        queen_stops_counter: bool,
        passes_only: bool,
        any_sweep: bool,
        max_turns: i64,
        deal: tuple[int, ...],
    ) -> None:
        self.five_discards: Final = five_discards
        self.nine_freezes: Final = nine_freezes
        self.nine_takes_points: Final = nine_takes_points
        self.three_takes_three: Final = three_takes_three
        self.hand_limit: i64 = hand_limit
        self.queen_stops_counter: Final = queen_stops_counter
        self.passes_only: Final = passes_only
        self.any_sweep: Final = any_sweep
        self.max_turns: i64 = max_turns
        self.deal: tuple[int, ...] = deal


def _copy_zones(source: vec[i64], target: vec[i64]) -> None:
    """Written out: with constant places it takes half the time of a loop."""
    target[0] = source[0]
    target[1] = source[1]
    target[2] = source[2]
    target[3] = source[3]
    target[4] = source[4]
    target[5] = source[5]
    target[6] = source[6]
    target[7] = source[7]
    target[8] = source[8]
    target[9] = source[9]
    target[10] = source[10]
    target[11] = source[11]
    target[12] = source[12]
    target[13] = source[13]
    target[14] = source[14]
    target[15] = source[15]


@final
@mypyc_attr(acyclic=True)
class Table:
    """All cards and counters of one match."""

    def __init__(self, options: Options) -> None:
        self.options: Final = options
        self.zones: Final = vec[i64]([0] * ZONES)
        self.order: Final = vec[i64]([0] * 52)
        self.unknown: i64 = 0  # in a restored table: the cards that lie nowhere yet
        self.pool: Final = vec[i64]([0] * 52)  # the cards of `pooled`, one by one
        self.pooled: i64 = 0
        self.pool_size: i64 = 0
        self.turn: i64 = 0
        self.turns: i64 = 0
        self.passes: i64 = 0
        self.winner: i64 = -1
        self.pile: i64 = 0
        self.top: i64 = -1  # the next card of the pile, when both seats know it
        self.scrap: i64 = 0
        self.jacks: i64 = 0  # per suit 8 bits: the point card it lies on + 1, and its height in the stack << 6
        self.pending: i64 = -1  # the one-off that waits for counters or for its player's choice
        self.target: i64 = -1
        self.twos: i64 = 0
        self.n_twos: i64 = 0
        self.revealed_a: i64 = -1
        self.revealed_b: i64 = -1
        self.to_discard: i64 = 0
        self.known: i64 = 0  # cards in either hand that both seats know to be there
        self.frozen: i64 = 0  # cards in either hand that may not be played yet
        self.chilled: i64 = 0  # returned to the hand of the seat whose turn it is: frozen once this turn is over

    def clear(self) -> None:
        """As before a deal; `order` is left alone."""
        zones = self.zones
        for i in range(i64(PILE)):
            zones[i] = 0
        self.turn = 0
        self.turns = 0
        self.passes = 0
        self.winner = -1
        self.top = -1
        self.scrap = 0
        self.jacks = 0
        self.pending = -1
        self.target = -1
        self.twos = 0
        self.n_twos = 0
        self.revealed_a = -1
        self.revealed_b = -1
        self.to_discard = 0
        self.known = 0
        self.frozen = 0
        self.chilled = 0

    # The draw pile.

    def stack(self, start: i64, n: i64) -> None:
        """Make the pile of order[start : start + n]; the first of them is the next to be drawn."""
        zones = self.zones
        order = self.order
        word: i64 = 0
        shift: i64 = 0
        k: i64 = PILE
        at: i64 = start + n - 1
        while at >= start:
            word |= order[at] << shift
            shift += 6
            if shift == 48:
                zones[k] = word
                word = 0
                shift = 0
                k += 1
            at -= 1
        if k < ZONES:
            zones[k] = word
        self.pile = n

    def pop(self) -> i64:
        """Take the next card off the pile, which is not empty."""
        at: i64 = self.pile - 1
        self.pile = at
        self.top = -1
        return (self.zones[PILE + (at >> 3)] >> ((at & 7) * 6)) & 63

    def push(self, card: i64) -> None:
        """Put a card that both seats saw on top of the pile."""
        at: i64 = self.pile
        word: i64 = PILE + (at >> 3)
        shift: i64 = (at & 7) * 6
        zones = self.zones
        zones[word] = (zones[word] & ~(bit(shift + 6) - bit(shift))) | (card << shift)
        self.pile = at + 1
        self.top = card

    # Hands.

    def drop(self, seat: i64, card: i64) -> None:
        """A card leaves the hand of `seat`."""
        zones = self.zones
        stays: i64 = ~bit(card)
        zones[HAND + seat] &= stays
        zones[SIZE + seat] -= 1
        self.known &= stays
        self.frozen &= stays

    def pick_up(self, seat: i64, card: i64) -> None:
        """A card that both seats saw goes to the hand of `seat`."""
        zones = self.zones
        zones[HAND + seat] |= bit(card)
        zones[SIZE + seat] += 1
        self.known |= bit(card)

    def has_glasses(self, seat: i64) -> bool:
        return self.zones[PERMANENTS + seat] & EIGHTS != 0

    # Point cards and permanents.

    def reached_goal(self, seat: i64) -> bool:
        """Rule 5.1."""
        zones = self.zones
        kings: i64 = zones[PERMANENTS + seat] & KINGS
        if kings == 0:
            return zones[SCORE + seat] >= 21
        return zones[SCORE + seat] >= GOALS[count(kings)]

    def add_points(self, seat: i64, card: i64) -> None:
        zones = self.zones
        zones[POINTS + seat] |= bit(card)
        zones[SCORE + seat] += (card >> 2) + 1

    def remove_points(self, seat: i64, card: i64) -> None:
        zones = self.zones
        zones[POINTS + seat] ^= bit(card)
        zones[SCORE + seat] -= (card >> 2) + 1

    def points_holder(self, card: i64) -> i64:
        """Who controls a point card that is on the table."""
        return 0 if (self.zones[POINTS] >> card) & 1 != 0 else 1

    def lift_permanent(self, card: i64) -> i64:
        """Take glasses, a Queen or a King off the table; who had it."""
        zones = self.zones
        had: i64 = 0 if (zones[PERMANENTS] >> card) & 1 != 0 else 1
        zones[PERMANENTS + had] ^= bit(card)
        return had

    # Jacks.

    def jack_lies_on(self, suit: i64) -> i64:
        """The point card under a Jack; -1 when that Jack is not on the table."""
        return ((self.jacks >> (suit * 8)) & 63) - 1

    def jack_height(self, suit: i64) -> i64:
        """How many Jacks lie under this one."""
        return (self.jacks >> (suit * 8 + 6)) & 3

    def jacks_on(self, point_card: i64) -> i64:
        """How many Jacks lie on a point card."""
        n: i64 = 0
        if self.jacks != 0:
            for suit in range(i64(4)):
                if self.jack_lies_on(suit) == point_card:
                    n += 1
        return n

    def lay_jack(self, suit: i64, point_card: i64) -> None:
        height = self.jacks_on(point_card)
        self.jacks |= (point_card + 1 + (height << 6)) << (suit * 8)

    def remove_jack(self, suit: i64) -> None:
        self.jacks &= ~(bit(suit * 8 + 8) - bit(suit * 8))

    def top_jacks(self, seat: i64) -> i64:
        """The uppermost Jacks on the point cards that `seat` controls, as a set of cards."""
        cards: i64 = 0
        points: i64 = self.zones[POINTS + seat]
        for suit in range(i64(4)):
            under = self.jack_lies_on(suit)
            if under >= 0 and (points >> under) & 1 != 0 and self.jack_height(suit) + 1 == self.jacks_on(under):
                cards |= bit(40 + suit)
        return cards

    # Copies and knowledge.

    def copy_from(self, other: "Table") -> None:
        _copy_zones(other.zones, self.zones)
        self.unknown = other.unknown
        self.turn = other.turn
        self.turns = other.turns
        self.passes = other.passes
        self.winner = other.winner
        self.pile = other.pile
        self.top = other.top
        self.scrap = other.scrap
        self.jacks = other.jacks
        self.pending = other.pending
        self.target = other.target
        self.twos = other.twos
        self.n_twos = other.n_twos
        self.revealed_a = other.revealed_a
        self.revealed_b = other.revealed_b
        self.to_discard = other.to_discard
        self.known = other.known
        self.frozen = other.frozen
        self.chilled = other.chilled

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        """What `seat` knows, in the order of view.py; for DEALER the pile behind it."""
        zones = self.zones
        known: i64 = 0 if seat == PUBLIC else self.known
        hand_0: i64 = zones[HAND] if seat == 0 or seat == DEALER else zones[HAND] & known
        hand_1: i64 = zones[HAND + 1] if seat == 1 or seat == DEALER else zones[HAND + 1] & known
        seen = (
            self.turn,
            self.turns,
            self.passes,
            self.winner,
            self.pile,
            self.top,
            self.scrap,
            self.jacks,
            self.pending,
            self.target,
            self.twos,
            self.n_twos,
            self.revealed_a,
            self.revealed_b,
            self.to_discard,
            known,
            self.frozen,
            self.chilled,
            hand_0,
            hand_1,
            zones[POINTS],
            zones[POINTS + 1],
            zones[PERMANENTS],
            zones[PERMANENTS + 1],
            zones[SCORE],
            zones[SCORE + 1],
            zones[SIZE],
            zones[SIZE + 1],
        )
        if seat != DEALER:
            return seen
        return (*seen, zones[10], zones[11], zones[12], zones[13], zones[14], zones[15])

    def write_snapshot(self, seat: i64, out: vec[i64]) -> i64:
        """`snapshot` of a seat, written from out[3] on; returns where it ends."""
        out[3] = self.turn
        out[4] = self.turns
        out[5] = self.passes
        out[6] = self.winner
        out[7] = self.pile
        out[8] = self.top
        out[9] = self.scrap
        out[10] = self.jacks
        out[11] = self.pending
        out[12] = self.target
        out[13] = self.twos
        out[14] = self.n_twos
        out[15] = self.revealed_a
        out[16] = self.revealed_b
        out[17] = self.to_discard
        out[18] = self.known
        out[19] = self.frozen
        out[20] = self.chilled
        zones = self.zones
        for i in range(i64(SIZE + 2)):
            out[21 + i] = zones[i]
        other: i64 = 1 - seat
        out[21 + HAND + other] = zones[HAND + other] & self.known
        return 21 + SIZE + 2

    def restore(self, ints: tuple[int, ...]) -> None:
        """Take over a snapshot, and note which cards it does not place."""
        self.turn = ints[0]
        self.turns = ints[1]
        self.passes = ints[2]
        self.winner = ints[3]
        self.pile = ints[4]
        self.top = ints[5]
        self.scrap = ints[6]
        self.jacks = ints[7]
        self.pending = ints[8]
        self.target = ints[9]
        self.twos = ints[10]
        self.n_twos = ints[11]
        self.revealed_a = ints[12]
        self.revealed_b = ints[13]
        self.to_discard = ints[14]
        self.known = ints[15]
        self.frozen = ints[16]
        self.chilled = ints[17]
        zones = self.zones
        told = len(ints) - 18
        for i in range(i64(ZONES)):
            zones[i] = ints[18 + i] if i < told else 0
        self.unknown = FULL_DECK & ~self._placed()

    def _placed(self) -> i64:
        zones = self.zones
        placed: i64 = self.scrap | self.twos
        for i in range(i64(SCORE)):
            placed |= zones[i]
        for suit in range(i64(4)):
            if self.jack_lies_on(suit) >= 0:
                placed |= bit(40 + suit)
        for card in (self.top, self.pending, self.revealed_a, self.revealed_b):
            if card >= 0:
                placed |= bit(card)
        return placed

    def _fill_pool(self) -> None:
        """List the unknown cards; the many worlds imagined for one decision share the list."""
        pool = self.pool
        cards = self.unknown
        n: i64 = 0
        while cards != 0:
            pool[n] = lowest(cards)
            n += 1
            cards &= cards - 1
        self.pooled = self.unknown
        self.pool_size = n

    def imagine(self, seat: i64, chance: Chance) -> None:
        """Deal the unknown cards to the other hand and the pile."""
        if self.pooled != self.unknown:
            self._fill_pool()
        zones = self.zones
        n = self.pool_size
        order = self.order
        chance.deal_into(self.pool, order, n)
        you: i64 = 1 - seat
        cards: i64 = zones[HAND + you]
        missing: i64 = zones[SIZE + you] - count(cards)
        at: i64 = 0
        while at < missing:
            cards |= bit(order[at])
            at += 1
        zones[HAND + you] = cards
        top = self.top
        self.stack(at, n - at)
        if top >= 0:
            self.push(top)
