"""Our side of the nursery: start it once, have it fork cells, and talk to each cell over its pipes."""

import atexit
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Final

import msgspec

from croupier.kernel.errors import BadMessage, Crashed, SeatError, TooSlow, UsageError
from croupier.players.sandbox import belongings, frames, kernel, landlock
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.orders import MESSAGE, Ended, Report, StartCell, Started, StopCell
from croupier.players.sandbox.rungs import Rung, bubblewrapped

_reports: Final = msgspec.msgpack.Decoder(Report)
_NURSERY: Final = (
    "import sys; sys.path.insert(0, sys.argv[1]);"
    "from croupier.players.sandbox.nursery import main; main(int(sys.argv[2]), sys.argv[3] == 'nobody')"
)
_READ: Final = 65_536
STARTING: Final = 30.0  # seconds that a nursery may take to start
ENDING: Final = 5.0


class LockedBot(msgspec.Struct, frozen=True):
    """A bot from a file that is to run in a cell."""

    game: str
    path: Path
    wanted: str = ""
    options: str = ""


class Nursery:
    """One nursery process and the folder that its bots lie in."""

    def __init__(self, rung: Rung) -> None:
        self.rung = rung
        self._folder = Path(tempfile.mkdtemp(prefix="croupier-"))
        self._folder.chmod(0o755)
        self._numbers = count(1)
        self._packed: dict[Path, tuple[Path, tuple[str, ...]]] = {}
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._control = ours
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._process = self._start(theirs)
        except BaseException:
            self.close()
            raise
        finally:
            theirs.close()

    def _start(self, theirs: socket.socket) -> subprocess.Popen[bytes]:
        source = str(kernel.OUR_PATH)
        as_root = kernel.is_root() and self.rung is Rung.BUBBLEWRAP
        command = [sys.executable, "-I", "-c", _NURSERY, source, str(theirs.fileno()), "nobody" if as_root else ""]
        if self.rung is Rung.BUBBLEWRAP:
            command = bubblewrapped(command, [self._folder], kernel.is_root())
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
        self._control.settimeout(STARTING)
        try:
            is_up = bool(self._control.recv(MESSAGE))
        except TimeoutError:
            is_up = False
        if not is_up:
            process.kill()
            _, errors = process.communicate()
            last = errors.decode(errors="replace").strip().splitlines()[-1:] or ["it said nothing"]
            raise UsageError(f"the sandbox ({self.rung.value}) did not start: {last[0]}")
        return process

    def start_cell(self, bot: LockedBot, limits: Limits) -> "Cell":
        """A new cell that has loaded the bot's file; a UsageError when the file cannot be used."""
        path, preload = self._pack(bot.path)
        question_out, question_in = os.pipe2(os.O_CLOEXEC)
        answer_out, answer_in = os.pipe2(os.O_CLOEXEC)
        output_out, output_in = os.pipe2(os.O_CLOEXEC)
        theirs = [question_out, answer_in, output_in]
        order = StartCell(bot.game, str(path), bot.wanted, bot.options, preload, limits, self.rung.is_sandbox)
        try:
            report = self._ask(order, theirs)
        finally:
            for descriptor in theirs:
                os.close(descriptor)
        assert isinstance(report, Started)
        cell = Cell(self, report.pid, question_in, answer_out, output_out, limits, bot, str(path))
        cell.await_loaded()
        return cell

    def end_cell(self, pid: int) -> int:
        """Kill it if it runs; how it ended."""
        report = self._ask(StopCell(pid), [])
        assert isinstance(report, Ended)
        return report.code

    def _pack(self, path: Path) -> tuple[Path, tuple[str, ...]]:
        path = path.resolve()
        if path not in self._packed:
            packed = belongings.pack(path, self._folder / str(next(self._numbers)))
            self._packed[path] = (packed, belongings.preloads(path))
        return self._packed[path]

    def _ask(self, order: StartCell | StopCell, descriptors: list[int]) -> Started | Ended:
        data = msgspec.msgpack.encode(order)
        try:
            socket.send_fds(self._control, [data], descriptors)
            answer = self._control.recv(MESSAGE)
        except (OSError, TimeoutError) as error:
            raise UsageError(f"the sandbox ({self.rung.value}) does not answer any more: {error}") from None
        if not answer:
            raise UsageError(f"the sandbox ({self.rung.value}) has ended")
        return _reports.decode(answer)

    def close(self) -> None:
        """End the nursery and every cell."""
        self._control.close()
        process = self._process
        if process is not None:
            try:
                process.communicate(timeout=ENDING)  # it sees the socket close, ends its cells and then itself
            except subprocess.TimeoutExpired:
                with suppress(ProcessLookupError, PermissionError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.communicate()
        shutil.rmtree(self._folder, ignore_errors=True)


def _environment() -> dict[str, str]:
    """Nothing of the user's, and nothing that differs from run to run."""
    kept = {name: os.environ[name] for name in ("PATH", "CROUPIER_PURE") if name in os.environ}
    single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
    return {**kept, **single, "PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8"}


class Cell:
    """One locked-up process."""

    def __init__(
        self,
        nursery: Nursery,
        pid: int,
        questions: int,
        answers: int,
        output: int,
        limits: Limits,
        bot: LockedBot,
        inner_path: str,
    ) -> None:
        self._inner_path = inner_path
        self._nursery = nursery
        self._pid = pid
        self._questions = questions
        self._answers = answers
        self._output = output
        self._limits = limits
        self._bot = bot
        self._received = b""
        self._printed = bytearray()
        self._is_silent = False
        """Whether it has closed its end of the output."""
        self.is_open = True
        for descriptor in (questions, answers, output):
            os.set_blocking(descriptor, False)
        self._poll = select.poll()
        self._poll.register(answers, select.POLLIN)
        self._poll.register(output, select.POLLIN)

    def await_loaded(self) -> None:
        try:
            message = self.receive(self._limits.start, "load its file")
        except SeatError as fault:
            said = self.printed().strip().splitlines()[-1:]
            self.close()
            raise UsageError(f"{self._bot.path.name} {fault}{': ' + said[0] if said else ''}") from None
        if isinstance(message, frames.Failed):
            self.close()
            raise UsageError(message.reason.replace(self._inner_path, str(self._bot.path)))

    def send(self, data: bytes) -> None:
        """Hand a framed message over; a cell that does not even read is hanging."""
        try:
            sent = os.write(self._questions, data)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            raise self._died() from None
        if sent < len(data):
            self.close()
            raise TooSlow("did not take in its messages and was stopped")

    def receive(self, limit: float | None, task: str) -> frames.FromCell:
        """The next message, or the fault that keeps it from coming. A cell that is late or talks nonsense is ended."""
        deadline = None if limit is None else perf_counter() + limit
        while (body := self._message()) is None:
            left = None if deadline is None else deadline - perf_counter()
            if left is not None and left <= 0:
                self.close()
                raise TooSlow(f"had {limit:g} s to {task} and was stopped")
            for descriptor, _ in self._poll.poll(None if left is None else left * 1000 + 1):
                if descriptor == self._answers:
                    if not self._take_in():
                        raise self._died()
                else:
                    self._drain()
        try:
            return frames.read_from_cell(body)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            self.close()
            raise BadMessage(f"sent what is no answer ({error})") from None

    def _message(self) -> bytes | None:
        """A whole message off the front of what was received."""
        received = self._received
        if len(received) < frames.HEAD.size:
            return None
        (size,) = frames.HEAD.unpack_from(received)
        if size > frames.ANSWER_LIMIT:
            self.close()
            raise BadMessage(f"sent an answer of {size} bytes ({frames.ANSWER_LIMIT} at most)")
        end = frames.HEAD.size + size
        if len(received) < end:
            return None
        self._received = received[end:]
        return received[frames.HEAD.size : end]

    def _take_in(self) -> bool:
        try:
            data = os.read(self._answers, _READ)
        except BlockingIOError:
            return True
        self._received += data
        return bool(data)

    def _drain(self) -> None:
        """Read what was printed; only so much of it is kept."""
        try:
            data = os.read(self._output, _READ)
        except BlockingIOError:
            return
        if not data and not self._is_silent:
            self._is_silent = True
            self._poll.unregister(self._output)
        room = self._limits.output - len(self._printed)
        if room > 0:
            self._printed += data[:room]

    def printed(self) -> str:
        """What the bot printed before its last message, since this was last asked."""
        text = self._printed.decode(errors="replace")
        self._printed.clear()
        return text

    def _died(self) -> Crashed:
        code = self.close()
        if code == -signal.SIGXCPU or code == -signal.SIGKILL:
            how = "was ended by the system, which it gave reason to (memory or processor time)"
        elif code < 0:
            how = f"was ended by signal {-code} ({signal.Signals(-code).name})"
        else:
            how = f"ended its own process with code {code}"
        return Crashed(how)

    def close(self) -> int:
        """End it; how it ended."""
        if not self.is_open:
            return 0
        # What it printed last is what its author wants to see.
        while select.select([self._output], [], [], 0)[0] and self._still_prints():
            pass
        self.is_open = False
        for descriptor in (self._questions, self._answers, self._output):
            os.close(descriptor)
        return self._nursery.end_cell(self._pid)

    def _still_prints(self) -> bool:
        before = len(self._printed)
        self._drain()
        return len(self._printed) > before


_open: dict[tuple[Rung, Path | None], Nursery] = {}


def nursery(rung: Rung, bot: Path) -> Nursery:
    """The nursery for a bot: one for all, unless only namespaces keep bots from reading each other's files."""
    key = (rung, None if landlock.version() > 0 or not rung.is_sandbox else bot.resolve())
    if key not in _open:
        _open[key] = Nursery(rung)
    return _open[key]


_left: list[Nursery] = []


def leave_nurseries() -> None:
    """In a fork: these are not ours to talk to or to end, and must not even be collected."""
    _left.extend(_open.values())
    _open.clear()


@atexit.register
def close_nurseries() -> None:
    """End everything that runs locked up."""
    while _open:
        _open.popitem()[1].close()
