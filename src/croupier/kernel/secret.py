"""The secret of a run, from which all its deals and its bots' chance follow by one-way functions.

A run has a secret, each of its matches a key hashed from the secret, each stream of a match a start hashed from the
key. Who knows a stream, a deal or even a match's key learns nothing about any other match.

People see secrets and keys as text: 32 or more hexadecimal digits. What is shorter is a seed that is easy to type. It
is stretched into a secret, but anybody can try all short ones: good enough to play, not for results that count.
"""

import re
from hashlib import blake2b, sha256
from secrets import token_hex
from typing import Final

from croupier.kernel.errors import UsageError
from croupier.kernel.rng import KEY_BYTES, SEED_LIMIT, key_bytes

_SECRET: Final = re.compile(r"[0-9a-f]{32,128}")
_STRETCHED: Final = b"croupier seed"
_MATCH: Final = b"croupier match"


def checked_seed(seed: int | str | None) -> str:
    """The seed of a run as text: what was given, or a new secret."""
    if seed is None:
        return token_hex(KEY_BYTES)
    text = seed_text(seed) if isinstance(seed, int) else seed.strip().lower()
    if is_secret(text):
        return text
    if not text.isascii() or not text.isdecimal() or int(text) >= SEED_LIMIT:
        raise UsageError(
            f"a seed must be a whole number from 0 to {SEED_LIMIT - 1}, or 32 to 128 hexadecimal digits, not "
            f"{text[:140]}"
        )
    return str(int(text))


def is_secret(text: str) -> bool:
    """Whether it is long enough that nobody finds it out."""
    return _SECRET.fullmatch(text) is not None and int(text, 16) >= SEED_LIMIT


def secret_of(text: str) -> int:
    """The secret that a checked seed is, or is stretched into."""
    if is_secret(text):
        return int(text, 16)
    return int.from_bytes(blake2b(text.encode(), digest_size=KEY_BYTES, person=_STRETCHED).digest(), "big")


def match_key(secret: int, number: int) -> int:
    """The key of match or block `number` of a run."""
    digest = blake2b(number.to_bytes(8, "big"), digest_size=KEY_BYTES, key=key_bytes(secret), person=_MATCH).digest()
    return int.from_bytes(digest, "big")


def commitment_to(text: str) -> str:
    """The SHA-256 of a secret's text, to be published before the first match; empty for a short seed."""
    return sha256(text.encode()).hexdigest() if is_secret(text) else ""


def seed_text(seed: int) -> str:
    """The key of a match, or its short seed, as people and files have it."""
    return str(seed) if seed < SEED_LIMIT else f"{seed:032x}"


def read_seed(text: str) -> int:
    """Read `seed_text` back; a ValueError if it is none."""
    return int(text, 16) if is_secret(text) else int(text)
