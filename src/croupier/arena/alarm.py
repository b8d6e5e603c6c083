"""A time limit for a bot of this process: the signal of a timer breaks into its code. For checks, not for matches.

It works in the main thread of a system that has such timers, and not against a bot that catches whatever is raised;
elsewhere the time is only measured.
"""

import signal
import threading
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from croupier.kernel.errors import TooSlow


@contextmanager
def alarm(limit: float, message: str) -> Generator[None]:
    """Raise TooSlow in the code of this block when the time is up, and again after as long if it goes on."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow(message)

    handler = signal.signal(signal.SIGALRM, ring)
    before = signal.setitimer(signal.ITIMER_REAL, limit, limit)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, *before)
        signal.signal(signal.SIGALRM, handler)
