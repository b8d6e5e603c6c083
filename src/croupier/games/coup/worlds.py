"""Imagined worlds of Coup (rule 8.4): what a seat does not know is dealt anew.

A card that is known to have gone back to the court can be there or with whoever drew since. One that went back later
can be in fewer places, so these sets are nested, and dealing the known cards first, the one with the fewest places
before the others, is exactly uniform.
"""

from mypy_extensions import i64

from croupier.games.coup.codes import CHARACTERS, Q_KEEP, SEATS
from croupier.games.coup.table import HAND, HIDDEN, KNOWN, OPEN_CARDS, Table
from croupier.kernel.bits import bit, count
from croupier.kernel.rng import Chance


def imagine(table: Table, viewer: i64, question: i64, chance: Chance) -> None:
    """Deal what `viewer` does not know: known cards within their places, then all others anywhere."""
    pool = table.pool
    spots = table.spots
    zones = table.zones
    n = _gather_spots(table, viewer, question)
    _gather_pool(table, viewer, question)
    taken: i64 = 0
    dealt: i64 = 0
    width: i64 = SEATS  # nothing to look for
    for character in range(i64(CHARACTERS)):
        if zones[KNOWN + viewer * CHARACTERS + character] != 0:
            width = 0
    while width < SEATS:
        reach: i64 = 0
        for character in range(i64(CHARACTERS)):
            known: i64 = zones[KNOWN + viewer * CHARACTERS + character]
            while known != 0:
                mask: i64 = known & 0x3F
                if count(mask) == width:
                    if reach == 0:
                        reach = _reach(table, n, taken, mask)
                    pick: i64 = taken + chance.below(reach - taken)
                    spot: i64 = spots[pick]
                    spots[pick] = spots[taken]
                    spots[taken] = spot
                    taken += 1
                    _fill(table, spot, character)
                    _leave_pool(table, character, n - dealt)
                    dealt += 1
                known >>= 8
        width += 1
    left: i64 = n - dealt
    chance.shuffle(pool, left)
    for i in range(left):
        _fill(table, spots[taken + i], pool[i])
    for seat in range(table.seats):
        if seat != viewer:
            table.put(seat, zones[HAND + 2 * seat], zones[HAND + 2 * seat + 1])


def _gather_spots(table: Table, viewer: i64, question: i64) -> i64:
    """List every place whose card is unknown: below 0 in the court; seat * 4 + 0, 1 in a hand, + 2, 3 drawn."""
    spots = table.spots
    zones = table.zones
    n: i64 = 0
    for i in range(table.court_size):
        spots[n] = -1 - i
        n += 1
    for seat in range(table.seats):
        if seat != viewer:
            for i in range(zones[HIDDEN + seat]):
                spots[n] = seat * 4 + i
                n += 1
    if question == Q_KEEP and viewer != table.turn:
        spots[n] = table.turn * 4 + 2
        spots[n + 1] = table.turn * 4 + 3
        n += 2
    return n


def _gather_pool(table: Table, viewer: i64, question: i64) -> None:
    """List every card that is neither open nor held by `viewer`."""
    pool = table.pool
    zones = table.zones
    seen: i64 = 0  # per character 8 bits
    for i in range(2 * table.seats):
        card: i64 = zones[OPEN_CARDS + i]
        if card >= 0:
            seen += bit(8 * card)
    for i in range(i64(2)):
        card = zones[HAND + 2 * viewer + i]
        if card >= 0:
            seen += bit(8 * card)
    if question == Q_KEEP and viewer == table.turn:
        seen += bit(8 * table.drawn_a) + bit(8 * table.drawn_b)
    n: i64 = 0
    for character in range(i64(CHARACTERS)):
        for _card in range(3 - ((seen >> (8 * character)) & 255)):
            pool[n] = character
            n += 1


def _reach(table: Table, n: i64, taken: i64, mask: i64) -> i64:
    """Bring the places of the court and of the seats in `mask` to the front, behind those taken; where they end."""
    spots = table.spots
    end: i64 = taken
    for i in range(taken, n):
        spot: i64 = spots[i]
        if spot < 0 or (mask >> (spot >> 2)) & 1 != 0:
            spots[i] = spots[end]
            spots[end] = spot
            end += 1
    return end


def _leave_pool(table: Table, character: i64, n: i64) -> None:
    pool = table.pool
    for i in range(n):
        if pool[i] == character:
            pool[i] = pool[n - 1]
            return


def _fill(table: Table, spot: i64, character: i64) -> None:
    if spot < 0:
        table.court[-1 - spot] = character
    elif spot & 3 == 2:
        table.drawn_a = character
    elif spot & 3 == 3:
        table.drawn_b = character
    else:
        table.zones[HAND + 2 * (spot >> 2) + (spot & 3)] = character
