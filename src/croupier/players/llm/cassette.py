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
from croupier.players.llm.types import ModelReply, ModelRequest

FORMAT: Final = 1
_HASH_DIGITS: Final = 16


class CassetteHeader(msgspec.Struct, frozen=True):
    """The first line of a cassette."""

    cassette: int
    """The version of the format."""
    recorded_from: str


class Recording(msgspec.Struct, frozen=True):
    """One recorded answer."""

    prompt: str
    model: str
    answered: ModelReply


def prompt_hash(asked: ModelRequest) -> str:
    """Of all that is asked, so that an answer is never taken for another question's."""
    return hashlib.sha256(msgspec.json.encode(asked)).hexdigest()[:_HASH_DIGITS]


class Cassette:
    """A cassette that answers."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.label, self._recordings = _read(path)
        self._played: dict[str, int] = {}

    def answer(self, prompt: str) -> ModelReply | None:
        """The next answer to this prompt, the last one again if there are no more; None if it was never asked."""
        recordings = self._recordings.get(prompt)
        if recordings is None:
            return None
        at = self._played.get(prompt, 0)
        self._played[prompt] = at + 1
        return recordings[min(at, len(recordings) - 1)].answered


def _read(path: Path) -> tuple[CassetteHeader, Mapping[str, list[Recording]]]:
    try:
        lines = path.read_bytes().splitlines()
    except OSError as error:
        raise UsageError(f"cannot read the cassette {path}: {error.strerror}; to record one: record=FILE") from None
    recordings: dict[str, list[Recording]] = {}
    number = 1
    try:
        label = msgspec.json.decode(lines[0] if lines else b"", type=CassetteHeader)
        for number, line in enumerate(lines[1:], 2):  # noqa: B007 (the error names it)
            recording = msgspec.json.decode(line, type=Recording)
            recordings.setdefault(recording.prompt, []).append(recording)
    except msgspec.MsgspecError as error:
        raise UsageError(f"{path} is not a cassette: line {number}: {error}") from None
    return label, recordings


class Recorder:
    """Adds answers to a cassette; several processes may add to the same one."""

    def __init__(self, path: Path, recorded_from: str) -> None:
        self._path = path
        if not path.exists():
            self._append(msgspec.json.encode(CassetteHeader(FORMAT, recorded_from)))

    def add(self, prompt: str, model: str, answered: ModelReply) -> None:
        self._append(msgspec.json.encode(Recording(prompt, model, answered)))

    def _append(self, line: bytes) -> None:
        try:
            descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
        except OSError as error:
            raise UsageError(f"cannot write the cassette {self._path}: {error.strerror}") from None
        try:
            os.write(descriptor, line + b"\n")
        finally:
            os.close(descriptor)
