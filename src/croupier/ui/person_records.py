"""How many games a person has played and won at this computer, by game and name: one small file of counts."""

from collections.abc import Sequence
from pathlib import Path

import msgspec

Records = dict[str, dict[str, tuple[int, int]]]


def record_line(name: str, title: str, played: int, won: int) -> str:
    """The counts of a person as a sentence."""
    return f"{name} has played {played} {'game' if played == 1 else 'games'} of {title} and won {won}."


def add_games(path: Path, game: str, people: Sequence[tuple[str, bool]]) -> list[tuple[str, int, int]]:
    """Count a match of these people, each with whether it was won, and return all counts so far."""
    records = _read(path)
    counts = records.setdefault(game, {})
    added: list[tuple[str, int, int]] = []
    for name, has_won in people:
        played, won = counts.get(name, (0, 0))
        counts[name] = (played + 1, won + has_won)
        added.append((name, *counts[name]))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(msgspec.json.format(msgspec.json.encode(records)))
    return added


def _read(path: Path) -> Records:
    try:
        return msgspec.json.decode(path.read_bytes(), type=Records)
    except (FileNotFoundError, msgspec.DecodeError):
        return {}
