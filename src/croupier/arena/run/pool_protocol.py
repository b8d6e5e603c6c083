"""What a supervisor and its workers say to each other: messages with their length in front, over two pipes.

What a worker is busy with stands in a piece of memory that both see, so that it can be told when it says nothing more.
"""

import mmap
import os
import struct
from time import monotonic
from typing import Final

import msgspec

from croupier.arena.run.task import Played, Task
from croupier.players.frames import FrameSplitter, read_frame, write_frame

_BUSY: Final = struct.Struct("<qdq")
READ_BYTES: Final = 1 << 20
NOTHING: Final = -1


class Begin(msgspec.Struct, frozen=True, tag=True):
    """To a process on another machine: this is the run, and the folder that its bots' paths begin in."""

    plan: str
    version: str
    folder: str


class Play(msgspec.Struct, frozen=True, tag=True):
    """Play these, one after the other."""

    tasks: tuple[Task, ...]


class Verify(msgspec.Struct, frozen=True, tag=True):
    """Play one match in which every bot must answer within so many seconds."""

    task: Task
    seconds: float


class Ready(msgspec.Struct, frozen=True, tag=True):
    """Everybody has been reached."""


class Finished(msgspec.Struct, frozen=True, tag=True):
    """These are over; `all` says whether that was the last of the order."""

    played: tuple[Played, ...]
    all: bool = False
    skipped: tuple[tuple[int, str], ...] = ()
    """Left out, by number, with the reason."""


class Refused(msgspec.Struct, frozen=True, tag=True):
    """It cannot be done, by the user's fault."""

    reason: str


class Broken(msgspec.Struct, frozen=True, tag=True):
    """It cannot be done, by our own."""

    trace: str


Order = Begin | Play | Verify
Message = Ready | Finished | Refused | Broken

_encoder: Final = msgspec.msgpack.Encoder()
_orders: Final = msgspec.msgpack.Decoder(Order)
_messages: Final = msgspec.msgpack.Decoder(Message)


def send(descriptor: int, message: Order | Message) -> None:
    """All of it, waiting for the reader if need be."""
    write_frame(descriptor, _encoder.encode(message))


def receive_order(descriptor: int) -> Order | None:
    """The next order; None when there will be no more."""
    body = read_frame(descriptor)
    return _orders.decode(body) if body else None


def encode_message(message: Order | Message) -> bytes:
    return _encoder.encode(message)


def decode_message(data: bytes) -> Message:
    return _messages.decode(data)


class Inbox:
    """Whole messages out of a pipe that is read as it comes."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._splitter = FrameSplitter()

    def messages(self) -> list[Message] | None:
        """What has come; None when the other end is closed and nothing is left."""
        part = os.read(self._descriptor, READ_BYTES)
        if not part:
            return None
        return [_messages.decode(body) for body in self._splitter.feed(part)]


class WorkerStatus:
    """What a worker is doing: the number of the match, since when, and in a verification match whose turn it is."""

    def __init__(self) -> None:
        self._memory = mmap.mmap(-1, _BUSY.size)
        self.clear()

    def write(self, number: int, seat: int = NOTHING) -> None:
        _BUSY.pack_into(self._memory, 0, number, monotonic(), seat)

    def clear(self) -> None:
        _BUSY.pack_into(self._memory, 0, NOTHING, 0.0, NOTHING)

    @property
    def number(self) -> int:
        """NOTHING between two matches."""
        return _BUSY.unpack_from(self._memory, 0)[0]

    @property
    def seat(self) -> int:
        return _BUSY.unpack_from(self._memory, 0)[2]

    def seconds(self) -> float:
        """How long it has been at it. The worker may be writing just now: a time of 0 is none yet."""
        number, since, _ = _BUSY.unpack_from(self._memory, 0)
        return 0.0 if number == NOTHING or since == 0.0 else monotonic() - since
