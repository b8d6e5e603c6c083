"""Other ways to say what `croupier run` should play: a folder of bots, a number of copies, a deck."""

import re
from pathlib import Path
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

_COUNTED: Final = re.compile(r"(?P<bot>.+):(?P<number>-?\d+)", re.DOTALL)


def files_in(folder: Path | None) -> list[str]:
    """Every Python file of a folder by name, but for those that begin with an underscore."""
    if folder is None:
        return []
    if not folder.is_dir():
        raise UsageError(f"--bots-dir: there is no folder {folder}")
    files = [str(path) for path in sorted(folder.glob("*.py")) if not path.name.startswith("_")]
    if not files:
        raise UsageError(f"--bots-dir: there is no Python file in {folder}")
    return files


def copies(text: str) -> str:
    """`my_bot.py:3` as the loader writes it, `my_bot.py*3`; without a number it is one bot."""
    counted = _COUNTED.fullmatch(text)
    return text if counted is None else f"{counted['bot']}*{counted['number']}"


def deck_setting(game: Game, file: str | None) -> list[str]:
    """A deck configuration as a setting."""
    if file is None:
        return []
    if "deck" not in {field.name for field in msgspec.structs.fields(game.settings_type)}:
        raise UsageError(f"--deck-config: {game.name} is always played with the same deck")
    return [f"deck={file}"]
