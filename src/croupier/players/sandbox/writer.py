"""Messages on their way into a pipe. Compiled, for both ends use it at every decision."""

import os
from typing import final

from croupier.players.sandbox.frames import HEAD, FromCell, ToCell, encoder


@final
class Writer:
    """Frames messages, always in the same buffer."""

    def __init__(self) -> None:
        self._buffer: bytearray = bytearray(1024)

    def framed(self, message: ToCell | FromCell) -> bytearray:
        """The message with its length before it, until the next one is framed."""
        buffer = self._buffer
        encoder.encode_into(message, buffer, 4)
        HEAD.pack_into(buffer, 0, len(buffer) - 4)
        return buffer

    def send(self, fd: int, message: ToCell | FromCell) -> None:
        """Write all of it, however long that takes."""
        data = self.framed(message)
        sent = os.write(fd, data)
        while sent < len(data):
            sent += os.write(fd, data[sent:])
