"""A time limit beside the bot's own code: the signal of a timer raises TooSlow in it, and it keeps all it knows.

A bot that catches it and goes on is ended from outside, see `Cell.ask` and `JsonPlayer.overdue`. Compiled: it is armed
at every decision.
"""

import signal
from time import perf_counter
from types import FrameType
from typing import Final, final

from croupier.kernel.errors import TooSlow

INTERRUPT_SECONDS: Final = 1.0
"""A bot that was interrupted has so long to stop."""
MARGIN_SECONDS: Final = 0.005
"""After its time, so that a bot that is interrupted and answers all the same is late by the clock outside too."""
_NEVER: Final = 1e30
_SETS_TIMERS: Final = hasattr(signal, "setitimer")


class Interrupter:
    """Interrupts whatever runs between `arm` and `disarm` when its time is up."""

    def __init__(self) -> None:
        self.rang: bool = False
        """Whether the time was up since the last `arm`."""

    def arm(self, now: float, seconds: float, task: str, question: str = "") -> None:
        """Interrupt so many seconds after `now`, by `perf_counter`; `task` is what the bot had to do in them."""
        raise NotImplementedError

    def disarm(self) -> None:
        """Leave alone what runs from here on."""
        raise NotImplementedError


@final
class SignalInterrupter(Interrupter):
    """By a signal: only in the main thread, and not on systems without such timers.

    Setting a timer takes longer than many bots think. So one that runs is left alone if it rings no later than the time
    is up; when it rings too early, it is set for what is left.
    """

    def __init__(self) -> None:
        super().__init__()
        self._task: str = ""
        self._question: str = ""
        self._seconds: float = 0.0
        self._deadline: float = _NEVER
        """When to interrupt, by `perf_counter`."""
        self._rings_at: float = _NEVER
        """When the timer rings; never if it does not run."""
        if _SETS_TIMERS:
            signal.signal(signal.SIGALRM, self._ring)

    def arm(self, now: float, seconds: float, task: str, question: str = "") -> None:
        self.rang = False
        self._task = task
        self._question = question
        self._seconds = seconds
        self._deadline = now + seconds + MARGIN_SECONDS
        if self._deadline < self._rings_at:
            self._set(seconds + MARGIN_SECONDS)

    def disarm(self) -> None:
        # The timer runs on: it costs more to stop than to ignore.
        self._deadline = _NEVER

    def _set(self, seconds: float) -> None:
        self._rings_at = perf_counter() + seconds
        if _SETS_TIMERS:
            signal.setitimer(signal.ITIMER_REAL, seconds)

    def _ring(self, number: int, frame: FrameType | None) -> None:
        self._rings_at = _NEVER
        if self._deadline == _NEVER:
            return
        left = self._deadline - perf_counter()
        if left > 0.0:
            self._set(left)
            return
        self._deadline = _NEVER
        self.rang = True
        raise late(self._seconds, self._task, self._question)


def late(seconds: float, task: str, question: str) -> TooSlow:
    """The fault of a bot that did not do its task in time; `question` is the one that was open, or empty."""
    what = f"{task} '{question}'" if question else task
    return TooSlow(f"did not {what} within {seconds:g} s and was stopped")
