"""Build a core with games of other packages in it, for `croupier compile`; `croupier._cache` imports it.

The sources are copied first, so that what is built is what was looked at, whatever is edited meanwhile.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import msgspec
from filelock import FileLock, Timeout

from croupier import _build, _cache, _compiling
from croupier.games import GAMES, find_game
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

CHECKED_MATCHES: Final = 100
_BUILDING: Final = "building-"
_CONFIG: Final = '[tool.mypy]\nfollow_imports = "silent"\ndisallow_untyped_defs = true\n'

Sources = dict[str, Path]
"""Source files by module."""


def core_sources() -> Sources:
    """The modules of Croupier that are compiled."""
    manifest = _build.manifest()
    if manifest is None:
        raise UsageError(
            "Croupier itself was installed as plain Python, so no game can be compiled with it; "
            "install it again where there is a C compiler: pip install --force-reinstall croupier"
        )
    return {name: _source_of(name) for name in manifest["recipe"]["modules"]}


def game_sources(game: Game) -> Sources:
    """The modules of a game that are compiled: all in the folder `core` of its package."""
    package = GAMES.modules[game.name]
    core = _folder_of(package) / "core"
    found = {f"{package}.core.{path.stem}": path for path in sorted(core.glob("*.py")) if path.stem != "__init__"}
    if not found:
        raise UsageError(f"{game.name} has nothing to compile: move its rules to {core}, as a separate package")
    return found


def compile_games(names: Sequence[str], say: Callable[[str], None], core: Sources | None = None) -> Path:
    """Build the core with these games and those that were compiled before; the folder it is in.

    With `core`, only these modules of Croupier are compiled, and the others run from their sources.
    """
    for name in names:
        if GAMES.is_built_in(find_game(name).name):
            raise UsageError(f"{name} comes with Croupier and is compiled with it: croupier --version shows the core")
    _check_tools()
    core = core if core is not None else core_sources()
    try:
        with _locked(say):
            return _build_core(names, say, core)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise UsageError(
            f"nothing was compiled: cannot write to {error.filename or _cache.root()}: {reason}; "
            f"another folder can be chosen with {_cache.VARIABLE}"
        ) from None


def _build_core(names: Sequence[str], say: Callable[[str], None], core: Sources) -> Path:
    """Build and check the core apart, then put it in the place of the one before."""
    games = {name: game_sources(find_game(name)) for name in dict.fromkeys((*names, *_compiled_before()))}
    target = _cache.folder()
    with tempfile.TemporaryDirectory(prefix=_BUILDING, dir=_cache.root(), ignore_cleanup_errors=True) as folder:
        work, checked = Path(folder) / "work", Path(folder) / "checked"
        out = checked / target.name
        built: _cache.Built = {
            "core": {module: _cache.stamp(path) for module, path in core.items()},
            "games": {name: {m: _cache.stamp(path) for m, path in found.items()} for name, found in games.items()},
            "libraries": _cache.libraries(),
            "files": {},
        }
        say(f"Compiling {', '.join(games)} together with the core of Croupier; this takes some minutes.")
        _compile(work, out, core, games)
        built["files"] = _cache.sizes(out)
        (out / _cache.CONTENTS).write_bytes(msgspec.json.encode(built))
        for name in games:
            compiled = _plays(name, {"CROUPIER_PURE": "", _cache.VARIABLE: str(checked)})
            if compiled != _plays(name, {"CROUPIER_PURE": "1"}):
                raise UsageError(
                    f"nothing was compiled: {name} plays other matches when it is compiled; look for numbers above "
                    "2**62 and for shifts of a literal (see CONTRIBUTING.md, Compiled Python in brief)"
                )
        if target.exists():
            target.rename(Path(folder) / "old")
        out.rename(target)
    return target


def _compiled_before() -> list[str]:
    """The games in the core so far, without those that are gone or broken now."""
    found: list[str] = []
    for name in (_cache.read() or {"games": {}})["games"]:
        try:
            find_game(name)
        except UsageError:
            continue
        found.append(name)
    return found


@contextmanager
def _locked(say: Callable[[str], None]) -> Generator[None]:
    """Let one process build at a time, and remove what a build that was killed has left."""
    root = _cache.root()
    root.mkdir(parents=True, exist_ok=True)
    lock = FileLock(root / "building.lock")
    try:
        lock.acquire(timeout=0)
    except Timeout:
        say("Another process is compiling; waiting for it.")
        lock.acquire()
    try:
        for left in root.glob(f"{_BUILDING}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    finally:
        lock.release()


def remove_compiled() -> bool:
    """Remove the compiled games; whether there were any."""
    is_there = _cache.folder().exists()
    shutil.rmtree(_cache.folder(), ignore_errors=True)
    return is_there


def _check_tools() -> None:
    """A compiler and mypy, or one sentence that says what to install."""
    try:
        _compiling.check_compiler()
    except _compiling.CannotCompileError as error:
        hint = "to install one on Debian: apt install gcc python3-dev"
        raise UsageError(f"nothing was compiled: {error}; {hint}") from None
    manifest = _build.manifest()
    wanted = (manifest or {}).get("recipe", {}).get("mypy") or ""
    try:
        found = version("mypy")
    except PackageNotFoundError:
        found = ""
    if not found or (wanted and found != wanted):
        raise UsageError(f"nothing was compiled: it needs mypy {wanted}: pip install 'mypy=={wanted}' setuptools")


def _compile(work: Path, out: Path, core: Sources, games: dict[str, Sources]) -> None:
    ours = Path(_cache.PACKAGE)
    shutil.copytree(ours, work / "croupier", ignore=shutil.ignore_patterns("*.so", "*.pyd", "static", "__pycache__"))
    (work / "pyproject.toml").write_text(_CONFIG, encoding="utf-8")
    sources = [str(path.relative_to(ours.parent)) for path in core.values()]
    for name, found in games.items():
        package = GAMES.modules[name]
        top = package.partition(".")[0]
        if not (work / top).exists():
            shutil.copytree(_folder_of(top), work / top, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        sources += [f"{module.replace('.', '/')}.py" for module in found]
    environment = {**os.environ, "CROUPIER_PURE": "1", "MYPYPATH": str(work)}
    done = subprocess.run(
        [sys.executable, "-m", "croupier._compiling", str(work), str(out), *sources],
        cwd=work,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        lines = done.stdout.strip().splitlines() or ["it printed nothing"]
        raise UsageError("\n".join(["nothing was compiled:", *lines[-12:]]))


def _plays(name: str, variables: dict[str, str]) -> str:
    """A checksum over matches of the game in a process of its own."""
    game = find_game(name)
    table = game.checked_tables[0] if game.checked_tables else None
    seats = table.seats if table else game.seats[0]
    values = [f"{key}={value}" for key, value in (table.settings.items() if table else ())]
    command = [sys.executable, "-m", "croupier.conformance.checksum", name, str(seats), str(CHECKED_MATCHES), *values]
    environment = {**os.environ, **variables}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    if done.returncode:
        raise UsageError(f"{name} does not play: {(done.stderr.strip().splitlines() or [''])[-1]}")
    return done.stdout


def _source_of(module: str) -> Path:
    return _cache.PACKAGE.parent.joinpath(*module.split(".")).with_suffix(".py")


def _folder_of(package: str) -> Path:
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise UsageError(f"{package} is a single file; a game that can be compiled is a package with a folder `core`")
    return Path(spec.submodule_search_locations[0])
