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
from collections.abc import Iterable, Sequence
from importlib.machinery import SOURCE_SUFFIXES, ExtensionFileLoader, FileFinder, ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, TypedDict

VARIABLE: Final = "CROUPIER_CACHE"
PACKAGE: Final = Path(__file__).parent
LIBRARY: Final = "croupier__mypyc"
CONTENTS: Final = "core.json"


class Built(TypedDict):
    """What lies in the folder: for each module its source with its size and its time of change in nanoseconds."""

    core: dict[str, tuple[str, int, int]]
    games: dict[str, dict[str, tuple[str, int, int]]]


def folder() -> Path:
    """Where the core for this installation and this Python is."""
    key = hashlib.sha256(f"{sys.implementation.cache_tag} {sys.platform} {PACKAGE}".encode()).hexdigest()[:16]
    return _root() / key


def _root() -> Path:
    if chosen := os.environ.get(VARIABLE):
        return Path(chosen)
    home = os.path.expanduser("~")
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", home)) / "croupier" / "core"
    if sys.platform == "darwin":
        return Path(home) / "Library" / "Caches" / "croupier" / "core"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path(home) / ".cache") / "croupier" / "core"


def read() -> Built | None:
    """What the folder holds; None if there is nothing."""
    try:
        return json.loads((folder() / CONTENTS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None


def stamp(source: Path) -> tuple[str, int, int]:
    """What is compared to see whether a source has changed."""
    status = source.stat()
    return str(source), status.st_size, status.st_mtime_ns


def is_fresh(modules: Iterable[tuple[str, int, int]]) -> bool:
    """Whether none of these sources has changed."""
    try:
        return all(list(stamp(Path(source))) == [source, size, time] for source, size, time in modules)
    except OSError:
        return False


class CoreFinder:
    """Finds the modules of the core and of the compiled games in the folder, and all else of Croupier by its source."""

    def __init__(self, root: Path, modules: Iterable[str]) -> None:
        suffix: str = sysconfig.get_config_var("EXT_SUFFIX")
        self.files = {name: str(root.joinpath(*name.split("."))) + suffix for name in (*modules, LIBRARY)}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        file = self.files.get(fullname)
        if file is not None:
            return spec_from_file_location(fullname, file, loader=ExtensionFileLoader(fullname, file))
        if path is None or not fullname.startswith("croupier."):
            return None
        for place in path:
            spec = FileFinder(place, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            if spec is not None and spec.loader is not None:
                return spec
        return None


def active() -> CoreFinder | None:
    """The finder of this process, if it uses the folder."""
    return next((finder for finder in sys.meta_path if isinstance(finder, CoreFinder)), None)


def compiled_games() -> list[str]:
    """The games that this process has compiled."""
    finder, built = active(), read()
    if finder is None or built is None:
        return []
    return [name for name, modules in built["games"].items() if all(module in finder.files for module in modules)]


def install() -> None:
    """Use the folder, if there is one that fits. A second call changes nothing."""
    if os.environ.get("CROUPIER_PURE", "") not in ("", "0") or active() is not None:
        return
    built = read()
    if built is None or not is_fresh(built["core"].values()):
        return
    fresh = [module for game in built["games"].values() if is_fresh(game.values()) for module in game]
    finder = CoreFinder(folder(), [*built["core"], *fresh])
    if all(map(os.path.exists, finder.files.values())):
        sys.meta_path.insert(0, finder)
