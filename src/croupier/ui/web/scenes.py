"""A match as scenes: what one viewer is shown at a time, and no trace of what it may not know was asked in between.

A scene ends when everybody may know who is asked next. Where only those who can react are asked, the play and what came
of it are one scene, whether or not anybody was asked, so both read the same.
"""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from croupier.kernel.decision import Event, Seat
from croupier.kernel.wire import event_to_wire
from croupier.match.core import EXPELLED, Match, Step
from croupier.match.rehearsal import again, repeat
from croupier.match.story import folded


class Scene(msgspec.Struct, frozen=True):
    """Steps `first` to `last` of a match; step 0 is the deal."""

    first: int
    last: int
    openly: tuple[bool, ...]
    """For each of the steps, whether all may know that this seat was asked and what it answered."""


class Told(msgspec.Struct, frozen=True):
    """A scene as one viewer is told it."""

    mover: Step | None
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    said: tuple[tuple[Seat, str], ...]
    note: str


class Curtain:
    """Cuts a match into scenes while it is played."""

    def __init__(self) -> None:
        self._first = 0
        self._openly: list[bool] = [True]
        self._asked_openly = True

    def asking(self, match: Match) -> None:
        """The next answers are to what the match asks now."""
        self._asked_openly = match.state.asks_openly() and match.state.sealed == 0

    def answered(self, match: Match) -> None:
        """The match went on, by one step or more."""
        while len(self._openly) < len(match.steps) + 1 - self._first:
            self._openly.append(self._asked_openly)

    def held(self, match: Match) -> Scene:
        """What was not shown yet."""
        return Scene(self._first, len(match.steps), tuple(self._openly))

    @property
    def shown(self) -> int:
        """So many steps were shown, the deal being one."""
        return self._first

    def is_at_end(self, match: Match) -> bool:
        """Whether everything was shown."""
        return self._first > len(match.steps)

    def scene(self, match: Match) -> Scene | None:
        """What can be shown now, once; None if there is nothing, or it must wait."""
        if not self._openly or not is_open(match):
            return None
        scene = self.held(match)
        self._first, self._openly = len(match.steps) + 1, []
        return scene


def is_open(match: Match) -> bool:
    """Whether all may see the table as it is now."""
    return match.over or match.state.asks_openly()


def scenes_of(script: Match, curtain: Curtain, until: int | None = None) -> Iterator[tuple[Scene, Match]]:
    """The scenes of a match so far, each with the match as it was at its end; the curtain stands behind the last.

    `until` is the number of steps to go through, the deal being one; all if left out.
    """
    match = again(script)
    if until == 0:
        return
    if (scene := curtain.scene(match)) is not None:
        yield scene, match
    for step in script.steps[: None if until is None else until - 1]:
        curtain.asking(match)
        repeat(match, step)
        curtain.answered(match)
        if (scene := curtain.scene(match)) is not None:
            yield scene, match


def told_to(match: Match, scene: Scene, seat: Seat, notes: bool) -> Told:
    """The scene as `seat` (or PUBLIC) may know it; `notes` for those who may read what bots thought."""
    names = match.table.names
    events: list[Event] = []
    lines: list[str] = []
    said: list[tuple[Seat, str]] = []
    noted: list[str] = []
    mover: Step | None = None
    for number, openly in zip(range(scene.first, scene.last + 1), scene.openly, strict=True):
        happened = match.happened(seat, number)
        events += happened
        if number:
            step = match.steps[number - 1]
            if openly and mover is None:
                mover = step
            if openly:
                lines += [f"{names[step.seat]}: {fault}" for fault in step.faults]
            if openly and step.ruling and step.move != EXPELLED:
                lines.append(f"{names[step.seat]}: the referee plays {match.game.moves[step.move]}")
            said += [(step.seat, text) for text in step.say]
            if notes and step.note:
                noted.append(step.note)
    lines += folded(event.text(names) for event in events)
    return Told(mover, tuple(events), tuple(lines), tuple(said), "\n".join(noted))


def windows_in(match: Match, scene: Scene, seat: Seat) -> list[int]:
    """Where in the events of the scene, as `seat` is told them, a reaction window opens: how many came before."""
    kinds = match.game.windows
    events = [event for number in range(scene.first, scene.last + 1) for event in match.happened(seat, number)]
    return [place + 1 for place, event in enumerate(events) if type(event) in kinds]


def events_wire(events: Sequence[Event], names: Sequence[str]) -> tuple[dict[str, Any], ...]:
    return tuple(event_to_wire(event, names) for event in events)
