"""What a seat may guess from what it saw the others do: where a kitten lies, and who still has a Defuse.

The facts are kept in the table, and all but the last are open to everybody:
- `looks`, two bits for each seat: how many of the next cards it has seen by See the Future;
- `returned`: how many cards lie on the kitten that was put back last, if `returner` left it to the next player; -1 if
  none was, or it was drawn, or the pile was shuffled since;
- `avoided`: whether somebody who had seen the next card ended his turn without drawing it;
- `likely`, five bits for each seat: the Defuses that a seat has seen there and not seen leave. Unlike `known` it does
  not fade when some card is stolen out of its sight.

Counted in 3,000 matches of the heuristic, the kitten was where the first three say in every case. Others may play
otherwise, so `believe` leaves room for doubt.
"""

from typing import Final

from mypy_extensions import i64

from croupier.games.kittens.core.codes import DEFUSE, HAND_TYPES, KITTEN
from croupier.games.kittens.core.table import Table, has, one
from croupier.kernel.bits import bit
from croupier.kernel.rng import Chance

DOUBT: Final = 16  # one in so many worlds does not believe in a kitten
LOSS: Final = 8  # and one in so many takes a Defuse to be among the cards that went out of sight
_LOW_BITS: Final = 0x55555


def note_look(table: Table, seat: i64, n: i64) -> None:
    """A seat saw the next n cards."""
    table.looks = (table.looks & ~(3 * bit(2 * seat))) | (n << (2 * seat))


def note_draw(table: Table) -> None:
    """The next card left the pile."""
    table.looks -= (table.looks | (table.looks >> 1)) & _LOW_BITS
    if table.returned >= 0:
        table.returned -= 1
    table.avoided = 0


def note_avoidance(table: Table, seat: i64) -> None:
    """A seat ends its turn without a draw."""
    if (table.looks >> (2 * seat)) & 3 != 0:
        table.avoided = 1


def restore_looks(table: Table) -> None:
    """Let the others know in imagined worlds, too, what they have seen of the pile."""
    knows = table.knows
    for seat in range(table.seats):
        n: i64 = (table.looks >> (2 * seat)) & 3
        while n > 0:
            knows[table.pile_size - n] |= bit(seat)
            n -= 1


def believe(table: Table, viewer: i64, chance: Chance) -> None:
    """Make an imagined world likelier (State.believe)."""
    if table.avoided != 0:
        _expect_kitten(table, viewer, table.pile_size - 1, chance)
    if table.returned >= 0 and table.returner != viewer:
        at: i64 = table.pile_size - 1 - table.returned
        _expect_kitten(table, viewer, at, chance)
        if at >= 0 and table.pile[at] == KITTEN:
            knows = table.knows
            knows[at] |= bit(table.returner)
    likely = table.likely[viewer]
    seat: i64 = 0
    while likely != 0:
        if likely & 31 > has(table.hands[seat], DEFUSE) and seat != viewer and chance.below(LOSS) > 0:
            _expect_defuse(table, viewer, seat, chance)
        likely >>= 5
        seat += 1


def _expect_kitten(table: Table, viewer: i64, at: i64, chance: Chance) -> None:
    """Put a kitten there from anywhere else in the part of the pile that the viewer does not know."""
    pile = table.pile
    knows = table.knows
    if at < 0 or pile[at] == KITTEN or (knows[at] >> viewer) & 1 != 0 or chance.below(DOUBT) == 0:
        return
    kittens: i64 = 0
    for i in range(table.pile_size):
        if pile[i] == KITTEN and (knows[i] >> viewer) & 1 == 0:
            kittens += 1
    if kittens == 0:
        return
    skip: i64 = chance.below(kittens)
    for i in range(table.pile_size):
        if pile[i] == KITTEN and (knows[i] >> viewer) & 1 == 0:
            if skip == 0:
                pile[i] = pile[at]
                pile[at] = KITTEN
                return
            skip -= 1


def _expect_defuse(table: Table, viewer: i64, seat: i64, chance: Chance) -> None:
    """Exchange a card of this hand for a Defuse that lies where nobody expects it, if there is one."""
    pile = table.pile
    knows = table.knows
    spare: i64 = 0
    for i in range(table.pile_size):
        if pile[i] == DEFUSE and (knows[i] >> viewer) & 1 == 0:
            spare += 1
    for other in range(table.seats):
        spare += _spare_defuses(table, viewer, other)
    card = _unknown_card(table, viewer, seat, chance)
    if spare == 0 or card < 0:
        return
    hands = table.hands
    swap: i64 = one(DEFUSE) - one(card)
    skip: i64 = chance.below(spare)
    for other in range(table.seats):
        here = _spare_defuses(table, viewer, other)
        if skip < here:
            if (table.voids[other] >> card) & 1 == 0:
                hands[other] -= swap
                hands[seat] += swap
            return
        skip -= here
    for i in range(table.pile_size):
        if pile[i] == DEFUSE and (knows[i] >> viewer) & 1 == 0:
            if skip == 0:
                pile[i] = card
                hands[seat] += swap
                return
            skip -= 1


def _spare_defuses(table: Table, viewer: i64, seat: i64) -> i64:
    """How many more a hand holds than the viewer has reason to expect there."""
    if seat == viewer:
        return 0
    held = has(table.hands[seat], DEFUSE)
    expected: i64 = (table.likely[viewer] >> (5 * seat)) & 31
    return held - expected if held > expected else i64(0)


def _unknown_card(table: Table, viewer: i64, seat: i64, chance: Chance) -> i64:
    """A random card of a hand that is no Defuse and that the viewer does not know of; -1 if there is none."""
    unknown: i64 = table.hands[seat] - table.known[viewer * table.seats + seat]
    n: i64 = 0
    for card in range(i64(HAND_TYPES)):
        if card != DEFUSE:
            n += has(unknown, card)
    if n == 0:
        return -1
    skip: i64 = chance.below(n)
    for card in range(i64(HAND_TYPES)):
        if card != DEFUSE:
            skip -= has(unknown, card)
            if skip < 0:
                return card
    return -1
