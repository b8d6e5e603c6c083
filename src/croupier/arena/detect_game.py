"""The game of a bot, found from its spec and the text of its files, without running it."""

import ast
import re
from pathlib import Path
from typing import Final

from croupier.ai.registry import BUILT_IN
from croupier.games import GAMES, game_of_module
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.http.meta import META_FILE, read_meta
from croupier.players.python_file import syntax_error
from croupier.players.spec import missing_bot_file

_FILE: Final = re.compile(r"(?P<path>.*?\.py)(?::(?P<rest>.*))?", re.DOTALL)


def game_of_spec(spec: str) -> Game:
    """The game, or a UsageError that asks for it."""
    path = Path(spec)
    found: list[Game] = []
    hint = ""
    if path.name == META_FILE or (path / META_FILE).is_file():
        found = _games_of_folder(path.parent if path.name == META_FILE else path)
        hint = f', or a "game" in its {META_FILE}'
    elif spec.startswith(("http://", "https://")):
        found = [game for game in GAMES.values() if game.http is not None]
    elif file := _FILE.fullmatch(spec):
        found = _games_in(Path(file["path"]), (file["rest"] or "").partition(":")[0])
    elif (name := spec.partition(":")[0]) not in BUILT_IN:
        found = [game for game in GAMES.values() if name in game.bots]
    if len(found) != 1:
        raise UsageError(f"choose the game of {spec} with --game GAME{hint}; the games are {', '.join(GAMES)}")
    return found[0]


def _games_of_folder(folder: Path) -> list[Game]:
    """The game that its bot.meta.json names, if it names one."""
    name = read_meta(folder).game
    if not name:
        return []
    if name not in GAMES:
        raise UsageError(f"{folder / META_FILE}: no game {name!r}; the games are {', '.join(GAMES)}")
    return [GAMES[name]]


def _games_in(path: Path, wanted: str) -> list[Game]:
    """The games whose names the classes of a file subclass; of the class `wanted`, if it is there."""
    if not path.is_file():
        raise missing_bot_file(path)
    try:
        ast.parse(path.read_bytes(), str(path))
    except SyntaxError as error:
        raise syntax_error(path, error) from None
    except ValueError:
        return []
    games = _names_in(path, wanted, ())
    return [game for game in GAMES.values() if game.name in games]


def _names_in(path: Path, wanted: str, importers: tuple[Path, ...]) -> set[str]:
    """The names of the games, also of base classes that are imported from files beside this one."""
    try:
        tree = ast.parse(path.read_bytes(), str(path))
    except (SyntaxError, ValueError):
        return set()
    origins = _origins(tree)
    classes = {node.name: node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)}
    chosen = [classes[wanted]] if wanted in classes else list(classes.values())
    names = [name for node in chosen for name in _ancestors(node, classes)]
    games = {origins[name] for name in names if name in origins}
    for name, (module, original) in _neighbours(tree).items():
        beside = path.parent / f"{module}.py"
        if name in names and beside.is_file() and beside not in importers:
            games |= _names_in(beside, original, (*importers, path))
    return games


def _neighbours(tree: ast.Module) -> dict[str, tuple[str, str]]:
    """The names that may come from a file in the same folder, each with its module and its name there."""
    found: dict[str, tuple[str, str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.level <= 1 and "." not in node.module:
            found.update({alias.asname or alias.name: (node.module, alias.name) for alias in node.names})
        elif isinstance(node, ast.Import):
            found.update(
                {alias.asname or alias.name: (alias.name, "") for alias in node.names if "." not in alias.name}
            )
    return found


def _origins(tree: ast.Module) -> dict[str, str]:
    """The names that are imported from a game's package, each with the game."""
    origins: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module == "croupier.games":
            origins.update({alias.asname or alias.name: alias.name for alias in node.names})
        elif isinstance(node, ast.ImportFrom) and (game := game_of_module(node.module or "")):
            origins.update({alias.asname or alias.name: game for alias in node.names})
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if game := game_of_module(alias.name):
                    origins[alias.asname or alias.name] = game
    return origins


def _ancestors(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> list[str]:
    """The names of its base classes and of theirs; `module.Class` counts as `module`."""
    found: list[str] = []
    waiting = [node]
    seen: set[str] = set()
    while waiting:
        each = waiting.pop()
        seen.add(each.name)
        for base in each.bases:
            name = ast.unparse(base.value if isinstance(base, ast.Subscript) else base)
            found += [name, name.rpartition(".")[0]]
            if name in classes and name not in seen:
                waiting.append(classes[name])
    return found
