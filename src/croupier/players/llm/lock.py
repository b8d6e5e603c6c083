"""A file that only one process at a time works on, on every system."""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

if sys.platform != "win32":
    import fcntl
else:
    import msvcrt

_PLACE = 1 << 20
"""Windows locks bytes and lets nobody read them: those far behind the end."""


@contextmanager
def locked(path: Path) -> Generator[int]:
    """The file's descriptor, with the lock on it; the others wait."""
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        if sys.platform != "win32":
            fcntl.flock(descriptor, fcntl.LOCK_EX)
            yield descriptor
        else:
            os.lseek(descriptor, _PLACE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_LOCK, 1)
            yield descriptor
            os.lseek(descriptor, _PLACE, os.SEEK_SET)
            msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)
    finally:
        os.close(descriptor)
