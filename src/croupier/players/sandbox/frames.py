"""Messages between us and a cell: a length, then msgpack. Neither side trusts the other to send what it should."""

import os
import struct
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Clock, encode_hook

HEAD: Final = struct.Struct("<I")
ANSWER_LIMIT: Final = 131_072
"""Bytes of one answer: talk and a note are bounded, so a longer one is no answer."""

_encoder: Final = msgspec.msgpack.Encoder(enc_hook=encode_hook)


class Loaded(msgspec.Struct, frozen=True, array_like=True, tag="loaded"):
    """The cell's first message: the file ran and its bot can be made."""


class Failed(msgspec.Struct, frozen=True, array_like=True, tag="failed"):
    """The cell's first message: the file cannot be used, and why."""

    reason: str


class Sit(msgspec.Struct, frozen=True, array_like=True, tag="sit"):
    """A match begins: make a fresh bot."""

    settings: dict[str, Any]
    names: tuple[str, ...]
    seat: int
    luck: int


class Ask(msgspec.Struct, frozen=True, array_like=True, tag="ask"):
    """A decision without what follows from the view: the cell restores the question and the moves itself."""

    id: int
    ints: tuple[int, ...]
    events: bytes
    clock: Clock
    refused: str = ""


class Tell(msgspec.Struct, frozen=True, array_like=True, tag="tell"):
    """The news after the last question. Nothing is answered."""

    ints: tuple[int, ...]
    events: bytes


class Answered(msgspec.Struct, frozen=True, array_like=True, tag="move"):
    """The cell's answer: the number of a move."""

    id: int
    index: int
    say: tuple[str, ...] = ()
    note: str = ""


class Faulted(msgspec.Struct, frozen=True, array_like=True, tag="fault"):
    """The bot failed to answer: the name of the fault, and what to tell its author."""

    id: int
    kind: str
    text: str


ToCell = Sit | Ask | Tell
FromCell = Loaded | Failed | Answered | Faulted

_to_cell: Final = msgspec.msgpack.Decoder(ToCell)
_from_cell: Final = msgspec.msgpack.Decoder(FromCell)


def framed(message: ToCell | FromCell) -> bytes:
    """A message with its length before it."""
    body = _encoder.encode(message)
    return HEAD.pack(len(body)) + body


def read_in_cell(body: bytes) -> ToCell:
    return _to_cell.decode(body)


def read_from_cell(body: bytes) -> FromCell:
    """A cell's message, or msgspec.DecodeError."""
    return _from_cell.decode(body)


def receive(fd: int) -> bytes | None:
    """Wait for the next message; None when the other side is gone."""
    head = _exactly(fd, HEAD.size)
    return None if head is None else _exactly(fd, HEAD.unpack(head)[0])


def _exactly(fd: int, size: int) -> bytes | None:
    data = os.read(fd, size) if size else b""
    while len(data) < size:
        more = os.read(fd, size - len(data))
        if not more:
            return None
        data += more
    return data


def send(fd: int, data: bytes) -> None:
    """Write all of it."""
    sent = os.write(fd, data)
    while sent < len(data):
        sent += os.write(fd, data[sent:])
