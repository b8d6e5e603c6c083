"""The zygote of a bot: the process that its cells are forked from. It runs only our own code.

It is forked from the base zygote (`base/main.py`). Orders to start and stop cells come over a socket; when the socket
closes, the zygote kills its cells and exits.
"""

import gc
import marshal
import os
import signal
import socket
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from fcntl import F_DUPFD, fcntl
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import msgspec

from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.game import Game
from croupier.players.python_file import Compiled, FileBot, compiled, file_bot
from croupier.players.sandbox import cell_main, linux, seccomp
from croupier.players.sandbox.affinity import get_affinity, set_affinity
from croupier.players.sandbox.limits import limit_all
from croupier.players.sandbox.lockdown import Lockdown, find_python_paths, give_up_root
from croupier.players.sandbox.protocol import Loaded
from croupier.players.sandbox.template.gate import Templates
from croupier.players.sandbox.template.process import load_and_fork, open_gate
from croupier.players.sandbox.zygote_protocol import (
    MAX_CODE_BYTES,
    MESSAGE_BYTES,
    Ended,
    Failed,
    ForkCell,
    Order,
    Report,
    StartCell,
    Started,
    StopCell,
    failure_of,
)

QUESTIONS_FD: Final = 3  # the cell's ends of the pipes
ANSWERS_FD: Final = 4

_orders: Final = msgspec.msgpack.Decoder(Order)


def main(control: int, drops_root: bool, folder: str) -> None:
    """Serve orders until the other end closes. `folder`, if not empty, is one that root alone may be able to read."""
    if drops_root:
        give_up_root([Path(folder), *find_python_paths()] if folder else ())
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)  # how a cell ended is of interest
    sys.setrecursionlimit(1000)
    limit_all()
    gc.freeze()
    prepared = Prepared()
    cells: set[int] = set()
    with socket.socket(fileno=control) as orders:
        orders.sendall(msgspec.msgpack.encode(Started(os.getpid())))
        while True:
            prepared.templates.refuse_until_ready(control)
            data, descriptors, flags, _ = socket.recv_fds(orders, MESSAGE_BYTES, 3)
            if not data:
                break
            orders.sendall(msgspec.msgpack.encode(_report(data, descriptors, flags, cells, prepared)))
        for pid in cells:
            _end(pid)


class Prepared:
    """What is done once before cells are forked: modules, tables of moves, and the rules of their lockdown."""

    def __init__(self) -> None:
        self._done: set[str] = set()
        self._lockdowns: dict[str, Lockdown] = {}
        self._cores = get_affinity()
        self.streams = StandardStreams()
        self.templates = Templates()

    def prepare(self, order: StartCell) -> None:
        cores = frozenset(order.cores)
        if cores and cores != self._cores:
            set_affinity(cores)
            self._cores = cores
        new = {order.game, *order.preload} - self._done
        if not new:
            return
        self._done |= new
        _ = find_game(order.game).moves
        for name in order.preload:
            # A module that cannot be imported fails again in the bot's own file.
            with suppress(Exception, SystemExit):
                import_module(name)
        seccomp.python_filter_template()
        gc.collect()
        gc.freeze()

    def lockdown(self, order: StartCell) -> Lockdown | None:
        if not order.locked:
            return None
        folder = str(Path(order.path).parent)
        if folder not in self._lockdowns:
            self._lockdowns[folder] = Lockdown([Path(folder)])
        return self._lockdowns[folder]


class StandardStreams:
    """Python files for descriptors 0, 1 and 2, made before the fork and installed in the cell."""

    def __init__(self) -> None:
        self._input = os.fdopen(0, closefd=False)
        self._output, self._errors = (
            os.fdopen(descriptor, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)
            for descriptor in (1, 2)
        )

    def install(self) -> None:
        sys.stdin, sys.stdout, sys.stderr = self._input, self._output, self._errors


