"""Which core is running, the compiled one or plain Python, and whether it still matches its sources.

It reads the manifest that the build left beside this file and looks at files; it imports nothing else of the package.
"""

import hashlib
import json
import os
import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import TypedDict

from croupier import _cache

PACKAGE = Path(__file__).parent
MANIFEST = PACKAGE / "_compiled.json"


class Recipe(TypedDict):
    python: str
    tag: str
    modules: dict[str, str]


class Manifest(TypedDict):
    """What setup.py wrote: the part that matters after the build."""

    recipe: Recipe
    flags: list[str]
    c: dict[str, str]


@cache
def manifest() -> Manifest | None:
    """The manifest of the compiled core, or None in a plain Python build."""
    try:
        return json.loads(MANIFEST.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def is_compiled() -> bool:
    """Whether the core that this process imports is the compiled one."""
    if _cache.active() is not None:
        return True
    built = manifest()
    if built is None or _is_pure() or built["recipe"]["tag"] != sys.implementation.cache_tag:
        return False
    suffix: str = sysconfig.get_config_var("EXT_SUFFIX")
    return all(_file(module, suffix).exists() for module in built["recipe"]["modules"])


def build_line() -> str:
    """The core in a few words, as `croupier --version` tells it."""
    if games := _cache.compiled_games():
        return f"compiled core with {', '.join(games)}"
    if is_compiled():
        return "compiled core"
    if _is_pure():
        return "plain Python core (CROUPIER_PURE=1)"
    built = manifest()
    if built is None:
        return "plain Python core (no compiler at build time)"
    return f"plain Python core (compiled for Python {built['recipe']['python']} only)"


def stale_modules() -> list[str]:
    """The compiled modules whose source has changed since. Their .so wins over the source until it is built again."""
    built = manifest()
    if built is None or _cache.active() is not None:
        return []
    return [module for module, digest in built["recipe"]["modules"].items() if _digest(_file(module, ".py")) != digest]


def _is_pure() -> bool:
    return os.environ.get("CROUPIER_PURE", "") not in ("", "0")


def _file(module: str, suffix: str) -> Path:
    return PACKAGE.parent.joinpath(*module.split(".")).with_suffix(suffix)


def _digest(source: Path) -> str | None:
    return hashlib.sha256(source.read_bytes()).hexdigest() if source.exists() else None
