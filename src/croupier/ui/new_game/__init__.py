"""The package that `croupier new-game` writes: templates, which lie here as .txt files, and how they are filled in.

@NAME@ is the game, @PACKAGE@ its package, @CLASS@ the beginning of its classes, @TITLE@ what people call it. @@ is an @
of the starter that lies in the new package.
"""

import keyword
import re
import sys
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Final

from croupier.games import GAMES
from croupier.kernel.errors import UsageError

_SUFFIX: Final = ".txt"
_NAME: Final = re.compile(r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*")


def write_package(name: str, folder: Path) -> list[Path]:
    """Write a package for a game called `name` into a new folder; the files, in the order in which to read them."""
    fields = _fields(name)
    try:
        folder.mkdir(parents=True)
    except FileExistsError:
        raise UsageError(f"{folder} exists; choose another folder: croupier new-game {name} FOLDER") from None
    except OSError as error:
        raise UsageError(f"cannot write {folder}: {(error.strerror or str(error)).lower()}") from None
    written: list[Path] = []
    for place, source in _templates(files(__name__), ""):
        path = folder / _filled(place.replace("PACKAGE", fields["PACKAGE"]).replace("@", ""), fields)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(_filled(source.read_text("utf-8"), fields), "utf-8")
        written.append(path)
    return written


def _fields(name: str) -> dict[str, str]:
    package = name.replace("-", "_")
    if not _NAME.fullmatch(name) or keyword.iskeyword(package):
        raise UsageError(f"{name!r} is not a name for a game; use lower-case letters, digits and hyphens")
    if package in sys.stdlib_module_names or package in ("croupier", "tests"):
        raise UsageError(f"{name!r} would hide the Python module {package}; choose another name")
    if name in GAMES:
        raise UsageError(f"there is a game {name} already; choose another name")
    words = re.split("[-_]", name)
    title = " ".join(words).capitalize()
    return {"NAME": name, "PACKAGE": package, "CLASS": "".join(word.capitalize() for word in words), "TITLE": title}


def _templates(folder: Traversable, place: str) -> list[tuple[str, Traversable]]:
    found: list[tuple[str, Traversable]] = []
    for entry in sorted(folder.iterdir(), key=lambda each: each.name):
        if entry.is_dir() and entry.name != "__pycache__":
            found += _templates(entry, f"{place}{entry.name}/")
        elif entry.name.endswith(_SUFFIX):
            found.append((place + entry.name.removesuffix(_SUFFIX), entry))
    return found


def _filled(text: str, fields: dict[str, str]) -> str:
    text = re.sub(r"(?<!@)@([A-Z]+)@(?!@)", lambda found: fields[found[1]], text)
    return text.replace("@@", "@")
