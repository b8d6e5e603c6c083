"""Viewers of a table: browsers, each with a short queue, and what all browsers of one seat were shown.

A browser that does not keep up is not waited for: what it missed is replaced by one whole state when it reads again.
"""

import asyncio
from collections import deque
from collections.abc import Collection, Iterable
from typing import Final

import msgspec

from croupier.kernel.decision import Seat
from croupier.kernel.event_bits import PUBLIC
from croupier.kernel.wire import event_to_wire
from croupier.match.match import EXPELLED, Match
from croupier.match.reaction_windows import RedactedSteps, ShownSteps, redact_steps
from croupier.match.replay.table_zones import wire_of, zones_of
from croupier.ui.web.api.messages import LogLine, MoveMade, SaidShown, ServerMessage, View, Zone, encode

MAX_QUEUED: Final = 64
MAX_TALK: Final = 100
MAX_LOG_LINES: Final = 300
"""Log lines in a state; the replay has all of them."""


class Viewer:
    """One browser (or program) at one table."""

    def __init__(self, seat: Seat | None) -> None:
        self.seat = seat
        self._queue: deque[str] = deque()
        self._wakes = asyncio.Event()
        self.is_behind = False
        """Whether it must be sent a whole state instead of what it missed."""
        self.closing = ""
        """Reason for closing the connection; empty while it stays open."""

    def put(self, text: str) -> None:
        if len(self._queue) >= MAX_QUEUED:
            self._queue.clear()
            self.is_behind = True
        self._queue.append(text)
        self._wakes.set()

    def close(self, reason: str) -> None:
        """Close the connection after what is queued is sent."""
        self.closing = reason
        self._wakes.set()

    async def take(self) -> list[str]:
        """Wait for messages to send; empty when the connection is to be closed."""
        while not self._queue:
            if self.closing:
                return []
            self._wakes.clear()
            await self._wakes.wait()
        taken = list(self._queue)
        self._queue.clear()
        return taken


class TableFrame(msgspec.Struct, frozen=True):
    """The table as it was last shown."""

    view: View
    zones: tuple[Zone, ...]
    text: str


def frame_of(match: Match, seat: Seat) -> TableFrame:
    view = match.view(seat)
    wire = wire_of(view)
    return TableFrame(wire, zones_of(view, wire), view.text())


def said_shown(match: Match, said: Iterable[tuple[Seat, str]]) -> tuple[SaidShown, ...]:
    return tuple(SaidShown(seat, match.table.names[seat], text) for seat, text in said)


class Audience:
    """All viewers of one seat, or all spectators."""

    def __init__(self, seat: Seat, people: Collection[Seat]) -> None:
        self.seat = seat
        self.viewers: set[Viewer] = set()
        self.log: list[LogLine] = []
        self.talk: deque[SaidShown] = deque(maxlen=MAX_TALK)
        self.out: tuple[Seat, ...] = ()
        """Seats that were shown to be out of the match."""
        self._people = people
        """Whose talk is shown when it is said, not with the next answer."""
        self.frame = TableFrame({}, (), "")
        self.step = 0
        """Number of messages about steps so far."""
        self._turn = ""
        """The turn or trick that the next step belongs to."""
        self.is_asleep = False
        """Whether nobody looked lately, so that nothing was drawn; the match is replayed when a viewer comes."""

    @property
    def own(self) -> Seat | None:
        return None if self.seat == PUBLIC else self.seat

    def clear(self) -> None:
        """Forget what was shown, to show it again."""
        self.log, self.step, self.is_asleep, self._turn = [], 0, False, ""
        self.talk.clear()
        self.out = ()

    def log_steps(self, match: Match, steps: ShownSteps, notes: bool, live: bool = False) -> RedactedSteps | None:
        """Add steps to the log without drawing the table; None if this audience does not notice them.

        What people said is added too, unless `live`, when it was shown before.
        """
        seen = redact_steps(match, steps, self.seat, notes)
        if live:
            seen = msgspec.structs.replace(seen, said=tuple(each for each in seen.said if each[0] not in self._people))
        if not (seen.events or seen.said or seen.lines or seen.mover):
            return None
        self.talk += said_shown(match, seen.said)
        self.out += tuple(getattr(event, "seat", -1) for event in seen.events if type(event) in match.game.leaving)
        mover = None if seen.mover is None else seen.mover.seat
        self.log.append(LogLine(self.step, seen.lines, mover, seen.note, self._turn, self._note_turn(match)))
        self.step += 1
        return seen

    def _note_turn(self, match: Match) -> str:
        """Remember whose turn comes next; how the match stands now."""
        view = match.view(PUBLIC)
        self._turn = match.game.turn_text(view)
        return match.game.score_text(view)

    def update_frame(self, match: Match) -> None:
        self.frame = frame_of(match, self.seat)

    def show_steps(
        self, match: Match, steps: ShownSteps, notes: bool, to_act: tuple[int, ...], pace: float
    ) -> MoveMade | None:
        """Add steps to the log and draw the table after them; the message about it."""
        seen = self.log_steps(match, steps, notes, live=True)
        self.update_frame(match)
        if seen is None:
            return None
        names, mover = match.table.names, seen.mover
        is_own = mover is not None and mover.seat == self.seat and mover.move != EXPELLED
        move = match.game.moves[mover.move] if mover is not None and is_own else None
        return MoveMade(
            step=self.step - 1,
            seat=None if mover is None else mover.seat,
            name=None if mover is None else names[mover.seat],
            move=None if move is None else str(move),
            label=None if move is None else move.label(names),
            events=tuple(event_to_wire(event, names) for event in seen.events),
            lines=seen.lines,
            say=said_shown(match, seen.said),
            note=seen.note,
            view=self.frame.view,
            zones=self.frame.zones,
            text=self.frame.text,
            to_act=to_act,
            out=self.out,
            turn=self.log[-1].turn,
            score=self.log[-1].score,
            pause=pace * (2 if any(type(event) in match.game.slow for event in seen.events) else 1),
        )

    def send(self, message: ServerMessage, but: Viewer | None = None) -> None:
        """Send to all viewers but one; the message is encoded once."""
        if not self.viewers:
            return
        text = encode(message)
        for viewer in self.viewers:
            if viewer is not but:
                viewer.put(text)
