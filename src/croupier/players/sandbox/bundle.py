"""What a bot takes into its sandbox: an allow-list of files, copied into a folder of its own.

It gets its own file, the modules beside it that it imports, and its data. Data are files and folders named after the
bot (`my_bot.npz`, `my_bot_weights/`), and files that its source names, unless another bot of the run lies in the same
folder: then a name in the source proves nothing. It never gets another bot of the run or what is named after one,
databases and replays of ours, or anything that begins with a dot.
"""

import ast
import re
import shutil
import sys
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError

MAX_BYTES: Final = 256 << 20
MAX_MODULES: Final = 1000
"""Of a bot's own folder, and as many again that are installed."""
MAX_NAME: Final = 240
"""Bytes in the name of a module: no file has a longer one."""
MAX_NAMES: Final = 50_000
"""Letters in the names of those that are installed, which go to the zygote in one message."""
_SKIPPED: Final = frozenset({"__pycache__", "node_modules"})
_OURS: Final = re.compile(r".*\.(?:sqlite|db|jsonl)(?:-(?:wal|shm|journal))?|croupier-.*", re.IGNORECASE)
"""Names of databases and replays that Croupier writes."""
_JAVASCRIPT: Final = frozenset({".js", ".mjs", ".cjs", ".ts"})
_JAVASCRIPT_NEEDS: Final = ("node_modules", "package.json")


def pack(bot: Path, into: Path, rivals: Collection[Path] = ()) -> Path:
    """Copy a Python bot and what belongs to it into an empty folder; where the bot lies now."""
    modules = find_sibling_modules(bot, rivals)
    sources = [bot, *(path for path in _module_files(bot.parent, modules))]
    chosen = {bot.parent / f"{name}.py" for name in modules} | {bot.parent / name for name in modules}
    chosen |= _data_of(bot, sources, rivals)
    _copy_all(bot, chosen, into)
    return into / bot.name


def pack_program(program: Path, into: Path, rivals: Collection[Path] = ()) -> Path:
    """The same for a program in any language: whatever its files mention by name or stem comes along."""
    chosen = _data_of(program, [program], rivals)
    if not _shares_folder(program, rivals):
        chosen |= _mentioned_by_programs(program)
    _copy_all(program, chosen, into)
    return into / program.name


def find_sibling_modules(bot: Path, rivals: Collection[Path] = ()) -> set[str]:
    """The names of the modules in the bot's folder that it imports, or that those import."""
    found: set[str] = set()
    waiting, files = [bot], 0
    while waiting:
        files += 1
        if files > MAX_MODULES:
            raise UsageError(f"{bot} imports more than {MAX_MODULES} modules from its folder, which is the limit")
        for name in find_imports(waiting.pop()):
            module, package = bot.parent / f"{name}.py", bot.parent / name
            if name in found or not (module.is_file() or package.is_dir()):
                continue
            if not _is_of_a_rival(module, bot, rivals) and not name.startswith("."):
                found.add(name)
                waiting += [module] if module.is_file() else sorted(package.rglob("*.py"))
    return found


def find_preloads(bot: Path, rivals: Collection[Path] = ()) -> tuple[str, ...]:
    """List the installed modules that the bot imports; the zygote loads them, so that a cell starts quickly."""
    beside = find_sibling_modules(bot, rivals)
    names = find_imports(bot).union(*(find_imports(bot.parent / f"{name}.py") for name in beside))
    absent = names - beside - {path.stem for path in rivals}
    if len(absent) > MAX_MODULES or sum(map(len, absent)) > MAX_NAMES:
        limits = f"the limits are {MAX_MODULES} modules and {MAX_NAMES} characters of names"
        raise UsageError(f"{bot} imports {len(absent)} modules from outside its folder; {limits}")
    return tuple(sorted(name for name in absent if name not in sys.builtin_module_names))


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
        elif isinstance(node, ast.ImportFrom) and node.level <= 1:
            names |= {name.partition(".")[0] for name in ([node.module] if node.module else _names(node))}
    return {name for name in names if len(name.encode()) <= MAX_NAME}


def _names(node: ast.ImportFrom) -> list[str]:
    return [alias.name for alias in node.names]


def _data_of(bot: Path, sources: Iterable[Path], rivals: Collection[Path]) -> set[Path]:
    """Files and folders beside the bot that are its data."""
    beside = [path for path in _entries(bot.parent) if path != bot and path.suffix != ".py"]
    named = {path for path in beside if _is_named_after(path, bot) and not _is_of_a_rival(path, bot, rivals)}
    if _shares_folder(bot, rivals):
        return named
    text = b"".join(_content(path) for path in sources)
    return named | {path for path in beside if path.is_file() and path.name.encode() in text}


def _mentioned_by_programs(program: Path) -> set[Path]:
    """Everything beside a program that its files mention, or that those mention."""
    found: set[Path] = set()
    waiting, beside = [program], _entries(program.parent)
    while waiting:
        path = waiting.pop()
        words = set(re.findall(rb"[\w-]+", _content(path)))
        text = _content(path)
        for other in beside:
            if other not in found and (other.name.encode() in text or other.stem.encode() in words):
                found.add(other)
                waiting += [other] if other.is_file() else []
        if path.suffix in _JAVASCRIPT:
            found |= {path.parent / name for name in _JAVASCRIPT_NEEDS if (path.parent / name).exists()}
    return found


def _entries(folder: Path) -> list[Path]:
    """All of a folder that may be handed to a bot at all."""
    entries = sorted(folder.iterdir())
    return [path for path in entries if not path.name.startswith(".") and not _OURS.fullmatch(path.name)]


def _shares_folder(bot: Path, rivals: Iterable[Path]) -> bool:
    return any(rival != bot and rival.parent == bot.parent for rival in rivals)


def _is_of_a_rival(path: Path, bot: Path, rivals: Iterable[Path]) -> bool:
    """Whether a file is a rival, or named after one with a longer name than the bot's own."""
    own = len(bot.stem) if _is_named_after(path, bot) else 0
    others = [rival for rival in rivals if rival != bot and rival.parent == path.parent]
    return any(path == rival or (_is_named_after(path, rival) and len(rival.stem) > own) for rival in others)


def _is_named_after(path: Path, bot: Path) -> bool:
    return re.fullmatch(rf"{re.escape(bot.stem)}(?:[._-].*)?", path.name) is not None


def _module_files(folder: Path, modules: Iterable[str]) -> Iterable[Path]:
    for name in modules:
        yield from [folder / f"{name}.py"] if (folder / f"{name}.py").is_file() else (folder / name).rglob("*.py")


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES)
    except OSError:
        return b""


def _copy_all(bot: Path, chosen: Iterable[Path], into: Path) -> None:
    into.mkdir(mode=0o755)
    into.chmod(0o755)
    paths = sorted({bot, *(path for path in chosen if path.exists())})
    try:
        if sum(map(_size, paths)) > MAX_BYTES:
            raise UsageError(
                f"{bot} has more than {MAX_BYTES >> 20} MB of data, which is the limit for a sandboxed bot"
            )
        for path in paths:
            _copy(path, into / path.name)
    except RecursionError:
        raise UsageError(f"{bot} has folders that are nested too deeply") from None


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
            if inner.name not in _SKIPPED - {source.name} and not inner.name.startswith("."):
                _copy(inner, target / inner.name)
    elif source.is_file():
        shutil.copyfile(source, target)
        target.chmod(0o755 if source.stat().st_mode & 0o100 else 0o644)
