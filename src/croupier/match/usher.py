"""Between the questions of a match: who has left, who is still busy with what happened, whose answer is there already.

A transport tells the usher; the driver asks it before it puts the next question.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from croupier.kernel.decision import Decision, Seat
from croupier.kernel.errors import Gone
from croupier.match.referee import Answer


class Usher:
    """One for each match whose players may leave while nothing is asked of them."""

    def __init__(self) -> None:
        self._departed: list[tuple[Seat, Gone]] = []
        self._busy = 0
        self._quiet: asyncio.Future[None] | None = None
        self.interrupt: Callable[[], object] | None = None
        """How to break off the open question; set while there is one that leaving changes."""

    # For transports.

    def leave(self, seat: Seat, reason: str) -> None:
        """The player at `seat` is gone for good. An open question is put anew once it is out."""
        self._departed.append((seat, Gone(reason)))
        interrupt, self.interrupt = self.interrupt, None
        if interrupt is not None:
            interrupt()

    def hold(self) -> None:
        """Somebody is busy: the next question waits for a `release`."""
        self._busy += 1

    def release(self) -> None:
        self._busy -= 1
        if self._busy == 0 and self._quiet is not None and not self._quiet.done():
            self._quiet.set_result(None)

    # For drivers.

    @property
    def is_anyone_leaving(self) -> bool:
        return bool(self._departed)

    def departed(self) -> list[tuple[Seat, Gone]]:
        """Those who left since this was last called."""
        departed, self._departed = self._departed, []
        return departed

    def at_hand(self, decision: Decision[Any, Any]) -> Answer | None:
        """The answer, if the player gave it before it was asked; otherwise the player itself is asked."""
        return None

    @property
    def is_busy(self) -> bool:
        return self._busy > 0

    async def ready(self) -> None:
        """Wait until nobody is busy."""
        while self._busy:
            self._quiet = asyncio.get_running_loop().create_future()
            await self._quiet
