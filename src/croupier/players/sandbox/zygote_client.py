"""Our side of the zygotes, one for each bot: start it once, and have it fork and kill cells.

A zygote that has ended, or does not answer, is a SandboxLost for those who use it, and is replaced when it is needed.
"""

import atexit
import os
import socket
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from itertools import count
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from croupier.kernel.errors import UsageError
from croupier.players.process import end_process, find_inner
from croupier.players.sandbox import bundle, linux, scratch
from croupier.players.sandbox.affinity import get_affinity
from croupier.players.sandbox.cell import Cell, PollPipes
from croupier.players.sandbox.isolation import IsolationLevel, wrap_in_bubblewrap
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.plain_process import PlainProcesses
from croupier.players.sandbox.zygote_protocol import (
    MAX_CODE_BYTES,
    MESSAGE_BYTES,
    Ended,
    Failed,
    Report,
    SandboxedBot,
    SandboxLost,
    StartCell,
    Started,
    StopCell,
)

_reports: Final = msgspec.msgpack.Decoder(Report)
_ZYGOTE: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from croupier.players.sandbox.zygote import main; main(int(sys.argv[2]), sys.argv[3] == 'nobody', sys.argv[4])"
)
START_SECONDS: Final = 30.0
END_SECONDS: Final = 5.0
MAX_IDLE: Final = 64
"""Zygotes without cells that are kept."""


