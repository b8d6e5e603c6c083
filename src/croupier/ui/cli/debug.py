"""`--debug`: a bot of your own at its breakpoints, for as long as you like. No clock runs anywhere."""

import os
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pdb import Pdb
from types import FrameType
from typing import Annotated, Any

import typer

from croupier.arena.run.table import StopFlag
from croupier.players.debugger import without_time_limits
from croupier.players.entrant import Entrant
from croupier.ui.cli.output import err

Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        metavar="",
        help="Stop at breakpoint() in your bot. Turns time limits off and implies --trust.",
    ),
]


class BreakpointPdb(Pdb):
    """Python's debugger; to quit it is to end the run, and not a fault of the bot's from which the run goes on."""

    def __init__(self, left: Callable[[], None]) -> None:
        super().__init__(nosigint=True)
        self._left = left

    def set_quit(self) -> None:
        self._left()
        super().set_quit()


def remove_time_limits(entrants: Sequence[Entrant]) -> tuple[Entrant, ...]:
    """The same bots without time limits; prints which bots run in this process."""
    names = [entrant.spec for entrant in entrants if entrant.isolation or entrant.guest is not None]
    who = f"{', '.join(dict.fromkeys(names))}: " if names else ""
    text = f"--debug: {who}time limits are off, and bot files run without a sandbox, as with --trust"
    err().print(f"{text}. breakpoint() opens the debugger; q ends the run.", highlight=False, markup=False)
    return tuple(without_time_limits(entrant) for entrant in entrants)


@contextmanager
def open_breakpoints(is_on: bool, stop: StopFlag) -> Generator[None]:
    """Let `breakpoint()` open our debugger, unless the author has chosen another with PYTHONBREAKPOINT."""
    before = sys.breakpointhook
    if is_on and "PYTHONBREAKPOINT" not in os.environ:

        def hook(*_: Any, **__: Any) -> None:
            frame: FrameType | None = sys._getframe().f_back  # pyright: ignore[reportPrivateUsage]
            BreakpointPdb(stop.set).set_trace(frame)

        sys.breakpointhook = hook
    try:
        yield
    finally:
        sys.breakpointhook = before
