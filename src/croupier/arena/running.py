"""A run under way: what is missing is played and journalled, and all of it comes out in the order of its numbers.

It does not matter whether a match was played just now, by whom, or before the power was cut.
"""

from collections.abc import Callable, Iterable, Iterator
from heapq import merge
from operator import attrgetter
from typing import Protocol

from croupier.arena.journal import Journal
from croupier.arena.store import Store
from croupier.arena.store.trouble import StoreError
from croupier.arena.work import Chunk, Executor, Played, Skipped


class Staff(Executor, Protocol):
    """An executor that can say what it had to leave out."""

    idle: Callable[[], None]
    """Called while nothing comes."""

    @property
    def skipped(self) -> list[Skipped]: ...


class Running:
    """One run. Without a store nothing is kept."""

    def __init__(self, chunks: Iterable[Chunk], staff: Staff, store: Store | None = None, run: int = 0) -> None:
        self._chunks = chunks
        self._staff = staff
        self._store = store
        self._run = run
        self._journal = None if store is None else Journal(store, run)
        self._done = set[int]() if store is None else store.numbers(run)
        self.skipped: dict[int, str] = {} if store is None else store.skipped(run)
        """Matches that were broken off, by number, with the reason."""
        self.resumed = len(self._done)
        """So many were there before."""
        self.trouble: StoreError | None = None
        """Why the journal stopped, if it did. What was played until then is handed out all the same."""
        self._held: dict[int, Played] = {}
        self._next = 0
        self._planned = 0
        self._new = 0
        self._is_seen_to_the_end = False

    def play(self) -> Iterator[Played]:
        """All matches of the run; if it is stopped, all that were played."""
        kept = self._kept()
        self._staff.idle = self._when_idle
        try:
            for played in self._staff.play(self._missing()):
                if played.number not in self._done:
                    self._new += 1
                    self._held[played.number] = played
                    self._write(played)
                self._note_skipped()
                yield from self._released(kept)
                if self.trouble is not None:
                    break
            self._note_skipped()
            yield from merge(kept, (self._held[number] for number in sorted(self._held)), key=attrgetter("number"))
        finally:
            self._close()

    def _missing(self) -> Iterator[Chunk]:
        """Chunks of which something is missing. What is there of them is played again: bots may build on it."""
        for chunk in self._chunks:
            self._planned += len(chunk)
            wanted = [task for task in chunk if task.number not in self.skipped]
            if any(task.number not in self._done for task in wanted):
                yield wanted
        self._is_seen_to_the_end = True

    def _kept(self) -> Iterator[Played]:
        """What was committed before, by number."""
        if self._store is not None and self._done:
            for played in self._store.games(self._run):
                if played.number in self._done:
                    yield played

    def _released(self, kept: Iterator[Played]) -> Iterator[Played]:
        """What has nothing missing before it."""
        while True:
            number = self._next
            if number in self._done:
                yield next(kept)
            elif number in self._held:
                yield self._held.pop(number)
            elif number not in self.skipped:
                return
            self._next += 1

    def _note_skipped(self) -> None:
        for skipped in self._staff.skipped:
            number = skipped.task.number
            if number not in self.skipped:
                self.skipped[number] = skipped.reason
                self._with_journal(lambda journal, n=number, r=skipped.reason: journal.skip(n, r))

    def _write(self, played: Played) -> None:
        self._with_journal(lambda journal: journal.add(played))

    def _when_idle(self) -> None:
        self._with_journal(lambda journal: journal.idle())

    def _with_journal(self, do: Callable[[Journal], None]) -> None:
        if self._journal is not None and self.trouble is None:
            try:
                do(self._journal)
            except StoreError as error:
                self.trouble = error

    def _close(self) -> None:
        played = len(self._done) + self._new + len(self.skipped)
        is_all = self._is_seen_to_the_end and played == self._planned
        self._with_journal(lambda journal: journal.finish() if is_all else journal.write())
