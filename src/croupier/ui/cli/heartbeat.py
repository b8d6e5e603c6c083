"""A sign of life on standard error, for long commands whose output goes to a pipe or a file.

It comes from a small process of its own. So it also comes while a bot in this process thinks, and there is neither a
thread, which would have to be kept out of every fork, nor a signal, which would interfere with the time limits of bots.
"""

import os
import select
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import Final, NoReturn

BEAT_SECONDS: Final = 6.0
"""Print a line after this many seconds without one."""
VARIABLE: Final = "CROUPIER_HEARTBEAT"
"""Environment variable that changes the seconds; 0 means no lines."""
DEFAULT_TASK: Final = "still working"
LONG_COMMANDS: Final = frozenset(
    (
        "analyse",
        "audit",
        "bench",
        "check",
        "climb",
        "compare",
        "compile",
        "debug-search",
        "doctor",
        "exam",
        "export",
        "game-check",
        "ladder",
        "leaderboard",
        "profile",
        "puzzles",
        "replay",
        "run",
        "submit",
        "tournament",
        "train",
        "verify",
    )
)
SILENT: Final = frozenset(("-q", "--quiet", "--json", "--help", "-h"))
"""Options with which a command prints no progress."""
_TOUCH, _PAUSE, _TASK = ".", "p", "="
"""The orders to the process that prints the lines, one per line; a task is followed by its text."""
_MAX_FILES: Final = 1 << 16


@contextmanager
def heartbeat(arguments: list[str]) -> Generator[None]:
    """Print a line now and then for as long as the block lasts, if this command is long and nobody watches a bar."""
    seconds = _seconds()
    if (
        not arguments
        or arguments[0] not in LONG_COMMANDS
        or not SILENT.isdisjoint(arguments)
        or seconds <= 0
        or sys.stderr is None
        or sys.stderr.isatty()
        or not hasattr(os, "fork")
        or threading.active_count() > 1
    ):
        yield
        return
    orders, ours = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        _beat(orders, arguments[0], seconds)
    os.close(orders)
    _pipe.number, _pipe.owner = ours, os.getpid()
    try:
        yield
    finally:
        if os.getpid() == _pipe.owner:
            _pipe.number = -1
            with suppress(OSError):
                os.kill(child, signal.SIGKILL)  # a worker may still have the pipe, so its end might not be seen
            os.close(ours)
            with suppress(ChildProcessError):
                os.waitpid(child, 0)


def touch() -> None:
    """A line was printed: the next sign of life is due later. After a pause they begin again."""
    _pipe.send(_TOUCH)


def begin_task(task: str) -> None:
    """Name what the command does from now on, such as "starting the bots": a sign of life says it."""
    _pipe.send(_TASK + task)


def pause() -> None:
    """Give no sign of life until `touch`: there is nothing to do."""
    _pipe.send(_PAUSE)


class _Pipe:
    """The pipe to the process that prints the lines."""

    number = -1
    """Its file descriptor, -1 if there is none."""
    owner = 0
    """The process that may use it; workers inherit the pipe."""

    def send(self, order: str) -> None:
        if self.number >= 0 and os.getpid() == self.owner:
            with suppress(OSError):
                os.write(self.number, f"{order}\n".encode())


_pipe: Final = _Pipe()


def _seconds() -> float:
    try:
        return float(os.environ.get(VARIABLE, BEAT_SECONDS))
    except ValueError:
        return BEAT_SECONDS


def _line(title: str, task: str, seconds: float) -> str:
    passed = f"{seconds:.0f} s" if seconds < 120 else f"{seconds / 60:.0f} min"
    return f"{title}: {task}, {passed} so far\n"


def _beat(orders: int, title: str, seconds: float) -> NoReturn:
    """Print lines until the other end of the pipe is closed. Never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.dup2(orders, 0)
        os.close(1)
        os.closerange(3, _MAX_FILES)
        began, paused, task = monotonic(), False, DEFAULT_TASK
        while True:
            ready, _, _ = select.select([0], [], [], None if paused else seconds)
            if not ready:
                os.write(2, _line(title, task, monotonic() - began).encode())
            elif orders_read := os.read(0, 4096).decode():
                for order in orders_read.splitlines():
                    paused = order == _PAUSE
                    task = order.removeprefix(_TASK) if order.startswith(_TASK) else task
            else:
                break
    finally:
        os._exit(0)
