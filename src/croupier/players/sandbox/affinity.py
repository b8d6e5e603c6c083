"""One core for a match and its bots: the engine waits while a bot answers, so one core is enough, with one cache.

Measured, a question to a sandboxed bot and its answer take half the time on one core that they take on two.
"""

import ctypes
import os
from collections.abc import Generator
from contextlib import contextmanager

from croupier.players.sandbox import linux

Cores = frozenset[int]


def get_affinity() -> Cores:
    """Where this process may run; nothing where that cannot be told."""
    return frozenset(os.sched_getaffinity(0)) if linux.IS_LINUX else frozenset()


def set_affinity(cores: Cores) -> None:
    """Run this process there from now on, if it is allowed to."""
    if linux.IS_LINUX and cores:
        try:
            os.sched_setaffinity(0, cores)
        except OSError:
            return


@contextmanager
def pinned_core(core: int | None = None) -> Generator[None]:
    """Keep this process and the cells it starts meanwhile on one core: on `core`, or on the one it runs on now.

    Afterwards it may run where it could before. Cells follow the process that starts them.
    """
    before = get_affinity()
    set_affinity(before & {_current() if core is None else core})
    try:
        yield
    finally:
        set_affinity(before)


def _current() -> int:
    libc = ctypes.CDLL(None) if linux.IS_LINUX else None
    return -1 if libc is None else int(libc.sched_getcpu())
