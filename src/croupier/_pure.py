"""CROUPIER_PURE=1: the package runs from its .py files even where a compiled core lies beside them.

The same sources, readable by a debugger, a coverage tool and a profiler. Nothing is chosen module by module: half a
compiled core would not fit the other half.
"""

import os
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

VARIABLE = "CROUPIER_PURE"


class SourceFinder:
    """Finds the modules of this package by their sources alone. Everything else is left to the usual finders."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None, /
    ) -> ModuleSpec | None:
        if path is None or not fullname.startswith("croupier."):
            return None
        for folder in path:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(fullname)
            # A spec without a loader is a mere folder.
            if spec is not None and spec.loader is not None:
                return spec
        return None


def is_wanted() -> bool:
    return os.environ.get(VARIABLE, "") not in ("", "0")


def install() -> None:
    """Put the finder in front of the others, if the environment asks for it. A second call changes nothing."""
    if is_wanted() and not any(isinstance(finder, SourceFinder) for finder in sys.meta_path):
        sys.meta_path.insert(0, SourceFinder())
