"""A transport as the JSON dialect sees it: it carries lines of text and knows no game."""

from typing import Protocol


class Channel(Protocol):
    """The way to one bot in one match. Whatever goes wrong on it is a SeatError."""

    async def ask(self, message: bytes) -> bytes:
        """Send a message and wait for what comes back."""
        ...

    async def more(self) -> bytes:
        """Wait for another line, because the last one was a late answer to an earlier question."""
        ...

    async def tell(self, message: bytes) -> None:
        """Send a message that has no answer."""
        ...
