"""Our side of the zygote: start it once, and have it fork and kill cells."""

import atexit
import os
import signal
import socket
import subprocess
import sys
from functools import partial
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError
from croupier.players.process import end_process
from croupier.players.sandbox import bundle, landlock, linux, scratch
from croupier.players.sandbox.affinity import get_affinity
from croupier.players.sandbox.cell import Cell, PollPipes
from croupier.players.sandbox.isolation import IsolationLevel, wrap_in_bubblewrap
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.plain_process import PlainProcesses
from croupier.players.sandbox.zygote_protocol import (
    MAX_CODE_BYTES,
    MESSAGE_BYTES,
    Ended,
    Report,
    SandboxedBot,
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
        self._asking = Lock()
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
        except TimeoutError:
            is_up = False
        if not is_up:
            process.kill()
            _, errors = process.communicate()
            last = errors.decode(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
            raise UsageError(f"the sandbox ({self.level.value}) did not start: {last[0]}")
        return process

    def start_cell(self, bot: SandboxedBot, limits: Limits) -> "Cell":
        """Start a cell that has loaded the bot's file; raise a UsageError when the file cannot be used."""
        path, preload = self._pack(bot.path, bot.rivals)
        code, seeds_random = self._code.get(path, (b"", True))
        question_out, question_in = os.pipe2(os.O_CLOEXEC)
        answer_out, answer_in = os.pipe2(os.O_CLOEXEC)
        output_out, output_in = os.pipe2(os.O_CLOEXEC)
        theirs = [question_out, answer_in, output_in]
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
        try:
            report = self._ask(order, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        assert isinstance(report, Started)
        pipes = (question_in, answer_out, output_out)
        end = partial(self.end_cell, report.pid)
        cell = Cell(PollPipes(end, pipes, limits.output), limits, bot, str(path), cores)
        loaded = cell.await_loaded()
        # From the first cell only, which knows of no match: nothing can be carried from one cell to the next.
        self._code.setdefault(path, (loaded.code[:MAX_CODE_BYTES], loaded.seeds_random))
        return cell

    @property
    def pid(self) -> int:
        return 0 if self._process is None else self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it can be asked; it ends, for one, with the thread that started it."""
        return self._process is not None and self._process.poll() is None

    def end_cell(self, pid: int) -> int:
        """Kill a cell, if it still runs, and return how it ended."""
        if not self.is_running:
            return -signal.SIGKILL  # all cells end with the zygote
        report = self._ask(StopCell(pid), [])
        assert isinstance(report, Ended)
        return report.code

    def _pack(self, path: Path, rivals: tuple[Path, ...]) -> tuple[Path, tuple[str, ...]]:
        path = path.resolve()
        if path not in self._packed:
            packed = bundle.pack(path, self._folder / str(next(self._numbers)), rivals)
            self._packed[path] = (packed, bundle.find_preloads(path, rivals))
        return self._packed[path]

    def _ask(self, order: StartCell | StopCell, descriptors: list[int]) -> Started | Ended:
        data = msgspec.msgpack.encode(order)
        try:
            with self._asking:
                socket.send_fds(self._control, [data], descriptors)
                answer = self._control.recv(MESSAGE_BYTES)
        except (OSError, TimeoutError) as error:
            raise UsageError(f"the sandbox ({self.level.value}) does not answer any more: {error}") from None
        if not answer:
            raise UsageError(f"the sandbox ({self.level.value}) has ended")
        return _reports.decode(answer)

    def close(self) -> None:
        """End the zygote and every cell."""
        self._control.close()
        process = self._process
        if process is not None:
            end_process(process, END_SECONDS)  # it sees the socket close, ends its cells and then itself
            assert process.stderr is not None
            process.stderr.close()
        scratch.remove_folder(self._folder)


def _environment() -> dict[str, str]:
    """Make an environment with nothing of the user's and nothing that differs from run to run."""
    kept = {name: os.environ[name] for name in ("PATH", "CROUPIER_PURE") if name in os.environ}
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **single, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}


_open: dict[tuple[int, IsolationLevel, Path | None], Zygote] = {}


def find_zygote(level: IsolationLevel, bot: Path) -> Zygote | PlainProcesses:
    """Return the zygote for a bot: one for all, unless only namespaces keep bots from reading each other's files."""
    if not linux.IS_LINUX:
        return PlainProcesses()
    alone = level.is_sandbox and landlock.get_version() == 0
    key = (os.getpid(), level, bot.resolve() if alone else None)
    zygote = _open.get(key)
    if zygote is None or not zygote.is_running:
        if zygote is not None:
            zygote.close()
        zygote = _open[key] = Zygote(level)
    return zygote


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
