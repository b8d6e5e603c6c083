"""Reads `.env`: NAME=VALUE lines, for keys that do not belong on a command line."""

import os
import re
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError

_LINE: Final = re.compile(r"(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=\s*(.*)")


def read_dotenv(path: Path | None = None) -> None:
    """Put what the file says into the environment; what is there already stays. No file, nothing done."""
    path = path or Path(".env")
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        return
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}") from None
    for name, value in parsed(text, str(path)).items():
        os.environ.setdefault(name, value)


def parsed(text: str, path: str = ".env") -> dict[str, str]:
    """The names and values of a file; a line that is neither comment nor setting is named."""
    found: dict[str, str] = {}
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        setting = _LINE.fullmatch(line)
        if setting is None:
            raise UsageError(f"{path}, line {number}: {line[:20]!r}... is no setting; write NAME=VALUE")
        name, value = setting[1], setting[2].strip()
        if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
            value = value[1:-1]
        else:
            value = value.partition(" #")[0].rstrip()
        found[name] = value
    return found
