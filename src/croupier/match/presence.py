"""Presence of players between questions: which have left, are still busy with news, or have answered early.

A transport reports to it; the driver asks it before the next question.
"""

import asyncio
from collections.abc import Callable
from typing import Any

from croupier.kernel.decision import Decision, Seat
from croupier.kernel.errors import Gone
from croupier.match.referee import Answer


class Presence:
    """For one match whose players may leave while they are not asked."""

    def __init__(self) -> None:
        self._departed: list[tuple[Seat, Gone]] = []
        self._busy = 0
        self._quiet: asyncio.Future[None] | None = None
        self.interrupt: Callable[[], object] | None = None
        """Cancels the open question; None while there is none that a leaving player changes."""

    # For transports.

    def leave(self, seat: Seat, reason: str) -> None:
        """The player at `seat` is gone for good. An open question is asked again once the seat is out."""
        self._departed.append((seat, Gone(reason)))
        interrupt, self.interrupt = self.interrupt, None
        if interrupt is not None:
            interrupt()

    def hold(self) -> None:
        """Hold back the next question until `release`."""
        self._busy += 1

    def release(self) -> None:
        self._busy -= 1
        if self._busy == 0 and self._quiet is not None and not self._quiet.done():
            self._quiet.set_result(None)

    # For drivers.

    @property
    def is_anyone_leaving(self) -> bool:
        return bool(self._departed)

    def take_departed(self) -> list[tuple[Seat, Gone]]:
        """Remove and return the seats that left since the last call."""
        departed, self._departed = self._departed, []
        return departed

    def early_answer(self, decision: Decision[Any, Any]) -> Answer | None:
        """The answer if the player gave it before it was asked; None to ask the player."""
        return None

    @property
    def is_busy(self) -> bool:
        return self._busy > 0

    async def ready(self) -> None:
        """Wait until no player is busy."""
        while self._busy:
            self._quiet = asyncio.get_running_loop().create_future()
            await self._quiet
