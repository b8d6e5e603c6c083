"""Lockdown of the current process: limits, Landlock, seccomp. It cannot be undone."""

import os
import signal
import sys
import sysconfig
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from croupier import _cache
from croupier.games import GAMES
from croupier.players.sandbox import landlock, linux, seccomp
from croupier.players.sandbox.limits import Limits, limit_all

NOBODY = 64_999  # a user who owns nothing


class Lockdown:
    """The rules for cells of one file: they can compute, read `readable` and the installed Python, and use their pipes.

    Made once, in the process that the cells are forked from.
    """

    def __init__(self, readable: Sequence[Path]) -> None:
        self.rules = landlock.make_ruleset([*readable, *find_python_paths()]) if landlock.get_version() > 0 else -1
        """A descriptor; -1 where there is no Landlock."""

    def enforce(self, limits: Limits, is_template: bool = False) -> None:
        """Restrict this process."""
        _restrict(limits, is_program=False)
        if self.rules >= 0:
            landlock.enforce(self.rules)
            os.close(self.rules)
        seccomp.install(seccomp.build_loaded_filter() if is_template else seccomp.build_python_filter())


def lock_program(limits: Limits, readable: Sequence[Path], listed: Sequence[Path], sees_others: bool) -> None:
    """Restrict this process, just before it becomes a program in any language."""
    limit_all()
    _restrict(limits, is_program=True)
    if landlock.get_version() > 0:
        rules = landlock.make_ruleset([*readable, *find_system_paths()], listed)
        landlock.enforce(rules)
        os.close(rules)
    seccomp.install(seccomp.build_program_filter(sees_others))


def _restrict(limits: Limits, is_program: bool) -> None:
    if linux.IS_LINUX:
        linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
        linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    limits.apply(is_program)


def give_up_root(needed: Iterable[Path] = ()) -> None:
    """Become a user who owns nothing: limits on processes do not hold for root.

    Where `needed` is not open to everybody, the process keeps the right to read everything; what it may read is then
    for Landlock to say.
    """
    if os.geteuid() != 0:
        return
    reads_all = not all(map(_is_open_to_all, needed))
    if reads_all:
        linux.prctl(linux.PR_SET_KEEPCAPS, 1)
    os.setgroups([])
    os.setresgid(NOBODY, NOBODY, NOBODY)
    os.setresuid(NOBODY, NOBODY, NOBODY)
    if reads_all:
        linux.keep_only_reading()


def _is_open_to_all(path: Path) -> bool:
    try:
        modes = [parent.stat().st_mode for parent in path.resolve().parents]
        return bool(path.stat().st_mode & 0o004) and all(mode & 0o001 for mode in modes)
    except OSError:
        return False


def find_python_paths() -> list[Path]:
    """List what Python reads when a module is imported: Croupier itself, games of other packages, and the system's
    libraries.
    """
    installed = sysconfig.get_paths()
    kinds = ("stdlib", "platstdlib", "purelib", "platlib")
    ours = str(linux.OUR_PATH)
    finder = _cache.active()
    core = [] if finder is None else [str(_cache.folder())]
    games = map(str, GAMES.outside_folders())  # a package that is being written is installed where its sources are
    python = [sys.prefix, sys.base_prefix, *(installed[kind] for kind in kinds)]
    libraries = str(Path(msgspec.__file__).parents[1])  # a .pth file may put them elsewhere
    return _outermost([*core, *python, ours, libraries, *games, *_SYSTEM])


def find_system_paths() -> list[Path]:
    """List libraries and programs of the system, nothing of a user's."""
    return _outermost(_SYSTEM)


_SYSTEM = (
    *("/usr", "/lib", "/lib64", "/bin", "/sbin", "/etc/ld.so.cache", "/etc/localtime", "/etc/ssl/openssl.cnf"),
    *("/etc/alternatives", *map(str, Path("/etc").glob("java-*"))),
    *("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random"),
)


def _outermost(places: Iterable[str]) -> list[Path]:
    """Keep those that exist, with links resolved, and drop those inside of another."""
    found = dict.fromkeys(Path(place).resolve() for place in places)
    there = [path for path in found if path.exists() and path != Path("/")]
    return [path for path in there if not any(path != other and path.is_relative_to(other) for other in there)]
