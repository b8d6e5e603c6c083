"""Two worlds side by side: whatever an observer is sent must be the same until it is shown a difference."""

from collections import Counter
from collections.abc import Callable
from itertools import zip_longest
from typing import Final

import msgspec

from croupier.kernel.decision import Decision, Event, Move, Seat
from croupier.kernel.event_bits import PUBLIC, actor_of
from croupier.kernel.game import Game
from croupier.match.audit.follow import Played
from croupier.match.audit.record import Message, Observer, Stream
from croupier.match.audit.report import Tally

NO_SEAT: Final = -1
TEXT_EVERY: Final = 13  # messages; so often the text is compared too, otherwise what it is made from
OPEN_BITS: Final = 0x3FFFFFF  # of an event; the others are secret


class Original(msgspec.Struct):
    """A match and everything that was sent in it."""

    seed: int
    steps: list[Played]
    messages: dict[Observer, list[Message]]
    streams: dict[Observer, Stream]
    shuffles: list[tuple[int, int, int]]
    is_over: bool
    wires: dict[tuple[Observer, int], list[bytes]] = {}

    def wire(self, observer: Observer, number: int) -> list[bytes]:
        key = (observer, number)
        if key not in self.wires:
            self.wires[key] = self.messages[observer][number].wire()
        return self.wires[key]


MayDiffer = Callable[[Event | None, Event | None, Seat], bool]
"""Whether two events may differ, the one or the other perhaps missing, that came from a step of this seat."""


class Comparison:
    """What the observers are sent in the other world, compared with the original as it comes."""

    def __init__(self, original: Original, game: Game, tally: Tally) -> None:
        self._original = original
        self._showing = game.showing
        self._codes = game.events.codes
        self._tally = tally
        self._received = dict.fromkeys(original.messages, 0)
        self.observers: set[Observer] = set(original.messages)
        """Those who have seen no difference yet."""
        self.may_differ: MayDiffer = self.shown
        self.streams: dict[Observer, Stream] = {}
        self.leaks: list[tuple[Observer, str]] = []

    def shown(self, one: Event | None, other: Event | None, mover: Seat) -> bool:
        """A rule for `may_differ`: by an event that may show cards, and by no other."""
        return type(one) in self._showing or type(other) in self._showing

    def receive(self, observer: Observer, other: Message) -> None:
        number = self._received[observer]
        self._received[observer] = number + 1
        sent = self._original.messages[observer]
        if number == len(sent):
            self.observers.discard(observer)
            if self._original.is_over:
                self.leaks.append((observer, f"is sent {_named(other)} after its match was over"))
            return
        one = sent[number]
        if one != other:
            self._part(observer, one, other)
            return
        if self._tally.count_message(observer, one) % TEXT_EVERY == 0:
            self._tally.texts += 1
            if self._original.wire(observer, number) != other.wire():
                self._leak(observer, f"gets a different text in {_named(one)}, although its data is the same")

    def _part(self, observer: Observer, one: Message, other: Message) -> None:
        ours, theirs = self._original.streams[observer], self.streams[observer]
        pairs = zip_longest(ours.events[: one.known], theirs.events[: other.known])
        for place, (x, y) in enumerate(pairs):
            if x != y:
                mover = theirs.movers[place] if place < other.known else ours.movers[place]
                self._part_by(observer, one, other, (x, y), mover)
                return
        if one.kind == other.kind:
            for x, y in zip_longest(one.events, other.events):  # table talk
                if x != y:
                    self._part_by(observer, one, other, (x, y), NO_SEAT)
                    return
        self._leak(observer, f"can tell at {_named(one)}: {_difference(one, other)}")

    def _part_by(
        self,
        observer: Observer,
        one: Message,
        other: Message,
        events: tuple[Event | None, Event | None],
        mover: Seat,
    ) -> None:
        x, y = events
        if not self.may_differ(x, y, mover):
            self._leak(observer, f"is sent {y} instead of {x}")
        elif (
            self._is_secret_of_another(observer, x, y)
            and (one.kind, one.view) == (other.kind, other.view)
            and Counter(one.events) != Counter(other.events)
        ):
            self._leak(observer, f"is shown {x} or {y}, which is not in its view")
        else:
            self.observers.discard(observer)
            self._tally.count_shown(x if type(x) in self._showing else y)

    def _is_secret_of_another(self, observer: Observer, one: Event | None, other: Event | None) -> bool:
        """Whether the seat is shown a secret field of what another seat did, and it is all that differs."""
        codes = [self._codes.get(id(event), 0) for event in (one, other)]
        is_secret = min(codes) > 0 and (codes[0] ^ codes[1]) & OPEN_BITS == 0
        return is_secret and observer != PUBLIC and actor_of(codes[0]) != observer

    def _leak(self, observer: Observer, what: str) -> None:
        self.observers.discard(observer)
        self.leaks.append((observer, what))


def never(one: Event | None, other: Event | None, mover: Seat) -> bool:
    """A rule for `may_differ`."""
    return False


def always(one: Event | None, other: Event | None, mover: Seat) -> bool:
    """A rule for `may_differ`: what happens later by chance or by another answer may show in any event."""
    return True


def observer_name(observer: Observer) -> str:
    return "a spectator" if observer == PUBLIC else f"seat {observer}"


def _named(message: Message) -> str:
    match message.rest:
        case Decision():
            return f"decision {message.rest.id} ('{message.rest.question}')"
        case _:
            return {"start": "the start message", "news": "news", "end": "the end"}[message.kind]


def _difference(one: Message, other: Message) -> str:
    if one.kind != other.kind:
        return f"it is sent {_named(other)} instead"
    if isinstance(one.rest, Decision) and isinstance(other.rest, Decision):
        a, b = one.rest, other.rest
        if a.id != b.id:
            return f"its number is {b.id}"
        if a.question != b.question:
            return f"the question is '{b.question}'"
        if a.moves != b.moves:
            return f"the moves are {_listed(a.moves)} and {_listed(b.moves)}"
        if a.clock != b.clock:
            return "the clock differs"
    if one.view != other.view:
        return "the view differs"
    if one.events != other.events:
        return "the events that come with it differ"
    if one.seen != other.seen:
        return "the hash of what the seat was shown differs"
    return f"{other.rest} instead of {one.rest}"


def _listed(moves: tuple[Move, ...]) -> str:
    return "[" + ", ".join(map(str, moves[:8])) + (", ..." if len(moves) > 8 else "") + "]"
