"""The ways in which hidden cards can lie in three hands, counted once and then drawn from, each as likely as any other.

For games in which a seat sees its own hand and three others are hidden: Belote, and Hearts among the examples. Every
hidden card has a set of hands that may hold it. Cards with the same set are alike, so a world is chosen in two steps:
how many cards of each kind go to which hand, weighted by the number of ways to do so, then which ones.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from croupier.kernel.bits import bit, lowest
from croupier.kernel.bits import count as size_of
from croupier.kernel.rng import Chance

MAX_HIDDEN: Final = 39  # cards: three hands of thirteen have 2**56 worlds
_SIDE: Final = 40


def _binomials() -> list[int]:
    table = [0] * (_SIDE * _SIDE)
    for n in range(_SIDE):
        table[n * _SIDE] = 1
        for k in range(1, n + 1):
            table[n * _SIDE + k] = table[(n - 1) * _SIDE + k - 1] + table[(n - 1) * _SIDE + k]
    return table


BINOMIALS: Final = vec[i64](_binomials())

# The kinds of cards by the hands that may hold them, as bits.
_A: Final = 1
_B: Final = 2
_AB: Final = 3
_C: Final = 4
_AC: Final = 5
_BC: Final = 6
_ABC: Final = 7


@final
@mypyc_attr(acyclic=True)
class ThreeHands:
    """Counted for one position; draw from it as often as you like."""

    def __init__(self) -> None:
        self.counted: bool = False
        self.total: i64 = 0
        """How many worlds fit."""
        self.kinds: vec[i64] = vec[i64]()
        """By kind: its cards as a set."""
        self.splits: vec[i64] = vec[i64]()
        """Each way to share out the kinds: how many of AB and AC go to A, how many of BC to B, how many of ABC to A
        and to B, six bits each."""
        self.sums: vec[i64] = vec[i64]()
        """How many worlds belong to the splits up to this one."""
        self.n_splits: i64 = 0
        self.order: vec[i64] = vec[i64]()
        self.a: i64 = 0
        """The hands that were drawn."""
        self.b: i64 = 0
        self.c: i64 = 0

    def count(self, hidden: i64, may_a: i64, may_b: i64, may_c: i64, need_a: i64, need_b: i64) -> None:
        """Count the ways to deal `hidden` so that A gets `need_a` cards, B `need_b` and C the rest."""
        kinds = vec[i64]([0] * 8)
        cards: i64 = hidden
        while cards != 0:
            card: i64 = lowest(cards)
            cards &= cards - 1
            kind: i64 = ((may_a >> card) & 1) | (((may_b >> card) & 1) << 1) | (((may_c >> card) & 1) << 2)
            kinds[kind] |= bit(card)
        self.kinds = kinds
        self.order = vec[i64]([0] * MAX_HIDDEN)
        ab: i64 = size_of(kinds[_AB])
        ac: i64 = size_of(kinds[_AC])
        bc: i64 = size_of(kinds[_BC])
        abc: i64 = size_of(kinds[_ABC])
        need_a -= size_of(kinds[_A])
        need_b -= size_of(kinds[_B])
        capacity: int = (ab + 1) * (ac + 1) * (bc + 1)
        splits = vec[i64]([0] * capacity)
        sums = vec[i64]([0] * capacity)
        binomials = BINOMIALS
        n: i64 = 0
        total: i64 = 0
        for i in range(ab + 1):
            for j in range(ac + 1):
                free_a: i64 = need_a - i - j
                if free_a < 0 or free_a > abc:
                    continue
                for k in range(bc + 1):
                    free_b: i64 = need_b - (ab - i) - k
                    if free_b < 0 or free_b > abc - free_a:
                        continue
                    ways: i64 = binomials[ab * _SIDE + i] * binomials[ac * _SIDE + j] * binomials[bc * _SIDE + k]
                    ways *= binomials[abc * _SIDE + free_a] * binomials[(abc - free_a) * _SIDE + free_b]
                    total += ways
                    splits[n] = i | (j << 6) | (k << 12) | (free_a << 18) | (free_b << 24)
                    sums[n] = total
                    n += 1
        self.splits = splits
        self.sums = sums
        self.n_splits = n
        self.total = total
        self.counted = True

    def draw(self, chance: Chance) -> None:
        """Choose a world; it is in `a`, `b` and `c` then."""
        kinds = self.kinds
        split: i64 = self.splits[self._place(chance)] if self.n_splits > 1 else self.splits[0]
        a: i64 = kinds[_A]
        b: i64 = kinds[_B]
        c: i64 = kinds[_C]
        taken: i64 = 0
        if kinds[_AB] != 0:
            taken = self.some(kinds[_AB], split & 63, chance)
            a |= taken
            b |= kinds[_AB] & ~taken
        if kinds[_AC] != 0:
            taken = self.some(kinds[_AC], (split >> 6) & 63, chance)
            a |= taken
            c |= kinds[_AC] & ~taken
        if kinds[_BC] != 0:
            taken = self.some(kinds[_BC], (split >> 12) & 63, chance)
            b |= taken
            c |= kinds[_BC] & ~taken
        rest: i64 = kinds[_ABC]
        if rest != 0:
            taken = self.some(rest, (split >> 18) & 63, chance)
            a |= taken
            rest &= ~taken
            taken = self.some(rest, (split >> 24) & 63, chance)
            b |= taken
            c |= rest & ~taken
        self.a = a
        self.b = b
        self.c = c

    def _place(self, chance: Chance) -> i64:
        """The number of a split, drawn by its weight."""
        at: i64 = _below(chance, self.total)
        sums = self.sums
        low: i64 = 0
        high: i64 = self.n_splits - 1
        while low < high:
            middle: i64 = (low + high) >> 1
            if at < sums[middle]:
                high = middle
            else:
                low = middle + 1
        return low

    def some(self, cards: i64, n: i64, chance: Chance) -> i64:
        """A random set of n of these cards."""
        order = self.order
        size: i64 = 0
        left: i64 = cards
        while left != 0:
            order[size] = lowest(left)
            left &= left - 1
            size += 1
        few: i64 = n if n + n <= size else size - n
        taken: i64 = 0
        for i in range(few):
            j: i64 = i + chance.below(size - i)
            taken |= bit(order[j])
            order[j] = order[i]
        return taken if few == n else cards & ~taken


def _below(chance: Chance, n: i64) -> i64:
    """As `Chance.below`, for n up to 2**59."""
    if n < 0x40000000:
        return chance.below(n)
    unfair: i64 = 0x1000000000000000 - 0x1000000000000000 % n
    while True:
        number: i64 = (chance.word() << 28) | (chance.word() >> 4)
        if number < unfair:
            return number % n
