"""The journal of a run: every match is stored as it ends, and what is stored is not played again.

Results are the same whether a match was played now, or before the run was interrupted.
"""

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from contextlib import closing
from heapq import merge
from itertools import chain
from operator import attrgetter
from time import monotonic
from typing import Final

from croupier.arena.run.task import OUT_OF_TIME, Chunk, Executor, Played, Skipped, Task
from croupier.arena.store.errors import StoreError
from croupier.arena.store.store import Store

COMMIT_SECONDS: Final = 0.2
COMMIT_MATCHES: Final = 500
"""A commit takes as long as some hundred matches, so they are committed a few at a time."""


class Journal:
    """Commits the matches of one run in batches. A match that ends after a quiet time is committed at once."""

    def __init__(self, store: Store, run: int) -> None:
        self._store = store
        self._run = run
        self._waiting: list[Played] = []
        self._written = 0.0

    def add(self, played: Played) -> None:
        self._waiting.append(played)
        if len(self._waiting) >= COMMIT_MATCHES:
            self.write()
        else:
            self.write_if_due()

    def write_if_due(self) -> None:
        """Commit if the last commit is long enough ago; to be called now and then while no match ends."""
        if self._waiting and monotonic() - self._written >= COMMIT_SECONDS:
            self.write()

    def skip(self, skipped: Skipped) -> None:
        self._store.skip(self._run, skipped.task.number, skipped.reason)

    def write(self) -> None:
        """Commit all that wait."""
        self._store.journal(self._run, self._waiting)
        self._waiting = []
        self._written = monotonic()

    def finish(self) -> None:
        """Commit all that wait, and mark the run as finished."""
        self.write()
        self._store.finish(self._run)


class JournalledExecutor:
    """An executor that journals what another one plays, and takes from the store what was played before.

    Chunks must come in ascending order of their numbers. Without a store nothing is kept.
    """

    def __init__(
        self,
        executor: Executor,
        store: Store | None = None,
        run: int = 0,
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        """`stop` is called when the store fails, since nothing could be kept any more."""
        self._executor = executor
        self._stop = stop
        self._store = store
        self._run = run
        self._journal = None if store is None else Journal(store, run)
        self._done = set[int]() if store is None else store.numbers(run)
        self._stored: Iterator[Played] = iter(()) if store is None else store.games(run)
        self._out_of_time = {} if store is None else {one.number: one for one in store.ended_by(run, OUT_OF_TIME)}
        self._lost: deque[Played] = deque()
        self._new = 0
        self.resumed = len(self._done)
        """Matches that were stored before."""
        self.skipped: list[Skipped] = []
        """Matches of these chunks that were broken off, now or before."""
        self.reasons: dict[int, str] = {} if store is None else store.skipped(run)
        """Why matches were broken off, by number, now or before."""
        self.error: StoreError | None = None
        """The error that stopped the journal, if any. Matches played until then are handed out all the same."""
        self.idle: Callable[[], None] = lambda: None
        executor.idle = self._when_idle

    def play(self, chunks: Iterable[Chunk]) -> Generator[Played]:
        """All matches of the chunks, in whatever order they end."""
        left = map(self._without_broken_off, chunks)
        try:
            # The chunks may depend on results: nothing is played before a chunk is missing.
            for chunk in left:
                if not self._is_stored(chunk):
                    yield from self._play_missing(chain([chunk], left))
                    return
                yield from self._take(chunk)
            yield from self._take_lost()
        finally:
            self._note_skipped()
            self._with_journal(Journal.write)

    def play_in_order(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        """All matches by number, from 0 on; the run is finished with the last. If it is stopped, all that are there."""
        planned, is_seen_to_the_end = 0, False

        def counted() -> Iterator[Chunk]:
            nonlocal planned, is_seen_to_the_end
            for chunk in chunks:
                planned += len(chunk)
                yield chunk
            is_seen_to_the_end = True

        held: dict[int, Played] = {}
        number = 0
        try:
            with closing(self.play(counted())) as matches:
                for played in matches:
                    held[played.number] = played
                    while number in held or number in self.reasons:
                        if number in held:
                            yield held.pop(number)
                        number += 1
            yield from merge(self._left(number, held), (held[each] for each in sorted(held)), key=attrgetter("number"))
        finally:
            if is_seen_to_the_end and len(self._done) + self._new + len(self.reasons) == planned:
                self.finish()

    def _left(self, number: int, held: Collection[int]) -> Iterator[Played]:
        """Matches stored before, from a number on, that a stopped run has not handed out yet."""
        if self._store is not None and self._done:
            for played in self._store.games(self._run, number - 1):
                if played.number in self._done and played.number not in held:
                    yield played

    def finish(self) -> None:
        """Mark the run as finished."""
        self._with_journal(Journal.finish)

    def _play_missing(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        """Play the chunks that are not complete, also what is stored of them: bots may build on it."""
        complete: deque[Chunk] = deque()

        def missing() -> Iterator[Chunk]:
            for chunk in chunks:
                if self._is_stored(chunk):
                    complete.append(chunk)
                else:
                    yield chunk

        for played in self._executor.play(missing()):
            if played.number not in self._done:
                self._new += 1
                self._with_journal(lambda journal, each=played: journal.add(each))
            self._note_skipped()
            yield from self._take_lost()
            yield played
            if self.error is not None:
                return
            while complete:
                yield from self._take(complete.popleft())
        while complete:
            yield from self._take(complete.popleft())
        yield from self._take_lost()

    def _take_lost(self) -> Iterator[Played]:
        """Matches of chunks begun until now that were stored as lost on time."""
        while self._lost:
            yield self._lost.popleft()

    def _take(self, chunk: Chunk) -> Iterator[Played]:
        """A complete chunk from the store, which is read once from its beginning to its end."""
        yield from self._take_lost()
        wanted = {task.number for task in chunk}
        while wanted:
            played = next(self._stored)
            if played.number in wanted:
                wanted.remove(played.number)
                yield played

    def _is_stored(self, chunk: Chunk) -> bool:
        return all(task.number in self._done for task in chunk)

    def _without_broken_off(self, chunk: Chunk) -> Chunk:
        """The chunk without the matches that were broken off before, lost or skipped; they are not tried again."""
        if not self._out_of_time and not self.reasons:
            return chunk
        left: list[Task] = []
        for task in chunk:
            if task.number in self.reasons:
                self.skipped.append(Skipped(task, self.reasons[task.number]))
            elif task.number in self._out_of_time:
                self._lost.append(self._out_of_time[task.number])
            else:
                left.append(task)
        return left

    def _note_skipped(self) -> None:
        for one in self._executor.skipped:
            if one.task.number not in self.reasons:
                self.reasons[one.task.number] = one.reason
                self.skipped.append(one)
                self._with_journal(lambda journal, each=one: journal.skip(each))

    def _when_idle(self) -> None:
        self._with_journal(Journal.write_if_due)
        self.idle()

    def _with_journal(self, act: Callable[[Journal], None]) -> None:
        if self._journal is not None and self.error is None:
            try:
                act(self._journal)
            except StoreError as error:
                self.error = error
                self._stop()
