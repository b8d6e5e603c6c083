"""Python as if it ran on Windows or macOS, as far as Linux can pretend: `elsewhere.py SYSTEM [python's arguments]`.

What those systems lack is taken away before anything of Croupier is imported, also in the processes that it starts. The
standard library and the dependencies are loaded first: they know their own way on every system.
"""

import ctypes
import os
import runpy
import select
import signal
import socket
import subprocess
import sys
from importlib import import_module
from types import ModuleType
from typing import Any

GONE: dict[str, dict[Any, tuple[str, ...]]] = {
    "darwin": {
        os: ("pipe2", "waitid", "sched_getaffinity", "sched_setaffinity", "O_PATH", "memfd_create"),
        signal: ("pidfd_send_signal",),
        socket: ("SOCK_SEQPACKET",),
    },
    "win32": {
        os: (
            *("fork", "forkpty", "pipe2", "waitid", "killpg", "nice", "getuid", "geteuid", "setsid", "sysconf"),
            *("sched_getaffinity", "sched_setaffinity", "O_PATH", "O_CLOEXEC", "pread", "pwrite", "memfd_create"),
        ),
        signal: ("SIGKILL", "SIGALRM", "SIGXCPU", "SIGTTIN", "SIGHUP", "setitimer", "ITIMER_REAL", "pidfd_send_signal"),
        select: ("poll", "epoll"),
        socket: ("SOCK_SEQPACKET", "send_fds", "recv_fds"),
    },
}
OF_A_RUN = ("asyncio", "numpy", "platformdirs", "rich.console", "sqlalchemy.dialects.sqlite", "typer.rich_utils")
OF_ALL_MODULES = (
    *("aiohttp", "fastapi", "openskill", "sqlalchemy.dialects.postgresql", "textual.app", "textual.widgets"),
    *("uvicorn.protocols.http.httptools_impl", "uvicorn.protocols.websockets.websockets_sansio_impl"),
    *("gymnasium", "pettingzoo", "filelock"),
)
NO_MODULES = {"darwin": (), "win32": ("fcntl", "resource", "termios", "tty", "pwd", "grp", "uvloop")}


def no_library(name: str | None, *_: object, **__: object) -> None:
    raise TypeError(f"this system has no library called {name}")


def end_at_once(process: "subprocess.Popen[bytes]") -> None:
    os.kill(process.pid, 9)


def windows_runtime() -> ModuleType:
    """What Windows has and Linux has not: here it does nothing, which is right for binary streams and one process."""
    module: Any = ModuleType("msvcrt")
    module.LK_LOCK, module.LK_UNLCK = 1, 0
    module.setmode = module.locking = lambda *_: 0
    return module


def move_to(system: str) -> None:
    for module, names in GONE[system].items():
        for name in names:
            if hasattr(module, name):
                delattr(module, name)
    for name in NO_MODULES[system]:
        sys.modules[name] = None  # type: ignore[assignment]
    ctypes.CDLL = ctypes.PyDLL = no_library  # type: ignore[assignment,misc]
    if system == "win32":
        os.O_BINARY = 0  # type: ignore[attr-defined]
        sys.modules["msvcrt"] = windows_runtime()
        subprocess.Popen.kill = subprocess.Popen.terminate = end_at_once  # type: ignore[method-assign]
    sys.platform = system
    sys.executable = os.environ["ELSEWHERE"]


def main() -> None:
    system, arguments = sys.argv[1], [word for word in sys.argv[2:] if word not in ("-I", "-S", "-u")]
    how, what, *rest = arguments
    # The process of a bot needs none of them.
    needed = () if "sandbox.plain_process" in what else OF_A_RUN
    for name in (*needed, *(OF_ALL_MODULES if "walk_packages" in what else ())):
        import_module(name)
    move_to(system)
    if how == "-c":
        sys.argv = ["-c", *rest]
        exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})
    else:
        sys.argv = [what, *rest]
        runpy.run_module(what, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
