"""Messages between a supervisor and its workers, as length-prefixed frames over two pipes.

The status of a worker is in shared memory, so that the supervisor can read it when the worker sends nothing.
"""

import mmap
import os
import signal
import struct
from time import monotonic
from typing import Final

import msgspec

from croupier.arena.run.task import Played, Task
from croupier.players.frames import FrameSplitter, read_frame, write_frame

_BUSY: Final = struct.Struct("<qdq")
_SEAT: Final = struct.Struct("<q")
READ_BYTES: Final = 1 << 20
NOTHING: Final = -1
NO_SEAT: Final = -2
BLAME_SIGNAL: Final = getattr(signal, "SIGUSR1", signal.SIGTERM)  # SIGTERM where there are no workers


class Begin(msgspec.Struct, frozen=True, tag=True):
    """To a process on another machine: the plan of the run, and the folder of its bots' paths."""

    plan: str
    version: str
    folder: str
    pads: bool = False


class Play(msgspec.Struct, frozen=True, tag=True):
    """Order to play these tasks, one after the other."""

    tasks: tuple[Task, ...]


class Verify(msgspec.Struct, frozen=True, tag=True):
    """Order to play one match in which every bot must answer within `seconds`."""

    task: Task
    seconds: float


class Ready(msgspec.Struct, frozen=True, tag=True):
    """All bots have been loaded or reached."""


class Finished(msgspec.Struct, frozen=True, tag=True):
    """Finished matches; `all` marks the last message of an order."""

    played: tuple[Played, ...]
    all: bool = False
    skipped: tuple[tuple[int, str], ...] = ()
    """Skipped matches, by number, with the reason."""


class Refused(msgspec.Struct, frozen=True, tag=True):
    """An error of the user: the text of a UsageError."""

    reason: str


class Broken(msgspec.Struct, frozen=True, tag=True):
    """A defect of Croupier: a traceback."""

    trace: str


Order = Begin | Play | Verify
Message = Ready | Finished | Refused | Broken

_encoder: Final = msgspec.json.Encoder()  # MessagePack has no integers of 128 bits
_orders: Final = msgspec.json.Decoder(Order)
_messages: Final = msgspec.json.Decoder(Message)


def send(descriptor: int, message: Order | Message) -> None:
    """Send a message, waiting for the reader if the pipe is full."""
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
    """Whole messages from a pipe that is read piece by piece."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor
        self._splitter = FrameSplitter()

    def messages(self) -> list[Message] | None:
        """The messages that have arrived; None when the other end is closed."""
        part = os.read(self._descriptor, READ_BYTES)
        if not part:
            return None
        return [_messages.decode(body) for body in self._splitter.feed(part)]


def status_file() -> int:
    """Make the memory of a WorkerStatus; its descriptor."""
    return memory_file(b"\0" * _BUSY.size)


def memory_file(content: bytes) -> int:
    """A file without a name that holds `content`, for a program that is given its descriptor."""
    descriptor = os.memfd_create("croupier")
    os.write(descriptor, content)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor


class WorkerStatus:
    """The status of a worker: number and start of its match, and a seat.

    In a verification match it is the seat to act. Otherwise it is written when the supervisor asks for it: the seat
    that has used most of the time, or NO_SEAT.
    """

    def __init__(self, descriptor: int = -1) -> None:
        """With the descriptor of `status_file` a new program can share it too, not only a fork."""
        self._memory = mmap.mmap(descriptor, _BUSY.size)
        self.clear()

    def write(self, number: int, seat: int = NOTHING) -> None:
        _BUSY.pack_into(self._memory, 0, number, monotonic(), seat)

    def blame(self, seat: int | None) -> None:
        """Write a seat, without a change to the match and its start."""
        _SEAT.pack_into(self._memory, _BUSY.size - _SEAT.size, NO_SEAT if seat is None else seat)

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
        """Seconds since the last write. A start of 0 means that the worker is writing just now."""
        number, since, _ = _BUSY.unpack_from(self._memory, 0)
        return 0.0 if number == NOTHING or since == 0.0 else monotonic() - since
