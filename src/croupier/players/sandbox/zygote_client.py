"""Our side of the zygotes, one for each bot: start it once, and have it fork and kill cells.

A zygote that has ended, or does not answer, is a SandboxLost for those who use it, and is replaced when it is needed.
"""

import atexit
import os
import signal
import socket
import struct
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from croupier.kernel.errors import UsageError
from croupier.players.memory_watch import watch_memory
from croupier.players.process import find_inner
from croupier.players.sandbox import bundle, linux, scratch
from croupier.players.sandbox.affinity import get_affinity
from croupier.players.sandbox.base.client import BaseZygote, close_base, find_base
from croupier.players.sandbox.base.namespaces import Namespaces
from croupier.players.sandbox.cell import Cell, PollPipes
from croupier.players.sandbox.isolation import IsolationLevel
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.plain_process import PlainProcesses
from croupier.players.sandbox.template.client import Pipes, Templates
from croupier.players.sandbox.zygote_protocol import (
    MAX_CODE_BYTES,
    MESSAGE_BYTES,
    Ended,
    Failed,
    ForkCell,
    OrderFailed,
    Report,
    SandboxedBot,
    SandboxLost,
    StartCell,
    Started,
    StartZygote,
    StopCell,
    has_closed,
)

_reports: Final = msgspec.msgpack.Decoder(Report)
_SENDER: Final = struct.Struct("3i")
"""Process, user and group of the sender of a message."""
START_SECONDS: Final = 30.0
END_SECONDS: Final = 5.0
MAX_IDLE: Final = 64
"""Zygotes without cells that are kept."""


class Zygote:
    """The zygote of one bot: its process, and the folder and namespaces that hold its files."""

    def __init__(self, level: IsolationLevel, game: str) -> None:
        """`game` is what it plays first."""
        self.level = level
        self.namespaces: Namespaces | None = None
        self.pid = 0
        self._folder = scratch.make_folder(reader_is_nobody=level.is_sandbox)
        self._numbers = count(1)
        self._packed: dict[Path, tuple[Path, tuple[str, ...]]] = {}
        self._code: dict[Path, tuple[bytes, bool]] = {}
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self._asking = threading.Lock()
        self._cells: set[int] = set()
        self._templates = Templates(self)
        try:
            base = find_base()
            with theirs:
                self._order(base, game, theirs)
            self.pid = self._await_start(base)
        except BaseException:
            self.close()
            raise

    def _order(self, base: BaseZygote, game: str, theirs: socket.socket) -> None:
        drops_root = linux.is_root() and self.level.is_sandbox
        if self.level is IsolationLevel.BUBBLEWRAP:
            inside = self.namespaces = Namespaces([self._folder])
            order, descriptors = StartZygote(game, drops_root, inside.kinds, ""), [theirs.fileno(), inside.descriptor]
        else:
            order, descriptors = StartZygote(game, drops_root, 0, str(self._folder)), [theirs.fileno()]
        base.start_zygote(order, descriptors)

    def _await_start(self, base: BaseZygote) -> int:
        """Wait for its first message and return its process id, which the kernel adds to the message."""
        control = self._control
        control.settimeout(START_SECONDS)
        try:
            data, extra, _, _ = control.recvmsg(MESSAGE_BYTES, socket.CMSG_SPACE(_SENDER.size))
        except OSError as error:
            raise SandboxLost(f"the sandbox ({self.level.value}) did not start: {error}") from None
        control.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 0)
        report = _reports.decode(data) if data else Failed(base.last_words())
        if isinstance(report, Failed):
            raise SandboxLost(f"the sandbox ({self.level.value}) did not start: {report.reason}")
        ((_, _, sender),) = extra
        pid: int = _SENDER.unpack(sender)[0]
        return pid

    def start_cell(self, bot: SandboxedBot, limits: Limits, fresh: bool = False) -> Cell:
        """Start a cell that has loaded the bot's file; raise a UsageError when the file cannot be used.

        `fresh`: one of many that play one match each. Raise a SandboxLost if it is not for the bot that no cell can be
        started.
        """
        path, preload = self._pack(bot.path, bot.rivals)
        code, seeds_random = self._code.get(path, (b"", True))
        cores = get_affinity()
        order = StartCell(
            bot.game,
            str(path),
            bot.wanted,
            bot.options,
            preload,
            limits,
            self.level.is_sandbox,
            tuple(cores),
            code,
            seeds_random,
        )
        if fresh and self.level.is_sandbox:
            cell = self._templates.start_cell(replace(order, is_template=True), bot)
            if cell is not None:
                return cell
        pid, pipes = self.start_process(order)
        watched = watch_memory(partial(self.find_cell, pid), limits.memory)
        polled = PollPipes(partial(self.end_process, pid), watched, pipes, limits.output)
        cell = Cell(polled, limits, bot, str(path), cores)
        loaded = cell.await_loaded()
        # From the first cell only, which knows of no match: nothing can be carried from one cell to the next.
        self._code.setdefault(path, (loaded.code[:MAX_CODE_BYTES], loaded.seeds_random))
        return cell

    def start_process(self, order: StartCell | ForkCell) -> tuple[int, Pipes]:
        """Start a cell or a template; return its process id as the zygote knows it, and our ends of its pipes."""
        data = _encode_order(order)
        question_out, question_in = os.pipe2(os.O_CLOEXEC)
        answer_out, answer_in = os.pipe2(os.O_CLOEXEC)
        output_out, output_in = os.pipe2(os.O_CLOEXEC)
        theirs = [question_out, answer_in, output_in]
        pipes = (question_in, answer_out, output_out)
        try:
            report = self._ask(data, theirs)
        except BaseException:
            for descriptor in pipes:
                os.close(descriptor)
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        assert isinstance(report, Started)
        if not (isinstance(order, StartCell) and order.is_template):
            self._cells.add(report.pid)
        return report.pid, pipes

    @property
    def is_running(self) -> bool:
        """Whether it can be asked."""
        return not has_closed(self._control)

    @property
    def is_idle(self) -> bool:
        return not self._cells

    def end_process(self, pid: int) -> int:
        """Kill a cell or a template, if it still runs, and return how it ended.

        Raise a SandboxLost if the zygote has ended: all cells end with it.
        """
        # The zygote is asked, and not whether its process runs: its cells end a moment before what is wrapped around.
        self._cells.discard(pid)
        report = self._ask(msgspec.msgpack.encode(StopCell(pid)), [])
        assert isinstance(report, Ended)
        return report.code

    def find_cell(self, pid: int) -> list[int]:
        """The number that a cell has for us; none if the system does not tell. The zygote knows it by `pid`."""
        return [pid] if self.level is not IsolationLevel.BUBBLEWRAP else find_inner(self.pid, pid)

    def _pack(self, path: Path, rivals: tuple[Path, ...]) -> tuple[Path, tuple[str, ...]]:
        path = path.resolve()
        if path not in self._packed:
            packed = bundle.pack(path, self._folder / str(next(self._numbers)), rivals)
            self._packed[path] = (packed, bundle.find_preloads(path, rivals))
        return self._packed[path]

    def _ask(self, order: bytes, descriptors: list[int]) -> Started | Ended:
        try:
            with self._asking:
                socket.send_fds(self._control, [order], descriptors)
                answer = self._control.recv(MESSAGE_BYTES)
        except OSError as error:
            raise self._lost(f"no longer answers: {error}") from None
        if not answer:
            raise self._lost("has ended")
        report = _reports.decode(answer)
        if isinstance(report, Failed):
            raise OrderFailed(f"the sandbox ({self.level.value}) could not carry out a command: {report.reason}")
        return report

    def _lost(self, how: str) -> SandboxLost:
        """End it and never ask it again: a late answer would be taken for that to another order."""
        self._end(0.0)
        self._templates.kill()
        if self.namespaces is not None:
            self.namespaces.kill()
        return SandboxLost(f"the sandbox ({self.level.value}) {how}")

    def _end(self, grace_seconds: float) -> None:
        """End the zygote, and with it its cells."""
        control = self._control
        if control.fileno() < 0:
            return
        try:
            control.shutdown(socket.SHUT_WR)  # it sees this, ends its cells and then itself
            control.settimeout(grace_seconds)
            while control.recv(MESSAGE_BYTES):
                pass
        except OSError:
            if self.pid:
                os.kill(self.pid, signal.SIGKILL)  # it has not closed its end, so it is still this process
        control.close()

    def close(self) -> None:
        """End the zygote and every cell."""
        self._end(END_SECONDS)
        if self.namespaces is not None:
            self.namespaces.close()
        scratch.remove_folder(self._folder)


