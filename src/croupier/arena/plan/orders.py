"""Orders round the table in which every player follows every other equally often.

A block is played in all rotations of one order, so that everybody sits in every seat. Successive blocks take successive
orders of a balanced list, so that neighbours change too.
"""

from collections.abc import Sequence
from typing import Final, Generic, TypeVar

from croupier.kernel.rng import new_chance, purpose

T = TypeVar("T")
Order = tuple[int, ...]

_SHUFFLE: Final = purpose("order of seatings")


def balanced_orders(players: int) -> tuple[Order, ...]:
    """Cyclic orders of the numbers below `players`, each written from 0 on; the first is 0, 1, 2, ...

    Over all of them every number comes right after every other equally often: once in the n - 1 orders of an odd n,
    twice in the 2 (n - 1) orders of an even n. For 3 and 4 these are all orders there are.
    """
    # Walecki's zigzag paths through a circle of n - 1 points, each closed by the last point, in both directions.
    circle, last = players - 1, players - 1
    cycles: list[list[int]] = []
    for turn in range(circle // 2 if players % 2 else circle):
        path = [(turn + (step + 1) // 2 * (1 if step % 2 else -1)) % circle for step in range(circle)]
        cycles += [[last, *path], [last, *path[::-1]]]
    number = {player: place for place, player in enumerate(cycles[0])}
    return tuple(dict.fromkeys(tuple(number[player] for player in cycle) for cycle in cycles))


class OrderCycle(Generic[T]):
    """The orders for successive blocks: each of them once in a cycle, in a sequence that only the secret foretells."""

    def __init__(self, root: int, orders: Sequence[T]) -> None:
        self._root = root
        self._orders = orders
        self._left: list[T] = []

    def next(self, block: int) -> T:
        """The order of the next block, which has this number in its run."""
        if not self._left:
            self._left = list(self._orders)
            chance = new_chance(self._root, _SHUFFLE, block)
            for place in range(len(self._left) - 1, 0, -1):
                other = chance.below(place + 1)
                self._left[place], self._left[other] = self._left[other], self._left[place]
        return self._left.pop()
