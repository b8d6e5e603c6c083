"""Ctrl-C: the first asks the run to stop after the current move, the second ends the program at once.

It is a flag and not a KeyboardInterrupt, so that one raised by a bot stays the bot's own crash.
"""

import os
import signal
import sys
from collections.abc import Generator
from contextlib import contextmanager
from types import FrameType

from croupier.arena.run.table import StopFlag

INTERRUPTED = 130
_SHOW_CURSOR = b"\x1b[?25h"


@contextmanager
def stop_on_interrupt(unit: str = "move") -> Generator[StopFlag]:
    """The flag that Ctrl-C sets, for as long as the block lasts; `unit` is what is completed first."""
    flag = StopFlag()

    def interrupted(number: int, frame: FrameType | None) -> None:
        if flag.is_set:
            if sys.stderr.isatty():
                os.write(2, _SHOW_CURSOR)
            os._exit(INTERRUPTED)
        flag.set()
        os.write(2, f"\nstopping after this {unit}; press Ctrl-C again to stop now\n".encode())

    before = signal.signal(signal.SIGINT, interrupted)
    try:
        yield flag
    finally:
        signal.signal(signal.SIGINT, before)
