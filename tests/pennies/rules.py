"""The rules of Pennies. RULES.md says them in words."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from croupier.kernel.bits import bit, count, first, lowest
from croupier.kernel.event_bits import DEALER
from croupier.kernel.layout import Layout
from croupier.kernel.rng import DEAL
from croupier.kernel.state import State
from pennies import words as w

M_HEADS: Final = 0
M_TAILS: Final = 1
E_CHOSE: Final = 1
E_ALL_CHOSE: Final = 2
E_SHOWED: Final = 3
E_WON: Final = 4
E_ENDED: Final = 5
END_ROUNDS: Final = 1
END_LEFT: Final = 2

LAYOUT: Final = Layout(
    w.__name__,
    seen=w.END,
    start={w.GONE: -1, w.LAST: -1, w.LAST_BUT_ONE: -1, w.SIDE: -1},
    each_seat={w.POINTS: 1, w.LAST: 1, w.LAST_BUT_ONE: 1, w.SIDE: 1},
    secret={w.SIDE: -1},
)


class PenniesState(State):
    """A match."""

    def __init__(self, seats: i64, options: dict[str, int]) -> None:
        super().__init__(seats, 32, LAYOUT, options)
        self.options: Final = options
        self.winners: Final = vec[i64]([0] * 4)

    def fresh(self) -> State:
        return PenniesState(self.seats, self.options)

    def start(self, seed: i64) -> None:
        self.begin(seed)
        self._ask_all()

    def _ask_all(self) -> None:
        self.question = 0
        self.sealed = first(self.seats)
        self.to_act = 0

    def legal(self, out: vec[i64]) -> i64:
        out[0] = M_HEADS
        out[1] = M_TAILS
        return 2

    def apply(self, move: i64) -> None:
        """Rule 1.1."""
        words = self.words
        self.n_events = 0
        seat = self.to_act
        words[w.SIDE + seat] = move
        self.emit_own(E_CHOSE, seat, move, -1)
        self.sealed &= ~bit(seat)
        if self.sealed != 0:
            self.to_act = lowest(self.sealed)
            return
        self.emit_public(E_ALL_CHOSE, 0, 0, 0)
        tails: i64 = 0
        for other in range(self.seats):
            tails |= words[w.SIDE + other] << other
            self.emit_public(E_SHOWED, other, words[w.SIDE + other], 0)
        self._score(tails)

    def _score(self, tails: i64) -> None:
        """Rule 1.2."""
        words = self.words
        heads = first(self.seats) & ~tails
        fewer = tails if count(tails) < count(heads) else heads
        n: i64 = 0
        for seat in range(self.seats):
            words[w.LAST_BUT_ONE + seat] = words[w.LAST + seat]
            words[w.LAST + seat] = words[w.SIDE + seat]
            words[w.SIDE + seat] = -1
            if count(tails) != count(heads) and (fewer >> seat) & 1:
                self.winners[n] = seat
                n += 1
        if words[w.LOTS] and n > 0:
            self.shuffled(self.winners, n, DEAL, words[w.ROUND])
            n = 1
        for i in range(n):
            words[w.POINTS + self.winners[i]] += 1
            self.emit_public(E_WON, self.winners[i], 0, 0)
        words[w.ROUND] += 1
        if words[w.ROUND] == words[w.ROUNDS]:
            self.end_match(E_ENDED, END_ROUNDS)
        else:
            self._ask_all()

    def expel(self, seat: i64) -> None:
        """Rule 2.2."""
        self.n_events = 0
        if self.to_act >= 0:
            self.words[w.GONE] = seat
            self.end_match(E_ENDED, END_LEFT)

    def score(self, seat: i64) -> i64:
        return self.words[w.POINTS + seat]

    def standing(self, seat: i64) -> i64:
        """Rule 2.1."""
        return -1 if seat == self.words[w.GONE] else self.words[w.POINTS + seat]

    def finish_snapshot(self, seat: i64, out: vec[i64], n: i64) -> i64:
        """A seat knows only of its own answer."""
        if seat != DEALER and self.sealed != 0:
            answered = seat >= 0 and (self.sealed >> seat) & 1 == 0
            out[w.SEALED] = first(self.seats) & ~bit(seat) if answered else first(self.seats)
            out[w.TO_ACT] = seat if seat >= 0 and not answered else lowest(out[w.SEALED])
        return n

    def deal_unknown(self, seat: i64) -> None:
        """Nothing is hidden but answers, and in an imagined world nobody else has answered yet."""
