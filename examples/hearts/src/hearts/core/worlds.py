"""Worlds that fit what a seat knows, each equally likely.

The unknown cards are dealt suit by suit. How many of a suit each of the three others gets is drawn by the number of
ways in which the rest can still be dealt: a seat that has not followed a suit cannot have it.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.kernel.bits import bit, count, lowest
from croupier.kernel.rng import Chance
from hearts.core import codes as c
from hearts.core import layout as w

ROW: Final = 14
TABLE: Final = 196  # ROW * ROW
RANDOM: Final = 0x200000000000000  # 2**57


def _choices() -> list[int]:
    """n over k at 14 * n + k."""
    rows = [[1] + [0] * 13]
    for _row in range(13):
        last = rows[-1]
        rows.append([1] + [last[k - 1] + last[k] for k in range(1, 14)])
    return [entry for row in rows for entry in row]


CHOICES: Final = vec[i64](_choices())


@final
@mypyc_attr(acyclic=True)
class Worlds:
    """In how many ways the suits from one on can be dealt, by the free places of the first two others."""

    def __init__(self) -> None:
        self.key: i64 = -1
        self.ways: Final = vec[i64]([0] * (5 * TABLE))
        self.free: Final = vec[i64]([0] * 3)
        self.sizes: Final = vec[i64]([0] * 4)
        self.voids: Final = vec[i64]([0] * 3)
        self.cards: Final = vec[i64]([0] * 40)

    def count_ways(self) -> None:
        """Fill `ways` from the last suit on."""
        free, sizes, voids = self.free, self.sizes, self.voids
        key: i64 = (free[0] << 4 | free[1]) << 4 | free[2]
        for suit in range(i64(4)):
            key = key << 4 | sizes[suit]
        key = ((key << 4 | voids[0]) << 4 | voids[1]) << 4 | voids[2]
        if key == self.key:
            return
        self.key = key
        ways, choices = self.ways, CHOICES
        for i in range(i64(5 * TABLE)):
            ways[i] = 0
        ways[4 * TABLE] = 1
        left: i64 = 0
        suit = 3
        while suit >= 0:
            size: i64 = sizes[suit]
            left += size
            for a in range(free[0] + 1):
                for b in range(free[1] + 1):
                    rest: i64 = left - a - b
                    if rest < 0 or rest > free[2]:
                        continue
                    total: i64 = 0
                    x: i64 = 0
                    while x <= a and x <= size and (x == 0 or (voids[0] >> suit) & 1 == 0):
                        y: i64 = 0
                        while y <= b and x + y <= size and (y == 0 or (voids[1] >> suit) & 1 == 0):
                            z: i64 = size - x - y
                            if z <= rest and (z == 0 or (voids[2] >> suit) & 1 == 0):
                                after: i64 = ways[(suit + 1) * TABLE + (a - x) * ROW + b - y]
                                if after != 0:
                                    total += choices[size * ROW + x] * choices[(size - x) * ROW + y] * after
                            y += 1
                        x += 1
                    ways[suit * TABLE + a * ROW + b] = total
            suit -= 1

    def draw(self, words: vec[i64], others: vec[i64], unknown: i64, chance: Chance) -> None:
        """Deal the unknown cards."""
        ways, choices, sizes, cards, free = self.ways, CHOICES, self.sizes, self.cards, self.free
        a: i64 = free[0]
        b: i64 = free[1]
        for suit in range(i64(4)):
            size: i64 = sizes[suit]
            number: i64 = below(chance, ways[suit * TABLE + a * ROW + b])
            n: i64 = 0
            left: i64 = (unknown >> (suit * 13)) & c.SUIT
            while left != 0:
                cards[n] = suit * 13 + lowest(left)
                left &= left - 1
                n += 1
            chance.shuffle(cards, n)
            x, y = self.split(suit, size, a, b, number)
            for i in range(size):
                to: i64 = others[0] if i < x else (others[1] if i < x + y else others[2])
                words[w.HAND + to] |= bit(cards[i])
            a -= x
            b -= y
        assert choices[0] == 1

    def split(self, suit: i64, size: i64, a: i64, b: i64, number: i64) -> tuple[i64, i64]:
        """How many cards of the suit the first two get, in the way with this number."""
        ways, choices, voids = self.ways, CHOICES, self.voids
        for x in range(size + 1):
            if x > a or (x > 0 and (voids[0] >> suit) & 1 != 0):
                break
            for y in range(size - x + 1):
                if y > b or (y > 0 and (voids[1] >> suit) & 1 != 0):
                    break
                if size - x - y > 0 and (voids[2] >> suit) & 1 != 0:
                    continue
                after: i64 = ways[(suit + 1) * TABLE + (a - x) * ROW + b - y]
                number -= choices[size * ROW + x] * choices[(size - x) * ROW + y] * after
                if number < 0:
                    return x, y
        raise AssertionError("no world fits what the seat knows")


def below(chance: Chance, n: i64) -> i64:
    """A number from 0 to n - 1, each exactly as likely as any other (n up to 2**57)."""
    limit: i64 = RANDOM - RANDOM % n
    while True:
        number: i64 = chance.word() << 25 | chance.word() >> 7
        if number < limit:
            return number % n


def some_of(cards: i64, n: i64, chance: Chance) -> i64:
    """A random set of n of the cards."""
    found: i64 = 0
    size: i64 = count(cards)
    while n > 0:
        skipped: i64 = chance.below(size)
        rest: i64 = cards
        while skipped > 0:
            rest &= rest - 1
            skipped -= 1
        found |= rest & -rest
        cards &= ~(rest & -rest)
        size -= 1
        n -= 1
    return found


def imagine(words: vec[i64], question: i64, sealed: i64, seat: i64, worlds: Worlds, chance: Chance) -> None:
    """Fill in the other hands, and what the others have passed: any three cards of the thirteen that one got."""
    passing: i64 = words[w.PASSING]
    is_passed: bool = question == c.Q_CARD and passing != 0
    unknown: i64 = c.FULL_DECK & ~words[w.HAND + seat]
    if not is_passed:
        unknown &= ~words[w.GIVEN + seat]
    receiver: i64 = (seat + passing) & 3
    others = vec[i64]([0] * 3)
    n: i64 = 0
    for turn in range(i64(4)):
        unknown &= ~words[w.PLAYED + turn]
        if turn != seat:
            others[n] = turn
            n += 1
    free, sizes, voids = worlds.free, worlds.sizes, worlds.voids
    for i in range(i64(3)):
        other: i64 = others[i]
        known: i64 = 0
        if is_passed and other == receiver:
            known = words[w.GIVEN + seat] & ~words[w.PLAYED + other]
            unknown &= ~known
        words[w.HAND + other] = known
        free[i] = 13 - count(words[w.PLAYED + other]) - count(known)
        voids[i] = words[w.VOID + other]
    for suit in range(i64(4)):
        sizes[suit] = count((unknown >> (suit * 13)) & c.SUIT)
    worlds.count_ways()
    worlds.draw(words, others, unknown, chance)
    for i in range(i64(3)):
        other = others[i]
        if is_passed:
            giver: i64 = (other - passing) & 3
            if giver == seat:
                words[w.RECEIVED + other] = words[w.GIVEN + seat]
            else:
                given: i64 = some_of(words[w.HAND + other] | words[w.PLAYED + other], c.PASSED, chance)
                words[w.RECEIVED + other] = given
                words[w.GIVEN + giver] = given
        elif question == c.Q_PASS:
            laid: i64 = words[w.LAID]
            if sealed != 0 and (sealed >> other) & 1 == 0:
                laid += 1
            given = some_of(words[w.HAND + other], laid, chance)
            words[w.GIVEN + other] = given
            words[w.HAND + other] &= ~given
    if is_passed:
        words[w.GIVEN + ((seat - passing) & 3)] = words[w.RECEIVED + seat]
