"""The rules of Kuhn poker over the kernel's State. RULES.md says them in words; comments cite its numbers."""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit, first
from croupier.kernel.event_bits import DEALER, PUBLIC, pack, public
from croupier.kernel.rng import DEAL
from croupier.kernel.state import State
from kuhn.codes import (
    DECK,
    E_ACTED,
    E_DEAL,
    E_DEALT,
    E_ENDED,
    E_SHOWN,
    E_WON,
    END_DEALS,
    END_LEFT,
    M_BET,
    M_CALL,
    M_CHECK,
    M_FOLD,
    Q_ANSWER,
    Q_TURN,
)


class KuhnState(State):
    """A match of Kuhn poker."""

    deals: i64
    deal: i64
    checks: i64
    """How many checks there were in this deal."""
    gain: i64
    """The chips that seat 0 has won from seat 1."""
    gone: i64
    """The seat that was taken out; -1 if none was."""
    cards: vec[i64]
    """The card of each seat; -1 where it is not known."""
    knows: vec[i64]
    """Who knows the card of each seat: a set of seats, with spectators behind the last."""

    def __init__(self, deals: i64) -> None:
        super().__init__(2)
        self.deals = deals
        self.deal = 0
        self.checks = 0
        self.gain = 0
        self.gone = -1
        self.cards = vec[i64]([-1, -1])
        self.knows = vec[i64]([0, 0])

    def fresh(self) -> State:
        return KuhnState(self.deals)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        self.gain = 0
        self.gone = -1
        self._start_deal(0)

    def _start_deal(self, deal: i64) -> None:
        """Rules 1.1 and 1.2."""
        order = vec[i64]([0, 1, 2])
        self.shuffled(order, DECK, DEAL, deal)
        self.deal = deal
        self.checks = 0
        self.question = Q_TURN
        self.to_act = deal % 2
        self.emit(public(E_DEAL, self.to_act, deal, 0, 2))
        for seat in range(i64(2)):
            self.cards[seat] = order[seat]
            self.knows[seat] = bit(seat)
            self.emit(pack(E_DEALT, seat, 0, 0, order[seat], -1, bit(seat), first(2)))

    def legal(self, out: vec[i64]) -> i64:
        if self.question == Q_TURN:
            out[0] = M_CHECK
            out[1] = M_BET
        else:
            out[0] = M_FOLD
            out[1] = M_CALL
        return 2

    def apply(self, move: i64) -> None:
        self.n_events = 0
        seat = self.to_act
        other = 1 - seat
        self.emit(public(E_ACTED, seat, move, 0, 2))
        if move == M_BET:
            self.question = Q_ANSWER
            self.to_act = other
        elif move == M_FOLD:
            self._win(other, 1)  # rule 2.3
        elif move == M_CALL:
            self._show(2)
        elif self.checks == 0:
            self.checks = 1
            self.to_act = other
        else:
            self._show(1)

    def _show(self, chips: i64) -> None:
        """Rule 2.4."""
        for seat in range(i64(2)):
            self.knows[seat] = first(3)
            self.emit(public(E_SHOWN, seat, self.cards[seat], 0, 2))
        self._win(0 if self.cards[0] > self.cards[1] else 1, chips)

    def _win(self, seat: i64, chips: i64) -> None:
        self.gain += chips if seat == 0 else -chips
        self.emit(public(E_WON, seat, chips, 0, 2))
        if self.deal + 1 < self.deals:
            self._start_deal(self.deal + 1)
        else:
            self._end(END_DEALS)

    def _end(self, ending: i64) -> None:
        self.ending = ending
        self.to_act = -1
        self.emit(public(E_ENDED, 0, ending, 0, 2))

    def expel(self, seat: i64) -> None:
        """Rule 3.2."""
        self.n_events = 0
        if self.to_act >= 0:
            self.gone = seat
            self._end(END_LEFT)

    def score(self, seat: i64) -> i64:
        return self.gain if seat == 0 else -self.gain

    def place(self, seat: i64) -> i64:
        """Rule 3.1."""
        if self.gone >= 0:
            return 2 if seat == self.gone else 1
        return 2 if self.score(seat) < 0 else 1

    def reward(self, seat: i64) -> i64:
        if self.gone >= 0:
            return 0 if seat == self.gone else 1000
        won = self.score(seat)
        if won == 0:
            return 500
        return 1000 if won > 0 else 0

    def copy_from(self, other: State) -> None:
        assert isinstance(other, KuhnState)
        super().copy_from(other)
        self.deal = other.deal
        self.checks = other.checks
        self.gain = other.gain
        self.gone = other.gone
        for seat in range(i64(2)):
            self.cards[seat] = other.cards[seat]
            self.knows[seat] = other.knows[seat]

    def snapshot(self, seat: i64) -> tuple[int, ...]:
        shown = [self.cards[0], self.cards[1]]
        if seat != DEALER:
            eye: i64 = 2 if seat == PUBLIC else seat
            shown = [self.cards[s] if (self.knows[s] >> eye) & 1 else -1 for s in range(2)]
        ints = (
            self.question,
            self.to_act,
            self.ending,
            self.deal,
            self.checks,
            self.gain,
            self.gone,
            self.knows[0],
            self.knows[1],
            shown[0],
            shown[1],
        )
        return (*ints, self.seed) if seat == DEALER else ints

    def restore(self, seat: i64, ints: tuple[int, ...]) -> None:
        self.begin(ints[-1] if seat == DEALER else 0)
        self.question = ints[0]
        self.to_act = ints[1]
        self.ending = ints[2]
        self.deal = ints[3]
        self.checks = ints[4]
        self.gain = ints[5]
        self.gone = ints[6]
        for s in range(i64(2)):
            self.knows[s] = ints[7 + s]
            self.cards[s] = ints[9 + s]

    def imagine(self, seat: i64, seed: i64) -> None:
        """Each card that the seat has not seen may be with the other: a shuffle of them is uniform."""
        self.seed = seed
        order = vec[i64]([0, 1, 2])
        self.chance.start(seed, DEAL, 0)
        self.chance.shuffle(order, DECK)
        for s in range(i64(2)):
            if self.cards[s] >= 0:
                continue
            for i in range(i64(DECK)):
                if order[i] != self.cards[0] and order[i] != self.cards[1]:
                    self.cards[s] = order[i]
                    break

    def hint(self, r: i64, moves: vec[i64], n: i64) -> i64:
        """Best play: a King bets and calls, a Jack bluffs one time in three, a Queen calls often enough."""
        card = self.cards[self.to_act]
        rarely = r % 3 == 0
        if self.question == Q_TURN:
            bold = card == 2 or (card == 0 and rarely)
        elif self.checks == 1:
            bold = card == 2 or (card == 1 and not rarely)
        else:
            bold = card == 2 or (card == 1 and rarely)
        return moves[1] if bold else moves[0]
