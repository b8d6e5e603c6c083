"""What a game counts about its players after a match: sums that add, and the words and figures that follow from them.

A game that has one gives it to `Game`; reports of one match and of many print it without knowing the game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from croupier.kernel.decision import Event, Result

Counts = Mapping[str, int]
"""Whole numbers by name, so that the order of adding does not matter."""


def _nothing(events: Iterable[Event], names: Sequence[str]) -> Sequence[str]:
    return ()


class Analysis(msgspec.Struct, frozen=True):
    """The post-game analysis of one game."""

    count: Callable[[Iterable[Event], Result], Sequence[Counts]]
    """The sums of one finished match, seat by seat, from its events as the dealer knows them."""
    figures: Callable[[Counts], Mapping[str, str]]
    """What a table shows of one player's sums: a column's heading and the cell."""
    remarks: Callable[[Sequence[str], Sequence[Counts]], Sequence[str]]
    """Sentences about all players, given their names and sums."""
    course: Callable[[Iterable[Event], Sequence[str]], Sequence[str]] = _nothing
    """How one match went, in a few lines: its deals, its rounds, who went out when."""
