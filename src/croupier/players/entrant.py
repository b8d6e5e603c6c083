"""Entrants: the name of a bot, the spec it was entered by, and a way to make a fresh one for every match."""

from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

import msgspec

from croupier.kernel.bot import NAME_LENGTH, Bot
from croupier.kernel.decision import Clock
from croupier.kernel.errors import UsageError
from croupier.kernel.text import printable
from croupier.match.match import Match
from croupier.match.run_players import Player
from croupier.players.http.launch import Programs
from croupier.players.sandbox.bot import CellPool

__all__ = ["Entrant", "RemoteBot", "clean_name", "not_local", "printable", "unique_names"]


class RemoteBot(Protocol):
    """A bot that is not in this process."""

    async def arrive(self, programs: Programs) -> None:
        """Get in touch for one run, launching what must be launched; a UsageError if that cannot be."""
        ...

    async def leave(self) -> None: ...

    def sit(self, match: Match, seat: int, clock: Clock) -> AbstractAsyncContextManager[Player]:
        """Play one seat of one match, with this time; entering it raises a SeatError if the bot does not come."""
        ...


def not_local() -> Bot[Any, Any]:
    """Raise a UsageError; the `make` of an entrant that is a remote bot."""
    raise UsageError("bots that play over a connection are not supported here")


def clean_name(name: str) -> str:
    """A bot's own name as it may be shown."""
    return printable(name[:NAME_LENGTH]).strip()


class Entrant(msgspec.Struct, frozen=True):
    """One bot that was entered. `make` gives a fresh instance, so nothing is carried from match to match."""

    name: str
    spec: str
    make: Callable[[], Bot[Any, Any]]
    guest: RemoteBot | None = None
    """How to reach it if it is not in this process."""
    motto: str = ""
    hint: str = ""
    """What is waited for before it can play."""
    isolation: str = ""
    """Its isolation level; empty for built-in bots and for those that run elsewhere."""
    cells: CellPool | None = None
    """Its processes, if it has any."""
    own_name: str = ""
    """The name that its author gave it; used at unrated tables."""

    @property
    def may_remember(self) -> bool:
        """Whether it cannot be started again between two matches: trusted in this process, or running elsewhere."""
        if self.guest is None:
            return self.isolation == "trusted"
        return not self.isolation  # a program is started again, whatever its isolation


def unique_names(names: Iterable[str]) -> tuple[str, ...]:
    """The same names, with a number after repeated ones: random, random 2, random 3.

    A second "random 2" is a copy of random as well: random 3, not random 2 2.
    """
    given = list(names)
    taken: set[str] = set()
    unique: list[str] = []
    for name in given:
        stem, _, copy = name.rpartition(" ")
        stem = stem if copy.isdecimal() and stem in given else name
        number, candidate = 1, name
        while candidate in taken or (number > 1 and candidate in given):
            number += 1
            candidate = f"{stem} {number}"
        taken.add(candidate)
        unique.append(candidate)
    return tuple(unique)
