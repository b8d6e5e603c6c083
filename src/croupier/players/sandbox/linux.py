"""The few calls into the Linux kernel that Python has no function for."""

import ctypes
import os
import platform
import re
import struct
import sys
from pathlib import Path
from typing import Any, Final

IS_LINUX: Final = sys.platform.startswith("linux")
MACHINE: Final = platform.machine()
OUR_PATH: Final = Path(__file__).parents[3]
"""Where Python finds Croupier."""

_libc: Any = ctypes.CDLL(None, use_errno=True) if IS_LINUX else None
_with_lock: Any = ctypes.PyDLL(None, use_errno=True) if IS_LINUX else None

PR_SET_PDEATHSIG: Final = 1
PR_SET_DUMPABLE: Final = 4
PR_SET_KEEPCAPS: Final = 8
PR_SET_SECCOMP: Final = 22
PR_SET_CHILD_SUBREAPER: Final = 36
PR_SET_NO_NEW_PRIVS: Final = 38
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_RAISE: Final = 2
_CAPABILITY_VERSION: Final = 0x20080522
_NAMESPACES: Final = {
    "mnt": 0x0002_0000,
    "cgroup": 0x0200_0000,
    "uts": 0x0400_0000,
    "ipc": 0x0800_0000,
    "user": 0x1000_0000,
    "pid": 0x2000_0000,
    "net": 0x4000_0000,
}
"""Flags of `setns(2)`, by the names in /proc."""
_CAP_DAC_OVERRIDE: Final = 1
_CAP_DAC_READ_SEARCH: Final = 2


def call(number: int, *arguments: Any) -> int:
    """A system call by number; an OSError when it fails."""
    return _checked(_libc.syscall(ctypes.c_long(number), *arguments))


def call_locked(number: int, *arguments: int) -> int:
    """A system call that no other thread runs beside; -1 when it fails."""
    result: int = _with_lock.syscall(ctypes.c_long(number), *map(ctypes.c_long, arguments))
    return result


def prctl(option: int, *arguments: Any) -> int:
    """`prctl(2)`; an OSError when it fails."""
    padded = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in arguments]
    padded += [ctypes.c_ulong(0)] * (4 - len(padded))
    return _checked(_libc.prctl(ctypes.c_int(option), *padded))


def fork() -> int:
    """`fork(2)` for a process that has one thread.

    `os.fork` tidies up after other threads and modules; where there is nothing to tidy up that only costs time, because
    all the memory that it looks at is copied: four fifths of what a fork takes.
    """
    return _checked(_with_lock.fork()) if IS_LINUX else os.fork()


def find_other_namespaces(pid: int) -> int:
    """Flags of the namespaces of a process that are not ours."""
    own, others = Path("/proc/self/ns"), Path(f"/proc/{pid}/ns")
    return sum(flag for name, flag in _NAMESPACES.items() if (own / name).readlink() != (others / name).readlink())


def join(process: int, namespaces: int) -> None:
    """Join namespaces of a process that is given as a descriptor. Processes that are forked then are in all of them."""
    _checked(_libc.setns(ctypes.c_int(process), ctypes.c_int(namespaces)))
    if namespaces & _NAMESPACES["user"]:
        _checked(_libc.capset(struct.pack("Ii", _CAPABILITY_VERSION, 0), bytes(24)))


def version() -> tuple[int, ...]:
    """The first two numbers of the kernel's version; (0, 0) if it has none."""
    found = re.match(r"(\d+)\.(\d+)", platform.release())
    return (int(found[1]), int(found[2])) if found is not None and IS_LINUX else (0, 0)


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def keep_only_reading() -> None:
    """Give up all capabilities but the one to read files of others, also in a program that is started."""
    for capability in (_CAP_DAC_READ_SEARCH, _CAP_DAC_OVERRIDE):
        header = struct.pack("Ii", _CAPABILITY_VERSION, 0)
        mask = 1 << capability
        try:
            _checked(_libc.capset(header, struct.pack("6I", mask, mask, mask, 0, 0, 0)))
            prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_RAISE, capability)
        except OSError:  # a container may not have this one
            continue
        return


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
