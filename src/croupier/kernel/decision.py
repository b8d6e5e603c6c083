"""The one kind of question that every game asks, and the answer to it.

Moves, events and views are values: nothing that a player is handed leads back into the match.
"""

from collections.abc import Sequence
from html import escape
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from croupier.kernel.cards import Card
from croupier.kernel.declare import EventMeta, MoveMeta
from croupier.kernel.errors import BadMessage, IllegalMove
from croupier.kernel.text import html_table, html_text
from croupier.kernel.view import View

Seat = int


class Move(msgspec.Struct, metaclass=MoveMeta, frozen=True, gc=False, tag_field="type"):
    """A legal answer. `str(move)` is its notation, unique among the legal moves of a decision."""

    notation: ClassVar[str]
    """How it is written for programs; see `croupier.kernel.declare`. Without it, `__str__` writes the move."""
    says: ClassVar[str]
    """How people say it. Without it, `label` writes the sentence; without both, people see the notation."""
    heading: ClassVar[str] = ""
    """Heading under which lists of moves show it; empty for none."""

    def __str__(self) -> str:
        raise NotImplementedError

    def label(self, names: Sequence[str]) -> str:
        """The move as people say it, the seats called by `names`."""
        target = getattr(self, "target", None)
        return f"{self} ({names[target]})" if type(target) is int else str(self)

    def group(self) -> str:
        """Heading under which lists of moves show this move; empty for none."""
        return self.heading

    @staticmethod
    def word(value: Any) -> str:
        """How a field is written in `notation`."""
        return str(value)

    @staticmethod
    def phrase(value: Any, names: Sequence[str]) -> str:
        """How a field that is not a seat is written in `says`."""
        return value.symbol if isinstance(value, Card) else str(value)


class Event(msgspec.Struct, metaclass=EventMeta, frozen=True, gc=False, tag_field="type"):
    """Something that happened, as one seat may know it: a field that it may not know is None."""

    says: ClassVar[str]
    """Its sentence; see `croupier.kernel.declare`. Without it, `text` writes the sentence."""

    def text(self, names: Sequence[str]) -> str:
        """One sentence, the seats called by `names`."""
        raise NotImplementedError

    @staticmethod
    def word(value: Any, names: Sequence[str]) -> str:
        """How a field that is not a seat is written in `says`."""
        return value.symbol if isinstance(value, Card) else str(value)


class Said(Event, tag="Said"):
    """Table talk."""

    seat: Seat
    message: str

    def text(self, names: Sequence[str]) -> str:
        return f"{names[self.seat]}: {self.message}"


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's settings; each game's subclass checks them when it is made."""

    def public(self) -> "Settings":
        """What the players may know of them. A game with a secret setting, such as a fixed deal, leaves it out."""
        return self


class Table(msgspec.Struct, frozen=True, eq=False):
    """What everybody at the table knows from the start."""

    game: str
    seats: int
    settings: Settings
    """Without what players may not know."""
    names: tuple[str, ...]


class Clock(msgspec.Struct, frozen=True, gc=False):
    """The time a player has, in seconds. None means unlimited."""

    answer: float | None = None
    bank: float | None = None
    last: float = 0.0
    """What the previous answer took."""


NO_CLOCK = Clock()

M = TypeVar("M", bound=Move)
V = TypeVar("V", bound=View)


class Decision(msgspec.Struct, Generic[M, V], frozen=True, gc=False):
    """One question to one seat."""

    id: int
    """Counts the questions to this seat, so it tells nothing about the others."""
    game: str
    seat: Seat
    question: str
    view: V
    moves: tuple[M, ...]
    """Every legal move; the first is the safe one."""
    events: tuple[Event, ...]
    """What this seat was shown since it was last asked."""
    clock: Clock = NO_CLOCK
    refused: str = ""
    """Why the previous answer to this very question was refused; empty the first time."""

    def __repr__(self) -> str:
        count = len(self.moves)
        moves = "1 move" if count == 1 else f"{count} moves"
        return f"<Decision {self.id} of {self.game}: '{self.question}' to seat {self.seat}, {moves}>"

    def _repr_html_(self) -> str:
        """The decision in a notebook: what the seat knows, and its moves as sentences with their notation."""
        names = self.view.table.names
        rows = [(str(index), move.label(names), str(move)) for index, move in enumerate(self.moves)]
        title = f"<b>{self.game}: {self.question}, seat {self.seat} ({escape(names[self.seat])})</b>"
        return title + html_text(self.view.text()) + html_table(("index", "move", "notation"), rows)

    def index_of(self, answer: object) -> int:
        """Where the answer (an index, a notation or a move) stands in `moves`; looking it up is the legality check."""
        try:
            index = self._place_of(answer)
            known = isinstance(answer, (Move, int, str)) and not isinstance(answer, bool)
        except BaseException as error:
            # Comparing with an answer can run its code, and what that raises is no better an answer.
            raise BadMessage(f"answered {self._asked()} with an object that raises {type(error).__name__}") from None
        if index >= 0:
            return index
        if not known:
            raise BadMessage(f"answered {self._asked()} with {_shown(answer)}, which is not a move; {self._legal()}")
        raise IllegalMove(f"answered {self._asked()} with {_shown(answer)}; {self._legal()}")

    def _place_of(self, answer: object) -> int:
        if type(answer) is int:
            return answer if 0 <= answer < len(self.moves) else -1
        named = type(answer) is str
        for index, move in enumerate(self.moves):
            if move is answer or (named and str(move) == answer):
                return index
        for index, move in enumerate(self.moves):
            if type(move) is type(answer) and move == answer:
                return index
        return -1

    def _asked(self) -> str:
        return f"{self.game}: '{self.question}' to seat {self.seat}"

    def _legal(self) -> str:
        texts = [_text(move) for move in self.moves[:12]]
        more = f" and {len(self.moves) - 12} more" if len(self.moves) > 12 else ""
        return f"legal moves: {', '.join(texts)}{more}"


def _shown(answer: object) -> str:
    text = _text(answer)
    return f"'{text}'" if isinstance(answer, Move | str) else text


def _text(answer: object) -> str:
    """A hostile answer's own text is not trusted to be short, or to be there at all."""
    try:
        text = str(answer) if isinstance(answer, Move | str) else repr(answer)
    except BaseException as error:
        text = f"a {type(answer).__name__} without a text ({type(error).__name__})"
    return text if len(text) <= 100 else text[:100] + "..."


class Reply(msgspec.Struct, Generic[M], frozen=True, gc=False):
    """A player's answer: the move, table talk, and reasoning that is kept in the replay."""

    move: M | int | str
    say: tuple[str, ...] = ()
    note: str = ""
    heard: float = 0.0
    """Seconds that it says it spent on the news of the question."""


class Result(msgspec.Struct, frozen=True, gc=False):
    """How a match ended. Partners and ties share a place."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    ending: str

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def encode_hook(value: object) -> object:
    """How values that msgspec does not know are written on the wire: a card as its text."""
    if isinstance(value, Card):
        return value.text
    raise NotImplementedError(f"{type(value).__name__} cannot be written as JSON")


def decode_hook(kind: type, value: object) -> object:
    """The way back from `encode_hook`."""
    if kind is Card and isinstance(value, str):
        return Card(value)
    raise NotImplementedError(f"{kind.__name__} cannot be read from JSON")
