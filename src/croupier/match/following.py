"""A replay that is still being written, read as far as it is there and played again line by line.

Nothing waits here: whoever follows asks again when there may be more.
"""

from io import BufferedReader
from pathlib import Path

from croupier.kernel.decision import Result
from croupier.kernel.errors import ReplayError
from croupier.match.core import Match
from croupier.match.replay import Head, MoveLine, Replay, open_match, opened, replayed


class Following:
    """The last match of a file, growing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.match: Match | None = None
        """As far as it is there; another one when the next match of the file begins."""
        self._file: BufferedReader | None = None
        self._rest = b""
        self._line = self._step = 0
        self._sum = ""
        self._head: Head | None = None

    @property
    def over(self) -> bool:
        """Whether the last match has its result, so that nothing more need come."""
        return self.match is not None and self._head is None

    def read(self) -> bool:
        """Take in what is there now; whether that was anything. A ReplayError says what is wrong with it."""
        if self._file is None:
            try:
                self._file = self.path.open("rb")
            except FileNotFoundError:
                return False
            except OSError as error:
                raise ReplayError(f"{self.path} cannot be read: {error.strerror}") from None
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
        contents, self._sum = opened(raw, self._sum, where)
        if isinstance(contents, Head):
            # A match that was left has no result, and the next one begins all the same.
            self.match, self._head, self._step = open_match(contents), contents, 0
        elif self.match is None or self._head is None:
            raise ReplayError(f"{where}: this line belongs to no match; a match begins with its head")
        elif isinstance(contents, MoveLine):
            self._step += 1
            begun = Replay(self._head, (), Result((), (), ""), str(self.path), self._line - self._step)
            replayed(self.match, contents, begun, self._step)
        else:
            self._head = None
