"""Those who look at a table: browsers, each with a short queue, and what all of one seat have been shown.

A browser that does not keep up is not waited for: what it missed is replaced by one whole state when it reads again.
"""

import asyncio
from collections import deque
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Seat
from croupier.kernel.events import PUBLIC
from croupier.match.core import EXPELLED, Match
from croupier.ui.web.drawing import wire_of, zones_of
from croupier.ui.web.messages import LogLine, MoveMade, ServerMessage, Zone, encode
from croupier.ui.web.scenes import Scene, Told, events_wire, told_to

QUEUE: Final = 64
LOG: Final = 300
"""So many lines of the log are in a state; the replay has all of them."""


class Viewer:
    """One browser (or program) at one table."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self._queue: deque[str] = deque()
        self._wakes = asyncio.Event()
        self.is_behind = False
        """Whether it must be sent a whole state instead of what it missed."""
        self.closing = ""
        """Why it is to hang up."""

    def put(self, text: str) -> None:
        if len(self._queue) >= QUEUE:
            self._queue.clear()
            self.is_behind = True
        self._queue.append(text)
        self._wakes.set()

    def close(self, reason: str) -> None:
        """What is queued still goes out."""
        self.closing = reason
        self._wakes.set()

    async def take(self) -> list[str]:
        """What is to be sent next; empty when the connection shall end."""
        while not self._queue:
            if self.closing:
                return []
            self._wakes.clear()
            await self._wakes.wait()
        taken = list(self._queue)
        self._queue.clear()
        return taken


class Frame(msgspec.Struct, frozen=True):
    """The table as it was last shown."""

    view: dict[str, Any]
    zones: tuple[Zone, ...]
    text: str


def frame_of(match: Match, seat: Seat) -> Frame:
    view = match.view(seat)
    wire = wire_of(view)
    return Frame(wire, zones_of(view, wire), view.text())


class Audience:
    """All who see the table with the eyes of one seat, or as spectators."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.viewers: set[Viewer] = set()
        self.log: list[LogLine] = []
        self.frame = Frame({}, (), "")
        self.step = 0
        """Counts what this audience was shown."""
        self.is_asleep = False
        """Whether nobody looked lately, so that nothing was drawn; it is told again when somebody comes."""

    @property
    def own(self) -> Seat | None:
        return None if self.seat == PUBLIC else self.seat

    def forget(self) -> None:
        """All is told anew."""
        self.log, self.step, self.is_asleep = [], 0, False

    def hear(self, match: Match, scene: Scene, notes: bool) -> Told | None:
        """Take in a scene without looking; what was told, if this audience notices it at all."""
        told = told_to(match, scene, self.seat, notes)
        if not (told.events or told.said or told.lines or told.mover):
            return None
        self.log.append(LogLine(self.step, told.lines, None if told.mover is None else told.mover.seat, told.note))
        self.step += 1
        return told

    def look(self, match: Match) -> None:
        self.frame = frame_of(match, self.seat)

    def see(self, match: Match, scene: Scene, notes: bool, to_act: tuple[int, ...]) -> MoveMade | None:
        """Take in a scene and the table after it; the message about it."""
        told = self.hear(match, scene, notes)
        self.look(match)
        if told is None:
            return None
        names, mover = match.table.names, told.mover
        move = None if mover is None or mover.move == EXPELLED else match.game.moves[mover.move]
        return MoveMade(
            step=self.step - 1,
            seat=None if mover is None else mover.seat,
            name=None if mover is None else names[mover.seat],
            move=None if move is None else str(move),
            label=None if move is None else move.label(names),
            events=events_wire(told.events, names),
            lines=told.lines,
            say=tuple({"seat": seat, "name": names[seat], "text": text} for seat, text in told.said),
            note=told.note,
            view=self.frame.view,
            zones=self.frame.zones,
            text=self.frame.text,
            to_act=to_act,
        )

    def send(self, message: ServerMessage, but: Viewer | None = None) -> None:
        """To all of this audience but one; written once."""
        if not self.viewers:
            return
        text = encode(message)
        for viewer in self.viewers:
            if viewer is not but:
                viewer.put(text)
