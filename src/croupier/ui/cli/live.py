"""A match written while it is played, for those who follow it with `croupier watch`."""

from collections.abc import Generator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from croupier import __version__
from croupier.kernel.errors import UsageError
from croupier.match.drivers import Watch
from croupier.match.replay import ReplayWriter


@contextmanager
def written_live(path: Path | None, specs: Sequence[str], rungs: Sequence[str] = ()) -> Generator[Watch | None]:
    """What a driver calls after each answer; None if nobody wants to follow it."""
    if path is None:
        yield None
        return
    try:
        writer = ReplayWriter(path, __version__, specs, rungs)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror}") from None
    with closing(writer):
        yield writer.watch
