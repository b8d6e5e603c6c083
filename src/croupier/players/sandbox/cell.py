"""One bot's process as seen from ours: questions go in, answers come out, and it is killed when it misbehaves.

Compiled, like the other end of the pipes. `PollPipes` is for Linux; `plain_process.py` has pipes for other systems.
"""

import os
import select
import signal
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, final

import msgspec
from mypy_extensions import mypyc_attr

from croupier.kernel.decision import Decision
from croupier.kernel.errors import BadMessage, Crashed, SeatError, SeveralBots, TooSlow, UsageError
from croupier.kernel.view import View
from croupier.players.frames import HEAD
from croupier.players.memory_watch import WatchedProcess
from croupier.players.sandbox import protocol
from croupier.players.sandbox.affinity import Cores
from croupier.players.sandbox.framing import FrameWriter, encode_news
from croupier.players.sandbox.interrupt import INTERRUPT_SECONDS, late
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.process_monitor import FREE_SECONDS, NEWS_SECONDS, ProcessMonitor
from croupier.players.sandbox.zygote_protocol import SandboxedBot, SandboxLost

_OUTPUT_BYTES: Final = 65_536
_ANSWER_BYTES: Final = 512  # most answers are shorter
_LIMIT_SIGNALS: Final = frozenset(getattr(signal, name, 0) for name in ("SIGXCPU", "SIGKILL"))


class OversizedAnswer(Exception):
    """A message is announced that is longer than any answer; its argument is the length in bytes."""


@mypyc_attr(allow_interpreted_subclasses=True)
class CellPipes:
    """Our ends of the pipes of one process."""

    def __init__(self) -> None:
        self.output: bytearray = bytearray()
        """What the bot printed since `take_output`."""

    def find_pids(self) -> list[int]:
        """The processes at the other end, where they can be watched."""
        return []

    def exceeded(self) -> str:
        """What is said of a bot whose process was killed from outside because of its memory; else nothing."""
        return ""

    def write(self, data: bytearray) -> int:
        """Write what fits into the pipe and return the number of bytes; raise an OSError if nobody reads."""
        raise NotImplementedError

    def read(self, seconds: float | None) -> bytes | None:
        """Return the next message, None when the time is up; raise an EOFError when there will be no more."""
        raise NotImplementedError

    def take_output(self) -> bytes:
        taken = bytes(self.output)
        self.output.clear()
        return taken

    def close(self) -> int:
        """Kill the process, if it still runs, and return its exit code, or minus the signal that ended it.

        Raise a SandboxLost if a process of ours ended before it, and took it along.
        """
        raise NotImplementedError


@final
class PollPipes(CellPipes):
    """Pipes that are polled."""

    def __init__(
        self,
        end: Callable[[], int],
        watched: WatchedProcess,
        pipes: tuple[int, int, int],
        output_limit: int,
    ) -> None:
        """`end` kills the process, if it still runs, and returns how it ended; `watched` knows its number for us.

        `pipes` are the descriptors for questions, answers and output; `output_limit` is in bytes.
        """
        super().__init__()
        self._end: Callable[[], int] = end
        self._watched: WatchedProcess = watched
        self._questions: int = pipes[0]
        self._answers: int = pipes[1]
        self._output: int = pipes[2]
        self._output_limit: int = output_limit
        self._received: bytes = b""
        self._has_closed_output: bool = False
        for descriptor in pipes:
            os.set_blocking(descriptor, False)
        self._poll: Any = select.poll()
        self._poll.register(self._answers, select.POLLIN)
        self._poll.register(self._output, select.POLLIN)

    def find_pids(self) -> list[int]:
        return list(self._watched.find_pids())

    def exceeded(self) -> str:
        return self._watched.exceeded

    def write(self, data: bytearray) -> int:
        try:
            return os.write(self._questions, data)
        except BlockingIOError:
            return 0

    def read(self, seconds: float | None) -> bytes | None:
        wait: float | None = None
        deadline = 0.0
        if seconds is not None:
            wait = seconds * 1000
            deadline = perf_counter() + seconds
        body = self._message() if self._received else None
        while body is None:
            for ready in self._poll.poll(wait):
                if ready[0] == self._output:
                    self._read_output()
                elif not self._read_answers():
                    raise EOFError
            body = self._message()
            if body is None and wait is not None:
                wait = (deadline - perf_counter()) * 1000
                if wait <= 0:
                    return None
        return body

    def _message(self) -> bytes | None:
        """Cut a whole message off the front of what was received."""
        received = self._received
        if len(received) < HEAD.size:
            return None
        size: int = HEAD.unpack_from(received)[0]
        if size > protocol.ANSWER_LIMIT:
            raise OversizedAnswer(size)
        end = HEAD.size + size
        if len(received) < end:
            return None
        self._received = received[end:] if len(received) > end else b""
        return received[HEAD.size : end]

    def _read_answers(self) -> bool:
        try:
            data = os.read(self._answers, _ANSWER_BYTES)
        except BlockingIOError:
            return True
        self._received += data
        return bool(data)

    def _read_output(self) -> None:
        try:
            data = os.read(self._output, _OUTPUT_BYTES)
        except BlockingIOError:
            return
        if not data and not self._has_closed_output:
            self._has_closed_output = True
            self._poll.unregister(self._output)
        room = self._output_limit - len(self.output)
        if room > 0:
            self.output += data[:room]

    def close(self) -> int:
        # What it printed last is what its author wants to see.
        while select.select([self._output], [], [], 0)[0] and self._is_printing():
            pass
        for descriptor in (self._questions, self._answers, self._output):
            os.close(descriptor)
        self._watched.close()
        try:
            return self._end()
        finally:
            self._watched.remove_group()

    def _is_printing(self) -> bool:
        before = len(self.output)
        self._read_output()
        return len(self.output) > before


