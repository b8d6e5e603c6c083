"""Matches that begin at a position instead of a deal: a puzzle that is played on, for instance.

The position is the snapshot of a whole state. It stays with the steps of the match, so that the match can be replayed.
"""

from croupier.kernel.event_bits import DEALER
from croupier.match.match import Match, Step


class OpenedSteps(list[Step]):
    """The steps of a match that began at a position."""

    def __init__(self, opening: tuple[int, ...]) -> None:
        super().__init__()
        self.opening = opening


def open_at(match: Match, opening: tuple[int, ...]) -> Match:
    """Put a match in which nothing was asked yet to a position; with an empty one, leave it as it was dealt."""
    if opening:
        match.state.restore(DEALER, opening)
        match.steps = OpenedSteps(opening)
        for seat in range(match.table.seats):
            match.take_news(seat)
        match._log[0].clear()  # pyright: ignore[reportPrivateUsage]  # what happened in the deal did not happen here
    return match


def opening_of(match: Match) -> tuple[int, ...]:
    """Where a match began; empty for one that was dealt."""
    return match.steps.opening if isinstance(match.steps, OpenedSteps) else ()
