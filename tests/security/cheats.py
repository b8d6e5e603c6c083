"""Bots that cheat in this process, those who watch them, and what can be reached from what they are handed."""

import asyncio
import gc
import types
from collections.abc import Callable
from enum import Enum
from typing import Any

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, View, encode_hook
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.connections import play_seats

SHORT: dict[str, dict[str, Any]] = {"bluff": {"max_turns": 6}, "belote": {"deals": 1, "cut": "fixed"}}
SEED = 11
Deed = Callable[[Decision[Any, Any]], Any]


class RecordingPlayer(Bot[Any, Any]):
    """Plays by its luck and writes down everything that it is shown, as it goes over the wire."""

    def __init__(self) -> None:
        self.shown: list[object] = []

    def _look(self, *things: Any) -> None:
        self.shown += [msgspec.to_builtins(thing, enc_hook=encode_hook) for thing in things]

    def observe(self, event: Event, view: View) -> None:
        self._look(event, view.ints, view.table.names, view.table.settings)
        self.shown.append(event.text(view.table.names))

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self._look(*decision.moves, *decision.events, decision.view.ints)
        if decision.id == 1:
            self.say("hello")
        self.shown += [str(move) for move in decision.moves]
        self.shown.append(decision.view.text())
        return self.rng.choice(decision.moves)


class Cheat(RecordingPlayer):
    """Does `deed` at every question, and then answers as the witness does."""

    def __init__(self, deed: Deed) -> None:
        super().__init__()
        self.deed = deed
        self.did = 0

    def decide(self, decision: Decision[Any, Any]) -> Any:
        index = self.rng.below(len(decision.moves))
        self.did += 1
        answer = self.deed(decision)
        return index if answer is None else answer


def table(game: Game, first: Bot[Any, Any], seed: int = SEED, talk: bool = True) -> tuple[Match, list[Bot[Any, Any]]]:
    """A match, not yet begun: the bot in question first, then witnesses."""
    seats = max(game.seats[0], min(3, game.seats[-1]))
    match = Match(game, game.settings(SHORT.get(game.name)), [f"p{seat}" for seat in range(seats)], seed, talk)
    return match, [first, *(RecordingPlayer() for _ in range(1, seats))]


def played(game: Game, first: Bot[Any, Any], is_async: bool = False) -> tuple[Match, list[Bot[Any, Any]]]:
    match, bots = table(game, first)
    if is_async:
        asyncio.run(play_seats(match, bots))
    else:
        run_bots(match, bots)
    return match, bots


def honest(game: Game) -> tuple[Match, list[Bot[Any, Any]]]:
    return played(game, Cheat(lambda decision: None))


def lasting(match: Match) -> list[tuple[Any, ...]]:
    return [(step.seat, step.move, step.say, step.ruling) for step in match.steps]


def parts(thing: Any, seen: dict[int, Any]) -> dict[int, Any]:
    """Everything that a value is made of, by identity: structs, slots, attributes and containers."""
    if id(thing) in seen or isinstance(thing, type | types.ModuleType | types.FunctionType | types.MethodType):
        return seen
    seen[id(thing)] = thing
    inner: list[Any] = []
    if isinstance(thing, msgspec.Struct):
        inner += [getattr(thing, name) for name in thing.__struct_fields__]
    elif isinstance(thing, dict):
        inner += [*thing.keys(), *thing.values()]
    elif isinstance(thing, list | tuple | set | frozenset):
        inner += thing
    if not isinstance(thing, msgspec.Struct):
        for kind in type(thing).__mro__:
            slots = kind.__dict__.get("__slots__", ())
            inner += [getattr(thing, name) for name in slots if hasattr(thing, name)]
        inner += getattr(thing, "__dict__", {}).values() if not isinstance(thing, Enum | Bot) else ()
    inner += [value for value in gc.get_referents(thing) if not isinstance(thing, Enum | Bot)]
    for each in inner:
        parts(each, seen)
    return seen


FIXED = (str, bytes, int, float, bool, type(None), tuple, frozenset, range, Enum, types.BuiltinFunctionType)


def can_be_changed(thing: Any) -> bool:
    """Whether anything at all can be written to it by the means of the language."""
    if isinstance(thing, FIXED) or type(thing) in (types.MappingProxyType, property):
        return False
    names = [*getattr(thing, "__struct_fields__", ()), *getattr(type(thing), "__slots__", ())]
    return isinstance(thing, dict | list | set | msgspec.Struct) or bool(names) or hasattr(thing, "__dict__")


class Keeps(RecordingPlayer):
    """Keeps whatever it is handed."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[Any] = []

    def on_start(self) -> None:
        self.kept.append(self.table)

    def observe(self, event: Event, view: View) -> None:
        self.kept += [event, view]

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.kept.append(decision)
        return super().decide(decision)


def spoil_with_force_setattr(decision: Decision[Any, Any]) -> None:
    for thing in parts(decision, {}).values():
        if isinstance(thing, msgspec.Struct):
            for name in thing.__struct_fields__:
                msgspec.structs.force_setattr(thing, name, "spoilt")


def spoil_with_descriptors(decision: Decision[Any, Any]) -> None:
    for thing in parts(decision, {}).values():
        for kind in type(thing).__mro__:
            for name in kind.__dict__.get("__slots__", ()):
                try:
                    kind.__dict__[name].__set__(thing, "spoilt")
                except (AttributeError, TypeError):
                    continue
        if isinstance(thing, msgspec.Struct):
            for name in thing.__struct_fields__:
                getattr(type(thing), name).__set__(thing, "spoilt")


def spoil_with_object_setattr(decision: Decision[Any, Any]) -> None:
    """Names that it has, and names that it has not."""
    for thing in parts(decision, {}).values():
        if isinstance(thing, Enum):
            continue  # a constant of the process, like its classes; see docs/authors.md
        names = [*getattr(thing, "__struct_fields__", ()), *(name for name in dir(thing) if name[0] != "_")]
        for name in [*names, "spoilt"]:
            try:
                object.__setattr__(thing, name, "spoilt")
            except (AttributeError, TypeError):
                continue


def spoil_containers(decision: Decision[Any, Any]) -> None:
    for thing in parts(decision, {}).values():
        if isinstance(thing, dict):
            thing.clear()
            thing["spoilt"] = "spoilt"
        elif isinstance(thing, list):
            thing[:] = ["spoilt"]
        elif isinstance(thing, set):
            thing.add("spoilt")
