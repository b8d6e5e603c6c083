"""Messages to zygotes, and their reports, over a socket that keeps messages apart."""

import select
import socket
from pathlib import Path
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError
from croupier.players.sandbox.limits import Limits

MESSAGE_BYTES: Final = 131_072
"""The longest order or report."""
MAX_CODE_BYTES: Final = 65_536
"""The most byte code that is sent; a larger file is compiled in every cell."""


MAX_REASON: Final = 500
"""Characters of a report about a failure."""


class SandboxLost(UsageError):
    """A process of ours has ended or fails: the zygote, or what is wrapped around it. No bot is at fault."""


class OrderFailed(SandboxLost):
    """An order could not be carried out; the zygote goes on."""


class SandboxedBot(msgspec.Struct, frozen=True):
    """A bot from a file that is to run in a cell."""

    game: str
    path: Path
    wanted: str = ""
    options: str = ""
    rivals: tuple[Path, ...] = ()
    """Files of the other bots of the run, which it may not read."""


class StartZygote(msgspec.Struct, frozen=True):
    """To the base zygote: fork the zygote of a bot.

    Its socket comes with it, and a process whose namespaces it joins. Its first message tells whether that worked.
    """

    game: str
    """The game that it will play: loaded before, so that zygotes share it."""
    drops_root: bool
    namespaces: int
    """Flags for `linux.join`; 0 for none."""
    folder: str
    """Files of the bot that it must be able to read, if it does not join namespaces made for that."""


class StartCell(msgspec.Struct, frozen=True, tag="start"):
    """Fork a cell for this bot; three descriptors come with it: questions, answers, output."""

    game: str
    path: str
    wanted: str
    options: str
    preload: tuple[str, ...]
    limits: Limits
    locked: bool
    cores: tuple[int, ...]
    """Where it is to run."""
    code: bytes = b""
    """What the bot's first cell made of the file, if that is known."""
    seeds_random: bool = True
    is_template: bool = False
    """Whether it is to be forked for every match."""


class ForkCell(msgspec.Struct, frozen=True, tag="fork"):
    """Fork a cell from a template; three descriptors come with it, as with StartCell."""

    template: int
    cores: tuple[int, ...]


class StopCell(msgspec.Struct, frozen=True, tag="stop"):
    """Kill a cell, if it still runs, and tell how it ended."""

    pid: int


class Started(msgspec.Struct, frozen=True, tag="started"):
    pid: int


class Ended(msgspec.Struct, frozen=True, tag="ended"):
    """How a cell ended: its exit code, or minus the signal that killed it."""

    code: int


class Failed(msgspec.Struct, frozen=True, tag="failed"):
    """The order could not be carried out; the zygote goes on."""

    reason: str


def failure_of(error: BaseException) -> Failed:
    return Failed(f"{type(error).__name__}: {error}"[:MAX_REASON])


Order = StartCell | ForkCell | StopCell
Report = Started | Ended | Failed


def has_closed(control: socket.socket) -> bool:
    """Whether either end of a socket has closed."""
    if control.fileno() < 0:
        return True
    poll = select.poll()
    poll.register(control, 0)  # that the other end has closed is always reported
    return bool(poll.poll(0))
