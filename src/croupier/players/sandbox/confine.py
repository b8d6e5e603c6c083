"""Locking a process up from the inside: limits, Landlock, seccomp. What is given up here cannot be had again."""

import os
import signal
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

from croupier.players.sandbox import kernel, landlock, seccomp
from croupier.players.sandbox.limits import Limits, limit_all

NOBODY = 64_999  # a user who owns nothing


class Lock:
    """For guests: from here on they can compute, read `readable` and the installed Python, and use their pipes.

    What is the same for every guest of a file is made ready here, once, in the process that they are forked from.
    """

    def __init__(self, readable: Sequence[Path]) -> None:
        self.rules = landlock.ruleset([*readable, *python_paths()]) if landlock.version() > 0 else -1
        """A descriptor; -1 where there is no Landlock."""

    def shut(self, limits: Limits) -> None:
        """Lock this very process up."""
        _no_way_back(limits, is_program=False)
        if self.rules >= 0:
            landlock.enforce(self.rules)
            os.close(self.rules)
        seccomp.install(seccomp.python_filter())


def lock_program(limits: Limits, readable: Sequence[Path], sees_others: bool) -> None:
    """For a program in any language, just before it takes the place of this process."""
    limit_all()
    _no_way_back(limits, is_program=True)
    if landlock.version() > 0:
        rules = landlock.ruleset([*readable, *system_paths()])
        landlock.enforce(rules)
        os.close(rules)
    seccomp.install(seccomp.program_filter(sees_others))


def _no_way_back(limits: Limits, is_program: bool) -> None:
    if kernel.IS_LINUX:
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        kernel.prctl(kernel.PR_SET_NO_NEW_PRIVS, 1)
    limits.apply(is_program)


def give_up_root() -> None:
    """Root in name only is not enough: as nobody, the limits on processes hold too."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(NOBODY, NOBODY, NOBODY)
        os.setresuid(NOBODY, NOBODY, NOBODY)


def python_paths() -> list[Path]:
    """What Python reads when a module is imported, Croupier itself, and the system's libraries."""
    installed = sysconfig.get_paths()
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    ours = str(kernel.OUR_PATH)
    return _outermost([sys.prefix, sys.base_prefix, *(installed[kind] for kind in kinds), ours, *_SYSTEM])


def system_paths() -> list[Path]:
    """Libraries and programs of the system; nothing that belongs to a user."""
    return _outermost(_SYSTEM)


_SYSTEM = (
    *("/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf"),
    *("/etc/alternatives", *map(str, Path("/etc").glob("java-*"))),
    *("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"),
)


def _outermost(places: Iterable[str]) -> list[Path]:
    """Those that exist, without links and without what lies in another of them."""
    found = dict.fromkeys(Path(place).resolve() for place in places)
    there = [path for path in found if path.exists() and path != Path("/")]
    return [path for path in there if not any(path != other and path.is_relative_to(other) for other in there)]
