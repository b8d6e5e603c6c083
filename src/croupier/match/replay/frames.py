"""The frames of a replay page as JSON: for each point of view, the table after every step.

Values are stored once, and a frame holds only what changed since the one before it, so a match of Belote with 200 steps
takes some hundred kilobytes. What a point of view may not know is nowhere in the data.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

import msgspec

from croupier.games import GAMES
from croupier.kernel.decision import Event, Seat, Table, View, encode_hook
from croupier.kernel.event_bits import DEALER, PUBLIC, redact
from croupier.kernel.state import State
from croupier.kernel.wire import event_to_wire
from croupier.match.match import EXPELLED, Match
from croupier.match.playback import Playback
from croupier.match.replay.table_zones import open_zones, wire_of, zones_of
from croupier.match.transcript import transcript_lines

ALL_OPEN = "all cards open"
SPECTATOR = "as a spectator"
REMOVED = -1
"""In place of a value: the field is gone."""
HIDDEN_STEP = "…"

Frame = dict[str, int]
"""Fields that changed, each with the place of its value."""


def viewer_labels(names: Sequence[str], viewers: Collection[Seat] | None) -> dict[Seat, str]:
    """The points of view of a page, in order, and their words; all of them for None."""
    labels = {DEALER: ALL_OPEN, **{seat: f"as {name}" for seat, name in enumerate(names)}, PUBLIC: SPECTATOR}
    return {seat: label for seat, label in labels.items() if viewers is None or seat in viewers}


def viewer_key(viewer: Seat) -> str:
    """How a page names a point of view."""
    return {DEALER: "dealer", PUBLIC: "public"}.get(viewer, str(viewer))


class FrameWriter:
    """Writes frames, and keeps the values that they refer to."""

    def __init__(self, table: Table, with_zones: bool = True) -> None:
        """Zones are for a game that the page has no table of its own for."""
        self._table = table
        self._with_zones = with_zones
        self._places: dict[str, int] = {}
        self._last: dict[tuple[object, Seat], Frame] = {}

    @property
    def values(self) -> list[Any]:
        """All values, by place."""
        return [msgspec.Raw(text.encode()) for text in self._places]

    def write(
        self, reel: object, viewer: Seat, views: Sequence[View], public: View, view: View, events: Iterable[Event]
    ) -> Frame:
        """The next frame of a reel (the match, or a branch) for a viewer; `views` are those of all seats."""
        wire = wire_of(view)
        fields: dict[str, Any] = {f"view.{name}": value for name, value in wire.items()}
        fields["events"] = [event_to_wire(event, self._table.names) for event in events]
        if viewer == DEALER:
            wires = [wire_of(each) for each in views]
            fields["hands"] = [[each.get("hand", []), each.get("drawn", [])] for each in wires]
        if self._with_zones:
            fields["zones"] = open_zones(views, public) if viewer == DEALER else zones_of(view, wire)
        frame = {name: self.place(value) for name, value in fields.items()}
        before = self._last.get((reel, viewer), {})
        self._last[reel, viewer] = frame
        changed = {name: place for name, place in frame.items() if before.get(name) != place}
        return {**changed, **{name: REMOVED for name in before if name not in frame}}

    def place(self, value: Any) -> int:
        """Where a value is stored."""
        text = msgspec.json.encode(value, enc_hook=encode_hook).decode()
        return self._places.setdefault(text, len(self._places))


def state_frame(
    writer: FrameWriter, reel: object, table: Table, state: State, viewer: Seat, events: Sequence[int]
) -> Frame:
    """The frame of a state, after events as the state emitted them."""
    game = GAMES[table.game]

    def look(seat: Seat) -> View:
        view: Any = game.view
        return view(table, seat, state.snapshot(seat))

    shown = [redact(event, viewer, table.seats) for event in events]
    seats = [look(seat) for seat in range(table.seats)] if viewer == DEALER else []
    return writer.write(reel, viewer, seats, look(PUBLIC), look(viewer), [game.events[each] for each in shown if each])


class StepShown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step of a match in words, as one viewer may know it."""

    number: int
    seat: Seat | None
    """None where it is not known who answered."""
    label: str
    turn: str = ""
    lines: tuple[str, ...] = ()
    say: tuple[str, ...] = ()
    note: str = ""
    faults: tuple[str, ...] = ()


def steps_shown(script: Match, playback: Playback, viewer: Seat, turns: Sequence[str]) -> list[StepShown]:
    """The steps in words; the deal is number 0."""
    names, game = script.table.names, script.game
    dealt = tuple(_without_mark(transcript_lines("", [each.text(names) for each in script.happened(viewer, 0)])))
    shown = [StepShown(0, None, "the deal", lines=dealt)]
    for number, step in enumerate(script.steps, 1):
        texts = [event.text(names) for event in script.happened(viewer, number)]
        is_open = viewer in (DEALER, step.seat)
        if is_open:
            label = "is expelled" if step.move == EXPELLED else game.moves[step.move].label(names)
            lines = tuple(_without_mark(playback.lines(number, viewer)))
            shown.append(
                StepShown(number, step.seat, label, turns[number - 1], lines, step.say, step.note, step.faults)
            )
            continue
        # Faults and notes of others may name their cards.
        lines = tuple(_without_mark(transcript_lines(names[step.seat], texts, step.say)))
        who = step.seat if texts or step.say else None
        shown.append(StepShown(number, who, texts[0] if texts else HIDDEN_STEP, turns[number - 1], lines, step.say))
    return shown


def _without_mark(lines: Iterable[str]) -> Iterable[str]:
    return (line.removeprefix("[GAME] ") for line in lines)
