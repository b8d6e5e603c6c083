"""What can be wrong with a database, in a sentence that names it."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import URL
from sqlalchemy.exc import DatabaseError, InterfaceError, OperationalError, SQLAlchemyError

from croupier.kernel.errors import UsageError

_KNOWN: Final = (
    ("locked", "is locked by another program; try again later"),
    ("disk is full", "cannot be written: the disk is full"),
    ("no space left", "cannot be written: the disk is full"),
    ("readonly", "cannot be written"),
    ("read-only", "cannot be written"),
    ("unable to open", "cannot be opened; check that its folder exists and is writable"),
    ("not a database", "is not a database file"),
    ("malformed", "is damaged"),
    ("password authentication", "rejected the user name or password"),
    ("does not exist", "does not exist"),
)


class StoreError(UsageError):
    """The database does not do what it should. What was committed is safe."""


def shown(url: URL) -> str:
    """A database as people know it: its path, or its address without the password."""
    if url.get_backend_name() == "sqlite":
        return url.database or "in memory"
    return url.set(drivername=url.get_backend_name(), query={}).render_as_string(hide_password=True)


@contextmanager
def explain_errors(url: URL) -> Generator[None]:
    """Trouble within the block becomes a StoreError."""
    try:
        yield
    except SQLAlchemyError as error:
        raise StoreError(f"the database {shown(url)} {_sentence(error)}") from error


def _sentence(error: SQLAlchemyError) -> str:
    if not isinstance(error, DatabaseError | InterfaceError):
        raise error
    text = str(error.orig)
    for words, sentence in _KNOWN:
        if words in text.lower():
            return sentence
    first = text.strip().splitlines()[0] if text.strip() else type(error.orig).__name__
    if isinstance(error, OperationalError):
        return f"cannot be reached: {first}"
    return f"refuses: {first}"
