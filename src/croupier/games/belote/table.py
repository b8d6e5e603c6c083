"""What lies on a Belote table: hands, bidding, tricks and scores as numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.belote.codes import B_BIDDER, B_CURRENT, BIDDING, DECK_SIZE, FULL_DECK
from croupier.games.belote.ranks import BEATS, MUST_BEAT, SUITS, TRUMPS
from croupier.games.belote.worlds import Worlds
from croupier.kernel.bits import bit
from croupier.kernel.events import DEALER
from croupier.kernel.rng import Chance

# Where things stand in Table.zones.
HAND: Final = 0  # + seat
MAY: Final = 4  # + seat: the cards it may hold, as everybody can tell from what it played (rule 6.2)
CARD_POINTS: Final = 8  # + team, in this deal
TRICKS: Final = 10  # + team, in this deal
POINTS: Final = 12  # + team: match points
LATER: Final = 14  # + seat: the three cards it gets after the bidding
PLAYS: Final = 18  # + place: the cards of the deal in the order in which they were played
ZONES: Final = 50
OPEN_ZONES: Final = 14  # those that a snapshot holds


@final
@mypyc_attr(acyclic=True)
class Options:
    """The settings as the rules read them."""

    def __init__(self, accept_doubles: bool, real_cut: bool, deals: i64, target: i64, colour_sweep_points: i64) -> None:
        self.accept_doubles: Final = accept_doubles
        self.real_cut: Final = real_cut
        self.deals: Final[i64] = deals  # 0 for as many as it takes
        self.target: Final[i64] = target
        self.colour_sweep_points: Final[i64] = colour_sweep_points  # 0 when a sweep wins the match


@final
@mypyc_attr(acyclic=True)
class Table:
    """One position. Everything here is public but the hands, `LATER` and the deck."""

    def __init__(self) -> None:
        self.zones: Final = vec[i64]([0] * ZONES)
        self.bidding: Final = vec[i64]([0] * BIDDING)
        self.deck: Final = vec[i64]([0] * DECK_SIZE)
        self.results: vec[i64] = vec[i64]([0] * 64)  # of the deals so far; see scoring.py
        self.worlds: Worlds = Worlds()
        self.deal: i64 = 0
        self.dealer: i64 = 0
        self.target: i64 = 0
        self.winner: i64 = -1  # the team, or -1
        self.mode: i64 = -1
        self.multiplier: i64 = 1
        self.announcer: i64 = -1
        self.leader: i64 = 0
        self.leaders: i64 = 0  # two bits for each trick
        self.led: i64 = 0  # the suit
        self.best: i64 = 0  # the card that wins the trick so far
        self.best_seat: i64 = 0
        self.better: i64 = 0  # what follows from these: the cards that beat the best one,
        self.suit: i64 = 0  # those of the suit that was led,
        self.must_beat: i64 = 0  # the same if a higher one must be played, else none,
        self.trumps: i64 = 0  # and the trumps of a Colour
        self.in_trick: i64 = 0  # cards
        self.trick_points: i64 = 0
        self.n_played: i64 = 0
        self.n_results: i64 = 0
        self.undealt: i64 = 0  # how many cards of the deck wait for the cut

    def clear(self) -> None:
        """Everything as before the first deal."""
        zones = self.zones
        for i in range(i64(ZONES)):
            zones[i] = 0
        self.n_results = 0
        self.winner = -1
        self.clear_deal()

    def clear_deal(self) -> None:
        zones = self.zones
        for seat in range(i64(4)):
            zones[HAND + seat] = 0
            zones[MAY + seat] = FULL_DECK
            zones[LATER + seat] = 0
        for i in range(i64(4)):
            zones[CARD_POINTS + i] = 0
        bidding = self.bidding
        for i in range(i64(BIDDING)):
            bidding[i] = 0
        bidding[B_CURRENT] = -1
        bidding[B_BIDDER] = -1
        self.mode = -1
        self.multiplier = 1
        self.announcer = -1
        self.leader = (self.dealer + 1) & 3
        self.leaders = 0
        self.led = 0
        self.best = 0
        self.best_seat = 0
        self.in_trick = 0
        self.trick_points = 0
        self.n_played = 0
        self.trumps = 0

    def lead(self, seat: i64, card: i64) -> None:
        """The first card of a trick."""
        led: i64 = card >> 3
        self.led = led
        self.suit = SUITS[led]
        self.must_beat = MUST_BEAT[self.mode * 4 + led]
        self.lay_best(seat, card)

    def lay_best(self, seat: i64, card: i64) -> None:
        """A card that wins the trick so far."""
        self.best = card
        self.best_seat = seat
        self.better = BEATS[self.mode * 32 + card]

    def add_result(self, result: i64) -> None:
        if self.n_results == len(self.results):
            longer = vec[i64]([0] * (2 * self.n_results))
            results = self.results
            for i in range(self.n_results):
                longer[i] = results[i]
            self.results = longer
        self.results[self.n_results] = result
        self.n_results += 1

    def hand_size(self, seat: i64) -> i64:
        """How many cards `seat` holds while tricks are played; from what is public."""
        played: i64 = self.n_played >> 2
        if self.in_trick > 0 and ((seat - self.leader) & 3) < self.in_trick:
            played += 1
        return 8 - played

    # Copies and knowledge.

    def copy_from(self, other: "Table") -> None:
        mine = self.zones
        theirs = other.zones
        for i in range(PLAYS + other.n_played):
            mine[i] = theirs[i]
        mine = self.bidding
        theirs = other.bidding
        for i in range(i64(BIDDING)):
            mine[i] = theirs[i]
        if other.undealt > 0:
            mine = self.deck
            theirs = other.deck
            for i in range(i64(DECK_SIZE)):
                mine[i] = theirs[i]
        self.n_results = 0
        if other.n_results > 0:
            theirs = other.results
            for i in range(other.n_results):
                self.add_result(theirs[i])
        self.worlds = other.worlds
        self.deal = other.deal
        self.dealer = other.dealer
        self.target = other.target
        self.winner = other.winner
        self.mode = other.mode
        self.multiplier = other.multiplier
        self.announcer = other.announcer
        self.leader = other.leader
        self.leaders = other.leaders
        self.led = other.led
        self.best = other.best
        self.best_seat = other.best_seat
        self.better = other.better
        self.suit = other.suit
        self.must_beat = other.must_beat
        self.trumps = other.trumps
        self.in_trick = other.in_trick
        self.trick_points = other.trick_points
        self.n_played = other.n_played
        self.undealt = other.undealt

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        """What `seat` knows, in the order of view.py; for DEALER the hidden cards behind it."""
        numbers: list[int] = [
            self.deal,
            self.dealer,
            self.target,
            self.winner,
            self.mode,
            self.multiplier,
            self.announcer,
            self.leader,
            self.leaders,
            self.led,
            self.best,
            self.best_seat,
            self.in_trick,
            self.trick_points,
            self.undealt,
            self.n_played,
            self.n_results,
        ]
        zones = self.zones
        for i in range(i64(OPEN_ZONES)):
            hidden: bool = i < MAY and i != seat and seat != DEALER
            numbers.append(0 if hidden else zones[i])
        bidding = self.bidding
        for i in range(i64(BIDDING)):
            numbers.append(bidding[i])
        for i in range(self.n_played):
            numbers.append(zones[PLAYS + i])
        results = self.results
        for i in range(self.n_results):
            numbers.append(results[i])
        if seat == DEALER:
            for i in range(i64(4)):
                numbers.append(zones[LATER + i])
            deck = self.deck
            for i in range(self.undealt):
                numbers.append(deck[i])
        return tuple(numbers)

    def write_snapshot(self, seat: i64, out: vec[i64]) -> i64:
        """`snapshot` of a seat, written from out[3] on; returns where it ends."""
        out[3] = self.deal
        out[4] = self.dealer
        out[5] = self.target
        out[6] = self.winner
        out[7] = self.mode
        out[8] = self.multiplier
        out[9] = self.announcer
        out[10] = self.leader
        out[11] = self.leaders
        out[12] = self.led
        out[13] = self.best
        out[14] = self.best_seat
        out[15] = self.in_trick
        out[16] = self.trick_points
        out[17] = self.undealt
        out[18] = self.n_played
        out[19] = self.n_results
        zones = self.zones
        for i in range(i64(OPEN_ZONES)):
            out[20 + i] = zones[i]
        for i in range(i64(4)):
            if i != seat:
                out[20 + HAND + i] = 0
        bidding = self.bidding
        for i in range(i64(BIDDING)):
            out[20 + OPEN_ZONES + i] = bidding[i]
        at: i64 = 20 + OPEN_ZONES + BIDDING
        for i in range(self.n_played):
            out[at + i] = zones[PLAYS + i]
        at += self.n_played
        results = self.results
        for i in range(self.n_results):
            out[at + i] = results[i]
        return at + self.n_results

    def restore(self, ints: tuple[int, ...]) -> None:
        """Take over a snapshot; what it does not hold is empty."""
        self.deal = ints[0]
        self.dealer = ints[1]
        self.target = ints[2]
        self.winner = ints[3]
        self.mode = ints[4]
        self.multiplier = ints[5]
        self.announcer = ints[6]
        self.leader = ints[7]
        self.leaders = ints[8]
        self.led = ints[9]
        self.best = ints[10]
        self.best_seat = ints[11]
        self.in_trick = ints[12]
        self.trick_points = ints[13]
        self.undealt = ints[14]
        self.n_played = ints[15]
        self.n_results = 0
        results: i64 = ints[16]
        at: i64 = 17
        zones = self.zones
        for i in range(i64(OPEN_ZONES)):
            zones[i] = ints[at]
            at += 1
        bidding = self.bidding
        for i in range(i64(BIDDING)):
            bidding[i] = ints[at]
            at += 1
        for i in range(self.n_played):
            zones[PLAYS + i] = ints[at]
            at += 1
        for _result in range(results):
            self.add_result(ints[at])
            at += 1
        hidden: bool = at < len(ints)
        for i in range(i64(4)):
            zones[LATER + i] = ints[at + i] if hidden else 0
        deck = self.deck
        for i in range(self.undealt):
            deck[i] = ints[at + 4 + i] if hidden else 0
        self.worlds = Worlds()
        if self.mode >= 0:
            self.trumps = TRUMPS[self.mode]
            best: i64 = self.best
            best_seat: i64 = self.best_seat
            self.lead(best_seat, self.led << 3)
            self.lay_best(best_seat, best)

    def imagine(self, seat: i64, chance: Chance) -> None:
        """Fill in what `seat` does not know, each world that fits being equally likely."""
        if self.undealt > 0:
            deck = self.deck
            for i in range(i64(DECK_SIZE)):
                deck[i] = i
            chance.shuffle(deck, DECK_SIZE)
        elif self.mode < 0:
            self._imagine_bidding(seat, chance)
        elif self.n_played < DECK_SIZE:
            self._imagine_play(seat, chance)

    def _imagine_bidding(self, seat: i64, chance: Chance) -> None:
        """Five cards for each of the others and three more for everybody, nothing being known of any of them."""
        zones = self.zones
        deck = self.deck
        n: i64 = 0
        own: i64 = zones[HAND + seat]
        for card in range(i64(DECK_SIZE)):
            if (own >> card) & 1 == 0:
                deck[n] = card
                n += 1
        chance.shuffle(deck, n)
        at: i64 = 0
        for other in range(i64(4)):
            if other != seat:
                zones[HAND + other] = gathered(deck, at, 5)
                at += 5
            zones[LATER + other] = gathered(deck, at, 3)
            at += 3

    def _imagine_play(self, seat: i64, chance: Chance) -> None:
        zones = self.zones
        worlds = self.worlds
        a: i64 = (seat + 1) & 3
        b: i64 = (seat + 2) & 3
        c: i64 = (seat + 3) & 3
        if not worlds.counted:
            hidden: i64 = FULL_DECK & ~zones[HAND + seat]
            for i in range(self.n_played):
                hidden &= ~bit(zones[PLAYS + i])
            worlds.count(
                hidden,
                zones[MAY + a],
                zones[MAY + b],
                zones[MAY + c],
                self.hand_size(a),
                self.hand_size(b),
            )
        worlds.draw(chance)
        zones[HAND + a] = worlds.a
        zones[HAND + b] = worlds.b
        zones[HAND + c] = worlds.c


def gathered(cards: vec[i64], at: i64, n: i64) -> i64:
    """The set of n cards of a deck from place `at` on; after the last comes the first."""
    found: i64 = 0
    for i in range(n):
        found |= bit(cards[(at + i) & 31])
    return found
