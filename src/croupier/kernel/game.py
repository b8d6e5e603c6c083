"""A game as the rest of Croupier sees it: a name, settings, a compiled state, and the tables that give it words.

Match, players, arena and user interfaces know only this class; adding a game adds one of these.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Generic, TypeVar

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Event, Move, Result, Settings, View, decode_hook
from croupier.kernel.display.guide import Guide
from croupier.kernel.display.stats import Stats
from croupier.kernel.display.themes import Theme
from croupier.kernel.display.zones import TableZones
from croupier.kernel.errors import UsageError
from croupier.kernel.fault_policy import FaultPolicy
from croupier.kernel.features import Feature
from croupier.kernel.http_api import HttpApi
from croupier.kernel.state import State

if TYPE_CHECKING:
    from croupier.kernel.tells import Tells

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


class ReadyTable(msgspec.Struct, frozen=True):
    """What a person who chooses a level plays against."""

    bots: int = 1
    settings: Mapping[str, int | str] = MappingProxyType({})


class CheckedTable(msgspec.Struct, frozen=True):
    """A table at which a game is tried: by the conformance tests, or in the search for puzzles."""

    seats: int
    settings: Mapping[str, object] = MappingProxyType({})


class Game:
    """Everything about one game. A subclass declares it, beside its RULES.md, and the one instance is the game."""

    name: str
    title: str
    summary: str
    rules_version: int = 1
    """Goes up when the same seed and answers would give another match; see `version_of`."""
    seats: range
    """How many can play."""
    settings_type: type[Settings]
    questions: tuple[str, ...]
    prompts: Mapping[str, str] = MappingProxyType({})
    """Each question as people are asked it; see `prompt`."""
    guide: Guide = Guide()
    """The game for beginners: what cards do, how to play, help at the first questions."""
    reactions: frozenset[str] = frozenset()
    """The questions that interrupt what another does; people get a few seconds for them."""
    endings: tuple[str, ...]
    """By number; the first, for a match that goes on, is empty."""
    move: type[Move]
    """The base class of its moves."""
    event: type[Event]
    """The base class of its events."""
    view: type[View]
    bot: type[Bot[Any, Any]]
    """The friendly base class for bot authors."""
    bots: Mapping[str, Callable[..., Bot[Any, Any]]] = MappingProxyType({})
    """Built-in bots that only this game has, by name: classes, or functions that make one from options."""
    starter_moves: tuple[str, ...] = ()
    """Beginnings of notations, the best first: a player who prefers such moves is better than chance. Starters in
    languages that have no base class for the game begin with them."""
    ready_tables: Mapping[str, ReadyTable] = MappingProxyType({})
    """Levels that stand for more than one bot: how many rivals there are, and the settings."""
    policy: FaultPolicy = FaultPolicy()
    echoes_talk: bool = False
    """Whether a player hears its own talk, in order with what the others say."""
    stats: Stats | None = None
    """What reports say about its players besides places."""
    http: HttpApi | None = None
    """Its own HTTP API, if it has one."""
    answer_seconds: float = 5.0
    """How long a player that is not in this process has for an answer, unless the run says otherwise."""
    features: Callable[[Any, int, bool], Sequence[Feature]] | None = None
    """What learning agents see, for these settings and number of seats; without it, the bits of a snapshot. The last
    argument says whether seats are counted from one's own also where moves name seats."""
    fair_settings: Mapping[str, object] = MappingProxyType({})
    """Settings by which equal seeds mean equal deals whatever the players do: for blocks of rotated seats."""
    checked_tables: tuple[CheckedTable, ...] = ()
    """Where conformance tests try it; without any, at its smallest and at its largest table."""
    deals_fairly: bool = True
    """Whether at the first question a fair deal of all that a seat does not see is what the others may have."""
    zones: TableZones = TableZones()
    """Which fields of its view are cards on the table."""
    themes: tuple[Theme, ...] = ()
    """What its puzzles are about; a puzzle that no theme holds for goes by its question."""
    puzzle_events: frozenset[type[Event]] = frozenset()
    """Events that explanations of its puzzles may name, besides those that end the match for a seat or for all."""
    puzzle_tables: tuple[CheckedTable, ...] = ()
    """Tables whose matches are searched for puzzles; without any, the two smallest with the usual settings."""

    def __init__(self) -> None:
        moves, events = self.move.family, self.event.family
        self.move_types = moves.union()
        """The union of its Move classes, for reading them from the wire."""
        self.event_types = events.union()
        self.events: Lookup[Event] = Lookup(events.make)
        """By redacted event integer."""
        self.showing = frozenset(events.revealing)
        """The event classes by which a seat may learn a hidden card; see the table in RULES.md."""
        self.windows = frozenset(events.windows)
        """The events after which somebody may react if he can, where nobody may know who can (`State.asks_openly`).
        Each is followed by the question to those who can or, if nobody can, at once by what comes of it; its `seat` is
        the one who cannot react to it."""
        self.leaving = frozenset(events.leaving)
        """The events by which their `seat` is out for the rest of the match, where that is before its end."""
        self.slow = frozenset(events.slow)
        """The events after which people are given twice the time before the next one: a kitten, a challenge, a Nope."""

    def make_state(self, settings: Any, seats: int) -> State:
        """A state that waits to be started; `new_state` checks it."""
        raise NotImplementedError

    def teams(self, settings: Any, seats: int) -> tuple[int, ...]:
        """For each seat the number of its team; in most games everybody plays alone."""
        return tuple(range(seats))

    def is_worth_solving(self, ints: tuple[int, ...]) -> bool:
        """Whether a search should work out the rest of the chapter (`State.solve`), from what its seat knows."""
        return False

    def __repr__(self) -> str:
        return f"<Game {self.name}>"

    def prompt(self, question: str) -> str:
        """The question in words for people."""
        return self.prompts.get(question) or question.replace("_", " ").capitalize()

    def turn_text(self, view: Any) -> str:
        """The turn or trick that a spectator's view is in, as a heading of logs; empty where a game has none."""
        return ""

    def score_text(self, view: Any) -> str:
        """How the match stands in a spectator's view, in one line; empty where a game has none."""
        return ""

    @cached_property
    def moves(self) -> list[Move]:
        """Every move, by its id; made once and shared by all matches."""
        return self.move.family.make_all()

    @cached_property
    def move_count(self) -> int:
        return len(self.moves)

    @cached_property
    def rules_text(self) -> str:
        """RULES.md of its package; empty if there is none."""
        from importlib.resources import files  # slow to import, and a bot's process never reads the rules

        rules = files(type(self).__module__).joinpath("RULES.md")
        return rules.read_text("utf-8") if rules.is_file() else ""

    @cached_property
    def tells(self) -> "Tells | None":
        """What its players may give away, as the module `tells` of its package declares it; None without one."""
        from importlib.util import find_spec  # as above

        module = sys.modules[type(self).__module__]
        if not hasattr(module, "__path__") or find_spec(f"{module.__name__}.tells") is None:
            return None
        declared: Tells = import_module(f"{module.__name__}.tells").TELLS
        return declared

    @cached_property
    def rules_summary(self) -> str:
        """How to play, in one or two paragraphs: RULES.md before its first section."""
        head = self.rules_text.partition("\n## ")[0]
        paragraphs = [part.strip() for part in head.split("\n\n") if not part.startswith("#")]
        kept = [" ".join(part.split()) for part in paragraphs if part and not part.startswith("The numbers below")]
        return "\n\n".join(kept)

    def version_of(self, settings: Settings) -> int:
        """The version of the rules with these settings: where only some settings play otherwise, the others keep it."""
        return self.rules_version

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
            raise UsageError(f"{self.name} is for {self.players_text()}, not for {seats}")
        state = self.make_state(settings, seats)
        if _compiled_elsewhere(type(state)):
            raise UsageError(
                f"{self.name}: {type(state).__name__} was compiled separately from Croupier, which is not "
                f"supported; use it uncompiled, or compile it with: croupier compile {self.name}"
            )
        return state

    def result(self, state: State) -> Result:
        """Of a state that is over."""
        seats = range(state.seats)
        places = tuple(int(state.place(seat)) for seat in seats)
        return Result(places, tuple(float(state.score(seat)) for seat in seats), self.endings[state.ending])

    def __reduce__(self) -> str:
        """Copies are the game itself, and a pickle names it: it is the GAME of its module."""
        return "GAME"

    def players_text(self) -> str:
        fewest, most = self.seats[0], self.seats[-1]
        return f"{fewest} players" if fewest == most else f"{fewest} to {most} players"


def _compiled_elsewhere(kind: type[State]) -> bool:
    """A native class built in another group does not know how ours lies in memory."""
    if "__mypyc_attrs__" not in kind.__dict__ or kind.__module__.startswith("croupier."):
        return False
    initialiser = kind.__module__.replace(".", "___")
    core = sys.modules.get("croupier__mypyc")
    return not (hasattr(core, f"init_{initialiser}") or hasattr(core, f"exec_{initialiser}"))