def _report(data: bytes, descriptors: list[int], flags: int, cells: set[int], prepared: Prepared) -> Report:
    """Carry out an order; whatever fails is reported, and the zygote goes on."""
    try:
        if flags & (socket.MSG_TRUNC | socket.MSG_CTRUNC):
            return Failed(f"an order is longer than {MESSAGE_BYTES} bytes")
        return _execute(_orders.decode(data), descriptors, cells, prepared)
    except Exception as error:
        return failure_of(error)
    finally:
        for descriptor in descriptors:
            os.close(descriptor)


def _execute(order: Order, descriptors: list[int], cells: set[int], prepared: Prepared) -> Report:
    if isinstance(order, StopCell):
        cells.discard(order.pid)
        if prepared.templates.end(order.pid):
            return Ended(0)
        return Ended(_end(order.pid))
    if isinstance(order, ForkCell):
        pid = prepared.templates.fork(order, descriptors)
        cells.add(pid)
        return Started(pid)
    prepared.prepare(order)
    # As much as possible happens before the fork: a page that a cell writes to is copied first.
    game, path, lock = find_game(order.game), Path(order.path), prepared.lockdown(order)
    zygote = os.getpid()
    ours, theirs = socket.socketpair() if order.is_template else (None, None)
    pid = linux.fork()
    if pid == 0:
        _end_with_zygote(zygote)
        _become_cell(order, game, path, descriptors, lock, prepared.streams, theirs)
    cells.add(pid)
    if ours is not None and theirs is not None:
        theirs.close()
        with ours:
            prepared.templates.add(pid, ours)  # a process that is none ends with the zygote
    return Started(pid)


def _end(pid: int) -> int:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)
    try:
        _, status = os.waitpid(pid, 0)
    except ChildProcessError:
        return 0
    return os.waitstatus_to_exitcode(status)


def _become_cell(
    order: StartCell,
    game: Game,
    path: Path,
    descriptors: list[int],
    lock: Lockdown | None,
    streams: StandardStreams,
    channel: socket.socket | None,
) -> None:
    """Run in the fork: close all that belongs to the zygote, lock down, and serve the bot. `channel`: of a template."""
    code = 1
    try:
        if channel is not None:
            open_gate(channel)
        _arrange(descriptors, ANSWERS_FD if lock is None else lock.rules)
        streams.install()
        if lock is None:
            order.limits.apply()
        else:
            lock.enforce(order.limits, order.is_template)
        load: Callable[[], tuple[Callable[[], Bot[Any, Any]], Loaded]] = partial(_load, game, path, order)
        if channel is not None:
            load = partial(load_and_fork, load, ANSWERS_FD)
        cell_main.serve(game, load, QUESTIONS_FD, ANSWERS_FD)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(BaseException):
            sys.stdout.flush()
        os._exit(code)


def _end_with_zygote(zygote: int) -> None:
    """Have the kernel kill this cell when its zygote ends, also when that has happened already."""
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != zygote:
        os._exit(1)


def _load(game: Game, path: Path, order: StartCell) -> tuple[FileBot, Loaded]:
    """Load the bot in a cell; byte code from another cell is trusted no more than the file."""
    if order.code:
        known = Compiled(marshal.loads(order.code), order.seeds_random)
        return file_bot(game, path, order.wanted, order.options, known), Loaded()
    known = compiled(path)
    code = marshal.dumps(known.code)
    loaded = Loaded(code, known.seeds_random) if len(code) <= MAX_CODE_BYTES else Loaded()
    return file_bot(game, path, order.wanted, order.options, known), loaded


def _arrange(descriptors: list[int], kept: int) -> None:
    """Put the null device on 0, the output pipe on 1 and 2, the other pipes on 3 and 4; close all else but `kept`."""
    # Out of the way first, so that none is overwritten before it has its place.
    high = [fcntl(descriptor, F_DUPFD, 32) for descriptor in descriptors]
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(high[2], 1)
    os.dup2(high[2], 2)
    os.dup2(high[0], QUESTIONS_FD, inheritable=False)
    os.dup2(high[1], ANSWERS_FD, inheritable=False)
    os.closerange(ANSWERS_FD + 1, kept)
    os.closerange(max(ANSWERS_FD, kept) + 1, 4096)
