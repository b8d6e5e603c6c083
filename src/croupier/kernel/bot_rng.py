"""A bot's own random numbers: the interface of `random.Random`, on a stream from which no deal can be computed.

The stream starts again at every question. Seeding the standard generator takes longer than most bots think; this one
starts in 0.1 microseconds, and only when it is used.

It starts from 62 bits of a one-way hash of the match's 128-bit key and the seat, and not from a hash for each question,
which takes ten times as long. A bot can compute those 62 bits from its own numbers, and learns its own numbers by it,
which it is given anyway: they lead neither to the key nor to another seat, match or deal. To foresee the chance of a
rival, of which it sees only moves, it would have to try 2**62 starts: 146 years at a thousand million a second.
"""

import hashlib
import random
from typing import Any

from croupier.kernel.rng import SEED_LIMIT, Chance, purpose

_LUCK = purpose("luck")


def derived_seed(*parts: object) -> int:
    """Hash the parts into a seed from which they cannot be computed."""
    text = "/".join(str(part) for part in parts)
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big") % SEED_LIMIT


class BotRandom(random.Random):
    """`random.Random` with all its methods, but seeded in 0.1 microseconds."""

    def __init__(self, seed: int = 0) -> None:
        self._chance = Chance()
        self.turn_to(seed, 0)

    def turn_to(self, seed: int, index: int) -> None:
        """Begin the stream for the `index`-th question."""
        self._chance.start(seed, _LUCK, index)
        self.gauss_next = None

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1; faster than `randrange(n)`."""
        return self._chance.below(n)

    def choice(self, seq: Any) -> Any:
        """Choose what the standard library would choose, in a third of the time."""
        n = len(seq)
        if not n:
            raise IndexError("Cannot choose from an empty sequence")
        word, mask = self._chance.word, (1 << n.bit_length()) - 1
        if mask >= 1 << 32:
            return super().choice(seq)
        index = word() & mask
        while index >= n:
            index = word() & mask
        return seq[index]

    def random(self) -> float:
        return self._chance.fraction()

    def getrandbits(self, k: int, /) -> int:
        if k < 0:
            raise ValueError("the number of bits must not be negative")
        if 0 < k <= 32:
            return self._chance.word() & ((1 << k) - 1)
        words = 0
        for shift in range(0, k, 32):
            words |= self._chance.word() << shift
        return words & ((1 << k) - 1)

    def seed(self, a: Any = 0, version: int = 2) -> None:
        """Start another stream, until the next question."""
        self.turn_to(derived_seed("by hand", a), 0)

    def getstate(self) -> Any:
        chance = self._chance
        return (chance.a, chance.b, chance.c, chance.counter)

    def setstate(self, state: Any) -> None:
        chance = self._chance
        chance.a, chance.b, chance.c, chance.counter = state
