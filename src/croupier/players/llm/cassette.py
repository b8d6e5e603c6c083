"""Recorded answers, so that a run can be repeated and tested without a network, a key or a bill.

A cassette is a text file: a line that says where it was recorded, then one line for each answer, found again by the
hash of what was asked. The same question may have been asked several times; its answers come in their order.
"""

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from croupier.kernel.errors import UsageError
from croupier.players.llm.wire import Answered, Asked

FORMAT: Final = 1
_KEPT: Final = 16


class Label(msgspec.Struct, frozen=True):
    """The first line."""

    cassette: int
    """The version of the format."""
    recorded_from: str


class Take(msgspec.Struct, frozen=True):
    """One answer."""

    prompt: str
    model: str
    answered: Answered


def prompt_hash(asked: Asked) -> str:
    """Of all that is asked, so that an answer is never taken for another question's."""
    return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()[:_KEPT]


class Cassette:
    """A cassette that is played."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.label, self._takes = _read(path)
        self._played: dict[str, int] = {}

    def answer(self, prompt: str) -> Answered | None:
        """The next answer to this prompt, the last one again if there are no more; None if it was never asked."""
        takes = self._takes.get(prompt)
        if takes is None:
            return None
        at = self._played.get(prompt, 0)
        self._played[prompt] = at + 1
        return takes[min(at, len(takes) - 1)].answered


def _read(path: Path) -> tuple[Label, Mapping[str, list[Take]]]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"the cassette {path} cannot be read: {error.strerror}; record=FILE makes one") from None
    takes: dict[str, list[Take]] = {}
    number = 1
    try:
        label = msgspec.json.decode(lines[0] if lines else b"", type=Label)
        for number, line in enumerate(lines[1:], 2):  # noqa: B007 (the error names it)
            take = msgspec.json.decode(line, type=Take)
            takes.setdefault(take.prompt, []).append(take)
    except msgspec.MsgspecError as error:
        raise UsageError(f"{path} is no cassette: line {number}: {error}") from None
    return label, takes


class Recorder:
    """A cassette that is recorded; several processes may add to the same one."""

    def __init__(self, path: Path, recorded_from: str) -> None:
        self._path = path
        if not path.exists():
            self._append(msgspec.json.encode(Label(FORMAT, recorded_from)))

    def add(self, prompt: str, model: str, answered: Answered) -> None:
        self._append(msgspec.json.encode(Take(prompt, model, answered)))

    def _append(self, line: bytes) -> None:
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise UsageError(f"the cassette {self._path} cannot be written: {error.strerror}") from None
        try:
            os.write(descriptor, line + b"\n")
        finally:
            os.close(descriptor)
