"""A game as the rest of Croupier sees it: a name, settings, a compiled state, and the tables that give it words.

Match, players, arena and user interfaces know only this class; adding a game adds one of these.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Generic, TypeVar

import msgspec

from croupier.kernel.analysis import Analysis
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Event, Move, Result, Settings, View, decode_hook
from croupier.kernel.errors import UsageError
from croupier.kernel.features import Feature
from croupier.kernel.httpapi import HttpApi
from croupier.kernel.policy import FaultPolicy
from croupier.kernel.state import State

T = TypeVar("T")

MOST_SHARED: Final = 20_000


class Lookup(dict[int, T], Generic[T]):
    """Values made once per integer and shared from then on; those for which there is no room are made every time."""

    def __init__(self, make: Callable[[int], T]) -> None:
        super().__init__()
        self._make = make
        self.codes: dict[int, int] = {}
        """The way back: the integer of each shared value by the value's identity."""

    def __missing__(self, key: int) -> T:
        value = self._make(key)
        if len(self) >= MOST_SHARED:
            return value
        # Another thread may have been quicker; a value must not be lost that its code is kept for.
        value = self.setdefault(key, value)
        self.codes[id(value)] = key
        return value


class Game:
    """Everything about one game."""

    def __init__(
        self,
        *,
        name: str,
        title: str,
        summary: str,
        rules_version: int,
        seats: range,
        settings: type[Settings],
        new_state: Callable[[Any, int], State],
        questions: tuple[str, ...],
        reactions: frozenset[str] = frozenset(),
        windows: frozenset[type[Event]] = frozenset(),
        leaving: frozenset[type[Event]] = frozenset(),
        endings: tuple[str, ...],
        move_count: int,
        make_move: Callable[[int], Move],
        move_types: Any,
        make_event: Callable[[int], Event],
        event_types: Any,
        showing: frozenset[type[Event]],
        view: type[View],
        bot: type[Bot[Any, Any]],
        house: Mapping[str, Callable[..., Bot[Any, Any]]] | None = None,
        policy: FaultPolicy | None = None,
        teams: Callable[[Any, int], tuple[int, ...]] | None = None,
        analysis: Analysis | None = None,
        http: HttpApi | None = None,
        answer_seconds: float = 5.0,
        rules_text: str = "",
        features: Callable[[Any, int], Sequence[Feature]] | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self.summary = summary
        self.rules_version = rules_version
        """Goes up when the same seed and answers would give another match."""
        self.seats = seats
        """How many can play."""
        self.settings_type = settings
        self._new_state = new_state
        self.questions = questions
        self.reactions = reactions
        """The questions that interrupt what another does; people get a few seconds for them."""
        self.windows = windows
        """The events after which somebody may react if he can, where nobody may know who can (`State.asks_openly`).
        Each is followed by the question to those who can or, if nobody can, at once by what comes of it; its `seat` is
        the one who cannot react to it."""
        self.leaving = leaving
        """The events by which their `seat` is out for the rest of the match, where that is before its end."""
        self.endings = endings
        """By number; the first, for a match that goes on, is empty."""
        self.move_count = move_count
        self._make_move = make_move
        self.move_types = move_types
        """The union of its Move classes, for reading them from the wire."""
        self.events: Lookup[Event] = Lookup(make_event)
        """By redacted event integer."""
        self.event_types = event_types
        self.showing = showing
        """The event classes by which a seat may lawfully learn a hidden card; see the table in RULES.md."""
        self.view = view
        self.bot = bot
        """The friendly base class for bot authors."""
        self.house: Mapping[str, Callable[..., Bot[Any, Any]]] = house or {}
        """Built-in bots that only this game has, by name: classes, or functions that make one from options."""
        self.policy = policy or FaultPolicy()
        self._teams = teams
        self.analysis = analysis
        """What reports tell about its players besides places."""
        self.http = http
        """Its own HTTP API, if it has one."""
        self.answer_seconds = answer_seconds
        """How long a player that is not in this process has for an answer, unless the run says otherwise."""
        self.rules_text = rules_text
        self.features = features
        """What learning agents see, for these settings and so many seats; without it, the bits of a snapshot."""

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    @cached_property
    def moves(self) -> list[Move]:
        """Every move, by its id; made once and shared by all matches."""
        return [self._make_move(move) for move in range(self.move_count)]

    def settings(self, values: Mapping[str, object] | None = None) -> Settings:
        """Checked settings from names and values; values may be text, as on the command line."""
        try:
            return msgspec.convert(dict(values or {}), self.settings_type, strict=False, dec_hook=decode_hook)
        except msgspec.ValidationError as error:
            text = str(error)
            raise UsageError(f"{self.name}: {text[:1].lower()}{text[1:]}; see croupier games {self.name}") from None

    def new_state(self, settings: Settings, seats: int) -> State:
        """A state that waits to be started."""
        if seats not in self.seats:
            raise UsageError(f"{self.name} is played by {self.players_text()}, not by {seats}")
        state = self._new_state(settings, seats)
        if _compiled_elsewhere(type(state)):
            raise UsageError(
                f"{self.name}: {type(state).__name__} was compiled apart from Croupier, which does not work; "
                "use it uncompiled, or compile it within this project (see CONTRIBUTING.md)"
            )
        return state

    def result(self, state: State) -> Result:
        """Of a state that is over."""
        seats = range(state.seats)
        places = tuple(int(state.place(seat)) for seat in seats)
        return Result(places, tuple(float(state.score(seat)) for seat in seats), self.endings[state.ending])

    def teams(self, settings: Settings, seats: int) -> tuple[int, ...]:
        """For each seat the number of its team; in most games everybody plays alone."""
        if self._teams is None:
            return tuple(range(seats))
        return self._teams(settings, seats)

    def players_text(self) -> str:
        fewest, most = self.seats[0], self.seats[-1]
        return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"


def _compiled_elsewhere(kind: type[State]) -> bool:
    """A native class built in another group does not know how ours lies in memory."""
    return "__mypyc_attrs__" in kind.__dict__ and not kind.__module__.startswith("croupier.")
