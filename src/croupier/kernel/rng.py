"""Chance as a pure function of (seed, purpose, index): the same numbers compiled, uncompiled and on every platform.

The generator is Chris Doty-Humphrey's sfc32: 32-bit words only, so no intermediate leaves the range where compiled
and Python integers agree. A stream is cheap to start; nothing in Croupier keeps one between two uses.

sfc32 runs backwards as easily as forwards, so what comes out of it must not lead to anything else. With a key every
stream starts from a hash of its own (keyed BLAKE2b, 128 bits): matches are dealt so. Short seeds start a stream in a
tenth of the time and hide nothing: they are for imagined worlds, training and tests.
"""

from hashlib import blake2b
from struct import Struct
from typing import Final, final
from zlib import crc32

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

SEED_LIMIT: Final = 0x4000000000000000  # short seeds lie in 0 .. SEED_LIMIT - 1
KEYED: Final = -1  # in place of a short seed: the stream belongs to the key
KEY_BYTES: Final = 16
_STREAM: Final = Struct("<qq")
_WORDS: Final = Struct("<4I")


def purpose(name: str) -> int:
    """The number of the stream called `name`."""
    return crc32(name.encode())


DEAL: Final = purpose("deal")


def key_bytes(key: int) -> bytes:
    """The key of a match or a run, for hashing: its 16 bytes, or as many more as it has."""
    return key.to_bytes(max(KEY_BYTES, (key.bit_length() + 7) // 8), "big")


@final
@mypyc_attr(acyclic=True)
class Chance:
    """One stream of random words."""

    key: bytes
    """What streams of the seed KEYED start from."""
    a: i64
    b: i64
    c: i64
    counter: i64

    def __init__(self, key: bytes = b"") -> None:
        self.key = key
        self.a = 0
        self.b = 0
        self.c = 0
        self.counter = 1

    def start(self, seed: i64, stream: i64, index: i64) -> None:
        """Begin the stream that belongs to these three numbers, or to the key and the last two if `seed` is KEYED."""
        if seed < 0:
            self._start_keyed(stream, index)
            return
        a: i64 = (seed & 0xFFFFFFFF) ^ ((index & 0xFFFF) << 16)
        b: i64 = (seed >> 32) & 0xFFFFFFFF
        c: i64 = (stream ^ ((index >> 16) & 0xFFFFFFFF)) & 0xFFFFFFFF
        counter: i64 = (index + 1) & 0xFFFFFFFF
        # Twelve words are thrown away: `word` written out, because some games start a stream with every other move.
        left: i64 = 12
        while left > 0:
            out: i64 = (a + b + counter) & 0xFFFFFFFF
            counter = (counter + 1) & 0xFFFFFFFF
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & 0xFFFFFFFF
            c = ((((c << 21) | (c >> 11)) & 0xFFFFFFFF) + out) & 0xFFFFFFFF
            left -= 1
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def _start_keyed(self, stream: i64, index: i64) -> None:
        name: bytes = _STREAM.pack(stream, index)
        words: tuple[int, int, int, int] = _WORDS.unpack(blake2b(name, digest_size=16, key=self.key).digest())
        self.a = words[0]
        self.b = words[1]
        self.c = words[2]
        self.counter = words[3]
        for _word in range(12):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        counter: i64 = self.counter
        out: i64 = (a + b + counter) & 0xFFFFFFFF
        self.counter = (counter + 1) & 0xFFFFFFFF
        self.a = b ^ (b >> 9)
        self.b = (c + (c << 3)) & 0xFFFFFFFF
        self.c = ((((c << 21) | (c >> 11)) & 0xFFFFFFFF) + out) & 0xFFFFFFFF
        return out

    def below(self, n: i64) -> i64:
        """A number from 0 to n - 1, each exactly as likely as any other (n up to 2**30)."""
        product: i64 = self.word() * n
        low: i64 = product & 0xFFFFFFFF
        if low < n:
            unfair: i64 = (0x100000000 - n) % n
            while low < unfair:
                product = self.word() * n
                low = product & 0xFFFFFFFF
        return product >> 32

    def fraction(self) -> float:
        """A number from 0 up to 1, each multiple of 2**-53 exactly as likely as any other."""
        high: i64 = self.word() >> 5
        low: i64 = self.word() >> 6
        return (float(high) * 67108864.0 + float(low)) / 9007199254740992.0

    def shuffle(self, cards: vec[i64], n: i64) -> None:
        """Put the first n of `cards` into random order.

        This is `below` written out: a deal is a tenth of a random match, and so it takes a fifth less time.
        """
        a: i64 = self.a
        b: i64 = self.b
        c: i64 = self.c
        counter: i64 = self.counter
        i: i64 = n - 1
        while i > 0:
            word: i64 = (a + b + counter) & 0xFFFFFFFF
            counter = (counter + 1) & 0xFFFFFFFF
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & 0xFFFFFFFF
            c = ((((c << 21) | (c >> 11)) & 0xFFFFFFFF) + word) & 0xFFFFFFFF
            product: i64 = word * (i + 1)
            low: i64 = product & 0xFFFFFFFF
            if low <= i and low < (0xFFFFFFFF - i) % (i + 1):
                continue
            j: i64 = product >> 32
            card: i64 = cards[i]
            cards[i] = cards[j]
            cards[j] = card
            i -= 1
        self.a = a
        self.b = b
        self.c = c
        self.counter = counter

    def deal_into(self, source: vec[i64], target: vec[i64], n: i64) -> None:
        """Fill the first n of `target` with the first n of `source` in random order; `source` stays as it is."""
        i: i64 = 0
        while i < n:
            j: i64 = self.below(i + 1)
            if j != i:
                target[i] = target[j]
            target[j] = source[i]
            i += 1


def new_chance(seed: int, stream: int, index: int) -> Chance:
    """A stream of a match, by its key or its short seed."""
    if seed < SEED_LIMIT:
        chance = Chance()
        chance.start(seed, stream, index)
    else:
        chance = Chance(key_bytes(seed))
        chance.start(KEYED, stream, index)
    return chance
