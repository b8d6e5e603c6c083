"""Turns of Exploding Kittens: drawing, kittens, how a turn ends and a seat goes out (RULES.md, sections 2 and 6)."""

from typing import Final

from mypy_extensions import i64

from croupier.games.kittens.core.belief import note_draw
from croupier.games.kittens.core.codes import (
    DEFUSE,
    E_DEFUSED,
    E_DISCARDED,
    E_DREW,
    E_ENDED,
    E_INSERTED,
    E_KITTEN,
    E_OUT,
    E_TURN,
    END_ALIVE,
    END_EXPELLED,
    EXPELLED_GIVING,
    EXPELLED_ON_TURN,
    EXPLODED,
    HAND_TYPES,
    KITTEN,
    Q_DEFUSE,
    Q_GIVE,
    Q_LAST_WORDS,
    Q_TURN,
)
from croupier.games.kittens.core.table import Options, Table, has
from croupier.kernel.bits import bit, count, first, lowest
from croupier.kernel.event_bits import pack, public
from croupier.kernel.state import State


class Turns(State):
    """A table, and whose turn it is."""

    def __init__(self, options: Options) -> None:
        super().__init__(options.seats, 96)
        self.options: Final = options
        self.table: Final = Table(options)
        self.everyone: i64 = first(options.seats)

    def _tell(self, kind: i64, actor: i64, a: i64, b: i64) -> None:
        """Emit an event without secrets."""
        if self.watching:
            self.emit(public(kind, actor, a, b, self.seats))

    def _tell_own(self, kind: i64, seat: i64, x: i64, y: i64) -> None:
        """Emit an event for one seat alone."""
        if self.watching:
            self.emit(pack(kind, seat, 0, 0, x, y, bit(seat), bit(seat)))

    # Turns.

    def _draw(self, seat: i64) -> None:
        """Rules 2.2 and 6.2."""
        table = self.table
        at: i64 = table.pile_size - 1
        card = table.pile[at]
        witnesses: i64 = table.knows[at] | bit(seat)
        table.pile_size = at
        note_draw(table)
        if card == KITTEN:
            self._tell(E_KITTEN, seat, 0, 0)
            self.to_act = seat
            if has(table.hands[seat], DEFUSE) == 0:
                self.question = Q_LAST_WORDS
                return
            table.drop(seat, DEFUSE, self.everyone)
            table.lay(DEFUSE)
            self._tell(E_DEFUSED, seat, 0, 0)
            self.question = Q_DEFUSE
            return
        table.gain(seat, card, witnesses)
        voids = table.voids
        voids[seat] = 0
        if self.watching:
            self.emit(pack(E_DREW, seat, 0, 0, card, -1, witnesses, self.everyone))
        self._end_turn()

    def _insert(self, seat: i64, depth: i64) -> None:
        """Rule 6.2: nobody else learns where."""
        table = self.table
        table.insert(KITTEN, depth, seat)
        if self.watching:
            self.emit(pack(E_INSERTED, seat, table.pile_size, 0, depth, -1, bit(seat), self.everyone))
        self._end_turn()

    def _end_turn(self) -> None:
        """One turn is over; the same seat goes on if it owes more."""
        table = self.table
        seat = table.turn
        if table.owed > 1:
            self._next_turn(seat, seat, table.owed - 1, table.attacked)
        else:
            self._next_turn(seat, table.after(seat), 1, 0)

    def _next_turn(self, before: i64, seat: i64, turns: i64, attacked: i64) -> None:
        table = self.table
        table.turn = seat
        table.last = seat
        table.owed = turns
        table.attacked = attacked
        table.actions = 0
        self.to_act = seat
        self.question = Q_TURN
        self._tell(E_TURN, seat, turns, before + 1)

    def _back_to_turn(self) -> None:
        table = self.table
        table.settle()
        self.to_act = table.turn
        self.question = Q_TURN

    # Leaving.

    def _leave(self, seat: i64, why: i64) -> None:
        """Rules 6.2 and 6.3: the hand goes to the discard pile, and the next seat begins with one turn."""
        table = self.table
        places = table.places
        places[seat] = count(table.alive)
        table.alive &= ~bit(seat)
        self._tell(E_OUT, seat, why, places[seat])
        self._discard_hand(seat)
        if count(table.alive) == 1:
            self.to_act = -1
            self.ending = END_ALIVE if why == EXPLODED else END_EXPELLED
            winner = lowest(table.alive)
            places[winner] = 1
            self._tell(E_ENDED, winner, self.ending, 0)
        elif seat == table.turn:
            table.settle()
            self._next_turn(-1, table.after(seat), 1, 0)
        elif self.question == Q_GIVE and table.target == seat:
            self._back_to_turn()

    def _discard_hand(self, seat: i64) -> None:
        table = self.table
        hands = table.hands
        hand = hands[seat]
        cards: i64 = 0
        n: i64 = 0
        for card in range(i64(HAND_TYPES)):
            left: i64 = (hand >> (card * 5)) & 31
            while left > 0:
                table.lay(card)
                left -= 1
                cards |= card << (4 * n)
                n += 1
                if n == 4:
                    self._tell(E_DISCARDED, seat, cards & 255, cards >> 8)
                    cards = 0
                    n = 0
        if n > 0:
            cards |= 0xFFFF & ~(bit(4 * n) - 1)
            self._tell(E_DISCARDED, seat, cards & 255, cards >> 8)
        hands[seat] = 0
        sizes = table.sizes
        sizes[seat] = 0
        voids = table.voids
        voids[seat] = 0
        table.forget_hand(seat)

    def expel(self, seat: i64) -> None:
        """Rule 6.3. A kitten that the seat has just drawn leaves with it; otherwise the lowest one of the pile does."""
        self.n_events = 0
        table = self.table
        if self.to_act < 0 or (table.alive >> seat) & 1 == 0:
            return
        drawn: bool = self.question == Q_DEFUSE or self.question == Q_LAST_WORDS
        if not (drawn and self.to_act == seat):
            table.remove_lowest_kitten()
        self._leave(seat, EXPELLED_ON_TURN if seat == table.turn else EXPELLED_GIVING)
