"""`.env` files: NAME=VALUE lines for keys and passwords, read with python-dotenv."""

import os
from io import StringIO
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError

ENV_FILE: Final = Path(".env")


def load_env(path: Path = ENV_FILE) -> None:
    """Put the settings of a file, if it exists, into the environment; names that are set already keep their value.

    A file that cannot be read, or a line that is neither a comment nor a setting, is a UsageError.
    """
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"cannot read {path}: {error}") from None
    for name, value in parse_env(text, str(path)).items():
        os.environ.setdefault(name, value)


def read_env(path: Path = ENV_FILE) -> dict[str, str]:
    """Return the settings of a file; nothing if it cannot be read, and all that can be understood."""
    try:
        return parse_env(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        return {}


def parse_env(text: str, strict_path: str = "") -> dict[str, str]:
    """Return the settings of a text. With `strict_path`, the file's name, any other line is a UsageError."""
    from dotenv.parser import parse_stream

    found: dict[str, str] = {}
    for binding in parse_stream(StringIO(text)):
        if binding.key is not None and binding.value is not None and not binding.error:
            found[binding.key] = binding.value
        elif strict_path and (binding.error or binding.key is not None):
            number, line = binding.original.line, binding.original.string.strip()
            raise UsageError(f"{strict_path}, line {number}: {line[:20]!r}... is not a setting; write NAME=VALUE")
    return found