class Zygote:
    """One zygote process and the folder that holds its bots."""

    def __init__(self, level: IsolationLevel) -> None:
        self.level = level
        self._folder = scratch.make_folder(reader_is_nobody=level.is_sandbox)
        self._numbers = count(1)
        self._packed: dict[Path, tuple[Path, tuple[str, ...]]] = {}
        self._code: dict[Path, tuple[bytes, bool]] = {}
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = ours
        self._asking = threading.Lock()
        self._cells: set[int] = set()
        self._is_lost = False
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._process = self._start(theirs)
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()

    def _start(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        source = str(linux.OUR_PATH)
        as_root = linux.is_root() and self.level.is_sandbox
        is_wrapped = self.level is IsolationLevel.BUBBLEWRAP
        command = [sys.executable, "-I", "-c", _ZYGOTE, source, str(theirs.fileno())]
        command += ["nobody" if as_root else "", "" if is_wrapped else str(self._folder)]
        if is_wrapped:
            command = wrap_in_bubblewrap(command, [self._folder], linux.is_root())
        process = subprocess.Popen(
            command,
            pass_fds=[theirs.fileno()],
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        theirs.close()
        self._control.settimeout(START_SECONDS)
        try:
            is_up = bool(self._control.recv(MESSAGE_BYTES))
        except OSError:  # also when the time is up
            is_up = False
        if not is_up:
            process.kill()
            _, errors = process.communicate()
            last = errors.decode(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
            raise SandboxLost(f"the sandbox ({self.level.value}) did not start: {last[0]}")
        return process

    def start_cell(self, bot: SandboxedBot, limits: Limits) -> "Cell":
        """Start a cell that has loaded the bot's file; raise a UsageError when the file cannot be used.

        Raise a SandboxLost if it is not for the bot that no cell can be started.
        """
        path, preload = self._pack(bot.path, bot.rivals)
        code, seeds_random = self._code.get(path, (b"", True))
        cores = get_affinity()
        order = _encode_order(
            StartCell(
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
            ),
            bot.path.name,
        )
        question_out, question_in = os.pipe2(os.O_CLOEXEC)
        answer_out, answer_in = os.pipe2(os.O_CLOEXEC)
        output_out, output_in = os.pipe2(os.O_CLOEXEC)
        theirs = [question_out, answer_in, output_in]
        pipes = (question_in, answer_out, output_out)
        try:
            report = self._ask(order, theirs)
        except BaseException:
            for descriptor in pipes:
                os.close(descriptor)
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        assert isinstance(report, Started)
        self._cells.add(report.pid)
        end = partial(self.end_cell, report.pid)
        cell = Cell(
            PollPipes(end, partial(self.find_cell, report.pid), pipes, limits.output), limits, bot, str(path), cores
        )
        loaded = cell.await_loaded()
        # From the first cell only, which knows of no match: nothing can be carried from one cell to the next.
        self._code.setdefault(path, (loaded.code[:MAX_CODE_BYTES], loaded.seeds_random))
        return cell

    @property
    def pid(self) -> int:
        return 0 if self._process is None else self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it can be asked."""
        return not self._is_lost and self._process is not None and self._process.poll() is None

    @property
    def is_idle(self) -> bool:
        return not self._cells

    def end_cell(self, pid: int) -> int:
        """Kill a cell, if it still runs, and return how it ended.

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
            raise self._lost(f"does not answer any more: {error}") from None
        if not answer:
            raise self._lost("has ended")
        report = _reports.decode(answer)
        if isinstance(report, Failed):
            raise SandboxLost(f"the sandbox ({self.level.value}) could not do as it was told: {report.reason}")
        return report

    def _lost(self, how: str) -> SandboxLost:
        """Never ask it again: a late answer would be taken for that to another order."""
        self._is_lost = True
        if self._process is not None:
            self._process.kill()
        return SandboxLost(f"the sandbox ({self.level.value}) {how}")

    def close(self) -> None:
        """End the zygote and every cell."""
        self._control.close()
        process = self._process
        if process is not None:
            end_process(process, END_SECONDS)  # it sees the socket close, ends its cells and then itself
            assert process.stderr is not None
            process.stderr.close()
        scratch.remove_folder(self._folder)


def _encode_order(order: StartCell, name: str) -> bytes:
    """Encode an order, without what a cell can find out by itself if it is too long; raise a UsageError if it still is.

    Byte code and imports are the bot's own, and may be of any length.
    """
    for shorter in (order, replace(order, code=b""), replace(order, code=b"", preload=())):
        data = msgspec.msgpack.encode(shorter)
        if len(data) <= MESSAGE_BYTES:
            return data
    raise UsageError(f"{name} cannot be started: its path and options take {len(data)} bytes ({MESSAGE_BYTES} at most)")


def _environment() -> dict[str, str]:
    """Make an environment with nothing of the user's and nothing that differs from run to run."""
    kept = {name: os.environ[name] for name in ("PATH", "CROUPIER_PURE") if name in os.environ}
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **single, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}


_open: dict[tuple[int, IsolationLevel, Path], Zygote] = {}
_finding: Final = threading.Lock()


def find_zygote(level: IsolationLevel, bot: Path) -> Zygote | PlainProcesses:
    """Return the zygote of a bot, a new one if it has ended. No other bot uses it, so none can harm another by it."""
    if not linux.IS_LINUX:
        return PlainProcesses()
    key = (os.getpid(), level, bot.resolve())
    with _finding:
        zygote = _open.pop(key, None)
        if zygote is None or not zygote.is_running:
            if zygote is not None:
                zygote.close()
            _close_idle()
            zygote = _start_zygote(level)
        _open[key] = zygote  # the last one is the one used last
    return zygote


def _close_idle() -> None:
    """Close the idle zygotes that were not used for the longest time, if there are too many."""
    idle = [key for key, zygote in _open.items() if zygote.is_idle and key[0] == os.getpid()]
    for key in idle[: max(0, len(idle) - MAX_IDLE + 1)]:
        _open.pop(key).close()


def _start_zygote(level: IsolationLevel) -> Zygote:
    """Start it in a thread that lasts: bubblewrap ends with the thread that started it."""
    if threading.current_thread() is threading.main_thread():
        return Zygote(level)
    return _starter(os.getpid()).submit(Zygote, level).result()


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
    """End the zygotes that this process started, with all their cells."""
    while _open:
        (owner, _, _), zygote = _open.popitem()
        if owner == os.getpid():
            zygote.close()
