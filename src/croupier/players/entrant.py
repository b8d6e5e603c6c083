"""Who takes part: a name for the tables, the text it was asked for by, and a way to make it anew for every match."""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.talk import printable

__all__ = ["Entrant", "printable", "unique_names"]


class Entrant(msgspec.Struct, frozen=True):
    """One bot that was entered. `make` gives a fresh instance, so nothing is carried from match to match."""

    name: str
    spec: str
    make: Callable[[], Bot[Any, Any]]


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """The same names, repeated ones told apart: random, random_2, random_3."""
    given = list(names)
    taken: set[str] = set()
    unique: list[str] = []
    for name in given:
        number, candidate = 1, name
        while candidate in taken or (number > 1 and candidate in given):
            number += 1
            candidate = f"{name}_{number}"
        taken.add(candidate)
        unique.append(candidate)
    return tuple(unique)
