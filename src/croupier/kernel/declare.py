"""Moves and events as declarations: a class says its code, where its fields come from, and how it is written.

    class Drew(CuttleEvent, code=codes.E_DREW, reveals=True):
        seat: Seat
        card: Card | None = from_x(CARDS)
        says = "{seat} draws {card|a card}"

    class Points(CuttleMove, ids={codes.M_POINTS: product(CARDS[:40])}):
        card: Card
        notation = "points {card}"
        says = "Play {card} for points"

A game's base class (`CuttleEvent`, `CuttleMove`) collects its subclasses. A notation is for programs, a sentence for
people and language models. Both are compiled once, to the code that would otherwise be written by hand:

    {card}            the field
    {card|a card}     the field, or "a card" where it is None
    {works?yes|no}    one of two texts, by whether the field is true
    {deal+1}          a number that is counted from 0, as people count it
    {count:card}      a number with its noun: "1 card", "2 cards"
    [ on {target}]    left out where a field in it is None

The sentence is also the docstring of a class that has none. A view names words of the game's layout:

    class HeartsView(View):
        layout = LAYOUT
        deal: int = from_word(w.DEAL)
        points: tuple[int, ...] = from_words(w.POINTS)
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Union, dataclass_transform

import msgspec

from croupier.kernel.event_bits import a_of, actor_of, b_of, kind_of, x_of, y_of

Decode = Callable[[int], Any] | Sequence[Any] | Mapping[int, Any] | None
"""What a number of an event stands for: a table, a function, `Seat`, or None for the number itself."""


_SEAT: Final = "names[{}]"
_MOVE_SEATS: Final[Mapping[str, str]] = dict.fromkeys(("seat", "target"), "seat_or_word({}, names, word)")
"""Fields of a move that are seats where they hold a number."""


class Source(NamedTuple):
    """Where a field of an event comes from."""

    bits: Callable[[int], int]
    decode: Decode = None
    plus_one: bool = False

    @property
    def is_seat(self) -> bool:
        return self.decode is int

    def read(self, event: int) -> Any:
        """The value of the field in a redacted event integer."""
        number = self.bits(event) - self.plus_one
        if number < 0:
            return None
        if self.decode is None:
            return number
        return self.decode(number) if callable(self.decode) else self.decode[number]


def from_actor(decode: Decode = int) -> Any:
    """The actor of the event. A field called `seat` is that without saying so."""
    return Source(actor_of, decode)


def from_a(decode: Decode = None, plus_one: bool = False) -> Any:
    """Public field a. `plus_one` is for a field that is stored plus one, 0 meaning None."""
    return Source(a_of, decode, plus_one)


def from_b(decode: Decode = None, plus_one: bool = False) -> Any:
    """Public field b. `plus_one` is for a field that is stored plus one, 0 meaning None."""
    return Source(b_of, decode, plus_one)


def from_x(decode: Decode = None) -> Any:
    """Secret field x; None where it is not shown."""
    return Source(x_of, decode)


def from_y(decode: Decode = None) -> Any:
    """Secret field y; None where it is not shown."""
    return Source(y_of, decode)


def from_event(read: Callable[[int], Any]) -> Any:
    """Whatever `read` makes of the whole event integer."""
    return Source(_whole, read)


def _whole(event: int) -> int:
    return event


class WordField:
    """A property of a view: a word of the layout, or the words of all seats."""

    def __init__(self, place: int, each_seat: bool, decode: Decode) -> None:
        self.place = place
        self.each_seat = each_seat
        self.decode = decode

    def __get__(self, view: Any, owner: type[Any]) -> Any:
        if view is None:
            return self
        seats: int = view.table.seats
        at: int = owner.layout.at(self.place, seats)
        if self.each_seat:
            return tuple(map(self._read, view.ints[at : at + seats]))
        return self._read(view.ints[at])

    def _read(self, number: int) -> Any:
        if self.decode is None or callable(self.decode):
            return number if self.decode is None else self.decode(number)
        return self.decode[number] if number >= 0 else None


def from_word(place: int, decode: Decode = None) -> Any:
    """The word at this place of the view's `layout`. With a table, -1 stands for None."""
    return WordField(place, False, decode)


def from_words(place: int, decode: Decode = None) -> Any:
    """The words of all seats from this place of the view's `layout` on, one for each seat."""
    return WordField(place, True, decode)


class EventFamily:
    """The event classes of one game, collected as they are declared."""

    def __init__(self) -> None:
        self.kinds: dict[int, type[Any]] = {}
        """By code."""
        self.revealing: set[type[Any]] = set()
        self.windows: set[type[Any]] = set()
        self.leaving: set[type[Any]] = set()
        self.slow: set[type[Any]] = set()
        self._sources: dict[int, tuple[Source, ...]] = {}

    def add(self, kind: type[Any], code: int, sources: Mapping[str, Source]) -> None:
        assert code not in self.kinds, f"{kind.__name__} has the code of {self.kinds[code].__name__}"
        actor = {"seat": Source(actor_of)}
        self.kinds[code] = kind
        self._sources[code] = tuple((actor | dict(sources))[field] for field in kind.__struct_fields__)

    def make(self, event: int) -> Any:
        """The event behind a redacted integer."""
        code = kind_of(event)
        return self.kinds[code](*[source.read(event) for source in self._sources[code]])

    def union(self) -> Any:
        """All classes as one type."""
        return _union(self.kinds.values())


