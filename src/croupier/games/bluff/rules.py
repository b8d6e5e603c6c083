"""The rules of Bluff: what each move does. RULES.md says it in words; the numbers in comments are its numbers."""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.bluff.codes import (
    ASCENDING,
    CHALLENGED,
    E_ANSWERED,
    E_CHALLENGED,
    E_CLAIMED,
    E_DEALT,
    E_ENDED,
    E_EXPELLED,
    E_FOUND,
    E_HELD,
    E_JUDGED,
    E_LAID,
    E_REVEALED,
    E_ROUND,
    E_ROUND_OVER,
    E_STOPPED,
    E_TOOK,
    E_TRUSTED,
    END_EMPTY,
    END_LAST,
    END_ROUNDS,
    END_TURNS,
    M_CLAIM,
    M_LAY,
    M_STOP,
    OPEN,
    PUBLIC_STATISTICS,
    Q_CHALLENGE,
    Q_CLAIM,
    Q_LAY,
    RANKS,
    ROUND,
    S_BLUFFS,
    S_CAUGHT,
    S_CHALLENGED,
    S_CHALLENGES,
    S_CLAIMS,
    S_COLLECTED,
    S_FOOLED,
    S_SUCCESSES,
    STATISTICS,
    TRUSTED,
)
from croupier.games.bluff.legal import laid_rank, legal_moves
from croupier.games.bluff.policy import choose
from croupier.games.bluff.table import Options, Table, shift_of, word_of
from croupier.kernel.bits import bit, count, lowest
from croupier.kernel.events import DEALER, PUBLIC, pack, public
from croupier.kernel.rng import DEAL, purpose
from croupier.kernel.state import State

PICK: Final = purpose("bluff: which challenger")
WORLD: Final = purpose("bluff: world")
HEAD: Final = 18  # numbers of a snapshot before those of the seats


