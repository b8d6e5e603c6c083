"""What forks of a template could share by way of it is looked for from outside, while the template waits."""

import os
import stat
from typing import Final

STANDARD: Final = frozenset("01234")
"""Descriptors that a template has: the null device, and pipes whose other ends are closed."""


def holds_nothing(pid: int) -> bool:
    """Whether a template has no descriptor that forks could hand on something by, such as the place in an open file."""
    try:
        if frozenset(os.listdir(f"/proc/{pid}/fd")) != STANDARD:
            return False
        null, *pipes = [os.stat(f"/proc/{pid}/fd/{number}") for number in sorted(STANDARD)]
    except OSError:
        return False
    # It can make no pipes, so these are those it was given.
    return _is_null_device(null) and all(stat.S_ISFIFO(pipe.st_mode) for pipe in pipes)


def _is_null_device(found: os.stat_result) -> bool:
    return stat.S_ISCHR(found.st_mode) and found.st_rdev == os.stat(os.devnull).st_rdev
