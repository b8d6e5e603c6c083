"""Keys of providers: from the environment, or from a file `.env` in the directory where Croupier is started."""

import os
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError

ENV_FILE: Final = ".env"


def key_named(name: str, alternative: str) -> str:
    """The key, or one sentence that says how to give it."""
    found = os.environ.get(name, "").strip() or read_env(Path(ENV_FILE)).get(name, "")
    if not found:
        raise UsageError(
            f"it needs a key: set {name} in the environment, or write {name}=... into a file {ENV_FILE} here; "
            f"{alternative}"
        )
    return found


def read_env(path: Path) -> dict[str, str]:
    """`NAME=value` line by line, with or without `export` and quotation marks; # begins a comment line."""
    try:
        text = path.read_text("utf-8")
    except OSError:
        return {}
    values: dict[str, str] = {}
    for line in text.splitlines():
        name, equals, value = line.strip().removeprefix("export ").partition("=")
        if equals and not name.startswith("#"):
            values[name.strip()] = value.strip().strip("\"'")
    return values
