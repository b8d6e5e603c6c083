"""Bots from Python files, run in this process: for files you trust.

A file becomes a module under a name of its own and leaves nothing else behind: no byte code beside it, no folder on the
search path, no changed state of the global `random`.
"""

import ast
import random
import sys
import traceback
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from importlib.machinery import ModuleSpec
from inspect import isabstract
from itertools import count, islice
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, Final, NamedTuple

from croupier.games import GAMES, game_of_module
from croupier.kernel.bot import Bot
from croupier.kernel.errors import SeveralBots, UsageError
from croupier.kernel.game import Game
from croupier.players.kaggle_agent import Agent, agent_name, bot_of
from croupier.players.options import read_options

_numbers = count(1)

_HARMLESS: Final = frozenset(
    {"__future__", "abc", "collections", "croupier", "dataclasses", "enum", "functools", "itertools", "math", "typing"}
)
"""Modules that do not draw from the global `random`."""


class FileBot:
    """Makes fresh instances of a class from a file."""

    def __init__(self, kind: type[Bot[Any, Any]], options: dict[str, Any], seeds_random: bool = True) -> None:
        self._kind = kind
        self._options = options
        self._seeds_random = seeds_random

    def __call__(self) -> Bot[Any, Any]:
        if not self._seeds_random:
            return self._kind(**self._options)
        with _own_chance():
            bot = self._kind(**self._options)
        bot.seeds_random = True
        return bot


class Compiled(NamedTuple):
    """What Python makes of a file before it runs it; the same as long as the file is the same."""

    code: CodeType
    seeds_random: bool


def compiled(path: Path) -> Compiled:
    """Read the file; a UsageError if it is no Python."""
    try:
        source = path.read_bytes()
    except OSError as error:
        raise UsageError(f"cannot read {path}: {error.strerror}") from None
    try:
        return Compiled(compile(source, str(path), "exec", dont_inherit=True), can_use_random(source))
    except BaseException as error:
        raise _unusable(path, error) from None


def file_bot(game: Game, path: Path, wanted: str, options: str, known: Compiled | None = None) -> FileBot:
    """Run the file in this process, find the bot, and check its options. `known` saves reading it again."""
    known = known or compiled(path)
    kind = find_class(game, path, wanted, known)
    return FileBot(kind, read_options(f"{path.name}:{kind.__name__}", kind, options), known.seeds_random)


