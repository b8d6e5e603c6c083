"""Programs in any language in the sandbox: a launcher locks itself down and then becomes the program.

It sees the system's libraries and copies of its own files. It may start threads, but no other process, and it is
never root.
"""

import os
import re
import shutil
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Final

import msgspec

from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.players.sandbox import bundle, linux, scratch
from croupier.players.sandbox.isolation import IsolationLevel, wrap_in_bubblewrap
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.lockdown import find_python_paths, find_system_paths, give_up_root, lock_program

_INTERPRETERS: Final = re.compile(r"(python|pypy|node|deno|bun|ruby|perl|lua|php|java|sh|bash)[\d.]*")
_LAUNCHER: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from croupier.players.sandbox.launcher import launch; launch(sys.argv[2], sys.argv[3:])"
)


class LaunchOrder(msgspec.Struct, frozen=True):
    """How the launcher locks itself down before it becomes the program."""

    limits: Limits
    readable: tuple[str, ...]
    listed: tuple[str, ...]
    """Folders of which it may see the names of the files: Python lists them when it looks for a game's package."""
    is_wrapped: bool


def is_interpreter(program: Path) -> bool:
    """Whether the bot is not the program itself but a file that the program is given."""
    return _INTERPRETERS.fullmatch(program.name) is not None


def sandbox_command(
    command: Sequence[str], level: IsolationLevel, limits: Limits, rivals: Collection[Path] = ()
) -> list[str]:
    """Return the command that runs `command` in the sandbox; on a level without one, the command as it is."""
    program = shutil.which(command[0])
    if program is None:
        raise UsageError(f"no program {command[0]}")
    command = [str(Path(program).absolute()), *command[1:]]
    if not level.is_sandbox:
        return command
    folder = scratch.make_folder(reader_is_nobody=True)
    command = _pack(command, folder, rivals)
    readable = [folder, *_interpreter_folders(command)]
    is_wrapped = level is IsolationLevel.BUBBLEWRAP
    listed = tuple(str(place.parent) for place in GAMES.outside_folders())
    order = LaunchOrder(limits, tuple(map(str, [*readable, *find_python_paths()])), listed, is_wrapped)
    source = str(linux.OUR_PATH)
    launcher = [sys.executable, "-I", "-c", _LAUNCHER, source, msgspec.json.encode(order).decode(), *command]
    return wrap_in_bubblewrap(launcher, readable, linux.is_root(), sees_itself=True) if is_wrapped else launcher


def _pack(command: Sequence[str], folder: Path, rivals: Collection[Path]) -> list[str]:
    """Copy the bot's own files of a command into a folder; the command with their new places."""
    packed: list[str] = []
    for number, word in enumerate(command):
        path = Path(word).resolve()
        if path.is_file() and not _is_of_the_system(path) and not (number == 0 and is_interpreter(Path(word))):
            word = str(bundle.pack_program(path, folder / str(number), rivals))
        packed.append(word)
    return packed


def _interpreter_folders(command: Sequence[str]) -> list[Path]:
    """Where an interpreter lies that is not the system's."""
    program = Path(command[0])
    if not is_interpreter(program) or _is_of_the_system(program.resolve()):
        return []
    return sorted({program.resolve().parent, program.parent})


def _is_of_the_system(path: Path) -> bool:
    return any(path.is_relative_to(place) for place in find_system_paths())


def launch(order_text: str, command: list[str]) -> None:
    """Lock this new process down, then become the program."""
    order = msgspec.json.decode(order_text, type=LaunchOrder)
    readable = [Path(path) for path in order.readable]
    give_up_root(() if order.is_wrapped else readable)
    lock_program(order.limits, readable, [Path(folder) for folder in order.listed], sees_others=not order.is_wrapped)
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    os.execve(command[0], command, {**kept, "HOME": "/", "TMPDIR": "/"})
