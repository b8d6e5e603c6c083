"""Frames: messages with their length in front, for pipes between processes."""

import os
from struct import Struct
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from asyncio import StreamReader

HEAD: Final = Struct("<I")
"""The length of a message in bytes."""


def frame(body: bytes) -> bytes:
    return HEAD.pack(len(body)) + body


def write_frame(descriptor: int, body: bytes) -> None:
    """Write all of it, waiting for the reader if need be."""
    data = memoryview(frame(body))
    while data:
        data = data[os.write(descriptor, data) :]


def read_frame(descriptor: int) -> bytes:
    """Wait for a whole message; empty when the other end is closed."""
    head = _read_exactly(descriptor, HEAD.size)
    return _read_exactly(descriptor, HEAD.unpack(head)[0]) if len(head) == HEAD.size else b""


def _read_exactly(descriptor: int, size: int) -> bytes:
    data = b""
    while len(data) < size and (part := os.read(descriptor, size - len(data))):
        data += part
    return data


async def read_frame_from(stream: "StreamReader") -> bytes:
    """Wait for a whole message; raise an IncompleteReadError when the other end is closed."""
    head = await stream.readexactly(HEAD.size)
    return await stream.readexactly(HEAD.unpack(head)[0])


class FrameSplitter:
    """Cuts what arrives into whole messages."""

    def __init__(self) -> None:
        self._data = bytearray()

    def feed(self, part: bytes) -> list[bytes]:
        """Add what arrived and return the messages that are complete."""
        data = self._data
        data += part
        found: list[bytes] = []
        begin = 0
        while len(data) - begin >= HEAD.size:
            end = begin + HEAD.size + HEAD.unpack_from(data, begin)[0]
            if len(data) < end:
                break
            found.append(bytes(data[begin + HEAD.size : end]))
            begin = end
        del data[:begin]
        return found
