"""Games and bots described for the lobby, and bots made from what the lobby chose.

A choice is checked against the same list of options that the page shows.
"""

import ast
from collections.abc import Callable, Mapping
from functools import cache
from inspect import Parameter, cleandoc, getdoc, getsource, signature
from itertools import pairwise
from types import NoneType, UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin

import msgspec

from croupier.ai.registry import BUILT_IN, EXPERT_LEVELS, HARD_POLICIES, HEAT, ISMCTS_LEVELS, LEVELS, built_in_for
from croupier.arena.plan.settings import kind_text
from croupier.games import GAMES
from croupier.kernel.decision import encode_hook
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
from croupier.players.spec import load_bots

LIMITS: Final[Mapping[str, tuple[float, float]]] = {
    "iterations": (1, 20_000),
    "worlds": (1, 200),
    "exploration": (0, 100),
    "epsilon": (0, 1),
}
"""Smallest and largest value of bot options that a visitor may set; the command line allows more."""
MAX_THINK_SECONDS: Final = 5.0
USUAL_SEATS: Final = 4
"""Seats of a new table where the game allows several numbers."""
TITLES: Final[Mapping[str, str]] = {
    "ismcts": "Tree search (ISMCTS)",
    "mcts": "Tree search (MCTS)",
    "epsilon-greedy": "Heuristic with mistakes",
    "psych": "Personality",
}
"""Names of built-in bots for people, where they are not the word itself."""
ENGINES: Final[Mapping[str, str]] = {
    "noob": "heuristic, 80% random moves",
    "easy": "heuristic, 30% random moves",
    "medium": "heuristic",
}
"""What the levels are made of, in games without a policy or levels of their own; the others search."""
LEARNED_ENGINES: Final[Mapping[str, str]] = {
    "noob": "learned policy, its worst plausible moves",
    "easy": "learned policy, its worse plausible moves",
    "medium": "learned policy, any plausible move",
}
"""What the levels are made of where they play less well than the policy."""
TEXTS: Final[Mapping[str, str]] = {
    "heuristic": "the strongest hand-written bot of the game",
    "random": "plays any legal move",
    "epsilon-greedy": "the heuristic, with some random moves",
    "mcts": "searches in a few imagined worlds, one tree for each",
    "ismcts": "searches in one tree over many imagined worlds",
    "noob": "for the first game: makes poor moves",
    "easy": "makes many mistakes",
    "medium": "plays soundly",
    "hard": "thinks a little",
    "insane": "thinks a lot",
    "psych": "a personality of your own: how it lies, doubts and remembers",
}


class Option(msgspec.Struct, frozen=True):
    """A setting of a game, or an option of a bot."""

    name: str
    kind: str
    """number, integer, boolean, choice, text, or table (from word to number)"""
    default: Any
    text: str
    choices: tuple[str, ...] = ()
    min: float | None = None
    max: float | None = None


class BotShown(msgspec.Struct, frozen=True):
    name: str
    text: str
    options: tuple[Option, ...]
    title: str = ""
    """Its name for people."""
    group: Literal["level", "engine", "model", "server", "workshop"] = "engine"
    made_of: str = ""
    """Its engine, in small type."""


class SeatCounts(msgspec.Struct, frozen=True):
    """How many can sit at a table."""

    min: int
    max: int
    usual: int


class ReadyTableShown(msgspec.Struct, frozen=True):
    """What a level stands for where it is more than one bot."""

    level: str
    bots: int
    settings: dict[str, str]


class GameShown(msgspec.Struct, frozen=True):
    """A game in the lobby."""

    name: str
    title: str
    summary: str
    seats: SeatCounts
    teams: tuple[int, ...]
    """The team of each seat at the smallest table."""
    has_teams: bool
    reactions: bool
    """Whether the game has reaction windows."""
    settings: tuple[Option, ...]
    levels: tuple[str, ...]
    ready_tables: tuple[ReadyTableShown, ...]


def describe_game(game: Game) -> GameShown:
    usual = game.settings()
    teams = tuple(game.teams(usual, game.seats[0]))
    return GameShown(
        name=game.name,
        title=game.title,
        summary=game.summary,
        seats=SeatCounts(game.seats[0], game.seats[-1], _usual_seats(game)),
        teams=teams,
        has_teams=len(set(teams)) < game.seats[0],
        reactions=bool(game.reactions),
        settings=_settings(game),
        levels=tuple(LEVELS),
        ready_tables=tuple(
            ReadyTableShown(level, ready.bots, {key: str(value) for key, value in ready.settings.items()})
            for level, ready in game.ready_tables.items()
        ),
    )


def _usual_seats(game: Game) -> int:
    return USUAL_SEATS if USUAL_SEATS in game.seats else game.seats[0]


@cache
def _settings(game: Game) -> tuple[Option, ...]:
    """The settings, each with the docstring of its field in the game's source."""
    usual, words = game.settings(), _explain(game.settings_type)
    return tuple(
        describe_option(
            field.name, field.type, getattr(usual, field.name), words.get(field.name) or kind_text(field.type)
        )
        for field in msgspec.structs.fields(game.settings_type)
    )


