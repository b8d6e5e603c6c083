"""Reaction windows: what may be shown of a match while only the seats that can react are asked.

In such a game (`Game.windows`) being asked tells that a seat holds something. So a window must look the same whichever
seats can react: all learn at once what can be reacted to, and the rest when all may know who is asked next.

Here is decided what each seat may be shown. There is no clock here: how long a window lasts is up to the callers,
`ui/terminal/hot_seat.py` for people who share a terminal and `ui/web/tables/broadcast.py` for the page.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from croupier.kernel.decision import Event, Seat, View
from croupier.match.match import EXPELLED, Match, Step
from croupier.match.playback import apply_step, replay_from_deal
from croupier.match.transcript import fold_lines


def events_from(match: Match, seat: Seat, first: int = 0) -> list[Event]:
    """All events from step `first` on (0 is the deal) as `seat` may know them."""
    return [event for number in range(first, len(match.steps) + 1) for event in match.happened(seat, number)]


def window_ends(events: Sequence[Event], kinds: Collection[type[Event]]) -> list[int]:
    """For each event that opens a window, the number of events up to and including it."""
    return [number for number, event in enumerate(events, 1) if type(event) in kinds]


def told_to_all(events: Sequence[Event], public: Sequence[Event]) -> tuple[Event, ...]:
    """Of the events of one seat those that everybody got, as this seat knows them: not its own sealed answers.

    `public` is the same news as spectators got it.
    """
    found: list[Event] = []
    for event in events:
        if len(found) < len(public) and type(event) is type(public[len(found)]):
            found.append(event)
    return tuple(found)


def split_at_windows(events: Sequence[Event], kinds: Collection[type[Event]]) -> Iterator[tuple[Event, ...]]:
    """The events in pieces, each but the last ending with an event that opens a window."""
    begin = 0
    for end in window_ends(events, kinds):
        yield tuple(events[begin:end])
        begin = end
    if begin < len(events):
        yield tuple(events[begin:])


class SeatNews:
    """The news of one seat, in pieces that end where a window opens.

    A driver sends news when all may see it; what opens a window is taken from the match before that.
    """

    def __init__(self, seat: Seat, kinds: Collection[type[Event]]) -> None:
        self._seat = seat
        self._kinds = kinds
        self._sent = 0
        """Events received from the driver."""
        self._early = 0
        """Events taken from the match that the driver has not sent yet."""
        self._pieces: list[tuple[Event, ...]] = []
        self._view: View | None = None

    def __bool__(self) -> bool:
        """Whether a piece is left."""
        return bool(self._pieces)

    @property
    def opens_window(self) -> bool:
        """Whether the next piece ends with an event that opens a window."""
        return bool(self._pieces) and opens_window(self._pieces[0], self._kinds)

    def take_early(self, match: Match) -> tuple[Event, ...]:
        """Everything new up to the event that opened the last window; for a match that is not public."""
        events = events_from(match, self._seat)
        end = max(window_ends(events, self._kinds), default=0)
        new = tuple(events[self._sent + self._early : end])
        self._early += len(new)
        return new

    def add(self, events: tuple[Event, ...], view: View, split: bool) -> None:
        """Add what the driver sends, without what was taken early; in one piece unless `split`."""
        early = min(self._early, len(events))
        self._sent += len(events)
        self._early -= early
        rest = events[early:]
        self._pieces += split_at_windows(rest, self._kinds) if split else [rest]
        self._view = view

    def take_piece(self) -> tuple[tuple[Event, ...], View | None]:
        """The next piece, and the view if it was the last one."""
        piece = self._pieces.pop(0) if self._pieces else ()
        if self._pieces:
            return piece, None
        view, self._view = self._view, None
        return piece, view


def opens_window(piece: Sequence[Event], kinds: Collection[type[Event]]) -> bool:
    return bool(piece) and type(piece[-1]) in kinds


class ShownSteps(msgspec.Struct, frozen=True):
    """Steps `first` to `last` of a match, shown together; step 0 is the deal."""

    first: int
    last: int
    public: tuple[bool, ...]
    """For each step, whether all may know that this seat was asked and what it answered."""


class PendingSteps:
    """The steps of a match that are not shown yet. They are released together, when all may see the table.

    So a play and its outcome are shown as one, whether or not a seat was asked in between.
    """

    def __init__(self) -> None:
        self._first = 0
        self._public: list[bool] = [True]
        self._asked_publicly = True

    def note_question(self, match: Match) -> None:
        """The next answers are to what the match asks now."""
        self._asked_publicly = match.state.asks_openly() and match.state.sealed == 0

    def note_answers(self, match: Match) -> None:
        """The match went on by one step or more."""
        while len(self._public) < len(match.steps) + 1 - self._first:
            self._public.append(self._asked_publicly)

    @property
    def released(self) -> int:
        """Number of steps released so far, counting the deal."""
        return self._first

    def is_empty(self, match: Match) -> bool:
        return self._first > len(match.steps)

    def windows(self, match: Match, seat: Seat) -> list[tuple[Event, ...]]:
        """For each window opened in the pending steps: the events from their first to the one that opened it."""
        events = events_from(match, seat, self._first)
        return [tuple(events[:end]) for end in window_ends(events, match.game.windows)]

    def release(self, match: Match) -> ShownSteps | None:
        """All pending steps if they may be shown now; None if there are none or they must wait."""
        if not self._public or not match.is_public:
            return None
        steps = ShownSteps(self._first, len(match.steps), tuple(self._public))
        self._first, self._public = len(match.steps) + 1, []
        return steps


def replay_shown(script: Match, pending: PendingSteps, until: int | None = None) -> Iterator[tuple[ShownSteps, Match]]:
    """Replay a match and yield what is shown together, each time with the match as it was then.

    Stops after `until` steps, counting the deal; `pending` then stands behind the last of them.
    """
    match = replay_from_deal(script)
    if until == 0:
        return
    if (steps := pending.release(match)) is not None:
        yield steps, match
    for step in script.steps[: None if until is None else until - 1]:
        pending.note_question(match)
        apply_step(match, step)
        pending.note_answers(match)
        if (steps := pending.release(match)) is not None:
            yield steps, match


class RedactedSteps(msgspec.Struct, frozen=True):
    """Steps shown together, as one seat may know them."""

    mover: Step | None
    """The first step of which all may know whose it was. The move may be a hidden one: it is for its own seat."""
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    said: tuple[tuple[Seat, str], ...]
    note: str


def redact_steps(match: Match, steps: ShownSteps, seat: Seat, notes: bool) -> RedactedSteps:
    """The steps as `seat` (or PUBLIC) may know them; with `notes` also what the bots noted."""
    names = match.table.names
    events: list[Event] = []
    lines: list[str] = []
    said: list[tuple[Seat, str]] = []
    noted: list[str] = []
    mover: Step | None = None
    for number, public in zip(range(steps.first, steps.last + 1), steps.public, strict=True):
        events += match.happened(seat, number)
        if number == 0:
            continue
        step = match.steps[number - 1]
        if public:
            mover = mover or step
            is_own = step.seat == seat
            # The reason of a fault lists legal moves, and so the hand.
            lines += [f"{names[step.seat]}: {fault if is_own else fault.partition(':')[0]}" for fault in step.faults]
            if step.ruling and step.move != EXPELLED:
                played = f"plays {match.game.moves[step.move]}" if is_own else "answers"
                lines.append(f"{names[step.seat]}: the referee {played}")
        said += [(step.seat, text) for text in step.say]
        if notes and step.note:
            noted.append(step.note)
    lines += fold_lines(event.text(names) for event in events)
    return RedactedSteps(mover, tuple(events), tuple(lines), tuple(said), "\n".join(noted))
