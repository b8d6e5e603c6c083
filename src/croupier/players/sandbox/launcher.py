"""Programs in any language in the sandbox: a launcher locks itself down and then becomes the program.

It sees the system's libraries and the folder its own file lies in. It may start threads, but no other process.
"""

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError
from croupier.players.sandbox import linux
from croupier.players.sandbox.isolation import IsolationLevel, wrap_in_bubblewrap
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.lockdown import find_python_paths, find_system_paths, give_up_root, lock_program

_LAUNCHER: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from croupier.players.sandbox.launcher import launch; launch(sys.argv[2], sys.argv[3:])"
)


class LaunchOrder(msgspec.Struct, frozen=True):
    """How the launcher locks itself down before it becomes the program."""

    limits: Limits
    readable: tuple[str, ...]
    is_wrapped: bool
    drops_root: bool


def sandbox_command(command: Sequence[str], level: IsolationLevel, limits: Limits) -> list[str]:
    """Return the command that runs `command` in the sandbox; on a level without one, the command as it is."""
    program = shutil.which(command[0])
    if program is None:
        raise UsageError(f"there is no program {command[0]}")
    command = [str(Path(program).absolute()), *command[1:]]
    if not level.is_sandbox:
        return command
    folders = find_own_folders(command)
    is_wrapped = level is IsolationLevel.BUBBLEWRAP
    # Nobody could not read what is only ours; then it stays root, in name.
    needed = folders if is_wrapped else [*folders, *find_python_paths()]
    drops_root = linux.is_root() and all(_is_open_to_all(path, is_wrapped) for path in needed)
    readable = tuple(map(str, [*folders, *find_python_paths()]))
    order = LaunchOrder(limits, readable, is_wrapped, drops_root)
    source = str(linux.OUR_PATH)
    launcher = [sys.executable, "-I", "-c", _LAUNCHER, source, msgspec.json.encode(order).decode(), *command]
    return wrap_in_bubblewrap(launcher, folders, linux.is_root(), sees_itself=True) if is_wrapped else launcher


def launch(order_text: str, command: list[str]) -> None:
    """Lock this new process down, then become the program."""
    order = msgspec.json.decode(order_text, type=LaunchOrder)
    if order.drops_root:
        give_up_root()
    lock_program(order.limits, [Path(path) for path in order.readable], sees_others=not order.is_wrapped)
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    os.execve(command[0], command, {**kept, "HOME": "/", "TMPDIR": "/"})


def find_own_folders(command: Sequence[str]) -> list[Path]:
    """Where the program's own files lie: the folders of those files in its command that are not the system's."""
    files = [Path(word).resolve() for word in command if Path(word).is_file()]
    system = find_system_paths()
    own = {file.parent for file in files if not any(file.is_relative_to(path) for path in system)}
    return sorted(own)


def _is_open_to_all(path: Path, is_wrapped: bool) -> bool:
    """Whether nobody in particular may go there and read; around a wrapped program every folder on the way is open."""
    try:
        return bool(path.stat().st_mode & 0o004) and (
            is_wrapped or all(parent.stat().st_mode & 0o001 for parent in path.parents)
        )
    except OSError:
        return False
