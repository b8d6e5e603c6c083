"""Other ways to say what `croupier run` should play: a folder of bots, a number of copies, a deck."""

import re
from pathlib import Path
from typing import Final

import msgspec

from croupier.ai import BUILT_IN
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.loader import opened

_COUNTED: Final = re.compile(r"(?P<bot>.+):(?P<number>-?\d+)", re.DOTALL)


def with_folders(game: Game, bots: list[str] | None, folder: Path | None) -> list[str]:
    """The bots that were named, a folder of them being all bots in it, and those of --bots-dir."""
    if folder is not None and not folder.is_dir():
        raise UsageError(f"--bots-dir: there is no folder {folder}")
    named = [*(bots or []), *([] if folder is None else [str(folder)])]
    return [each for bot in named for each in opened(game, bot, BUILT_IN)]


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
