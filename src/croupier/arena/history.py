"""Replays of finished matches, appended to one file. A match that was broken off is not in it, so it stays readable."""

from collections.abc import Sequence
from pathlib import Path

from croupier.kernel.errors import UsageError
from croupier.match.core import Match
from croupier.match.replay import ReplayWriter


class History:
    """Appends each match as a whole, once it is over."""

    def __init__(self, path: Path, version: str) -> None:
        self._path = path
        self._version = version
        try:
            path.open("ab").close()
        except OSError as error:
            raise UsageError(f"{path} cannot be written: {error.strerror}") from None

    def append(self, replay: str) -> None:
        """A match whose lines are there already."""
        with self._path.open("ab") as file:
            file.write(replay.encode())

    def add(self, match: Match, specs: Sequence[str], rungs: Sequence[str] = ()) -> None:
        """`specs` says, seat by seat, who played, and `rungs` how each was kept."""
        writer = ReplayWriter(self._path, self._version, specs, rungs)
        try:
            writer.watch(match)
        finally:
            writer.close()
