"""Runs in a template: load the file, then be forked for every match."""

import gc
import os
import socket
from collections.abc import Callable
from typing import Any

from croupier.kernel.bot import Bot
from croupier.players.sandbox import linux, seccomp
from croupier.players.sandbox.framing import FrameWriter
from croupier.players.sandbox.protocol import Loaded
from croupier.players.sandbox.syscalls import get_numbers

Make = Callable[[], Bot[Any, Any]]


def open_gate(channel: socket.socket) -> None:
    """Before a bot's code runs: hand over who decides about forks. The process leads a group, to be killed with it."""
    os.setpgid(0, 0)
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    listener = seccomp.install_gate()
    socket.send_fds(channel, [b"."], [listener])
    os.close(listener)


def load_and_fork(load: Callable[[], tuple[Make, Loaded]], answers: int) -> tuple[Make, Loaded]:
    """Load the file and report it; return in a fork of this process, once for each match."""
    make, loaded = load()
    make()
    gc.collect()
    gc.freeze()
    FrameWriter().send(answers, loaded)
    numbers = get_numbers(linux.MACHINE)
    clone, setpgid = numbers["clone"], numbers["setpgid"]
    while (pid := linux.call_locked(clone, seccomp.FORK_AS_SIBLING, 0, 0, 0, 0)) > 0:
        pass
    if pid < 0:
        os._exit(1)
    linux.call_locked(setpgid, 0, 0)  # returns when this process has its own pipes
    return make, Loaded()
