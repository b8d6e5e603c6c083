"""An executor that keeps what is played, and does not play again what is kept.

It is asked for tasks in an order that depends on results, round by round, so it looks at one chunk after the other.
"""

from collections.abc import Iterable, Iterator
from itertools import chain

from croupier.arena.journal import Journal
from croupier.arena.store import Store
from croupier.arena.work import Chunk, Executor, Played


class Journalled:
    """Plays by means of another executor."""

    def __init__(self, executor: Executor, store: Store, run: int) -> None:
        self._executor = executor
        self._store = store
        self._run = run
        self._done = store.numbers(run)
        self.resumed = len(self._done)
        """So many were there before."""
        self.journal = Journal(store, run)

    @property
    def skipped(self) -> list[object]:
        """What the other had to leave out."""
        return getattr(self._executor, "skipped", [])

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        left = iter(chunks)
        try:
            for chunk in left:
                if not self._has(chunk):
                    yield from self._played(chain([chunk], left))
                    return
                for task in chunk:
                    yield self._store.game(self._run, task.number)
        finally:
            self.journal.write()

    def _played(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        """What is kept of a chunk that is not complete is played again: bots may build on it."""
        for played in self._executor.play(chunks):
            if played.number not in self._done:
                self.journal.add(played)
            yield played

    def _has(self, chunk: Chunk) -> bool:
        return all(task.number in self._done for task in chunk)