def can_use_random(source: bytes) -> bool:
    """Whether the global `random` has to be seeded for such a file; that takes longer than most bots think.

    A file that imports nothing but what is known not to lead there needs no seeding. When in doubt it does.
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import():
                modules = [name.name for name in node.names]
            case ast.ImportFrom():
                modules = [node.module or ""] if node.level == 0 else [""]
            case ast.Name(id="__import__" | "eval" | "exec"):
                return True
            case _:
                continue
        if not all(module.partition(".")[0] in _HARMLESS for module in modules):
            return True
    return False


def find_class(game: Game, path: Path, wanted: str = "", known: Compiled | None = None) -> type[Bot[Any, Any]]:
    """Run the file and find the bot class called `wanted`, or the only one there is, or its agent function."""
    known = known or compiled(path)
    module = _run(path, known)
    classes: dict[str, type[Bot[Any, Any]]] = {
        name: value for name, value in vars(module).items() if _is_bot_class(value, game)
    }
    finished = [name for name, kind in classes.items() if not isabstract(kind) and not name.startswith("_")]
    # A bot that improves on another one, imported or not, is the one that is meant.
    improved = {base for name in finished for base in classes[name].__mro__[1:]}
    newest = [name for name in finished if classes[name] not in improved]
    if wanted not in classes if wanted else not classes:
        agent = agent_name(vars(module), module.__name__, wanted)
        if agent:
            return bot_of(agent, module.__name__, _AgentLoader(path, known, agent))
    if wanted:
        if wanted not in classes:
            there = f"the bots in it are {', '.join(finished)}" if finished else "it has none"
            raise UsageError(f"{path} has no bot {wanted!r}; {there}")
        name = wanted
    elif len(newest) > 1:
        which = ", ".join(f"{path}:{name}" for name in finished)
        raise SeveralBots(f"{path} has several bots; choose one: {which}", tuple(newest))
    elif finished or classes:
        name = (newest or list(classes))[0]
    else:
        raise UsageError(
            f"{path} has no bot: it needs a class that subclasses {game.bot.__name__}, "
            "or a function agent(observation, configuration)"
        )
    _check(game, path, classes[name])
    return classes[name]


class _AgentLoader:
    """Runs a file again for each match, to get its agent function."""

    def __init__(self, path: Path, known: Compiled, name: str) -> None:
        self._path, self._known, self._name = path, known, name
        self._module = ""

    def __call__(self) -> Agent:
        sys.modules.pop(self._module, None)  # that of the match before
        module = _run(self._path, self._known)
        self._module = module.__name__
        return vars(module)[self._name]


def _is_bot_class(value: Any, game: Game) -> bool:
    """Whether it is a class of the author's, not one of ours or of the game's package that was imported."""
    # Not by issubclass: an abstract class goes through all its other subclasses to answer that.
    return isinstance(value, type) and Bot in value.__mro__ and not _is_ours(value.__module__, game)


def _is_ours(module: str, game: Game) -> bool:
    return module.partition(".")[0] in ("croupier", type(game).__module__.partition(".")[0])


def _check(game: Game, path: Path, kind: type[Bot[Any, Any]]) -> None:
    if isabstract(kind):
        missing = ", ".join(sorted(kind.__abstractmethods__))
        raise UsageError(f"{path}: {kind.__name__} must implement {missing}")
    # The other games are loaded only for a bot that is made for one: that takes a cell a tenth of a second.
    if game.bot not in kind.__mro__ and any(map(_is_of_a_game, kind.__mro__)):
        for other in GAMES.values():
            if other.bot is not Bot and issubclass(kind, other.bot):
                raise UsageError(
                    f"{path}: {kind.__name__} plays {other.name}; a bot for {game.name} subclasses {game.bot.__name__}"
                )


def _is_of_a_game(kind: type) -> bool:
    module = kind.__module__
    if module.startswith(("croupier.kernel.", "croupier_bot_")) or module in sys.stdlib_module_names:
        return False
    return game_of_module(module) is not None


def _run(path: Path, known: Compiled) -> ModuleType:
    """The file as a module."""
    module = ModuleType(f"croupier_bot_{next(_numbers)}_{path.stem}")
    module.__file__ = str(path)
    # As the package of its folder it may import what lies there with a dot, too.
    spec = ModuleSpec(module.__name__, None, is_package=True)
    spec.submodule_search_locations = module.__path__ = [str(path.parent.absolute())]
    module.__spec__, module.__package__ = spec, module.__name__
    # Dataclasses and the like look up the module of their class by its name.
    sys.modules[module.__name__] = module
    try:
        with _own_chance() if known.seeds_random else nullcontext(), _own_imports(path.parent.absolute()):
            exec(known.code, module.__dict__)
    except BaseException as error:
        del sys.modules[module.__name__]
        raise _unusable(path, error) from None
    return module


def syntax_error(path: Path, error: SyntaxError) -> UsageError:
    line = f", line {error.lineno}" if error.lineno else ""
    return UsageError(f"{path}{line}: syntax error: {error.msg}")


def _unusable(path: Path, error: BaseException) -> UsageError:
    if isinstance(error, SyntaxError) and error.filename == str(path):
        return syntax_error(path, error)
    return UsageError(f"cannot load {path}: {on_one_line(error)}{where_raised(error, str(path))}")


@contextmanager
def _own_chance() -> Generator[None]:
    """Global `random` starts the same way every time and is put back afterwards."""
    before = random.getstate()
    random.seed(0)
    try:
        yield
    finally:
        random.setstate(before)


@contextmanager
def _own_imports(folder: Path) -> Generator[None]:
    """Modules beside the file can be imported; two folders may have modules of the same name."""
    known, writes = len(sys.modules), sys.dont_write_bytecode
    sys.path.append(str(folder))
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.dont_write_bytecode = writes
        if str(folder) in sys.path:
            # The one that was added: it may have been there before.
            sys.path.reverse()
            sys.path.remove(str(folder))
            sys.path.reverse()
        # The last ones are the new ones. To look at all of them would cost a fresh process a copy of its memory.
        new = list(islice(reversed(sys.modules), max(0, len(sys.modules) - known)))
        home = folder.resolve() if new else folder
        beside = {name for name in new if _lies_in(home, name)}
        for name in new:
            if name.partition(".")[0] in beside:
                del sys.modules[name]


def _lies_in(folder: Path, name: str) -> bool:
    origin = getattr(sys.modules[name], "__file__", None)
    return bool(origin) and Path(origin).resolve() in (folder / f"{name}.py", folder / name / "__init__.py")


def on_one_line(error: BaseException) -> str:
    """The error's kind and first line."""
    lines = str(error).splitlines()
    return f"{type(error).__name__}: {lines[0][:200]}" if lines else type(error).__name__


def where_raised(error: BaseException, path: str) -> str:
    """The last line of the file that the error came through."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f" (line {lines[-1]})" if lines else ""
