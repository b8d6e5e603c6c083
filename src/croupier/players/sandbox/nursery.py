"""The process that cells are forked from. It runs nothing but our own code, whatever the bots do.

It is told over a socket what to start and what to stop; when the socket closes, everything ends with it.
"""

import gc
import marshal
import os
import signal
import socket
import sys
import traceback
from contextlib import suppress
from fcntl import F_DUPFD, fcntl
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Final

import msgspec

from croupier.games import find_game
from croupier.kernel.game import Game
from croupier.players.pyfile import Compiled, FileBot, compiled, file_bot
from croupier.players.sandbox import inside, kernel, seccomp
from croupier.players.sandbox.confine import Lock, give_up_root
from croupier.players.sandbox.core import own_cores, settle
from croupier.players.sandbox.frames import Loaded
from croupier.players.sandbox.limits import limit_all
from croupier.players.sandbox.orders import MESSAGE, MOST_CODE, Ended, Order, Report, StartCell, Started, StopCell

QUESTIONS: Final = 3  # the cell's end of the pipes
ANSWERS: Final = 4


_orders: Final = msgspec.msgpack.Decoder(Order)


def main(control: int, drops_root: bool) -> None:
    """Serve orders until the other end closes."""
    if drops_root:
        give_up_root()
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_IGN)
    sys.setrecursionlimit(1000)
    limit_all()
    gc.freeze()
    ready = Ready()
    cells: set[int] = set()
    with socket.socket(fileno=control) as orders:
        orders.sendall(msgspec.msgpack.encode(Started(os.getpid())))
        while True:
            data, descriptors, _, _ = socket.recv_fds(orders, MESSAGE, 3)
            if not data:
                break
            orders.sendall(msgspec.msgpack.encode(_obey(_orders.decode(data), descriptors, cells, ready)))
    for pid in cells:
        _end(pid)


class Ready:
    """What cells find done when they are forked: modules, tables of moves, and the lock that they shut."""

    def __init__(self) -> None:
        self._done: set[str] = set()
        self._locks: dict[str, Lock] = {}
        self._cores = own_cores()
        self.streams = Streams()

    def prepare(self, order: StartCell) -> None:
        cores = frozenset(order.cores)
        if cores and cores != self._cores:
            settle(cores)
            self._cores = cores
        new = {order.game, *order.preload} - self._done
        if not new:
            return
        self._done |= new
        _ = find_game(order.game).moves
        for name in order.preload:
            # What cannot be imported here is the bot's to complain about.
            with suppress(Exception):
                import_module(name)
        seccomp.python_rules()
        gc.collect()
        gc.freeze()

    def lock(self, order: StartCell) -> Lock | None:
        if not order.locked:
            return None
        folder = str(Path(order.path).parent)
        if folder not in self._locks:
            self._locks[folder] = Lock([Path(folder)])
        return self._locks[folder]


class Streams:
    """Python's files for the standard descriptors, whatever these will be when a cell takes them."""

    def __init__(self) -> None:
        self._input = os.fdopen(0, closefd=False)
        self._output, self._errors = (
            os.fdopen(descriptor, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)
            for descriptor in (1, 2)
        )

    def take(self) -> None:
        sys.stdin, sys.stdout, sys.stderr = self._input, self._output, self._errors


def _obey(order: Order, descriptors: list[int], cells: set[int], ready: Ready) -> Report:
    if isinstance(order, StopCell):
        cells.discard(order.pid)
        return Ended(_end(order.pid))
    ready.prepare(order)
    # Whatever can be done before the fork is: what a cell writes to is copied for it first.
    game, path, lock = find_game(order.game), Path(order.path), ready.lock(order)
    pid = kernel.fork()
    if pid == 0:
        _become_cell(order, game, path, descriptors, lock, ready.streams)
    for descriptor in descriptors:
        os.close(descriptor)
    cells.add(pid)
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
    order: StartCell, game: Game, path: Path, descriptors: list[int], lock: Lock | None, streams: Streams
) -> None:
    """In the fork: nothing of the nursery stays open, and no way leads back into it."""
    code = 1
    try:
        _arrange(descriptors, ANSWERS if lock is None else lock.rules)
        streams.take()
        if lock is None:
            order.limits.apply()
        else:
            lock.shut(order.limits)
        inside.serve(game, partial(_load, game, path, order), QUESTIONS, ANSWERS)
        code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with suppress(BaseException):
            sys.stdout.flush()
        os._exit(code)


def _load(game: Game, path: Path, order: StartCell) -> tuple[FileBot, Loaded]:
    """Only in a cell: code that a bot has made itself is trusted no more than its file."""
    if order.code:
        known = Compiled(marshal.loads(order.code), order.seeds_random)
        return file_bot(game, path, order.wanted, order.options, known), Loaded()
    known = compiled(path)
    code = marshal.dumps(known.code)
    loaded = Loaded(code, known.seeds_random) if len(code) <= MOST_CODE else Loaded()
    return file_bot(game, path, order.wanted, order.options, known), loaded


def _arrange(descriptors: list[int], kept: int) -> None:
    """Nothing on standard input, what is printed to the output pipe, then the two pipes; all else but one is closed."""
    # Out of the way first, so that none is overwritten before it has its place.
    high = [fcntl(descriptor, F_DUPFD, 32) for descriptor in descriptors]
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.dup2(high[2], 1)
    os.dup2(high[2], 2)
    os.dup2(high[0], QUESTIONS, inheritable=False)
    os.dup2(high[1], ANSWERS, inheritable=False)
    os.closerange(ANSWERS + 1, kept)
    os.closerange(max(ANSWERS, kept) + 1, 4096)
