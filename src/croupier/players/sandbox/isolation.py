"""Isolation levels: what this machine can do to sandbox a bot, and how much that keeps from the bot."""

import shutil
import subprocess
import sys
from collections.abc import Sequence
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError
from croupier.players.sandbox import landlock, linux, seccomp
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.lockdown import find_python_paths


class IsolationLevel(Enum):
    """From the safest down. The names are what runs and replays report."""

    BUBBLEWRAP = "bubblewrap"
    """Namespaces of its own around a cell that has locked itself down as well."""
    LANDLOCK = "landlock"
    """The cell locks itself down: Landlock, seccomp, limits."""
    PROCESS = "process"
    """A process that can be killed, and limits; it can read your files and use the network."""
    TRUSTED = "trusted"
    """No process of its own: for built-in bots and your own."""

    @property
    def is_sandbox(self) -> bool:
        return self in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK)


class Obstacle(Enum):
    """Why a machine cannot offer an isolation level."""

    NOT_LINUX = "it needs Linux"
    NO_SECCOMP = "the kernel has no seccomp filters for this processor"
    NO_LANDLOCK = "the kernel has no Landlock (needs Linux 5.13 or newer with Landlock enabled)"
    NO_BUBBLEWRAP = "bubblewrap is not installed (Debian and Ubuntu: sudo apt-get install bubblewrap)"
    OLD_KERNEL = "processes cannot join the namespaces of others (Linux 5.8 or newer)"
    NO_NAMESPACES = "bubblewrap is installed, but the kernel does not allow it to create namespaces"


@cache
def find_obstacles(level: IsolationLevel) -> tuple[Obstacle, ...]:
    """Return why this machine cannot offer the level; nothing when it can."""
    if not level.is_sandbox:
        return ()
    if not linux.IS_LINUX:
        return (Obstacle.NOT_LINUX,)
    found: list[Obstacle] = []
    if not seccomp.is_supported():
        found.append(Obstacle.NO_SECCOMP)
    if level is IsolationLevel.LANDLOCK and landlock.get_version() == 0:
        found.append(Obstacle.NO_LANDLOCK)
    if level is IsolationLevel.BUBBLEWRAP:
        if shutil.which("bwrap") is None:
            found.append(Obstacle.NO_BUBBLEWRAP)
        elif linux.version() < (5, 8):
            found.append(Obstacle.OLD_KERNEL)
        elif not _namespaces_work():
            found.append(Obstacle.NO_NAMESPACES)
    return tuple(found)


def find_best_level() -> IsolationLevel:
    """Return the safest sandbox of this machine; if it has none, raise a UsageError that says how to get one."""
    sandboxes = (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK)
    for level in sandboxes:
        if not find_obstacles(level):
            return level
    reasons = "; ".join(f"{level.value}: {find_obstacles(level)[0].value}" for level in sandboxes)
    raise UsageError(
        f"this machine has no sandbox ({reasons}); for details: croupier doctor. With --no-sandbox a bot runs "
        "in a separate process that can read your files, with --trust in this process; either is safer in a "
        "container"
    )


_NAMESPACES: Final = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")


def wrap_in_bubblewrap(
    command: Sequence[str], readable: Sequence[Path], is_root: bool, sees_itself: bool = False
) -> list[str]:
    """Wrap the command in a file system of its own that holds `readable` and the installed Python, and no network.

    `sees_itself`: with /proc, which runtimes other than Python look into; it shows the command's own process only.
    """
    wrapped = ["bwrap", *_NAMESPACES, "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    # As root the cell becomes nobody by itself, which a user namespace would not allow.
    wrapped += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if is_root else ["--unshare-user"]
    wrapped += ["--dev", "/dev", *(("--proc", "/proc") if sees_itself else ())]
    bound = [path for path in [*find_python_paths(), *readable] if not path.is_relative_to("/dev")]
    for parent in sorted({parent for path in bound for parent in path.parents if parent != Path("/")}):
        wrapped += ["--perms", "0755", "--dir", str(parent)]
    for path in bound:
        wrapped += ["--ro-bind", str(path), str(path)]
    for link in ("/lib", "/lib64", "/bin", "/sbin"):
        if Path(link).is_symlink():
            wrapped += ["--symlink", str(Path(link).readlink()), link]
    return [*wrapped, "--remount-ro", "/", "--chdir", "/", "--", *command]


def _namespaces_work() -> bool:
    command = wrap_in_bubblewrap([sys.executable, "-I", "-S", "-c", "pass"], [], linux.is_root())
    try:
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


class Isolation(msgspec.Struct, frozen=True):
    """How bots are kept: sandboxed as well as this machine can, unless something else is asked for."""

    trust: bool = False
    """Python files run in this process, programs as they are: for your own."""
    sandbox: bool = True
    """Without it they get a process that can be stopped, and nothing else."""
    fresh: bool = False
    """A new process for every match, instead of one for some hundred."""
    limits: Limits = Limits()
    rivals: tuple[Path, ...] = ()
    """Files of all bots of the run: none of them is shown to another bot."""
    mechanism: IsolationLevel | None = None
    """The sandbox to use instead of the safest one of this machine."""

    def level(self) -> IsolationLevel:
        """Return the level that this means here; raise a UsageError where this machine has no sandbox."""
        if self.trust:
            return IsolationLevel.TRUSTED
        if not self.sandbox:
            return IsolationLevel.PROCESS
        return self.mechanism or find_best_level()


SANDBOXED = Isolation()
