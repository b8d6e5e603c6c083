"""What a bot takes into its cell: its file, the modules beside it that it imports, and data files. No other bot."""

import ast
import shutil
import sys
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError

LARGEST: Final = 256 << 20
_SKIPPED: Final = frozenset({"__pycache__", "node_modules"})


def pack(bot: Path, into: Path) -> Path:
    """Copy a bot and what belongs to it into an empty folder, where anybody may read; where the bot lies now."""
    into.mkdir(mode=0o755)
    into.chmod(0o755)
    folder = bot.parent
    modules = find_sibling_modules(bot)
    total = 0
    for path in sorted(folder.iterdir()):
        if path.name in _SKIPPED or path.name.startswith("."):
            continue
        if path.is_file() and path.suffix == ".py" and path.stem not in modules and path != bot:
            continue
        if path.is_dir() and path.name not in modules and path.name != bot.stem:
            continue
        total += _size(path)
        if total > LARGEST:
            raise UsageError(
                f"{folder} holds more than {LARGEST >> 20} MB of data; keep a bot and its data in a folder"
            )
        _copy(path, into / path.name)
    return into / bot.name


def find_sibling_modules(bot: Path) -> set[str]:
    """The names of the modules in the bot's folder that it imports, or that those import."""
    found: set[str] = set()
    waiting = [bot]
    while waiting:
        for name in find_imports(waiting.pop()):
            module, package = bot.parent / f"{name}.py", bot.parent / name
            if name not in found and (module.is_file() or package.is_dir()):
                found.add(name)
                waiting += [module] if module.is_file() else sorted(package.rglob("*.py"))
    return found


def find_preloads(bot: Path) -> tuple[str, ...]:
    """List the installed modules that the bot imports; the zygote loads them, so that a cell starts quickly."""
    beside = find_sibling_modules(bot)
    names = find_imports(bot).union(*(find_imports(bot.parent / f"{name}.py") for name in beside))
    return tuple(sorted(name for name in names - beside if name not in sys.builtin_module_names))


def find_imports(path: Path) -> set[str]:
    """The top names of all modules that a file imports; none for a file that cannot be read or parsed."""
    try:
        tree = ast.parse(path.read_bytes())
    except (OSError, SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            names.add(node.module.partition(".")[0])
    return names


def _size(path: Path) -> int:
    if path.is_dir():
        return sum(_size(inner) for inner in path.iterdir() if inner.name not in _SKIPPED)
    return path.stat().st_size if path.is_file() else 0


def _copy(source: Path, target: Path) -> None:
    """Files and folders only, readable for all; links that lead out of the folder stay behind."""
    if source.is_symlink() and not source.resolve().is_relative_to(source.parent.resolve()):
        return
    if source.is_dir():
        target.mkdir(mode=0o755)
        target.chmod(0o755)
        for inner in source.iterdir():
            if inner.name not in _SKIPPED:
                _copy(inner, target / inner.name)
    elif source.is_file():
        shutil.copyfile(source, target)
        target.chmod(0o644)