@final
class Cell:
    """A process that holds one bot."""

    def __init__(self, pipes: CellPipes, limits: Limits, bot: SandboxedBot, inner_path: str, cores: Cores) -> None:
        """`inner_path` is where the process finds the bot's file."""
        self.cores: Cores = cores
        self.owner: int = os.getpid()
        """The process that started it; forks of that process must not use it."""
        self.is_open: bool = True
        self.is_used: bool = False
        """Whether a match was played in it."""
        self.heard_seconds: float = 0.0
        """Seconds that the bot spent on the news of the last question."""
        self._asked: list[bytes] = []
        """The questions of this match, as they were sent."""
        self._unanswered: set[int] = set()
        """Which of them have no answer."""
        self.bot_name: str = ""
        """What the bot's author calls it."""
        self._pipes: CellPipes = pipes
        self._limits: Limits = limits
        self._bot: SandboxedBot = bot
        self._inner_path: str = inner_path
        self._writer: FrameWriter = FrameWriter()
        self._monitor: ProcessMonitor = ProcessMonitor(pipes.find_pids)

    def await_loaded(self, start_seconds: float = 0.0) -> protocol.Loaded:
        """Wait until the file has run; raise a UsageError when it cannot be used.

        With `start_seconds` the process is a new Python, which first reports that it has started.
        """
        try:
            if start_seconds > 0.0:
                self.receive(start_seconds, "start Python")
            message = self.receive(self._limits.start, "load its file")
        except SeatError as fault:
            self.close()
            lines = self.take_output().strip().splitlines()[-1:]
            raise UsageError(f"{self._bot.path.name} {fault}{': ' + lines[0] if lines else ''}") from None
        if isinstance(message, protocol.LoadFailed):
            self.close()
            reason = message.reason.replace(self._inner_path, str(self._bot.path))
            raise SeveralBots(reason, message.names) if message.names else UsageError(reason)
        if not isinstance(message, protocol.Loaded):
            self.close()
            raise UsageError(f"{self._bot.path.name} sent an answer before the question")
        self.bot_name = message.name
        return message

    def ask(
        self, decision: Decision[Any, Any], codes: dict[int, int], listens: bool, unheard: protocol.News
    ) -> protocol.FromCell:
        """Send a question and wait for its answer, as long as the clock allows; `codes` are those of events.

        News that is `unheard` goes before that of the question. Raise TooSlow if the answer comes late; the cell stays
        open if the bot could be interrupted.
        """
        clock = decision.clock
        view: View = decision.view
        news = unheard + encode_news(codes, decision.events) if decision.events else unheard
        ask = protocol.Ask(decision.id, view.ints, news, clock.answer, clock.bank, clock.last, decision.refused)
        return self.send_question(ask, decision.question, listens)

    def send_question(self, ask: protocol.Ask, question: str, listens: bool) -> protocol.FromCell:
        """Send a question as it is and wait for its answer, see `ask`."""
        self.heard_seconds = 0.0
        began = perf_counter()
        self._monitor.resume()
        answer, bank = ask.answer, ask.bank
        is_answered = False
        try:
            self.send(ask)
            if answer is None:
                message = self.receive(None, "answer", question)
            else:
                limit = answer if bank is None else answer + bank
                message = self._receive_answer(began, limit, answer if ask.news and listens else 0.0, ask.id, question)
            is_answered = isinstance(message, protocol.CellAnswer)
        finally:
            if not is_answered:
                self._unanswered.add(len(self._asked))
            self._asked.append(bytes(self._writer.buffer))
            self._monitor.note_answer(began)
        return message

    def read_match(self, next_id: int) -> tuple[list[protocol.Ask], protocol.News]:
        """The questions of this match that were answered, each with the news of those before it that were not; and the
        news since, but for that of the question `next_id`.
        """
        answered: list[protocol.Ask] = []
        news: protocol.News = ()
        for place, frame in enumerate(self._asked):
            ask: protocol.Ask = protocol.to_cell.decode(frame[HEAD.size :])
            is_answered = place not in self._unanswered
            # A question that is asked again because its answer was refused comes with the same news once more.
            if not ask.refused and (is_answered or ask.id != next_id):
                news += ask.news
            if is_answered:
                answered.append(msgspec.structs.replace(ask, news=news, refused="" if news else ask.refused))
                news = ()
        return answered, news

    def _receive_answer(
        self, began: float, limit: float, news_limit: float, number: int, question: str
    ) -> protocol.FromCell:
        """Wait for the answer to a question that was sent at `began`; its news has a time of its own.

        The cell interrupts a bot that is late. One that does not stop within INTERRUPT_SECONDS is killed.
        """
        body = self._read(limit + news_limit)
        if body is None:
            body = self._read(INTERRUPT_SECONDS)
            if body is None:
                self._end()
                raise late(limit, "answer", question)
        message = self._decoded(body)
        if isinstance(message, (protocol.CellAnswer, protocol.CellFault)):
            self.heard_seconds = min(news_limit, max(0, message.heard) / 1000)
            if message.id == number and perf_counter() - began - self.heard_seconds > limit:
                raise late(limit, "answer", question)
        return message

    def seat(self, message: protocol.Sit) -> protocol.FromCell:
        """Send it to a seat and wait until it sits there."""
        self._asked = []
        self._unanswered = set()
        began = perf_counter()
        self._monitor.resume()
        self.send(message)
        answer = self.receive(self._limits.start, "start")
        self._monitor.note_answer(began)
        return answer

    def take_idle(self, is_seated: bool = True) -> float:
        """Seconds of processor time since the last answer, if they are more than it may use between questions.

        Before it `is_seated` in a match, they are those since the last match.
        """
        return self._monitor.take_idle(FREE_SECONDS if is_seated else NEWS_SECONDS)

    def stop(self) -> None:
        """Stop the process until it is asked again."""
        self._monitor.stop()

    def send(self, message: protocol.ToCell) -> None:
        """Send a message; a cell that does not read it is killed. Raise a SandboxLost if it ended with our own."""
        data = self._writer.frame(message)
        try:
            sent = self._pipes.write(data)
        except OSError:
            raise self._died() from None
        if sent < len(data):
            self._end()
            raise TooSlow("did not read its messages and was stopped")

    def receive(self, limit: float | None, task: str, question: str = "") -> protocol.FromCell:
        """Wait for the next message, at most `limit` seconds. A cell that is late or sends nonsense is killed."""
        body = self._read(limit)
        if body is None:
            self._end()
            raise late(limit or 0.0, task, question)
        return self._decoded(body)

    def _read(self, limit: float | None) -> bytes | None:
        try:
            return self._pipes.read(limit)
        except EOFError:
            raise self._died() from None
        except OversizedAnswer as error:
            self.close()
            raise BadMessage(f"sent an answer of {error} bytes ({protocol.ANSWER_LIMIT} at most)") from None

    def _decoded(self, body: bytes) -> protocol.FromCell:
        try:
            message: protocol.FromCell = protocol.from_cell.decode(body)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            self.close()
            raise BadMessage(f"sent something that is not an answer ({error})") from None
        return message

    @property
    def has_output(self) -> bool:
        return bool(self._pipes.output)

    def take_output(self) -> str:
        """Return what the bot printed before its last message, since the last call, with the real path of its file."""
        text = self._pipes.take_output().decode(errors="replace")
        inner = self._inner_path.rpartition("/")[0] + "/"
        return text.replace(inner, f"{self._bot.path.parent.absolute()}/") if inner in text else text

    def _died(self) -> Crashed:
        code = self._end()
        exceeded = self._pipes.exceeded()
        if exceeded:
            return Crashed(exceeded)
        if -code in _LIMIT_SIGNALS and code < 0:
            how = "was killed by the system (memory or CPU time limit)"
        elif code < 0:
            how = f"was killed by signal {-code} ({signal.Signals(-code).name})"
        else:
            how = f"exited with code {code}"
        return Crashed(how)

    def close(self) -> None:
        """Kill the process."""
        try:
            self._end()
        except SandboxLost:
            return

    def _end(self) -> int:
        """Kill the process and return how it ended; 0 if it was closed before."""
        if not self.is_open:
            return 0
        self.is_open = False
        self._monitor.close()
        return self._pipes.close()
