"""A core that `croupier compile` has built with games of other packages in it, and the finder that imports it.

mypyc cannot extend a compiled class in another group of modules. So the whole core is compiled once more with those
games, into a folder of the user's, never into the installed package, and imported from there. What has changed since is
not used: a changed game runs from its source, and with a changed Croupier the whole folder is left alone.

It looks at files only and imports nothing of the package.
"""

import hashlib
import json
import os
import sys
import sysconfig
from collections.abc import Iterable, Mapping, Sequence
from importlib.machinery import SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, TypedDict

VARIABLE: Final = "CROUPIER_CACHE"
PACKAGE: Final = Path(__file__).parent
LIBRARY: Final = "croupier__mypyc"
CONTENTS: Final = "core.json"


Stamp = tuple[str, int, int]
"""A file with its size and its time of change in nanoseconds."""


class Built(TypedDict):
    """What lies in the folder: the source of each module, the libraries that it was linked with, and its files."""

    core: dict[str, Stamp]
    games: dict[str, dict[str, Stamp]]
    libraries: list[Stamp]
    files: dict[str, int]
    """The size of each, so that a truncated library, which would end the process, is not loaded."""


_TYPES: Final = {"core": dict, "games": dict, "libraries": list, "files": dict}


def folder() -> Path:
    """Where the core for this installation and this Python is."""
    key = hashlib.sha256(f"{sys.implementation.cache_tag} {sys.platform} {PACKAGE}".encode()).hexdigest()[:16]
    return root() / key


def root() -> Path:
    """Where the cores of all installations are."""
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen).absolute()
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home)) / "croupier" / "core"
    if sys.platform == "darwin":
        return Path(home) / "Library" / "Caches" / "croupier" / "core"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path(home) / ".cache") / "croupier" / "core"


def read() -> Built | None:
    """What the folder holds; None if there is nothing."""
    try:
        built: Built = json.loads((folder() / CONTENTS).read_text(encoding="utf-8"))
        return built if {name: type(built.get(name)) for name in _TYPES} == _TYPES else None
    except (OSError, ValueError, AttributeError):
        return None


def libraries() -> list[Stamp]:
    """The compiled parts of librt, which a core fits only as they were when it was built."""
    spec = find_spec("librt")
    places = (spec.submodule_search_locations or []) if spec else []
    suffix: str = sysconfig.get_config_var("EXT_SUFFIX")
    return [stamp(file) for place in places for file in sorted(Path(place).glob(f"*{suffix}"))]


def sizes(place: Path) -> dict[str, int]:
    """The files under this folder with their sizes."""
    return {str(path.relative_to(place)): path.stat().st_size for path in place.rglob("*") if path.is_file()}


def stamp(source: Path) -> Stamp:
    """What is compared to see whether a file has changed."""
    status = source.stat()
    return str(source), status.st_size, status.st_mtime_ns


def is_fresh(modules: Iterable[Stamp]) -> bool:
    """Whether none of these sources has changed."""
    try:
        return all(list(stamp(Path(source))) == [source, size, time] for source, size, time in modules)
    except OSError:
        return False


def is_whole(place: Path, files: Mapping[str, int]) -> bool:
    """Whether all these files are in the folder, with these sizes."""
    try:
        return all((place / name).stat().st_size == size for name, size in files.items())
    except OSError:
        return False


class CoreFinder:
    """Finds the modules of the core and of the compiled games in the folder, and all else of Croupier by its source."""

    def __init__(self, core: Path, modules: Iterable[str], games: Mapping[str, str] | None = None) -> None:
        """`games`: the folders of the sources of games, by module."""
        suffix: str = sysconfig.get_config_var("EXT_SUFFIX")
        self.games = games or {}
        names = (*modules, *self.games, LIBRARY)
        self.files = {name: str(core.joinpath(*name.split("."))) + suffix for name in names}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        file = self.files.get(fullname)
        if fullname in self.games and self.games[fullname] not in map(os.path.abspath, path or ()):
            return None  # another version of the game is installed than the one that was compiled
        if file is not None:
            return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, file))
        if path is None or not fullname.startswith("croupier."):
            return None
        for place in path:
            spec = FileFinder(place, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None and spec.loader is not None:
                return spec
        return None

    def serves(self, module: str) -> bool:
        """Whether the game that this module belongs to is the one that was compiled; imports nothing."""
        top = find_spec(module.partition(".")[0]) if module in self.games else None
        places = (top.submodule_search_locations or []) if top else []
        return any(Path(self.games[module]).is_relative_to(os.path.abspath(place)) for place in places)


def active() -> CoreFinder | None:
    """The finder of this process, if it uses the folder."""
    return next((finder for finder in sys.meta_path if isinstance(finder, CoreFinder)), None)


def compiled_games() -> list[str]:
    """The games that this process has compiled."""
    finder, built = active(), read()
    if finder is None or built is None:
        return []
    return [name for name, modules in built["games"].items() if all(map(finder.serves, modules))]


def install() -> None:
    """Use the folder, if there is one that fits. A second call changes nothing."""
    if os.environ.get("CROUPIER_PURE", "") not in ("", "0") or active() is not None:
        return
    built = read()
    if built is None or not is_fresh([*built["core"].values(), *built["libraries"]]):
        return
    fresh = [game for game in built["games"].values() if is_fresh(game.values())]
    games = {module: os.path.dirname(stamp[0]) for game in fresh for module, stamp in game.items()}
    place = folder()
    if is_whole(place, built["files"]):
        sys.meta_path.insert(0, CoreFinder(place, built["core"], games))
