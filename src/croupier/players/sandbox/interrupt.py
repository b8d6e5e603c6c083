"""A time limit inside a cell: the signal of a timer raises TooSlow in the bot's code, which keeps all it knows.

A bot that catches it and goes on is ended from outside, see `Cell.ask`.
"""

import signal
from types import FrameType
from typing import Final

from croupier.kernel.errors import TooSlow

MARGIN_SECONDS: Final = 0.005
"""After its time, so that a bot that is interrupted and answers all the same is late by the clock outside too."""


class Interrupter:
    """Interrupts whatever runs between `arm` and `disarm` when its time is up. Not on systems without such timers."""

    def __init__(self) -> None:
        self._message = ""
        self._is_armed = False
        self.rang = False
        """Whether the time was up since the last `arm`."""
        self._works = hasattr(signal, "setitimer")
        if self._works:
            signal.signal(signal.SIGALRM, self._ring)

    def arm(self, seconds: float | None, message: str) -> None:
        """Interrupt after so many seconds, unless they are None."""
        self.rang = False
        if seconds is None or not self._works:
            return
        self._message = message
        self._is_armed = True
        signal.setitimer(signal.ITIMER_REAL, max(seconds, 0.0) + MARGIN_SECONDS)

    def disarm(self) -> None:
        # The timer is left to itself: it costs more to stop than to ignore.
        self._is_armed = False

    def _ring(self, number: int, frame: FrameType | None) -> None:
        if self._is_armed:
            self._is_armed = False
            self.rang = True
            raise TooSlow(self._message)
