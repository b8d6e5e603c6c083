"""Everything that the seats and the spectators of a match are sent, message by message."""

from collections.abc import Callable, Collection
from typing import Any, Literal, Protocol

import msgspec

from croupier.kernel.decision import Decision, Event, Result, Seat, Table, View, encode_hook
from croupier.kernel.errors import SeatError
from croupier.kernel.event_bits import DEALER, PUBLIC
from croupier.kernel.state import State
from croupier.kernel.wire import Start, encode, news_message, over_message, question_message
from croupier.match.match import Step

Observer = int
"""A seat, or PUBLIC."""


class AuditedMatch(Protocol):
    """As much of `Match` as the audit needs; tests plant leaks behind it."""

    @property
    def table(self) -> Table: ...
    @property
    def state(self) -> State: ...
    @property
    def steps(self) -> list[Step]: ...
    @property
    def is_public(self) -> bool: ...
    def open_seats(self) -> tuple[Seat, ...]: ...
    def ask(self, seat: Seat = -1) -> Decision[Any, Any] | None: ...
    def play(self, index: int, say: tuple[str, ...] = (), *, seat: Seat = -1) -> None: ...
    def expel(self, seat: Seat) -> None: ...
    def happened(self, seat: Seat, step: int) -> tuple[Event, ...]: ...
    def take_news(self, seat: Seat) -> tuple[Event, ...]: ...
    def view(self, seat: Seat) -> View: ...
    def result(self) -> Result: ...


class Message(msgspec.Struct, frozen=True):
    """One message to one observer."""

    kind: Literal["start", "question", "news", "end"]
    events: tuple[Event, ...]
    view: View | None
    rest: Start | Decision[Any, Any] | Result | None
    seen: int
    """The kernel's hash of all that the seat was shown."""
    known: int
    """Number of events that the observer was shown until now; follows from the messages before."""

    def wire(self) -> list[bytes]:
        """The texts that are sent, for a question also that of a refusal; and the view for people."""
        if isinstance(self.rest, Start):
            return [encode(self.rest)]
        assert self.view is not None
        match self.rest:
            case Decision():
                refused = msgspec.structs.replace(self.rest, refused=refusal(self.rest))
                texts = [encode(question_message(self.rest)), encode(question_message(refused))]
            case Result():
                names = self.view.table.names
                texts = [encode(over_message(self.rest, self.events, names, view=self.view))]
            case None:
                texts = [encode(news_message(self.events, self.view))]
        return [*texts, self.view.text().encode()]


def refusal(decision: Decision[Any, Any]) -> str:
    """The reason that a player is given for an answer that is no legal move."""
    try:
        decision.index_of("no such move")
    except SeatError as fault:
        return str(fault)
    return "accepted"


class Stream:
    """All events that an observer was shown, whatever message they came with, and which seat's step they came from."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.movers: list[Seat] = []
        self.pushed = 0


class Window:
    """Whether sealed answers are still to come before what they bring about is known."""

    def __init__(self) -> None:
        self._owing = 0

    def is_open_after(self, answers: int, sealed: int) -> bool:
        """Count so many answers; `sealed` are the seats that are asked now, perhaps in another window."""
        self._owing -= answers
        if sealed and self._owing > 0:
            return True
        self._owing = sealed.bit_count()
        return False


class Recorder:
    """Collects what a match sends. News goes out when drivers send it: not while a window is open or hidden."""

    def __init__(
        self, match: AuditedMatch, observers: Collection[Observer], receive: Callable[[Observer, Message], None]
    ) -> None:
        """Each message is handed to `receive`, which may take observers out of `observers`."""
        self.match = match
        self.observers = observers
        self._receive = receive
        self.streams = {observer: Stream() for observer in observers}
        self._counted = 0
        self._window = Window()

    def start(self) -> None:
        """What is sent before the deal is seen."""
        table = self.match.table
        settings: dict[str, Any] = msgspec.to_builtins(table.settings, enc_hook=encode_hook)
        for observer in list(self.observers):
            start = Start("", table.game, observer, table.seats, settings, table.names)
            self._receive(observer, Message("start", (), None, start, 0, 0))

    def news(self) -> None:
        """What happened since the last call."""
        match = self.match
        steps = len(match.steps) + 1
        before, self._counted = self._counted, steps
        for number in range(before, steps):
            mover = match.steps[number - 1].seat if number else DEALER
            for observer in self.observers:
                events = match.happened(observer, number)
                if events:
                    stream = self.streams[observer]
                    stream.events += events
                    stream.movers += [mover] * len(events)
        if self._window.is_open_after(steps - before, match.state.sealed) or not match.is_public:
            return
        for observer in list(self.observers):
            stream = self.streams[observer]
            if new := tuple(stream.events[stream.pushed :]):
                stream.pushed = len(stream.events)
                self._send(observer, "news", new, None)

    def question(self, decision: Decision[Any, Any]) -> None:
        if decision.seat in self.observers:
            self._send(decision.seat, "question", decision.events, decision, decision.view)

    def end(self) -> None:
        """The last message to each; final views among them."""
        result = self.match.result()
        for observer in list(self.observers):
            events = () if observer == PUBLIC else self.match.take_news(observer)
            self._send(observer, "end", events, result)

    def _send(
        self,
        observer: Observer,
        kind: Literal["question", "news", "end"],
        events: tuple[Event, ...],
        rest: Decision[Any, Any] | Result | None,
        view: View | None = None,
    ) -> None:
        seen = 0 if observer == PUBLIC else self.match.state.seen[observer]
        known = len(self.streams[observer].events)
        shown = self.match.view(observer) if view is None else view
        self._receive(observer, Message(kind, events, shown, rest, seen, known))
