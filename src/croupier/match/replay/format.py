"""The replay format: a match as lines of JSON, each with a checksum over itself and all lines before it in its match.

A file holds one match after another: a head, one line per step with everything that happened in words, a result.
"""

import hashlib
import re
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from croupier.kernel.decision import Event, Result, encode_hook
from croupier.kernel.errors import ReplayError

FORMAT: Final = 3
"""Formats 1 and 2 are read as well. Format 1 has short seeds only; formats 1 and 2 have other words for the events. A
change of a game's sentences needs a new format."""
EXPEL: Final = "expel"
_SUM: Final = re.compile(rb',"sum":"([0-9a-f]{16})"}$')


class Head(msgspec.Struct, frozen=True, tag_field="type", tag="head", forbid_unknown_fields=True):
    """What is needed to play the match again, and the deal in words."""

    format: int
    game: str
    rules_version: int
    croupier: str
    settings: dict[str, Any]
    seed: str
    """Of this match alone: its key as hexadecimal digits, or a short seed. It does not lead to other matches."""
    names: tuple[str, ...]
    players: tuple[str, ...]
    talk: bool
    events: tuple[str, ...]
    isolation: tuple[str, ...] = msgspec.field(default=(), name="rungs")
    """Isolation level of each player; empty for built-in and remote players."""
    opening: tuple[int, ...] | msgspec.UnsetType = msgspec.UNSET
    """Where the match began, if not with a deal: all integers of that state."""


class MoveLine(
    msgspec.Struct, frozen=True, tag_field="type", tag="move", forbid_unknown_fields=True, omit_defaults=True
):
    """One step. The move EXPEL takes the seat out of the match."""

    seat: int
    move: str
    events: tuple[str, ...]
    say: tuple[str, ...] = ()
    note: str = ""
    seconds: float = 0.0
    faults: tuple[str, ...] = ()
    ruling: str = ""
    printed: str = ""


class Tail(msgspec.Struct, frozen=True, tag_field="type", tag="result", forbid_unknown_fields=True):
    """The result."""

    places: tuple[int, ...]
    scores: tuple[float, ...]
    ending: str
    steps: int


class Replay(msgspec.Struct, frozen=True):
    """One stored match, and its place in its file."""

    head: Head
    moves: tuple[MoveLine, ...]
    result: Result
    path: str
    line: int


Line = Head | MoveLine | Tail
_decoder: Final[msgspec.json.Decoder[Line]] = msgspec.json.Decoder(Line)


class LineEncoder:
    """Encodes the lines of one match, in order, and chains their checksums."""

    def __init__(self) -> None:
        self._sum = ""

    def encode(self, line: Line) -> bytes:
        body = msgspec.json.encode(line, enc_hook=encode_hook)
        self._sum = chain_checksum(self._sum, body)
        return body[:-1] + f',"sum":"{self._sum}"}}\n'.encode()


def decode_line(raw: bytes, before: str, where: str) -> tuple[Line, str]:
    """Decode a line and check it against the checksum `before` it; its contents and its own checksum."""
    line = raw.rstrip(b"\r\n")
    found = _SUM.search(line)
    if not raw.endswith(b"\n") or found is None:
        raise ReplayError(f"{where}: the line is truncated or altered (no checksum)")
    body = line[: found.start()] + b"}"
    checksum = found.group(1).decode()
    try:
        contents = _decoder.decode(body)
    except msgspec.DecodeError as error:
        raise ReplayError(f"{where}: not a line of a replay ({error})") from None
    if checksum != chain_checksum("" if isinstance(contents, Head) else before, body):
        raise ReplayError(f"{where}: this line or an earlier one was altered (wrong checksum)")
    return contents, checksum


def chain_checksum(before: str, body: bytes) -> str:
    return hashlib.sha256(before.encode() + body).hexdigest()[:16]


def has_same_words(head: Head) -> bool:
    """Whether the texts of the events were written by today's sentences."""
    return head.format == FORMAT


def event_texts(events: Sequence[Event], names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(event.text(names) for event in events)
