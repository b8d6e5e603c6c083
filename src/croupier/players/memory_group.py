"""Control groups that limit memory, where the system has delegated one to us: the kernel kills what uses more.

Nothing here is needed for a limit to hold. Where no group can be made, `memory_watch.py` and the limits of the process
itself remain.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path
from typing import Final

_MEGABYTE: Final = 1 << 20
_PREFIX: Final = "croupier-"
_numbers: Final = count(1)


class MemoryGroup:
    """One group of processes with a limit of memory."""

    def __init__(self, parent: Path, megabytes: int) -> None:
        """Make it in the group `parent`; raise an OSError if that fails."""
        self._folder = parent / f"{_PREFIX}{os.getpid()}-{next(_numbers)}"
        self._folder.mkdir()
        try:
            (self._folder / "memory.max").write_text(str(megabytes * _MEGABYTE))
        except OSError:
            self.close()
            raise

    def add(self, pid: int) -> None:
        """Move a process into it; what that process starts from now on is in it too."""
        (self._folder / "cgroup.procs").write_text(str(pid))

    @property
    def has_killed(self) -> bool:
        """Whether the kernel has killed a process of it because of its memory."""
        try:
            lines = (self._folder / "memory.events").read_text().splitlines()
        except OSError:
            return False
        return any(line.startswith("oom_kill ") and line != "oom_kill 0" for line in lines)

    def close(self) -> None:
        """Remove it, once its processes have ended."""
        with suppress(OSError):
            self._folder.rmdir()


def make_group(pids: list[int], megabytes: int) -> MemoryGroup | None:
    """Put processes into a group of their own; None if no group is delegated to us, or they have ended."""
    parent = _find_parent_once()
    if parent is None:
        return None
    try:
        group = MemoryGroup(parent, megabytes)
    except OSError:
        return None
    try:
        for pid in pids:
            group.add(pid)
    except OSError:
        group.close()
        return None
    return group


@cache
def _find_parent_once() -> Path | None:
    parent = find_parent()
    if parent is not None:
        _remove_left(parent)
    return parent


def find_parent(proc: Path = Path("/proc/self")) -> Path | None:
    """Find the group in which we may make groups that limit memory: version 2 of control groups, and delegated to us.

    A group with processes has no groups with limits inside, so it is one around ours. `proc` is the folder of this
    process.
    """
    try:
        lines = (proc / "cgroup").read_text().splitlines()
        mounts = list(_read_mounts(proc / "mountinfo"))
    except OSError:
        return None
    for own in (line.removeprefix("0::") for line in lines if line.startswith("0::")):
        for top, place in mounts:
            for folder in (place / os.path.relpath(own, top)).parents:
                if not folder.is_relative_to(place):
                    break
                if _is_ours(folder) and "memory" in _read(folder / "cgroup.subtree_control").split():
                    return folder
    return None


def _read_mounts(path: Path) -> Iterator[tuple[str, Path]]:
    """The group at the top of each control group file system, and where it is mounted."""
    for line in path.read_text().splitlines():
        ours, _, system = line.partition(" - ")
        if system.startswith("cgroup2 "):
            top, place = ours.split()[3:5]
            yield top, Path(place)


def _is_ours(folder: Path) -> bool:
    return os.access(folder, os.W_OK) and os.access(folder / "cgroup.procs", os.W_OK)


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:
        return ""


def _remove_left(folder: Path) -> None:
    """Remove groups of ours that a killed process left behind. One that is in use cannot be removed."""
    for left in folder.glob(f"{_PREFIX}*-*"):
        owner = left.name.removeprefix(_PREFIX).partition("-")[0]
        if not Path("/proc", owner).exists():
            with suppress(OSError):
                left.rmdir()
