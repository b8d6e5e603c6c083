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


@final
class Interrupter:
    """Interrupts whatever runs between `arm` and `disarm` when its time is up.

    Only in the main thread, and not on systems without such timers; `ThreadInterrupter` is for other threads.

    Setting a timer takes longer than many bots think. So one that runs is left alone if it rings no later than the time
    is up; when it rings too early, it is set for what is left.
    """

    def __init__(self) -> None:
        self.rang: bool = False
        """Whether the time was up since the last `arm`."""
        self._task: str = ""
        self._seconds: float = 0.0
        self._deadline: float = _NEVER
        """When to interrupt, by `perf_counter`."""
        self._rings_at: float = _NEVER
        """When the timer rings; never if it does not run."""
        if _SETS_TIMERS:
            signal.signal(signal.SIGALRM, self._ring)

    def arm(self, seconds: float | None, task: str) -> None:
        """Interrupt after so many seconds, unless they are None; `task` is what the bot had to do in them."""
        self.rang = False
        if seconds is None:
            return
        self._task = task
        self._seconds = seconds
        self._deadline = perf_counter() + seconds + MARGIN_SECONDS
        if self._deadline < self._rings_at:
            self._set(seconds + MARGIN_SECONDS)

    def disarm(self) -> None:
        """Leave alone what runs from here on. The timer runs on: it costs more to stop than to ignore."""
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
        raise TooSlow(f"did not {self._task} within {self._seconds:g} s and was stopped")
