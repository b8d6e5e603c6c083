"""Replays of finished matches, appended to one file. A match that was broken off is not in it, so it stays readable."""

import os
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from croupier.arena.write_errors import explain_write_errors
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import read_seed
from croupier.match.match import Match
from croupier.match.replay.read import complete_matches
from croupier.match.replay.write import encode_replay

MatchKey = tuple[int, tuple[str, ...]]
"""A match as a file of replays knows it: its seed, and who sits where."""


class ReplayLog:
    """Appends each match as a whole, once it is over."""

    def __init__(self, path: Path, version: str) -> None:
        self.path = path
        self._version = version
        with explain_write_errors(path):
            path.open("ab").close()

    def repair(self) -> set[MatchKey]:
        """The matches that are there, after the end of one that was being written when the power went is cut off."""
        with self.path.open("rb") as file:
            whole = [((read_seed(head.seed), head.names), end) for head, end in complete_matches(file)]
            end = whole[-1][1] if whole else 0
            file.seek(end)
            rest = file.read()
        if b'{"type":"result"' in rest:
            raise UsageError(f"{self.path} is damaged in the middle; choose another file for --history")
        if rest:
            os.truncate(self.path, end)
        return {named for named, _ in whole}

    def append(self, replay: str) -> None:
        """A match whose lines are there already; a WriteError if there is no room for all of them."""
        with explain_write_errors(self.path), self.path.open("ab", buffering=0) as file:
            before, text = file.tell(), replay.encode()
            try:
                while text:
                    text = text[file.write(text) :]
            except OSError:
                with suppress(OSError):
                    file.truncate(before)
                raise

    def add(self, match: Match, specs: Sequence[str], isolation: Sequence[str] = ()) -> None:
        """`specs` says, seat by seat, who played, and `isolation` how each was kept."""
        self.append(encode_replay(match, self._version, specs, isolation).decode())
