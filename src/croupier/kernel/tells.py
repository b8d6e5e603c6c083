"""What a game's players may give away: public acts, and the hidden facts that an opponent would like to know.

A game declares its tells in the module `tells` of its package; `croupier.arena.profile` measures them for any bot
without knowing the game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from croupier.kernel.decision import Event, Seat

Read = Callable[[Any, Any], Iterable[tuple[Seat, str]]]
"""From a public event and the spectators' view before it: the seats that acted, and what each did, in words."""
Fact = Callable[[Any, Any, Any], str | None]
"""From a seat's own view, the dealer's view and the event: the hidden fact, one of the tell's; None if there is none.

It is asked of the real cards and of imagined ones."""


class Tell(msgspec.Struct, frozen=True):
    """One kind of public act, and the hidden fact that it may give away."""

    name: str
    """In the plural, as the row of a table: "claims", "Nopes"."""
    events: tuple[type[Event], ...]
    """The public events that are read."""
    read: Read
    facts: Mapping[str, str]
    """Each value of the fact, with its words after "when it claims two cards, "."""
    fact: Fact
    is_after: bool = True
    """Whether the fact is looked up after the act; if not, as it was just before."""


class Habit(msgspec.Struct, frozen=True):
    """How often a seat does something when it is asked: "challenges 94 % of claims of three cards"."""

    question: str
    does: str
    """A verb in the third person: "challenges"."""
    sort: Callable[[Any, Any], tuple[str, bool] | None]
    """From the seat's view and its move: the situation in words ("claims of three cards"), and whether it does it."""
    among: str = "of"
    """The word between the percentage and the situation."""


class Tells(msgspec.Struct, frozen=True):
    """The tells and habits of one game."""

    tells: Sequence[Tell] = ()
    habits: Sequence[Habit] = ()


def yes_or_no(yes: str, no: str) -> Mapping[str, str]:
    """The words of a fact that is "yes" or "no"."""
    return MappingProxyType({"yes": yes, "no": no})


def said(fact: bool) -> str:
    """A fact that is "yes" or "no"."""
    return "yes" if fact else "no"