@final
class BluffState(State):
    """A match of Bluff."""

    def __init__(self, options: Options) -> None:
        super().__init__(options.seats, 192)
        self.options: Final = options
        self.table: Final = Table(options)

    def fresh(self) -> State:
        return BluffState(self.options)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        self.table.clear()
        self._start_round(0)

    def _start_round(self, number: i64) -> None:
        """Rules 1.2 to 1.5. A deal depends on the seed and the number of the round, and on nothing else."""
        table = self.table
        options = self.options
        order = table.order
        ranks = options.ranks
        n: i64 = 0
        for i in range(options.n_ranks):
            copies: i64 = options.copies
            while copies > 0:
                order[n] = ranks[i]
                n += 1
                copies -= 1
        self.shuffled(order, n, DEAL, number)
        if len(options.deal) > 0:
            self._put_first(order, n)
        table.clear_round()
        table.deal(order)
        table.round = number
        self.question = Q_LAY
        table.turn = number % self.seats
        if (table.expelled >> table.turn) & 1 != 0:
            table.turn = self._next_seat(table.turn)
        self.to_act = table.turn
        if self.watching:
            self._tell_deal()

    def _put_first(self, order: vec[i64], n: i64) -> None:
        """Honour the setting `deal`: its ranks come first, in its order; the others keep theirs."""
        rest: list[int] = []
        for i in range(n):
            rest.append(order[i])
        for rank in self.options.deal:
            rest.remove(rank)
        at: i64 = 0
        for rank in self.options.deal:
            order[at] = rank
            at += 1
        for rank in rest:
            order[at] = rank
            at += 1

    def _tell_deal(self) -> None:
        table = self.table
        self._tell(E_ROUND, table.turn, table.round, table.stock_size)
        for seat in range(self.seats):
            self._tell(E_DEALT, seat, table.size[seat], 0)
            own: i64 = bit(seat)
            for rank in range(i64(RANKS)):
                held: i64 = table.held(seat, rank)
                if held > 0:
                    self.emit(pack(E_HELD, seat, 0, 0, rank, held, own, own))

    def legal(self, out: vec[i64]) -> i64:
        return legal_moves(self.table, self.question, self.to_act, out)

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        return choose(self.table, self.question, self.to_act, r, moves, n)

    def apply(self, move: i64) -> None:
        self.n_events = 0
        if self.question == Q_CHALLENGE:
            self._answer(self.to_act, TRUSTED + move)
        elif move >= M_CLAIM:
            self._claim(move - M_CLAIM)
        elif move == M_STOP:
            if self.watching:
                self.emit(pack(E_STOPPED, self.to_act, 0, 0, -1, -1, 0, bit(self.to_act)))
            self._settle_rank()
        else:
            self._lay(move - M_LAY)

    def _tell(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        if self.watching:
            self.emit(public(kind, actor, a, b, self.seats))

    # A turn.

    def _lay(self, rank: i64) -> None:
        """Rule 2.2: the card is picked; the others learn nothing until the claim."""
        table = self.table
        seat: i64 = self.to_act
        table.pick(rank)
        if self.watching:
            self.emit(pack(E_LAID, seat, 0, 0, rank, -1, bit(seat), bit(seat)))
        if table.n_chosen == self.options.max_cards or table.n_chosen == table.size[seat]:
            self._settle_rank()

    def _settle_rank(self) -> None:
        """Rules 3.1 to 3.4: claim the rank there is no choice about, or ask for it."""
        table = self.table
        if self.options.truth:
            self._claim(laid_rank(table))
        elif self.options.order == ASCENDING:
            self._claim(table.asked_rank())
        else:
            self.question = Q_CLAIM

    def _claim(self, rank: i64) -> None:
        """Rules 2.3 and 4.1: the cards lie face down, and everybody else is asked."""
        table = self.table
        seat: i64 = self.to_act
        table.claim_rank = rank
        table.lay()
        table.claims += 1
        stats = table.stats
        stats[S_CLAIMS * self.seats + seat] += 1
        if not table.is_true():
            stats[S_BLUFFS * self.seats + seat] += 1
        if self.watching:
            self._tell(E_CLAIMED, seat, rank, table.claim_count)
        if self.options.immediate and table.size[seat] == 0:
            if not table.is_true():
                stats[S_FOOLED * self.seats + seat] += 1
            self._end_turn(seat)
            return
        self.question = Q_CHALLENGE
        self.sealed = self._witnesses()
        self.to_act = self._next_seat_of(self.sealed, seat)

    # The sealed window.

    def _witnesses(self) -> i64:
        """Rule 4.1: everybody who answers a claim."""
        table = self.table
        return self.options.everyone & ~table.expelled & ~table.side_bits(table.turn)

    def _next_seat_of(self, seats: i64, seat: i64) -> i64:
        """The first of these seats in turn order, beginning after `seat`."""
        if seats == 0:
            return -1
        above: i64 = seats >> (seat + 1)
        if above != 0:
            return seat + 1 + lowest(above)
        return lowest(seats)

    def _next_seat(self, seat: i64) -> i64:
        return self._next_seat_of(self.options.everyone & ~self.table.expelled, seat)

    def _answer(self, seat: i64, answer: i64) -> None:
        self.table.answers[seat] = answer
        self.sealed &= ~bit(seat)
        if self.watching:
            self.emit(pack(E_ANSWERED, seat, 0, 0, answer, -1, bit(seat), bit(seat)))
        if self.sealed != 0:
            self.to_act = self._next_seat_of(self.sealed, self.table.turn)
        else:
            self._close()

    def _close(self) -> None:
        """Rules 4.2 to 4.6: nobody knows how the others answered until now, and then only what this tells."""
        table = self.table
        answers = table.answers
        challengers: i64 = 0
        for seat in range(self.seats):
            if answers[seat] == CHALLENGED:
                challengers |= bit(seat)
            answers[seat] = OPEN
        claimer: i64 = table.turn
        if challengers == 0:
            if not table.is_true():
                table.stats[S_FOOLED * self.seats + claimer] += 1
            if self.watching:
                self._tell(E_TRUSTED, claimer, 0, 0)
            self._end_turn(self._next_seat(claimer))
            return
        challenger: i64 = self._next_seat_of(challengers, claimer)
        n: i64 = count(challengers)
        if n > 1:
            self.chance.start(self.seed, PICK, table.claims)
            steps: i64 = self.chance.below(n)
            while steps > 0:
                challenger = self._next_seat_of(challengers, challenger)
                steps -= 1
        self._judge(claimer, challenger)

    def _judge(self, claimer: i64, challenger: i64) -> None:
        """Rules 4.3 to 4.5."""
        table = self.table
        true = table.is_true()
        stats = table.stats
        seats: i64 = self.seats
        stats[S_CHALLENGED * seats + claimer] += 1
        stats[S_CHALLENGES * seats + challenger] += 1
        if not true:
            stats[S_CAUGHT * seats + claimer] += 1
            stats[S_SUCCESSES * seats + challenger] += 1
        if self.watching:
            self._tell(E_CHALLENGED, challenger, claimer, 0)
            for rank in range(i64(RANKS)):
                shown: i64 = table.shown(rank)
                if shown > 0:
                    self._tell(E_REVEALED, claimer, rank, shown)
            verdict: i64 = challenger * 2
            if true:
                verdict += 1
            self._tell(E_JUDGED, claimer, table.claim_rank, verdict)
        taker: i64 = challenger if true else claimer
        if self.watching:
            self._tell_pile(taker)
        stats[S_COLLECTED * seats + taker] += table.give_pile(taker)
        self._end_turn(claimer if true else challenger)

    def _tell_pile(self, taker: i64) -> None:
        """Rule 4.5: who takes the pile sees its cards, and so does the partner."""
        table = self.table
        laid = table.laid
        self._tell(E_TOOK, taker, table.pile_size(), 0)
        viewers: i64 = table.side_bits(taker)
        for rank in range(i64(RANKS)):
            word: i64 = word_of(rank)
            cards: i64 = 0
            for seat in range(self.seats):
                cards += laid[2 * seat + word]
            found: i64 = (cards >> shift_of(rank)) & 0xFF
            if found > 0:
                self.emit(pack(E_FOUND, taker, 0, 0, rank, found, viewers, viewers))

    # Turns and ends.

    def _end_turn(self, following: i64) -> None:
        """Rules 5.1, 5.2 and 2.4; `following` acts next unless the round is over."""
        table = self.table
        seat: i64 = table.turn
        table.clear_turn()
        table.turns += 1
        table.place += 1
        if table.place == self.options.n_ranks:
            table.place = 0
        self.question = Q_LAY
        if table.size[seat] == 0:
            self._end_round(table.side_bits(seat), END_EMPTY)
        elif table.turns >= self.options.turns:
            self._end_round(self._fewest(), END_TURNS)
        else:
            table.turn = following
            self.to_act = following

    def _cards_left(self, seat: i64) -> i64:
        """The cards in the hands of a side."""
        partner: i64 = self.table.partner(seat)
        return self.table.size[seat] + (self.table.size[partner] if partner != seat else 0)

    def _fewest(self) -> i64:
        """The seats of those sides that have the fewest cards and are still in."""
        best: i64 = 1000
        winners: i64 = 0
        for seat in range(self.seats):
            if self.table.side_bits(seat) & ~self.table.expelled == 0:
                continue
            cards: i64 = self._cards_left(seat)
            if cards < best:
                best = cards
                winners = 0
            if cards == best:
                winners |= bit(seat)
        return winners

    def _end_round(self, winners: i64, why: i64) -> None:
        """Rules 5.3 and 6.1."""
        table = self.table
        sides: i64 = count(winners)
        if self.options.half > 0:
            sides = sides // 2
        for seat in range(self.seats):
            if (winners >> seat) & 1 != 0:
                table.won[seat] += ROUND // sides
            table.left[seat] += table.size[seat]
        self._tell(E_ROUND_OVER, 0, winners, why)
        if table.round + 1 < self.options.rounds:
            self._start_round(table.round + 1)
        else:
            self._end(why if self.options.rounds == 1 else END_ROUNDS)

    def _end(self, ending: i64) -> None:
        self.ending = ending
        self.to_act = -1
        self._tell(E_ENDED, 0, ending, 0)

    def expel(self, seat: i64) -> None:
        """Rule 6.4."""
        self.n_events = 0
        table = self.table
        if self.to_act < 0 or (table.expelled >> seat) & 1 != 0:
            return
        table.expelled |= bit(seat)
        self._tell(E_EXPELLED, seat, 0, 0)
        still_in: i64 = self.options.everyone & ~table.expelled
        following: i64 = self._next_seat(seat)
        if still_in & ~table.side_bits(following) == 0:
            table.clear_turn()
            self.question = Q_LAY
            self._end(END_LAST)
        elif table.turn == seat:
            table.clear_turn()
            self.question = Q_LAY
            table.turn = following
            self.to_act = following

    # Places (rules 6.2 and 6.3).

    def _is_better(self, seat: i64, other: i64) -> bool:
        """Whether the side of `seat` ranks before that of `other`."""
        table = self.table
        out: i64 = 1 if table.side_bits(seat) & ~table.expelled == 0 else 0
        other_out: i64 = 1 if table.side_bits(other) & ~table.expelled == 0 else 0
        if out != other_out:
            return out < other_out
        if table.won[seat] != table.won[other]:
            return table.won[seat] > table.won[other]
        return self._left(seat) < self._left(other)

    def _left(self, seat: i64) -> i64:
        partner: i64 = self.table.partner(seat)
        return self.table.left[seat] + (self.table.left[partner] if partner != seat else 0)

    def place(self, seat: i64) -> i64:
        place: i64 = 1
        for other in range(self.seats):
            if other <= self.table.partner(other) and self._is_better(other, seat):
                place += 1
        return place

    def reward(self, seat: i64) -> i64:
        points: i64 = 0
        others: i64 = 0
        for other in range(self.seats):
            if (self.table.side_bits(seat) >> other) & 1 == 0:
                others += 1
                if self._is_better(seat, other):
                    points += 1000
                elif not self._is_better(other, seat):
                    points += 500
        return points // others

    def score(self, seat: i64) -> i64:
        return self.table.won[seat] * 100 // ROUND

    # Copies and knowledge.

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BluffState)
        self.copy_base(other)
        self.table.copy_from(other.table)

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        """Rule 7.1: the state's numbers, then vectors by seat, then what the eye of `seat` and the public know."""
        table = self.table
        options = self.options
        seats: i64 = self.seats
        question: i64 = self.question
        to_act: i64 = self.to_act
        sealed: i64 = self.sealed
        dealer = seat == DEALER
        chooses = dealer or seat == table.turn
        if not chooses and question == Q_CLAIM:
            question = Q_LAY
        if not dealer and sealed != 0:
            # As far as this seat can tell nobody else has answered yet, and if it must answer it is the first.
            sealed = self._witnesses()
            if seat >= 0 and table.answers[seat] != OPEN:
                sealed &= ~bit(seat)
            to_act = seat if seat >= 0 and (sealed >> seat) & 1 != 0 else self._next_seat_of(sealed, table.turn)
        shows = chooses or options.truth
        ints: list[int] = [
            question,
            to_act,
            sealed,
            self.ending,
            table.round,
            table.turn,
            table.turns,
            table.claims,
            table.claim_rank,
            table.claim_count,
            table.last_rank,
            table.expelled,
            table.stock_size,
            table.n_chosen if chooses else 0,
            table.chosen_low if chooses else 0,
            table.chosen_high if chooses else 0,
            table.pending_low if shows else 0,
            table.pending_high if shows else 0,
        ]
        _append(ints, table.size, 0, seats)
        _append(ints, table.out, 0, seats)
        _append(ints, table.won, 0, seats)
        _append(ints, table.left, 0, seats)
        _append(ints, table.stats, 0, PUBLIC_STATISTICS * seats)
        _append(ints, table.claimed, 0, 2 * seats)
        _append(ints, table.taken, 0, 2 * seats)
        if dealer:
            _append(ints, table.hand, 0, 2 * seats)
            _append(ints, table.laid, 0, 2 * seats)
            _append(ints, table.known, 0, 2 * seats * (seats + 1))
            _append(ints, table.stats, PUBLIC_STATISTICS * seats, STATISTICS * seats)
            _append(ints, table.answers, 0, seats)
            _append(ints, table.stock, 0, 2)
            ints.append(self.seed)
            return tuple(ints)
        eye: i64 = seats
        if seat != PUBLIC:
            eye = seat
            _append(ints, table.hand, 2 * seat, 2 * seat + 2)
            _append(ints, table.laid, 2 * seat, 2 * seat + 2)
            ints.append(table.stats[S_BLUFFS * seats + seat])
            # While a claim waits its own author knows whether it is a lie, but not yet what becomes of it.
            ints.append(table.stats[S_FOOLED * seats + seat])
            ints.append(table.answers[seat])
        if options.truth:
            _append(ints, table.laid, 0, 2 * seats)
        _append(ints, table.known, 2 * eye * seats, 2 * (eye + 1) * seats)
        _append(ints, table.known, 2 * seats * seats, 2 * (seats + 1) * seats)
        return tuple(ints)

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        table = self.table
        seats: i64 = self.seats
        dealer = seat == DEALER
        self.begin(ints[len(ints) - 1] if dealer else 0)
        self.question = ints[0]
        self.to_act = ints[1]
        self.sealed = ints[2]
        self.ending = ints[3]
        table.clear()
        table.clear_round()
        table.round = ints[4]
        table.turn = ints[5]
        table.turns = ints[6]
        table.place = table.turns % self.options.n_ranks
        table.claims = ints[7]
        table.claim_rank = ints[8]
        table.claim_count = ints[9]
        table.last_rank = ints[10]
        table.expelled = ints[11]
        table.stock_size = ints[12]
        table.n_chosen = ints[13]
        table.chosen_low = ints[14]
        table.chosen_high = ints[15]
        table.pending_low = ints[16]
        table.pending_high = ints[17]
        at: i64 = HEAD
        at = _read(ints, at, table.size, 0, seats)
        at = _read(ints, at, table.out, 0, seats)
        at = _read(ints, at, table.won, 0, seats)
        at = _read(ints, at, table.left, 0, seats)
        at = _read(ints, at, table.stats, 0, PUBLIC_STATISTICS * seats)
        at = _read(ints, at, table.claimed, 0, 2 * seats)
        at = _read(ints, at, table.taken, 0, 2 * seats)
        if dealer:
            at = _read(ints, at, table.hand, 0, 2 * seats)
            at = _read(ints, at, table.laid, 0, 2 * seats)
            at = _read(ints, at, table.known, 0, 2 * seats * (seats + 1))
            at = _read(ints, at, table.stats, PUBLIC_STATISTICS * seats, STATISTICS * seats)
            at = _read(ints, at, table.answers, 0, seats)
            _read(ints, at, table.stock, 0, 2)
            return
        eye: i64 = seats
        if seat != PUBLIC:
            eye = seat
            at = _read(ints, at, table.hand, 2 * seat, 2 * seat + 2)
            at = _read(ints, at, table.laid, 2 * seat, 2 * seat + 2)
            table.stats[S_BLUFFS * seats + seat] = ints[at]
            table.stats[S_FOOLED * seats + seat] = ints[at + 1]
            table.answers[seat] = ints[at + 2]
            at += 3
        if self.options.truth:
            at = _read(ints, at, table.laid, 0, 2 * seats)
        at = _read(ints, at, table.known, 2 * eye * seats, 2 * (eye + 1) * seats)
        _read(ints, at, table.known, 2 * seats * seats, 2 * (seats + 1) * seats)

    def imagine(self, seat: i64, seed: i64) -> None:
        """Rule 7.7. The others know what everybody knows; what else they know is theirs."""
        self.seed = seed
        table = self.table
        seats: i64 = self.seats
        known = table.known
        for eye in range(seats):
            if eye != seat:
                for i in range(2 * seats):
                    known[2 * eye * seats + i] = known[2 * seats * seats + i] if i >> 1 != eye else 0
        self.chance.start(seed, WORLD, 0)
        table.imagine(seat if seat >= 0 else seats, self.chance)


def _append(ints: list[int], numbers: vec[i64], start: i64, stop: i64) -> None:
    for i in range(start, stop):
        ints.append(numbers[i])


def _read(ints: tuple[int, ...], at: i64, numbers: vec[i64], start: i64, stop: i64) -> i64:
    """Fill a part of `numbers` from `ints`; where the rest begins."""
    for i in range(start, stop):
        numbers[i] = ints[at]
        at += 1
    return at
