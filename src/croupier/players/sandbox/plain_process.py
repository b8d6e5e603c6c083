"""A bot's process on systems other than Linux: a new Python for every cell, which can be killed but is not isolated.

It speaks the frames of a cell over its standard streams. Threads read its answers and its output, because not every
system can wait for several pipes at once.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Final

import msgspec

from croupier.games import find_game
from croupier.players.frames import HEAD
from croupier.players.python_file import file_bot
from croupier.players.sandbox import cell_main, linux, protocol
from croupier.players.sandbox.cell import Cell, CellPipes, OversizedAnswer
from croupier.players.sandbox.framing import FrameWriter
from croupier.players.sandbox.limits import Limits, limit_all
from croupier.players.sandbox.zygote_protocol import SandboxedBot

_CELL: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]); from croupier.players.sandbox.plain_process import main; main()"
)
_OUTPUT_BYTES: Final = 65_536
START_SECONDS: Final = 60.0
"""The time for a new Python to start."""
EXIT_SECONDS: Final = 0.5
"""The time to exit by itself for a process that has closed its output."""


class CellOrder(msgspec.Struct, frozen=True):
    """What the process is to run, as one line of JSON among its arguments."""

    game: str
    path: str
    wanted: str
    options: str
    limits: Limits


class ThreadPipes(CellPipes):
    """The standard streams of a process, read by threads."""

    def __init__(self, process: "subprocess.Popen[bytes]", output_limit: int) -> None:
        """`output_limit` is in bytes."""
        super().__init__()
        self._process = process
        self._output_limit = output_limit
        self._answers: SimpleQueue[bytes | int | None] = SimpleQueue()
        self._lock = Lock()
        self._threads = [Thread(target=target, daemon=True) for target in (self._read_answers, self._read_output)]
        for thread in self._threads:
            thread.start()

    def _read_answers(self) -> None:
        """Queue whole messages, the length alone of one that is too long, and None at the end."""
        stream = _pipe(self._process.stdout)
        while len(head := stream.read(HEAD.size)) == HEAD.size:
            size: int = HEAD.unpack(head)[0]
            self._answers.put(stream.read(size) if size <= protocol.ANSWER_LIMIT else size)
        self._answers.put(None)

    def _read_output(self) -> None:
        descriptor = _pipe(self._process.stderr).fileno()
        while data := os.read(descriptor, _OUTPUT_BYTES):
            with self._lock:
                self.output += data[: max(0, self._output_limit - len(self.output))]

    def write(self, data: bytearray) -> int:
        stream = _pipe(self._process.stdin)
        stream.write(data)
        stream.flush()
        return len(data)

    def read(self, seconds: float | None) -> bytes | None:
        try:
            body = self._answers.get(timeout=seconds)
        except Empty:
            return None
        if body is None:
            raise EOFError
        if isinstance(body, int):
            raise OversizedAnswer(body)
        return body

    def take_output(self) -> bytes:
        with self._lock:
            return super().take_output()

    def close(self) -> int:
        """Return 0 for a process that had to be killed."""
        process = self._process
        try:
            # One that has closed its output exits by itself, and its exit code is of interest.
            code = process.wait(EXIT_SECONDS) if not self._threads[0].is_alive() else process.poll()
        except subprocess.TimeoutExpired:
            code = None
        if code is None:
            from croupier.players.process import kill_group  # with asyncio, which the bot's own process must not load

            kill_group(process)
            process.wait()
            code = 0
        for thread in self._threads:
            thread.join()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                _pipe(stream).close()
        return code


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


class PlainProcesses:
    """Starts such cells, in place of a zygote."""

    def start_cell(self, bot: SandboxedBot, limits: Limits, fresh: bool = False) -> Cell:
        """Start a new process, as every cell here is, `fresh` or not."""
        path = str(bot.path.resolve())
        order = CellOrder(bot.game, path, bot.wanted, bot.options, limits)
        process = subprocess.Popen(
            [sys.executable, "-I", "-c", _CELL, str(linux.OUR_PATH), msgspec.json.encode(order).decode()],
            cwd=tempfile.gettempdir(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        cell = Cell(ThreadPipes(process, limits.output), limits, bot, path, frozenset())
        cell.await_loaded(START_SECONDS)
        return cell


def main() -> None:
    """Run in the new process: keep the streams that lead to us, give the bot others, and answer."""
    order = msgspec.json.decode(sys.argv[2], type=CellOrder)
    questions, answers = os.dup(0), os.dup(1)
    if sys.platform == "win32":
        import msvcrt

        for descriptor in (questions, answers):
            msvcrt.setmode(descriptor, os.O_BINARY)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    sys.stdin = os.fdopen(0, closefd=False)
    sys.stdout, sys.stderr = (
        os.fdopen(descriptor, "w", buffering=1, encoding="utf-8", errors="replace", closefd=False)
        for descriptor in (1, 2)
    )
    limit_all()
    order.limits.apply()
    game = find_game(order.game)
    FrameWriter().send(answers, protocol.CellAnswer(0, 0))  # from here on it is the bot that takes its time
    load = partial(file_bot, game, Path(order.path), order.wanted, order.options)
    cell_main.serve(game, lambda: (load(), protocol.Loaded()), questions, answers)
