"""One locked-up process as we see it: questions go in, answers come out, and it is ended when it does not behave.

Compiled, like the other end of the pipes.
"""

import os
import select
import signal
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final, final

import msgspec

from croupier.kernel.decision import Decision
from croupier.kernel.errors import BadMessage, Crashed, SeatError, TooSlow, UsageError
from croupier.kernel.view import View
from croupier.players.sandbox import frames
from croupier.players.sandbox.core import Cores
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.orders import LockedBot
from croupier.players.sandbox.writer import Writer

_READ: Final = 65_536
_ANSWER: Final = 512  # bytes that most answers are shorter than


@final
class Cell:
    """Its pipes. `end` kills it, if it still runs, and tells how it ended."""

    def __init__(
        self,
        end: Callable[[], int],
        pipes: tuple[int, int, int],
        limits: Limits,
        bot: LockedBot,
        inner_path: str,
        cores: Cores,
    ) -> None:
        self.cores: Cores = cores
        self.owner: int = os.getpid()
        """Who started it: a fork of that process has no business with it."""
        self._inner_path: str = inner_path
        self._end: Callable[[], int] = end
        self._questions: int = pipes[0]
        self._answers: int = pipes[1]
        self._output: int = pipes[2]
        self._limits: Limits = limits
        self._bot: LockedBot = bot
        self._writer: Writer = Writer()
        self._received: bytes = b""
        self._printed: bytearray = bytearray()
        self._is_silent: bool = False
        """Whether it has closed its end of the output."""
        self.is_open: bool = True
        for descriptor in pipes:
            os.set_blocking(descriptor, False)
        self._poll: Any = select.poll()
        self._poll.register(self._answers, select.POLLIN)
        self._poll.register(self._output, select.POLLIN)

    def await_loaded(self) -> frames.Loaded:
        try:
            message = self.receive(self._limits.start, "load its file")
        except SeatError as fault:
            said = self.printed().strip().splitlines()[-1:]
            self.close()
            raise UsageError(f"{self._bot.path.name} {fault}{': ' + said[0] if said else ''}") from None
        if isinstance(message, frames.Failed):
            self.close()
            raise UsageError(message.reason.replace(self._inner_path, str(self._bot.path)))
        if not isinstance(message, frames.Loaded):
            self.close()
            raise UsageError(f"{self._bot.path.name} answered before it was asked")
        return message

    def ask(self, decision: Decision[Any, Any], codes: dict[int, int]) -> frames.FromCell:
        """Hand a question over and wait for its answer, as long as the clock allows; `codes` are those of events."""
        clock = decision.clock
        answer, bank = clock.answer, clock.bank
        view: View = decision.view
        news = frames.news_of(codes, decision.events) if decision.events else ()
        self.send(frames.Ask(decision.id, view.ints, news, answer, bank, clock.last, decision.refused))
        limit = answer if answer is None or bank is None else answer + bank
        return self.receive(limit, "answer", decision.question)

    def send(self, message: frames.ToCell) -> None:
        """Hand a message over; a cell that does not even read is hanging."""
        data = self._writer.framed(message)
        try:
            sent = os.write(self._questions, data)
        except BlockingIOError:
            sent = 0
        except BrokenPipeError:
            raise self._died() from None
        if sent < len(data):
            self.close()
            raise TooSlow("did not take in its messages and was stopped")

    def receive(self, limit: float | None, task: str, question: str = "") -> frames.FromCell:
        """The next message, or the fault that keeps it from coming. A cell that is late or talks nonsense is ended."""
        wait: float | None = None
        deadline = 0.0
        if limit is not None:
            wait = limit * 1000
            deadline = perf_counter() + limit
        body = self._message() if self._received else None
        while body is None:
            for ready in self._poll.poll(wait):
                if ready[0] == self._output:
                    self._drain()
                elif not self._take_in():
                    raise self._died()
            body = self._message()
            if body is None and wait is not None:
                wait = (deadline - perf_counter()) * 1000
                if wait <= 0:
                    self.close()
                    asked = f"{task} '{question}'" if question else task
                    raise TooSlow(f"had {limit:g} s to {asked} and was stopped")
        try:
            message: frames.FromCell = frames.from_cell.decode(body)
        except (msgspec.DecodeError, msgspec.ValidationError) as error:
            self.close()
            raise BadMessage(f"sent what is no answer ({error})") from None
        return message

    def _message(self) -> bytes | None:
        """A whole message off the front of what was received."""
        received = self._received
        if len(received) < frames.HEAD.size:
            return None
        size: int = frames.HEAD.unpack_from(received)[0]
        if size > frames.ANSWER_LIMIT:
            self.close()
            raise BadMessage(f"sent an answer of {size} bytes ({frames.ANSWER_LIMIT} at most)")
        end = frames.HEAD.size + size
        if len(received) < end:
            return None
        self._received = received[end:] if len(received) > end else b""
        return received[frames.HEAD.size : end]

    def _take_in(self) -> bool:
        try:
            data = os.read(self._answers, _ANSWER)
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

    @property
    def has_printed(self) -> bool:
        return bool(self._printed)

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
        return self._end()

    def _still_prints(self) -> bool:
        before = len(self._printed)
        self._drain()
        return len(self._printed) > before
