"""A transport as the JSON dialect sees it: it carries lines of text and knows no game."""

from typing import Protocol


class Channel(Protocol):
    """The way to one bot in one match. Whatever goes wrong on it is a SeatError."""

    pause: float
    """Seconds between the pieces in which messages are sent, as over a slow network; 0 to send them whole."""

    async def ask(self, message: bytes) -> bytes:
        """Send a message and wait for what comes back."""
        ...

    async def more(self) -> bytes:
        """Wait for another line, because the last one was a late answer to an earlier question."""
        ...

    async def tell(self, message: bytes) -> None:
        """Send a message that has no answer."""
        ...

    async def stray(self, message: bytes, number: int) -> None:
        """Send what is no message of the match. What comes back about that number is no answer to a question."""
        ...