@dataclass_transform(
    frozen_default=True, field_specifiers=(from_actor, from_a, from_b, from_x, from_y, from_event, msgspec.field)
)
class EventMeta(msgspec.StructMeta):
    """Makes event classes from their declarations. A class without a code is the base class of a game's events."""

    family: EventFamily

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        code: int = 0,
        reveals: bool = False,
        window: bool = False,
        leaves: bool = False,
        slow: bool = False,
        **options: Any,
    ) -> "EventMeta":
        """The flags put the class among `Game.showing`, `Game.windows`, `Game.leaving` and `Game.slow`."""
        sources = {field: value for field, value in namespace.items() if isinstance(value, Source)}
        namespace = {field: value for field, value in namespace.items() if field not in sources}
        if "says" in namespace:
            seats = dict.fromkeys(["seat", *(field for field, source in sources.items() if source.is_seat)], _SEAT)
            namespace.setdefault("__doc__", namespace["says"])
            namespace["text"] = _compile(namespace["says"], "self, names", seats, _method(bases, "word"))
        cls = super().__new__(mcs, name, bases, namespace, **options)
        if not code:
            cls.family = EventFamily()
            return cls
        family = cls.family
        family.add(cls, code, sources)
        groups = (reveals, family.revealing), (window, family.windows), (leaves, family.leaving), (slow, family.slow)
        for is_among, classes in groups:
            if is_among:
                classes.add(cls)
        return cls


class MoveFamily:
    """The move classes of one game, collected as they are declared."""

    def __init__(self) -> None:
        self.kinds: list[type[Any]] = []
        self._ranges: list[tuple[int, type[Any], list[tuple[Any, ...]]]] = []
        self._moves: list[Any] = []

    def add(self, kind: type[Any], ids: int | Mapping[int, Iterable[tuple[Any, ...]]]) -> None:
        ranges = {ids: [()]} if isinstance(ids, int) else ids
        self.kinds.append(kind)
        self._ranges += [(first, kind, list(fields)) for first, fields in ranges.items()]

    def make_all(self) -> list[Any]:
        """Every move, by its id: always the same objects, which an answer is looked up by most quickly."""
        moves = self._moves
        if moves:
            return moves
        for first, kind, all_fields in sorted(self._ranges, key=lambda each: each[0]):
            assert first == len(moves), f"{kind.__name__} begins with id {first}, but the next free one is {len(moves)}"
            moves += [kind(*fields) for fields in all_fields]
        return moves

    def union(self) -> Any:
        """All classes as one type."""
        return _union(self.kinds)


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class MoveMeta(msgspec.StructMeta):
    """Makes move classes from their declarations. A class without ids is the base class of a game's moves."""

    family: MoveFamily

    def __new__(
        mcs,
        name: str,
        bases: tuple[type, ...],
        namespace: dict[str, Any],
        *,
        ids: int | Mapping[int, Iterable[tuple[Any, ...]]] | None = None,
        **options: Any,
    ) -> "MoveMeta":
        """`ids` is the id of a move without fields, or the first id of each range with the fields of its moves."""
        if "notation" in namespace:
            namespace["__str__"] = _compile(namespace["notation"], "self", {}, _method(bases, "word"))
        if "says" in namespace:
            namespace.setdefault("__doc__", namespace["says"])
            namespace["label"] = _compile(namespace["says"], "self, names", _MOVE_SEATS, _method(bases, "phrase"))
        cls = super().__new__(mcs, name, bases, namespace, **options)
        if ids is None:
            cls.family = MoveFamily()
        else:
            cls.family.add(cls, ids)
        return cls


def _union(kinds: Iterable[type[Any]]) -> Any:
    union: Any = Union
    return union[tuple(kinds)]


def count(number: int, noun: str) -> str:
    """A number of things in words: "1 card", "2 cards"."""
    return f"1 {noun}" if number == 1 else f"{number} {noun}s"


def _compile(phrase: str, parameters: str, seats: Mapping[str, str], word: Callable[..., str]) -> Callable[..., str]:
    """A method that writes the phrase; `word` gives the words of fields that are not seats."""
    known = {"word": word, "count": count, "seat_or_word": _seat_or_word}
    return eval(f"lambda {parameters}: {_expression(phrase, parameters, seats)}", known)


def _method(bases: tuple[type, ...], name: str) -> Callable[..., str]:
    """The method of the base class that writes fields."""
    return getattr(bases[0], name)


def _seat_or_word(value: Any, names: Sequence[str], word: Callable[..., str]) -> str:
    return names[value] if type(value) is int else word(value, names)


def _expression(phrase: str, parameters: str, seats: Mapping[str, str]) -> str:
    parts: list[str] = []
    for piece in re.findall(r"\[[^]]*\]|\{[^}]*\}|[^][{}]+", phrase):
        if piece.startswith("["):
            missing = " or ".join(f"self.{field} is None" for field in re.findall(r"\{(\w+)", piece))
            parts.append(f"('' if {missing} else {_expression(piece[1:-1], parameters, seats)})")
        elif piece.startswith("{"):
            parts.append(_field_expression(piece[1:-1], parameters, seats))
        else:
            parts.append(repr(piece))
    return " + ".join(parts)


def _field_expression(form: str, parameters: str, seats: Mapping[str, str]) -> str:
    field, kind, rest = re.split(r"([|?:+]|$)", form, maxsplit=1)
    value = f"self.{field}"
    shown = seats[field].format(value) if field in seats else f"word({parameters.replace('self', value)})"
    if kind == "|":
        return f"({rest!r} if {value} is None else {shown})"
    if kind == "?":
        yes, no = rest.split("|")
        return f"({yes!r} if {value} else {no!r})"
    if kind == "+":
        return f"str({value} + 1)"
    return f"count({value}, {rest!r})" if kind == ":" else shown
