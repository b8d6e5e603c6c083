"""A match frame by frame: after each step, what any seat knew then and what it was told.

It is played again for it, so a frame shows exactly what was there to be seen, and no seat's frame shows more.
"""

from collections.abc import Sequence

import msgspec

from croupier.kernel.decision import Seat
from croupier.kernel.view import View
from croupier.match.core import EXPELLED, Match, Step
from croupier.match.rehearsal import again, repeat
from croupier.match.story import told


class Frame(msgspec.Struct, frozen=True):
    """The table after one step, as one seat saw it."""

    view: str
    lines: tuple[str, ...]
    """What the step made happen, in words."""


class Film:
    """Frames are made when they are looked at, forwards and backwards."""

    def __init__(self, script: Match) -> None:
        self._script = script
        self._match = again(script)

    @property
    def names(self) -> tuple[str, ...]:
        return self._script.table.names

    @property
    def title(self) -> str:
        return self._script.game.title

    @property
    def steps(self) -> Sequence[Step]:
        return self._script.steps

    @property
    def is_over(self) -> bool:
        """Whether the match has come to its end; one that is still played gets more frames."""
        return self._script.over

    def shows(self, match: Match) -> bool:
        return match is self._script

    def view(self, number: int, seat: Seat) -> View:
        """What `seat` (or DEALER, who sees all, or PUBLIC) knew after step `number`; 0 is the deal."""
        if number < len(self._match.steps):
            self._match = again(self._script)
        for step in self._script.steps[len(self._match.steps) : number]:
            repeat(self._match, step)
        return self._match.view(seat)

    def frame(self, number: int, seat: Seat) -> Frame:
        """After step `number`, as `seat` saw it."""
        return Frame(self.view(number, seat).text(), tuple(self.lines(number, seat)))

    def lines(self, number: int, seat: Seat) -> list[str]:
        """What step `number` made happen, as `seat` was told."""
        texts = [event.text(self.names) for event in self._script.happened(seat, number)]
        if number == 0:
            return list(told("", texts))
        step = self._script.steps[number - 1]
        move = "" if step.move == EXPELLED else str(self._script.game.moves[step.move])
        return list(told(self.names[step.seat], texts, step.say, step.faults, step.ruling, move, step.printed))

    def note(self, number: int) -> str:
        """Why the player did it, if it said so."""
        return self._script.steps[number - 1].note if number else ""
