"""Files that a run cannot write, as on a full disk: it goes on without them and names them at its end."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from croupier.kernel.errors import UsageError


class WriteError(UsageError):
    """A file cannot be written; the sentence names it."""


@contextmanager
def explain_write_errors(path: Path) -> Generator[None]:
    """Turn what goes wrong with a file within the block into a sentence."""
    try:
        yield
    except OSError as error:
        raise WriteError(f"cannot write {path}: {error.strerror or error}") from None


class WriteErrors:
    """The files that were given up while matches were played, and why."""

    def __init__(self) -> None:
        self._sentences: dict[Path, str] = {}

    @contextmanager
    def attempt(self, path: Path) -> Generator[None]:
        """Write to a file, or give it up."""
        try:
            with explain_write_errors(path):
                yield
        except WriteError as error:
            self._sentences.setdefault(path, str(error))

    def is_given_up(self, path: Path) -> bool:
        return path in self._sentences

    def check(self) -> None:
        """Raise a WriteError if a file was given up; to be called when all else is said."""
        if self._sentences:
            raise WriteError("; ".join(self._sentences.values()))
