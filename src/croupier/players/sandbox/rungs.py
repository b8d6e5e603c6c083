"""The isolation ladder: what this machine can do to lock a bot up, and how well that holds."""

import shutil
import subprocess
import sys
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

from croupier.kernel.errors import UsageError
from croupier.players.sandbox import kernel, landlock, seccomp
from croupier.players.sandbox.confine import python_paths


class Rung(Enum):
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
        return self in (Rung.BUBBLEWRAP, Rung.LANDLOCK)


class Finding(Enum):
    """What stands in the way of a rung."""

    NOT_LINUX = "it needs Linux"
    NO_SECCOMP = "the kernel has no seccomp filters for this processor"
    NO_LANDLOCK = "the kernel has no Landlock (5.13 or newer, switched on)"
    NO_BUBBLEWRAP = "bubblewrap is not installed (Debian and Ubuntu: sudo apt-get install bubblewrap)"
    NO_NAMESPACES = "bubblewrap is there, but the kernel does not let it make namespaces"


@cache
def obstacles(rung: Rung) -> tuple[Finding, ...]:
    """Why this machine cannot offer the rung; nothing when it can."""
    if not rung.is_sandbox:
        return ()
    if not kernel.IS_LINUX:
        return (Finding.NOT_LINUX,)
    found: list[Finding] = []
    if not seccomp.is_supported():
        found.append(Finding.NO_SECCOMP)
    if rung is Rung.LANDLOCK and landlock.version() == 0:
        found.append(Finding.NO_LANDLOCK)
    if rung is Rung.BUBBLEWRAP:
        if shutil.which("bwrap") is None:
            found.append(Finding.NO_BUBBLEWRAP)
        elif not _namespaces_work():
            found.append(Finding.NO_NAMESPACES)
    return tuple(found)


def best_rung() -> Rung:
    """The safest rung of this machine; without one, an error that says how to get it."""
    for rung in (Rung.BUBBLEWRAP, Rung.LANDLOCK):
        if not obstacles(rung):
            return rung
    reasons = "; ".join(f"{rung.value}: {obstacles(rung)[0].value}" for rung in (Rung.BUBBLEWRAP, Rung.LANDLOCK))
    raise UsageError(
        f"this machine cannot lock a bot up ({reasons}); croupier doctor tells more. "
        "With --no-sandbox it runs in a process that can be stopped but not kept from your files, "
        "with --trust in this one; in a container either is safer"
    )


_NAMESPACES: Final = ("--unshare-ipc", "--unshare-pid", "--unshare-net", "--unshare-uts", "--unshare-cgroup-try")


def bubblewrapped(command: list[str], readable: list[Path], is_root: bool, sees_itself: bool = False) -> list[str]:
    """The command with a file system of its own that holds `readable` and the installed Python, and no network.

    `sees_itself`: with /proc, which runtimes other than Python look into; it shows the command's own process only.
    """
    wrapped = ["bwrap", *_NAMESPACES, "--die-with-parent", "--new-session", "--cap-drop", "ALL"]
    # As root the cell becomes nobody by itself, which a user namespace would not allow.
    wrapped += ["--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"] if is_root else ["--unshare-user"]
    wrapped += ["--dev", "/dev", *(("--proc", "/proc") if sees_itself else ())]
    bound = [path for path in [*python_paths(), *readable] if not path.is_relative_to("/dev")]
    for parent in sorted({parent for path in bound for parent in path.parents if parent != Path("/")}):
        wrapped += ["--perms", "0755", "--dir", str(parent)]
    for path in bound:
        wrapped += ["--ro-bind", str(path), str(path)]
    for link in ("/lib", "/lib64", "/bin", "/sbin"):
        if Path(link).is_symlink():
            wrapped += ["--symlink", str(Path(link).readlink()), link]
    return [*wrapped, "--remount-ro", "/", "--chdir", "/", "--", *command]


def _namespaces_work() -> bool:
    command = bubblewrapped([sys.executable, "-I", "-S", "-c", "pass"], [], kernel.is_root())
    try:
        return subprocess.run(command, capture_output=True, timeout=20).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False
