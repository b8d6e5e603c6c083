"""What a bot answered in a match, to be asked again of a bot that takes its place when its process was ended.

This record is for bots behind messages of JSON. A sandboxed bot has another one, the frames that were sent to its cell
(`sandbox/cell.py`), because keeping decisions would cost it a tenth of its time per decision. Frames would not do here:
each message names the match, whose id changes when a program is restarted, and news that was left out for a slow
listener is due to its successor.
"""

from collections.abc import Iterator
from time import monotonic
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Clock, Decision, Event

MAX_REPEATED: Final = 10_000
"""So many answered questions of a match are kept."""


class MatchSoFar:
    """The questions that a bot answered in this match."""

    def __init__(self) -> None:
        self.answered: list[Decision[Any, Any]] = []
        self.news: tuple[Event, ...] = ()
        """What came with questions since then that were not answered."""
        self._open: Decision[Any, Any] | None = None

    def ask(self, decision: Decision[Any, Any]) -> None:
        """Note a question; if it is another one than before, that one was not answered."""
        if self._open is not None and self._open.id != decision.id:
            self.give_up()
        self._open = decision

    def give_up(self) -> None:
        """Note that the last question was not answered, if it was not."""
        if self._open is not None:
            self.news += self._open.events
            self._open = None

    def answer(self) -> None:
        """Note that the last question was answered."""
        if self._open is not None and len(self.answered) < MAX_REPEATED:
            self.answered.append(msgspec.structs.replace(self._open, events=self.news + self._open.events, refused=""))
        self.news, self._open = (), None

    def repeat(self, seconds: float) -> Iterator[Decision[Any, Any]]:
        """The questions once more, each with the time that is left of so many seconds for all of them."""
        deadline = monotonic() + seconds
        for past in self.answered:
            yield msgspec.structs.replace(past, clock=Clock(answer=max(0.0, deadline - monotonic())))


def repeated_text(seconds: float, is_done: bool) -> str:
    """What the author is told of a new bot."""
    if is_done:
        return "Croupier: replayed the earlier decisions of this match to a new bot\n"
    return f"Croupier: could not replay the match within {seconds:g} s; the new bot starts without its history\n"