def _explain(settings: type[Any]) -> dict[str, str]:
    try:
        body = ast.parse(getsource(settings)).body[0]
    except (OSError, SyntaxError):  # installed without sources
        return {}
    assert isinstance(body, ast.ClassDef)
    found: dict[str, str] = {}
    for field, after in pairwise(body.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name) and isinstance(after, ast.Expr):
            words = after.value.value if isinstance(after.value, ast.Constant) else None
            if isinstance(words, str):
                found[field.target.id] = cleandoc(words).replace("\n", " ")
    return found


def describe_games() -> list[GameShown]:
    return [describe_game(GAMES[name]) for name in GAMES]


def describe_option(name: str, kind: Any, default: Any, text: str) -> Option:
    kinds = [part for part in get_args(kind) if part is not NoneType] if _is_union(kind) else [kind]
    low, high = LIMITS.get(name, (None, None))
    value = msgspec.to_builtins(default, enc_hook=encode_hook)
    for part in kinds:
        if get_origin(part) is Literal and len(kinds) == 1:
            choices = tuple(str(choice) for choice in get_args(part))
            return Option(name, "choice", None if value is None else str(value), text, choices)
    plain: dict[Any, str] = {bool: "boolean", int: "integer", float: "number"}
    if isinstance(value, dict):
        return Option(name, "table", value, text)
    return Option(name, plain.get(kinds[0], "text"), value, text, (), low, high)


def _is_union(kind: Any) -> bool:
    return get_origin(kind) in (Union, UnionType)


def bot_factories(game: Game) -> dict[str, Callable[..., Any]]:
    """The built-in bots of a game by name, the game's own first."""
    return {**game.bots, **{name: made for name, made in built_in_for(game).items() if name not in game.bots}}


def bots_of(game: Game) -> list[BotShown]:
    return [
        BotShown(
            name,
            _text(name, factory),
            _options(factory),
            title_of(name),
            "level" if name in LEVELS else "engine",
            made_of(game, name),
        )
        for name, factory in bot_factories(game).items()
    ]


def title_of(spec: str) -> str:
    """The name of a built-in bot for people."""
    name = spec.partition(":")[0]
    return TITLES.get(name, name.replace("-", " ").capitalize())


def made_of(game: Game, spec: str) -> str:
    """What a built-in bot is made of."""
    if spec in LEVELS:
        return f"personality of {game.title}" if spec in game.bots else _engine(game.name, spec)
    return spec


def _engine(game: str, level: str) -> str:
    if iterations := EXPERT_LEVELS.get(level, {}).get(game):
        return f"search with a learned policy, {iterations:,} iterations"
    if (level == "medium" and HEAT["medium"].get(game, ())[:1] == (1,)) or (level == "hard" and game in HARD_POLICIES):
        return "learned policy"
    if game in HEAT.get(level, {}):
        return LEARNED_ENGINES[level]
    return ENGINES.get(level) or f"ISMCTS, {ISMCTS_LEVELS[level]:,} iterations"


def _text(name: str, factory: Callable[..., Any]) -> str:
    if name in TEXTS:
        return TEXTS[name]
    return (getdoc(factory) or name).split("\n\n")[0].replace("\n", " ").rstrip(".")


def _options(factory: Callable[..., Any]) -> tuple[Option, ...]:
    found: list[Option] = []
    for parameter in signature(factory, eval_str=True).parameters.values():
        if parameter.name == "game" or parameter.kind not in (Parameter.POSITIONAL_OR_KEYWORD, Parameter.KEYWORD_ONLY):
            continue
        default = None if parameter.default is Parameter.empty else parameter.default
        kind: Any = str if parameter.annotation is Parameter.empty else parameter.annotation
        found.append(describe_option(parameter.name, kind, default, kind_text(kind)))
    return tuple(found)


def built_in_bot(game: Game, spec: str) -> Entrant:
    """A built-in bot by its spec. Nothing else: no file, program or address can be named from a browser."""
    name, _, text = spec.partition(":")
    if name not in bot_factories(game) or "*" in spec:
        known = ", ".join(bot_factories(game))
        raise UsageError(f"there is no bot called {spec[:60]!r} for {game.name}; there are {known}")
    _check_limits(name, text)
    return load_bots(game, [spec], BUILT_IN)[0]


def _check_limits(name: str, text: str) -> None:
    for pair in filter(None, text.split(",")):
        key, _, value = pair.partition("=")
        if key in LIMITS:
            low, high = LIMITS[key]
            try:
                number = float(value)
            except ValueError:
                continue  # the bot's own option list says what is wrong with it
            if not low <= number <= high:
                raise UsageError(f"{name}: {key} must be {low:g} to {high:g} here, not {value}")
        if key == "think" and _seconds(value) > MAX_THINK_SECONDS:
            raise UsageError(f"{name}: think must be at most {MAX_THINK_SECONDS:g}s here, not {value}")


def _seconds(text: str) -> float:
    from croupier.ai.search.bots import seconds_of

    return seconds_of(text)
