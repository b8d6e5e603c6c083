"""What the nursery is told, and what it answers."""

from typing import Final

import msgspec

from croupier.players.sandbox.limits import Limits

MESSAGE: Final = 65_536


class StartCell(msgspec.Struct, frozen=True, tag="start"):
    """Fork a cell for this bot; three descriptors come with it: questions, answers, output."""

    game: str
    path: str
    wanted: str
    options: str
    preload: tuple[str, ...]
    limits: Limits
    locked: bool


class StopCell(msgspec.Struct, frozen=True, tag="stop"):
    """Kill a cell, if it still runs, and tell how it ended."""

    pid: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    pid: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """How a cell ended: its exit code, or minus the signal that killed it."""

    code: int


Order = StartCell | StopCell
Report = Started | Ended
