"""Played matches on their way into the store, a few at a time: a commit takes as long as some hundred matches."""

from time import monotonic
from typing import Final

from croupier.arena.store import Store
from croupier.arena.work import Played

EVERY: Final = 0.2  # seconds
MOST: Final = 500


class Journal:
    """The journal of one run. What comes after a quiet time is committed at once."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run
        self._waiting: list[Played] = []
        self._written = 0.0

    def add(self, played: Played) -> None:
        self._waiting.append(played)
        if len(self._waiting) >= MOST:
            self.write()
        else:
            self.idle()

    def idle(self) -> None:
        """To be called now and then while nothing comes."""
        if self._waiting and monotonic() - self._written >= EVERY:
            self.write()

    def skip(self, number: int, reason: str) -> None:
        self._store.skip(self._run, number, reason)

    def write(self) -> None:
        """Commit what waits."""
        self._store.journal(self._run, self._waiting)
        self._waiting = []
        self._written = monotonic()

    def finish(self) -> None:
        """All has been played."""
        self.write()
        self._store.finish(self._run)
