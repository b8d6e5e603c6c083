"""Personalities as data: how often a bot lies, how often it challenges, how much it remembers.

The five styles have the numbers of the original game. One of your own is a line here, a table in a TOML file or a few
options on the command line.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.kernel.errors import UsageError


class Personality(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One way of playing. `num_bots` and `num_decks` describe a ready table for it."""

    name: str
    bluff_frequency: float
    challenge_frequency: float
    suspicion_memory: int
    num_bots: int = 1
    num_decks: int = 1

    def __post_init__(self) -> None:
        for field in ("bluff_frequency", "challenge_frequency"):
            if not 0 <= getattr(self, field) <= 1:
                raise ValueError(f"{field} must be 0 to 1, not {getattr(self, field)}")
        for field, most in (("suspicion_memory", 1000), ("num_bots", 7), ("num_decks", 4)):
            if not 1 <= getattr(self, field) <= most:
                raise ValueError(f"{field} must be 1 to {most}, not {getattr(self, field)}")


NOOB: Final = Personality("Noob", 0.15, 0.20, 3, 1, 1)
EASY: Final = Personality("Easy", 0.25, 0.25, 5, 2, 1)
MEDIUM: Final = Personality("Medium", 0.35, 0.30, 8, 2, 2)
HARD: Final = Personality("Hard", 0.45, 0.38, 11, 3, 2)
INSANE: Final = Personality("Insane", 0.55, 0.45, 15, 4, 3)

PERSONALITIES: Final[Mapping[str, Personality]] = {
    style.name.lower(): style for style in (NOOB, EASY, MEDIUM, HARD, INSANE)
}


def find_personality(text: str, name: str = "") -> Personality:
    """The style called `text`, or the one in the TOML file `text` (called `name`, if it holds several)."""
    if text.endswith(".toml"):
        return _from_file(Path(text), name)
    if name:
        raise UsageError(f"name={name} chooses a personality from a TOML file, but {text!r} is not one")
    try:
        return PERSONALITIES[text.lower()]
    except KeyError:
        known = ", ".join(PERSONALITIES)
        raise UsageError(f"no style {text!r}; the styles are {known}, and a TOML file can define others") from None


def read_personalities(path: Path) -> dict[str, Personality]:
    """The personalities of a TOML file: one table each, called by its name."""
    try:
        document: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise UsageError(f"no file {path}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} is not a TOML file: {error}") from None
    found: dict[str, Personality] = {}
    for name, values in document.items():
        if not isinstance(values, dict):
            raise UsageError(f"{path}: a personality is a table such as [bold], and {name!r} is outside of one")
        try:
            found[name] = msgspec.convert(msgspec.convert(values, dict[str, Any]) | {"name": name}, Personality)
        except msgspec.ValidationError as error:
            raise UsageError(f"{path}, [{name}]: {error}") from None
    return found


def _from_file(path: Path, name: str) -> Personality:
    found = read_personalities(path)
    if name in found:
        return found[name]
    if not name and len(found) == 1:
        return next(iter(found.values()))
    raise UsageError(f"{path} holds {', '.join(found) or 'no personality'}; choose one with name=...")
