"""Imagined worlds of Coup (rule 8.4): what a seat does not know is dealt at random.

A card that is known to have gone back to the court can be there or with a seat that drew since. One that went back
later can be in fewer places, so these sets are nested, and dealing the known cards first, the one with the fewest
places before the others, is exactly uniform.
"""

from librt.vecs import vec
from mypy_extensions import i64

from croupier.games.coup.core import codes as c
from croupier.games.coup.core import layout as w
from croupier.games.coup.core.table import put
from croupier.kernel.bits import bit, count
from croupier.kernel.rng import Chance


def imagine(words: vec[i64], pool: vec[i64], spots: vec[i64], viewer: i64, question: i64, chance: Chance) -> None:
    """Deal what `viewer` does not know: known cards within their places, then all others anywhere."""
    n = _gather_spots(words, spots, viewer, question)
    _gather_pool(words, pool, viewer, question)
    taken: i64 = 0
    dealt: i64 = 0
    width: i64 = c.SEATS  # nothing to look for
    for character in range(i64(c.CHARACTERS)):
        if words[w.KNOWN + viewer * c.CHARACTERS + character] != 0:
            width = 0
    while width < c.SEATS:
        reach: i64 = 0
        for character in range(i64(c.CHARACTERS)):
            known: i64 = words[w.KNOWN + viewer * c.CHARACTERS + character]
            while known != 0:
                mask: i64 = known & 0x3F
                if count(mask) == width:
                    if reach == 0:
                        reach = _reach(spots, n, taken, mask)
                    pick: i64 = taken + chance.below(reach - taken)
                    spot: i64 = spots[pick]
                    spots[pick] = spots[taken]
                    spots[taken] = spot
                    taken += 1
                    _fill(words, spot, character)
                    _leave_pool(pool, character, n - dealt)
                    dealt += 1
                known >>= 8
        width += 1
    left: i64 = n - dealt
    chance.shuffle(pool, left)
    for i in range(left):
        _fill(words, spots[taken + i], pool[i])
    for seat in range(words[w.SEATS]):
        if seat != viewer:
            put(words, seat, words[w.HAND + 2 * seat], words[w.HAND + 2 * seat + 1])


def _gather_spots(words: vec[i64], spots: vec[i64], viewer: i64, question: i64) -> i64:
    """List every place whose card is unknown: below 0 in the court; seat * 4 + 0, 1 in a hand, + 2, 3 drawn."""
    n: i64 = 0
    for i in range(words[w.COURT_SIZE]):
        spots[n] = -1 - i
        n += 1
    for seat in range(words[w.SEATS]):
        if seat != viewer:
            for i in range(words[w.HIDDEN + seat]):
                spots[n] = seat * 4 + i
                n += 1
    if question == c.Q_KEEP and viewer != words[w.TURN]:
        spots[n] = words[w.TURN] * 4 + 2
        spots[n + 1] = words[w.TURN] * 4 + 3
        n += 2
    return n


def _gather_pool(words: vec[i64], pool: vec[i64], viewer: i64, question: i64) -> None:
    """List every card that is neither open nor held by `viewer`."""
    seen: i64 = 0  # per character 8 bits
    for i in range(2 * words[w.SEATS]):
        card: i64 = words[w.OPEN_CARDS + i]
        if card >= 0:
            seen += bit(8 * card)
    for i in range(i64(2)):
        card = words[w.HAND + 2 * viewer + i]
        if card >= 0:
            seen += bit(8 * card)
    if question == c.Q_KEEP and viewer == words[w.TURN]:
        seen += bit(8 * words[w.DRAWN]) + bit(8 * words[w.OTHER_DRAWN])
    n: i64 = 0
    for character in range(i64(c.CHARACTERS)):
        for _card in range(3 - ((seen >> (8 * character)) & 255)):
            pool[n] = character
            n += 1


def _reach(spots: vec[i64], n: i64, taken: i64, mask: i64) -> i64:
    """Bring the places of the court and of the seats in `mask` to the front, behind those taken; where they end."""
    end: i64 = taken
    for i in range(taken, n):
        spot: i64 = spots[i]
        if spot < 0 or (mask >> (spot >> 2)) & 1 != 0:
            spots[i] = spots[end]
            spots[end] = spot
            end += 1
    return end


def _leave_pool(pool: vec[i64], character: i64, n: i64) -> None:
    for i in range(n):
        if pool[i] == character:
            pool[i] = pool[n - 1]
            return


def _fill(words: vec[i64], spot: i64, character: i64) -> None:
    if spot < 0:
        words[w.COURT - 1 - spot] = character
    elif spot & 3 == 2:
        words[w.DRAWN] = character
    elif spot & 3 == 3:
        words[w.OTHER_DRAWN] = character
    else:
        words[w.HAND + 2 * (spot >> 2) + (spot & 3)] = character
