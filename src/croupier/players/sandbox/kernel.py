"""The few calls into the Linux kernel that Python has no function for."""

import ctypes
import os
import platform
import sys
from pathlib import Path
from typing import Any, Final

IS_LINUX: Final = sys.platform.startswith("linux")
MACHINE: Final = platform.machine()
OUR_PATH: Final = Path(__file__).parents[3]
"""Where Python finds Croupier."""

_libc: Any = ctypes.CDLL(None, use_errno=True) if IS_LINUX else None

PR_SET_PDEATHSIG: Final = 1
PR_SET_DUMPABLE: Final = 4
PR_SET_SECCOMP: Final = 22
PR_SET_NO_NEW_PRIVS: Final = 38


def call(number: int, *arguments: Any) -> int:
    """A system call by number; an OSError when it fails."""
    return _checked(_libc.syscall(ctypes.c_long(number), *arguments))


def prctl(option: int, *arguments: Any) -> int:
    """`prctl(2)`; an OSError when it fails."""
    padded = [ctypes.c_ulong(value) if isinstance(value, int) else value for value in arguments]
    padded += [ctypes.c_ulong(0)] * (4 - len(padded))
    return _checked(_libc.prctl(ctypes.c_int(option), *padded))


def _checked(result: int) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
