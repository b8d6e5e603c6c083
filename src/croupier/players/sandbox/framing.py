"""Messages on their way into a pipe. Compiled: both ends use it at every decision."""

import os
from collections.abc import Sequence
from typing import final

from croupier.kernel.decision import Event
from croupier.players.frames import HEAD
from croupier.players.sandbox.protocol import FromCell, News, ToCell, encoder


@final
class FrameWriter:
    """Frames messages, always in the same buffer."""

    def __init__(self) -> None:
        self.buffer: bytearray = bytearray(1024)
        """The last message, with its length in front."""

    def frame(self, message: ToCell | FromCell) -> bytearray:
        """Return the message with its length in front; the next call overwrites it."""
        buffer = self.buffer
        encoder.encode_into(message, buffer, 4)
        HEAD.pack_into(buffer, 0, len(buffer) - 4)
        return buffer

    def send(self, fd: int, message: ToCell | FromCell) -> None:
        """Write all of it, waiting for the reader if need be."""
        data = self.frame(message)
        sent = os.write(fd, data)
        while sent < len(data):
            sent += os.write(fd, data[sent:])


def encode_news(codes: dict[int, int], events: Sequence[Event]) -> News:
    """Encode events; `codes` are the integers of a game's shared events, which hold no more than the events do."""
    news: list[int | bytes] = []
    for event in events:
        code = codes.get(id(event))
        if code is None:
            news.append(encoder.encode(event))
        else:
            news.append(code)
    return tuple(news)
