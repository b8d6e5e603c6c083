"""Follow a replay file that is still being written: read what is there and play it again line by line.

Nothing waits here: callers call `read` again when there may be more.
"""

from io import BufferedReader
from pathlib import Path

from croupier.kernel.decision import Result
from croupier.kernel.errors import ReplayError
from croupier.match.match import Match
from croupier.match.replay.format import Head, MoveLine, Replay, decode_line
from croupier.match.replay.verify import open_match, replay_step


class ReplayFollower:
    """The last match of a growing file."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.match: Match | None = None
        """The match as far as it was read; replaced when the next match of the file begins."""
        self._file: BufferedReader | None = None
        self._rest = b""
        self._line = self._step = 0
        self._sum = ""
        self._head: Head | None = None

    @property
    def over(self) -> bool:
        """Whether the last match has its result."""
        return self.match is not None and self._head is None

    def read(self) -> bool:
        """Read what is there now; whether that was anything. A ReplayError names a bad line."""
        if self._file is None:
            try:
                self._file = self.path.open("rb")
            except FileNotFoundError:
                return False
            except OSError as error:
                raise ReplayError(f"cannot read {self.path}: {error.strerror}") from None
        *lines, self._rest = (self._rest + self._file.read()).split(b"\n")
        for line in lines:
            self._line += 1
            self._take(line + b"\n")
        return bool(lines)

    def close(self) -> None:
        if self._file is not None:
            self._file.close()

    def _take(self, raw: bytes) -> None:
        where = f"{self.path}, line {self._line}"
        contents, self._sum = decode_line(raw, self._sum, where)
        if isinstance(contents, Head):
            # A match that was left has no result, and the next one begins all the same.
            self.match, self._head, self._step = open_match(contents), contents, 0
        elif self.match is None or self._head is None:
            raise ReplayError(f"{where}: this line is not part of a match; a match starts with its head")
        elif isinstance(contents, MoveLine):
            self._step += 1
            begun = Replay(self._head, (), Result((), (), ""), str(self.path), self._line - self._step)
            replay_step(self.match, contents, begun, self._step)
        else:
            self._head = None
