"""What the cards and combos of Exploding Kittens do once nobody stops them (RULES.md, sections 3 and 4)."""

from typing import Final

from mypy_extensions import i64

from croupier.games.kittens.core.belief import note_avoidance, note_look
from croupier.games.kittens.core.codes import (
    ATTACK,
    DEFUSE,
    E_GAVE,
    E_PEEKED,
    E_PICKED,
    E_SHUFFLED,
    E_STOLE,
    E_TOOK,
    FIVE,
    FUTURE,
    KITTEN,
    NO_CARD,
    PAIR,
    SHUFFLE,
    SKIP,
    TRIPLE,
)
from croupier.games.kittens.core.table import has
from croupier.games.kittens.core.turns import Turns
from croupier.kernel.bits import bit
from croupier.kernel.event_bits import pack
from croupier.kernel.rng import purpose

SHUFFLED: Final = purpose("kittens: a Shuffle")
STOLEN: Final = purpose("kittens: a stolen card")


class Effects(Turns):
    """Turns, and what happens in them."""

    def _effect(self, seat: i64, pending: i64, target: i64, combo: i64, named: i64) -> None:
        table = self.table
        if pending == SKIP:
            note_avoidance(table, seat)
            self._end_turn()
        elif pending == ATTACK:
            self._attack(seat)
        elif pending == SHUFFLE:
            self.shuffled(table.pile, table.pile_size, SHUFFLED, table.shuffles)
            table.shuffles += 1
            table.forget_pile()
            self._tell(E_SHUFFLED, seat, 0, 0)
        elif pending == FUTURE:
            self._peek(seat)
        elif pending == PAIR:
            self._steal(seat, target)
        elif pending == TRIPLE:
            self._take(seat, target, named)
        elif pending == FIVE:
            self._recover(seat, named)

    def _attack(self, seat: i64) -> None:
        """Rule 3.2."""
        table = self.table
        note_avoidance(table, seat)
        if not self.options.printed_attacks:
            turns: i64 = 1 + table.owed
        elif table.attacked != 0:
            turns = 2 + table.owed
        else:
            turns = 2
        self._next_turn(seat, table.after(seat), turns, 1)

    def _peek(self, seat: i64) -> None:
        """Rule 3.5."""
        table = self.table
        pile = table.pile
        knows = table.knows
        own = bit(seat)
        n = table.pile_size
        if n > 3:
            n = 3
        at: i64 = table.pile_size - 1
        x: i64 = pile[at]
        y: i64 = NO_CARD
        for i in range(n):
            knows[at - i] |= own
        note_look(table, seat, n)
        if n > 1:
            x += 16 * pile[at - 1]
        else:
            x += 16 * NO_CARD
        if n > 2:
            y = pile[at - 2]
        if self.watching:
            self.emit(pack(E_PEEKED, seat, n, 0, x, y, own, self.everyone))

    # Cards that change hands.

    def _give(self, seat: i64, card: i64) -> None:
        table = self.table
        taker = table.turn
        both: i64 = bit(seat) | bit(taker)
        self._move_card(seat, taker, card, both)
        if self.watching:
            self.emit(pack(E_GAVE, seat, 0, taker + 1, card, -1, both, self.everyone))
        self._back_to_turn()

    def _move_card(self, giver: i64, taker: i64, card: i64, witnesses: i64) -> None:
        table = self.table
        table.drop(giver, card, witnesses)
        table.gain(taker, card, witnesses)
        voids = table.voids
        if witnesses == self.everyone:
            voids[taker] &= ~bit(card)
        else:
            voids[taker] = 0

    def _steal(self, seat: i64, target: i64) -> None:
        """Rule 4.2."""
        table = self.table
        size = table.sizes[target]
        if size == 0:
            return
        chance = self.chance
        chance.start(self.seed, STOLEN, table.steals)
        table.steals += 1
        card = table.held(target, chance.below(size))
        both: i64 = bit(seat) | bit(target)
        self._move_card(target, seat, card, both)
        if self.watching:
            self.emit(pack(E_STOLE, seat, 0, target + 1, card, -1, both, self.everyone))

    def _take(self, seat: i64, target: i64, named: i64) -> None:
        """Rules 4.3 and 8.5: a type that was asked for in vain is not there."""
        table = self.table
        if named != KITTEN and has(table.hands[target], named) != 0:
            self._move_card(target, seat, named, self.everyone)
            self._tell(E_TOOK, seat, named + 1, target + 1)
            return
        if named != KITTEN:
            voids = table.voids
            voids[target] |= bit(named)
            if named == DEFUSE:
                table.expect_no_defuse(target)
        self._tell(E_TOOK, seat, 0, target + 1)

    def _recover(self, seat: i64, named: i64) -> None:
        """Rule 4.4."""
        table = self.table
        if named == KITTEN:
            self._tell(E_PICKED, seat, 0, 0)
            return
        table.lift(named, table.mark)
        table.gain(seat, named, self.everyone)
        voids = table.voids
        voids[seat] &= ~bit(named)
        self._tell(E_PICKED, seat, named + 1, 0)