def _encode_order(order: StartCell | ForkCell) -> bytes:
    """Encode an order, without what a cell can find out by itself if it is too long; raise a UsageError if it still is.

    Byte code and imports are the bot's own, and may be of any length.
    """
    data = msgspec.msgpack.encode(order)
    if isinstance(order, StartCell):
        for shorter in (order, replace(order, code=b""), replace(order, code=b"", preload=())):
            data = msgspec.msgpack.encode(shorter)
            if len(data) <= MESSAGE_BYTES:
                return data
        name, size = Path(order.path).name, len(data)
        raise UsageError(f"cannot start {name}: its path and options take {size} bytes ({MESSAGE_BYTES} at most)")
    return data


_open: dict[tuple[int, IsolationLevel, Path], Zygote] = {}
_finding: Final = threading.Lock()


def find_zygote(level: IsolationLevel, bot: SandboxedBot) -> Zygote | PlainProcesses:
    """Return the zygote of a bot, a new one if it has ended. No other bot uses it, so none can harm another by it."""
    if not linux.IS_LINUX:
        return PlainProcesses()
    key = (os.getpid(), level, bot.path.resolve())
    with _finding:
        zygote = _open.pop(key, None)
        if zygote is None or not zygote.is_running:
            if zygote is not None:
                zygote.close()
            _close_idle()
            zygote = _start_zygote(level, bot.game)
        _open[key] = zygote  # the last one is the one used last
    return zygote


def _close_idle() -> None:
    """Close the idle zygotes that were not used for the longest time, if there are too many."""
    idle = [key for key, zygote in _open.items() if zygote.is_idle and key[0] == os.getpid()]
    for key in idle[: max(0, len(idle) - MAX_IDLE + 1)]:
        _open.pop(key).close()


def _start_zygote(level: IsolationLevel, game: str) -> Zygote:
    """Start it in a thread that lasts: bubblewrap ends with the thread that started it."""
    if threading.current_thread() is threading.main_thread():
        return Zygote(level, game)
    return _starter(os.getpid()).submit(Zygote, level, game).result()


@cache
def _starter(owner: int) -> ThreadPoolExecutor:
    """The thread of this process that starts zygotes for threads that end."""
    return ThreadPoolExecutor(1, "zygotes")


_abandoned: list[Zygote] = []


def abandon_zygotes() -> None:
    """Forget the zygotes of the process that this one was forked from, without closing or collecting them."""
    _abandoned.extend(_open.values())
    _open.clear()


@atexit.register
def close_zygotes() -> None:
    """End the zygotes that this process started, with all their cells, and their base."""
    while _open:
        (owner, _, _), zygote = _open.popitem()
        if owner == os.getpid():
            zygote.close()
    close_base()
