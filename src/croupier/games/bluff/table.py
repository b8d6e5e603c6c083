"""What lies on the table and what each seat knows of it, as counts per rank.

Suits do not matter, so a hand is thirteen small numbers: two words of 8-bit lanes, Ace to Seven in the first, Eight to
King in the second. Adding piles and comparing knowledge is arithmetic on whole words, whatever the number of decks.

For every eye (each seat, and the public after the last) and every seat `known` holds, per rank, how many cards are
certainly with that seat: in its hand or among the cards it laid on the present pile (rule 7.2).
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.games.bluff.codes import ASCENDING, OPEN, RANKS, STATISTICS
from croupier.kernel.bits import bit
from croupier.kernel.rng import Chance

EACH: Final = 0x01010101010101  # one in every lane
TOPS: Final = 0x80808080808080
MOST_CARDS: Final = 208


@final
class Options:
    """The settings as the rules read them."""

    def __init__(
        self,
        seats: int,
        decks: int,
        ranks: tuple[int, ...],
        hand_size: int,
        max_cards: int,
        order: int,
        max_turns: int,
        rounds: int,
        truth: bool,
        teams: bool,
        immediate: bool,
        deal: tuple[int, ...] = (),
    ) -> None:
        self.seats: Final[i64] = seats
        self.copies: Final[i64] = 4 * decks
        self.n_ranks: Final[i64] = len(ranks)
        self.ranks: Final = vec[i64](list(ranks))
        self.cards: Final[i64] = 4 * decks * len(ranks)
        limit = hand_size * seats if hand_size > 0 else 4 * decks * len(ranks)
        self.dealt: Final[i64] = min(limit, 4 * decks * len(ranks))
        self.max_cards: Final[i64] = max_cards
        self.order: Final[i64] = order
        self.turns: Final[i64] = max_turns * seats
        self.rounds: Final[i64] = rounds
        self.truth: Final = truth
        self.half: Final[i64] = seats // 2 if teams else 0
        self.sides: Final = vec[i64](_sides(seats, teams))  # for each seat the set of those on its side
        self.everyone: Final[i64] = (1 << seats) - 1
        self.immediate: Final = immediate
        self.deal: Final = deal


def _sides(seats: int, teams: bool) -> list[int]:
    if not teams:
        return [1 << seat for seat in range(seats)]
    half = seats // 2
    return [(1 << seat % half) | (1 << seat % half + half) for seat in range(seats)]


def word_of(rank: i64) -> i64:
    """In which of the two words the rank is counted."""
    if rank < 7:
        return 0
    return 1


def shift_of(rank: i64) -> i64:
    if rank < 7:
        return rank * 8
    return (rank - 7) * 8


def one(rank: i64) -> i64:
    """A single card of this rank, in its word."""
    return bit(shift_of(rank))


def less(a: i64, b: i64) -> i64:
    """a - b in every lane, but never below zero."""
    rest: i64 = (a | TOPS) - b
    kept: i64 = rest & TOPS
    return rest & (kept - (kept >> 7))


def least(a: i64, b: i64) -> i64:
    """The smaller of the two in every lane."""
    return a - less(a, b)


def spread(n: i64) -> i64:
    """n in every lane, or as much of it as any lane can need."""
    if n > 100:
        return EACH * 100
    return EACH * n


def total(word: i64) -> i64:
    """The sum of all lanes."""
    x: i64 = (word & 0x00FF00FF00FF00FF) + ((word >> 8) & 0x00FF00FF00FF00FF)
    x = x + (x >> 16)
    return (x + (x >> 32)) & 0xFFFF


@final
@mypyc_attr(acyclic=True)
class Table:
    """All counts of one match. Vectors of words hold two words for each seat."""

    def __init__(self, options: Options) -> None:
        seats: i64 = options.seats
        self.options: Final = options
        self.hand: Final = vec[i64]([0] * (2 * seats))
        self.laid: Final = vec[i64]([0] * (2 * seats))  # what each seat has on the pile
        self.claimed: Final = vec[i64]([0] * (2 * seats))  # what each seat claimed for it
        self.taken: Final = vec[i64]([0] * (2 * seats))  # what was claimed for the cards of the last pile it took
        self.size: Final = vec[i64]([0] * seats)
        self.out: Final = vec[i64]([0] * seats)  # how many cards each seat has on the pile
        self.known: Final = vec[i64]([0] * (2 * seats * (seats + 1)))
        self.answers: Final = vec[i64]([0] * seats)
        self.won: Final = vec[i64]([0] * seats)  # parts of ROUND
        self.left: Final = vec[i64]([0] * seats)  # cards left over in finished rounds
        self.stats: Final = vec[i64]([0] * (STATISTICS * seats))
        self.stock: Final = vec[i64]([0, 0])  # out of play
        self.order: Final = vec[i64]([0] * MOST_CARDS)
        self.zone: Final = vec[i64]([0] * MOST_CARDS)
        self.stock_size: i64 = 0
        self.chosen_low: i64 = 0  # picked for this turn, still in the hand
        self.chosen_high: i64 = 0
        self.n_chosen: i64 = 0
        self.pending_low: i64 = 0  # laid with the last claim, while it can be challenged
        self.pending_high: i64 = 0
        self.round: i64 = 0
        self.turn: i64 = 0
        self.turns: i64 = 0  # finished in this round
        self.place: i64 = 0  # of the rank asked for, among those of the deck: turns modulo their number
        self.claims: i64 = 0  # in the match
        self.claim_rank: i64 = -1  # of the claim that waits for answers
        self.claim_count: i64 = 0
        self.last_rank: i64 = -1  # last claimed on this pile
        self.expelled: i64 = 0

    def clear(self) -> None:
        """Before the first round."""
        seats: i64 = self.options.seats
        won = self.won
        left = self.left
        stats = self.stats
        for seat in range(seats):
            won[seat] = 0
            left[seat] = 0
        for i in range(STATISTICS * seats):
            stats[i] = 0
        self.claims = 0
        self.expelled = 0

    def clear_round(self) -> None:
        seats: i64 = self.options.seats
        hand = self.hand
        taken = self.taken
        known = self.known
        size = self.size
        answers = self.answers
        for i in range(2 * seats):
            hand[i] = 0
            taken[i] = 0
        for i in range(2 * seats * (seats + 1)):
            known[i] = 0
        for seat in range(seats):
            size[seat] = 0
            answers[seat] = OPEN
        self.stock[0] = 0
        self.stock[1] = 0
        self.stock_size = 0
        self.turns = 0
        self.place = 0
        self.clear_turn()
        self.clear_pile()

    def clear_turn(self) -> None:
        self.chosen_low = 0
        self.chosen_high = 0
        self.n_chosen = 0
        self.pending_low = 0
        self.pending_high = 0
        self.claim_rank = -1
        self.claim_count = 0

    def clear_pile(self) -> None:
        seats: i64 = self.options.seats
        laid = self.laid
        claimed = self.claimed
        out = self.out
        for i in range(2 * seats):
            laid[i] = 0
            claimed[i] = 0
        for seat in range(seats):
            out[seat] = 0
        self.last_rank = -1

    def deal(self, order: vec[i64]) -> None:
        """Rule 1.3: one card after the other round the table; what is left over is out of play."""
        options = self.options
        seats: i64 = options.seats
        dealt: i64 = options.dealt
        hand = self.hand
        size = self.size
        seat: i64 = 0
        for i in range(dealt):
            rank: i64 = order[i]
            hand[2 * seat + word_of(rank)] += one(rank)
            size[seat] += 1
            seat += 1
            if seat == seats:
                seat = 0
        for i in range(dealt, options.cards):
            self.stock[word_of(order[i])] += one(order[i])
        self.stock_size = options.cards - dealt

    def copy_from(self, other: "Table") -> None:
        seats: i64 = self.options.seats
        copy(self.hand, other.hand, 2 * seats)
        copy(self.laid, other.laid, 2 * seats)
        copy(self.claimed, other.claimed, 2 * seats)
        copy(self.taken, other.taken, 2 * seats)
        copy(self.size, other.size, seats)
        copy(self.out, other.out, seats)
        copy(self.known, other.known, 2 * seats * (seats + 1))
        copy(self.answers, other.answers, seats)
        copy(self.won, other.won, seats)
        copy(self.left, other.left, seats)
        copy(self.stats, other.stats, STATISTICS * seats)
        copy(self.stock, other.stock, 2)
        self.stock_size = other.stock_size
        self.chosen_low = other.chosen_low
        self.chosen_high = other.chosen_high
        self.pending_low = other.pending_low
        self.pending_high = other.pending_high
        self.n_chosen = other.n_chosen
        self.round = other.round
        self.turn = other.turn
        self.turns = other.turns
        self.place = other.place
        self.claims = other.claims
        self.claim_rank = other.claim_rank
        self.claim_count = other.claim_count
        self.last_rank = other.last_rank
        self.expelled = other.expelled

    # Questions about the table.

    def held(self, seat: i64, rank: i64) -> i64:
        """How many cards of this rank the seat holds."""
        return (self.hand[2 * seat + word_of(rank)] >> shift_of(rank)) & 0xFF

    def held_of(self, seat: i64, rank: i64) -> i64:
        """The same without those that were picked in this turn already."""
        return self.held(seat, rank) - self.picked(rank)

    def picked(self, rank: i64) -> i64:
        """How many cards of this rank were picked in this turn."""
        if rank < 7:
            return (self.chosen_low >> (rank * 8)) & 0xFF
        return (self.chosen_high >> ((rank - 7) * 8)) & 0xFF

    def shown(self, rank: i64) -> i64:
        """How many cards of this rank were laid with the last claim."""
        if rank < 7:
            return (self.pending_low >> (rank * 8)) & 0xFF
        return (self.pending_high >> ((rank - 7) * 8)) & 0xFF

    def known_with(self, eye: i64, seat: i64, rank: i64) -> i64:
        """How many cards of this rank are certainly with `seat`, as `eye` knows."""
        return (self.known[2 * (eye * self.options.seats + seat) + word_of(rank)] >> shift_of(rank)) & 0xFF

    def laid_by(self, seat: i64, rank: i64) -> i64:
        return (self.laid[2 * seat + word_of(rank)] >> shift_of(rank)) & 0xFF

    def pile_size(self) -> i64:
        out = self.out
        cards: i64 = 0
        for seat in range(self.options.seats):
            cards += out[seat]
        return cards

    def asked_rank(self) -> i64:
        """The rank that must be claimed, or -1 where the order leaves a choice (rules 3.1 to 3.3)."""
        options = self.options
        if options.order != ASCENDING:
            return -1
        return options.ranks[self.place]

    def partner(self, seat: i64) -> i64:
        """The seat opposite, or the seat itself where everybody plays alone."""
        half: i64 = self.options.half
        if half == 0:
            return seat
        return seat + half if seat < half else seat - half

    def side_bits(self, seat: i64) -> i64:
        return self.options.sides[seat]

    def is_true(self) -> bool:
        """Whether the cards of the last claim are what they were said to be (rule 4.3)."""
        return self.shown(self.claim_rank) == self.claim_count

    # Cards move.

    def pick(self, rank: i64) -> None:
        """Choose a card to be laid in this turn."""
        if rank < 7:
            self.chosen_low += one(rank)
        else:
            self.chosen_high += one(rank)
        self.n_chosen += 1

    def lay(self) -> None:
        """The chosen cards leave the hand of the seat whose turn it is; `claim_rank` is set."""
        seat: i64 = self.turn
        count: i64 = self.n_chosen
        hand = self.hand
        laid = self.laid
        at: i64 = 2 * seat
        low: i64 = self.chosen_low
        high: i64 = self.chosen_high
        hand[at] -= low
        hand[at + 1] -= high
        laid[at] += low
        laid[at + 1] += high
        self.pending_low = low
        self.pending_high = high
        self.chosen_low = 0
        self.chosen_high = 0
        if self.options.truth:
            self._learn_lay(seat, 0, low)
            self._learn_lay(seat, 1, high)
        self.claimed[2 * seat + word_of(self.claim_rank)] += one(self.claim_rank) * count
        self.size[seat] -= count
        self.out[seat] += count
        self.claim_count = count
        self.n_chosen = 0
        self.last_rank = self.claim_rank

    def _learn_lay(self, seat: i64, word: i64, cards: i64) -> None:
        """Rule 7.6: where nobody can lie everybody knows what was laid, so it is no longer with the seat."""
        seats: i64 = self.options.seats
        known = self.known
        for eye in range(seats + 1):
            at: i64 = 2 * (eye * seats + seat) + word
            known[at] = less(known[at], cards)

    def give_pile(self, taker: i64) -> i64:
        """Rule 4.5: the whole pile goes to `taker`, after the last claim was shown; how many cards that is."""
        seats: i64 = self.options.seats
        hand = self.hand
        laid = self.laid
        claimed = self.claimed
        taken = self.taken
        count: i64 = self.pile_size()
        low: i64 = 0
        high: i64 = 0
        low_claims: i64 = 0
        high_claims: i64 = 0
        for seat in range(seats):
            low += laid[2 * seat]
            high += laid[2 * seat + 1]
            low_claims += claimed[2 * seat]
            high_claims += claimed[2 * seat + 1]
        if self.options.truth:
            self._learn_open_pile(taker, low, high)
        else:
            self._learn_pile(taker, low, high)
        hand[2 * taker] += low
        hand[2 * taker + 1] += high
        taken[2 * taker] = low_claims
        taken[2 * taker + 1] = high_claims
        self.size[taker] += count
        self.clear_pile()
        return count

    def _learn_open_pile(self, taker: i64, low: i64, high: i64) -> None:
        """Rule 7.6."""
        seats: i64 = self.options.seats
        known = self.known
        for eye in range(seats + 1):
            if eye != taker:
                known[2 * (eye * seats + taker)] += low
                known[2 * (eye * seats + taker) + 1] += high

    def _learn_pile(self, taker: i64, low: i64, high: i64) -> None:
        """Rules 7.3 to 7.5: what each eye knows when the pile has moved."""
        seats: i64 = self.options.seats
        laid = self.laid
        viewers: i64 = self.options.sides[taker]
        claimer: i64 = self.turn
        for eye in range(seats + 1):
            own_low: i64 = 0
            own_high: i64 = 0
            if eye < seats:
                own_low = laid[2 * eye]
                own_high = laid[2 * eye + 1]
            if (viewers >> eye) & 1 != 0:
                # Cards of the pile that a viewer sees and cannot tell whose they were.
                rest_low: i64 = low - own_low
                rest_high: i64 = high - own_high
                if claimer != eye:
                    rest_low -= self.pending_low
                    rest_high -= self.pending_high
                self._learn_seen(eye, taker, 0, low, rest_low, self.pending_low)
                self._learn_seen(eye, taker, 1, high, rest_high, self.pending_high)
            else:
                self._learn_unseen(eye, taker, 0, own_low, self.pending_low)
                self._learn_unseen(eye, taker, 1, own_high, self.pending_high)

    def _learn_unseen(self, eye: i64, taker: i64, word: i64, gained: i64, shown: i64) -> None:
        """Rules 7.3 and 7.4, for one who does not see the pile; `gained` is certain to have gone to the taker."""
        seats: i64 = self.options.seats
        known = self.known
        out = self.out
        size = self.size
        claimer: i64 = self.turn
        row: i64 = 2 * eye * seats + word
        for seat in range(seats):
            if seat == eye:
                continue
            if seat == taker:
                continue
            sure: i64 = known[row + 2 * seat]
            hidden: i64 = out[seat]
            if seat == claimer:
                gained += shown
                sure = less(sure, shown)
                hidden -= self.claim_count
            if sure != 0 and hidden > 0:
                gained += less(sure, spread(size[seat]))
                sure = less(sure, spread(hidden))
            known[row + 2 * seat] = sure
        at: i64 = row + 2 * taker
        if taker == claimer:
            known[at] = less(known[at], shown) + shown + gained
        else:
            known[at] += gained

    def _learn_seen(self, eye: i64, taker: i64, word: i64, pile: i64, rest: i64, shown: i64) -> None:
        """Rule 7.5, for the taker and its partner; `rest` are the cards whose owner the eye cannot tell."""
        seats: i64 = self.options.seats
        known = self.known
        out = self.out
        for seat in range(seats):
            if seat == eye:
                continue
            at: i64 = 2 * (eye * seats + seat) + word
            sure: i64 = known[at]
            hidden: i64 = out[seat]
            if seat == self.turn:
                sure = less(sure, shown)
                hidden -= self.claim_count
            if sure != 0 and hidden > 0:
                sure = less(sure, least(spread(hidden), rest))
            if seat == taker:
                sure += pile
            known[at] = sure

    # Imagined worlds.

    def imagine(self, eye: i64, chance: Chance) -> None:
        """Rule 7.7: the cards that are not accounted for go anywhere they fit, every way being equally likely."""
        options = self.options
        seats: i64 = options.seats
        n: i64 = self._unaccounted(eye)
        order = self.order
        chance.shuffle(order, n)
        at: i64 = 0
        for seat in range(seats):
            if seat == eye:
                continue
            row: i64 = 2 * (eye * seats + seat)
            cards: i64 = self.size[seat]
            if not options.truth:
                cards += self.out[seat]
            filled: i64 = self._expand(row)
            while filled < cards:
                self.zone[filled] = order[at]
                filled += 1
                at += 1
            self._split(seat, cards, chance)
        self.stock[0] = 0
        self.stock[1] = 0
        for i in range(at, n):
            self.stock[word_of(order[i])] += one(order[i])

    def _unaccounted(self, eye: i64) -> i64:
        """Write the cards into `order` whose place the eye does not know; how many there are."""
        options = self.options
        seats: i64 = options.seats
        order = self.order
        n: i64 = 0
        for i in range(options.n_ranks):
            rank: i64 = options.ranks[i]
            free: i64 = options.copies
            for seat in range(seats):
                if seat != eye:
                    free -= self.known_with(eye, seat, rank)
                if seat == eye or options.truth:
                    free -= self.laid_by(seat, rank)
            if eye < seats:
                free -= self.held(eye, rank)
            while free > 0:
                order[n] = rank
                n += 1
                free -= 1
        return n

    def _expand(self, row: i64) -> i64:
        """Write the cards that are known to be with a seat into `zone`; how many there are."""
        zone = self.zone
        n: i64 = 0
        for rank in range(i64(RANKS)):
            count: i64 = (self.known[row + word_of(rank)] >> shift_of(rank)) & 0xFF
            while count > 0:
                zone[n] = rank
                n += 1
                count -= 1
        return n

    def _split(self, seat: i64, cards: i64, chance: Chance) -> None:
        """Divide `zone` between the hand, the pile and the claim that waits for answers."""
        zone = self.zone
        size: i64 = self.size[seat]
        if cards > size:
            chance.shuffle(zone, cards)
        at: i64 = 2 * seat
        self.hand[at] = 0
        self.hand[at + 1] = 0
        if not self.options.truth:
            self.laid[at] = 0
            self.laid[at + 1] = 0
        pending: i64 = cards
        if self.claim_count > 0 and self.turn == seat and not self.options.truth:
            pending = cards - self.claim_count
            self.pending_low = 0
            self.pending_high = 0
        for i in range(cards):
            rank: i64 = zone[i]
            word: i64 = word_of(rank)
            if i < size:
                self.hand[at + word] += one(rank)
            else:
                self.laid[at + word] += one(rank)
                if i >= pending:
                    self._add_pending(rank)

    def _add_pending(self, rank: i64) -> None:
        if rank < 7:
            self.pending_low += one(rank)
        else:
            self.pending_high += one(rank)


def copy(mine: vec[i64], theirs: vec[i64], n: i64) -> None:
    for i in range(n):
        mine[i] = theirs[i]
