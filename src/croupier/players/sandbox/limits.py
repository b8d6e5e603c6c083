"""How much a locked-up bot may use."""

import resource

import msgspec

MEGABYTE = 1 << 20


class Limits(msgspec.Struct, frozen=True):
    """Limits of one bot's process."""

    memory: int = 1024
    """Megabytes of address space (for programs other than Python: of data)."""
    cpu: int = 3600
    """Seconds of processor time in the life of the process; a backstop behind the time limits of each answer."""
    output: int = 65_536
    """Bytes of what it prints that are kept per match; the rest is thrown away."""
    start: float = 10.0
    """Seconds to load the file and make the bot."""

    def apply(self, is_program: bool = False) -> None:
        """Set the limits of this very process beside those of `limit_all`; they cannot be raised again."""
        size = self.memory * MEGABYTE
        # Programs with a virtual machine of their own reserve far more address space than they use.
        _limit(resource.RLIMIT_DATA if is_program else resource.RLIMIT_AS, size)
        _limit(resource.RLIMIT_CPU, self.cpu)


def limit_all() -> None:
    """Set the limits that are the same for every bot; a process that is forked from this one has them too."""
    _limit(resource.RLIMIT_FSIZE, 0)
    _limit(resource.RLIMIT_CORE, 0)
    _limit(resource.RLIMIT_NOFILE, 256)
    _limit(resource.RLIMIT_NPROC, 256)
    _limit(resource.RLIMIT_MSGQUEUE, 0)
    _limit(resource.RLIMIT_MEMLOCK, 0)


def _limit(what: int, most: int) -> None:
    hard = resource.getrlimit(what)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    resource.setrlimit(what, (most, most))
