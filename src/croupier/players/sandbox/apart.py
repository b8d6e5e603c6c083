"""A bot's process where there is no nursery: on systems other than Linux. It can be stopped, and no more than that.

Python is started anew for every cell and speaks the same frames over its standard streams. Its answers and what it
prints are read by threads, since not every system can wait for several pipes at once.
"""

import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from typing import IO, Any, Final

import msgspec

from croupier.games import find_game
from croupier.kernel.decision import Decision
from croupier.kernel.errors import BadMessage, Crashed, SeatError, TooSlow, UsageError
from croupier.players.pyfile import file_bot
from croupier.players.sandbox import frames, inside, kernel
from croupier.players.sandbox.core import Cores
from croupier.players.sandbox.limits import Limits, limit_all
from croupier.players.sandbox.orders import LockedBot
from croupier.players.sandbox.writer import Writer

_CELL: Final = "import sys; sys.path.insert(0, sys.argv[1]); from croupier.players.sandbox.apart import main; main()"
_READ: Final = 65_536
STARTING: Final = 60.0  # seconds


class Orders(msgspec.Struct, frozen=True):
    """What the process is told at its beginning, as one line of JSON among its arguments."""

    game: str
    path: str
    wanted: str
    options: str
    limits: Limits


class ApartCell:
    """One process with a bot in it, used like a `Cell`."""

    def __init__(self, bot: LockedBot, limits: Limits) -> None:
        self.cores: Cores = frozenset()
        self.owner = os.getpid()
        self.is_open = True
        self._bot = bot
        self._limits = limits
        self._writer = Writer()
        self._answers: SimpleQueue[bytes | None] = SimpleQueue()
        self._printed = bytearray()
        self._printing = Lock()
        orders = Orders(bot.game, str(bot.path.resolve()), bot.wanted, bot.options, limits)
        self._process = subprocess.Popen(
            [sys.executable, "-I", "-c", _CELL, str(kernel.OUR_PATH), msgspec.json.encode(orders).decode()],
            cwd=tempfile.gettempdir(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._threads = [
            Thread(target=self._hear, args=(_pipe(self._process.stdout),), daemon=True),
            Thread(target=self._overhear, args=(_pipe(self._process.stderr),), daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def _hear(self, stream: IO[bytes]) -> None:
        """Whole messages into the queue; None when there will be no more."""
        while len(head := stream.read(frames.HEAD.size)) == frames.HEAD.size:
            size: int = frames.HEAD.unpack(head)[0]
            # One that is too long is not read: its length is what is wrong with it.
            self._answers.put(stream.read(size) if size <= frames.ANSWER_LIMIT else head)
        self._answers.put(None)

    def _overhear(self, stream: IO[bytes]) -> None:
        """Read what is printed; only so much of it is kept."""
        while data := os.read(stream.fileno(), _READ):
            with self._printing:
                self._printed += data[: max(0, self._limits.output - len(self._printed))]

    def await_loaded(self) -> None:
        """Until the file has run; a UsageError when it cannot be used."""
        try:
            self.receive(STARTING, "start Python")
            message = self.receive(self._limits.start, "load its file")
        except SeatError as fault:
            self.close()
            said = self.printed().strip().splitlines()[-1:]
            raise UsageError(f"{self._bot.path.name} {fault}{': ' + said[0] if said else ''}") from None
        if not isinstance(message, frames.Loaded):
            self.close()
            reason = message.reason if isinstance(message, frames.Failed) else "answered before it was asked"
            raise UsageError(reason)

    def ask(self, decision: Decision[Any, Any], codes: dict[int, int]) -> frames.FromCell:
        """Hand a question over and wait for its answer, as long as the clock allows."""
        clock = decision.clock
        news = frames.news_of(codes, decision.events)
        ints: tuple[int, ...] = decision.view.ints
        self.send(frames.Ask(decision.id, ints, news, clock.answer, clock.bank, clock.last, decision.refused))
        limit = clock.answer if clock.answer is None or clock.bank is None else clock.answer + clock.bank
        return self.receive(limit, "answer", decision.question)

    def send(self, message: frames.ToCell) -> None:
        stream = _pipe(self._process.stdin)
        try:
            stream.write(self._writer.framed(message))
            stream.flush()
        except OSError:
            raise self._died() from None

    def receive(self, limit: float | None, task: str, question: str = "") -> frames.FromCell:
        """The next message, or the fault that keeps it from coming."""
        try:
            body = self._answers.get(timeout=limit)
        except Empty:
            self.close()
            asked = f"{task} '{question}'" if question else task
            raise TooSlow(f"had {limit:g} s to {asked} and was stopped") from None
        if body is None:
            raise self._died()
        try:
            return frames.from_cell.decode(body)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            self.close()
            raise BadMessage(f"sent what is no answer ({error})") from None

    @property
    def has_printed(self) -> bool:
        return bool(self._printed)

    def printed(self) -> str:
        """What the bot printed since this was last asked."""
        with self._printing:
            text = self._printed.decode(errors="replace")
            self._printed.clear()
        return text

    def _died(self) -> Crashed:
        code = self.close()
        return Crashed(f"was ended by signal {-code}" if code < 0 else f"ended its own process with code {code}")

    def close(self) -> int:
        """End it; how it ended."""
        if not self.is_open:
            return 0
        self.is_open = False
        process = self._process
        try:
            # One whose output is closed ends by itself, and how it does so is worth knowing.
            code = process.wait(0.5) if not self._threads[0].is_alive() else process.poll()
        except subprocess.TimeoutExpired:
            code = None
        if code is None:
            _kill(process)
            process.wait()
            code = 0
        for thread in self._threads:
            thread.join()
        for stream in (process.stdin, process.stdout, process.stderr):
            with suppress(OSError):
                _pipe(stream).close()
        return code


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """With what it started, where processes have groups."""
    if sys.platform == "win32":
        process.kill()
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


class Apart:
    """Starts such cells, in the place of a nursery."""

    def start_cell(self, bot: LockedBot, limits: Limits) -> ApartCell:
        cell = ApartCell(bot, limits)
        cell.await_loaded()
        return cell


def main() -> None:
    """In the new process: keep the streams that lead to us, give the bot others, and answer."""
    orders = msgspec.json.decode(sys.argv[2], type=Orders)
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
    orders.limits.apply()
    game = find_game(orders.game)
    Writer().send(answers, frames.Answered(0, 0))  # from here on it is the bot that takes its time
    load = partial(file_bot, game, Path(orders.path), orders.wanted, orders.options)
    inside.serve(game, lambda: (load(), frames.Loaded()), questions, answers)
