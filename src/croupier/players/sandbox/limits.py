"""How much a sandboxed bot may use. Systems differ in what they can limit; Windows has nothing of the kind."""

import sys
from contextlib import suppress

import msgspec

if sys.platform != "win32":
    import resource

MEGABYTE = 1 << 20
ADDRESS_MEGABYTES = 65_536
"""Address space beyond the memory: enough for every library, and little enough to bound the kernel's tables of it."""


class Limits(msgspec.Struct, frozen=True):
    """Limits of one bot's process."""

    memory: int = 1024
    """Megabytes of memory that it can write to and shares with nobody."""
    cpu: int = 3600
    """Seconds of processor time in the life of the process; a backstop behind the time limits of each answer."""
    output: int = 65_536
    """Bytes of what it prints that are kept per match; the rest is thrown away."""
    start: float = 10.0
    """Seconds to load the file and make the bot."""

    def apply(self, is_program: bool = False) -> None:
        """Set the limits of this very process beside those of `limit_all`; they cannot be raised again.

        Address space says little: numerical libraries, and programs with a virtual machine of their own, reserve far
        more than they use. What RLIMIT_DATA does not count, a Python bot cannot map (`seccomp.build_python_filter`).
        """
        _limit("RLIMIT_DATA", self.memory * MEGABYTE)
        if not is_program:
            _limit("RLIMIT_AS", (self.memory + ADDRESS_MEGABYTES) * MEGABYTE)
        _limit("RLIMIT_CPU", self.cpu)


def limit_all() -> None:
    """Set the limits that are the same for every bot; a process that is forked from this one has them too."""
    _limit("RLIMIT_FSIZE", 0)
    _limit("RLIMIT_CORE", 0)
    _limit("RLIMIT_NOFILE", 256)
    _limit("RLIMIT_NPROC", 256)
    _limit("RLIMIT_MSGQUEUE", 0)
    _limit("RLIMIT_MEMLOCK", 0)


def _limit(name: str, most: int) -> None:
    if sys.platform == "linux":
        _set(getattr(resource, name), most)
    elif sys.platform != "win32" and hasattr(resource, name):
        with suppress(OSError, ValueError):  # macOS names limits that it does not let anybody set
            _set(getattr(resource, name), most)


def _set(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(what, (most, most))
