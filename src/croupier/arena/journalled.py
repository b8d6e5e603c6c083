"""An executor that keeps what is played, and does not play again what is kept.

It is asked for tasks in an order that depends on results, round by round, so it looks at one chunk after the other.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from croupier.arena.journal import Journal
from croupier.arena.running import Staff
from croupier.arena.store import Store
from croupier.arena.store.trouble import StoreError
from croupier.arena.work import Chunk, Played, Skipped


class Journalled:
    """Plays by means of another executor."""

    def __init__(self, staff: Staff, store: Store, run: int, stop: Callable[[], None]) -> None:
        """`stop` is called when nothing can be kept any more."""
        self._staff = staff
        self._store = store
        self._run = run
        self._stop = stop
        self._done = store.numbers(run)
        self._left_out = store.skipped(run)
        self._journal = Journal(store, run)
        self._known: set[int] = set()
        self.resumed = len(self._done)
        """So many were there before."""
        self.skipped: list[Skipped] = []
        """What had to be left out, now or before."""
        self.trouble: StoreError | None = None
        """Why the journal stopped, if it did. What was played until then is handed out all the same."""
        staff.idle = lambda: self._with_journal(Journal.idle)

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        left = map(self._without_skipped, chunks)
        try:
            for chunk in left:
                if not self._has(chunk):
                    yield from self._played(chain([chunk], left))
                    return
                for task in chunk:
                    yield self._store.game(self._run, task.number)
        finally:
            self._note_skipped()
            self._with_journal(Journal.write)

    def finish(self) -> None:
        """All has been played."""
        self._with_journal(Journal.finish)

    def _without_skipped(self, chunk: Chunk) -> Chunk:
        """What was broken off before is not tried again."""
        self.skipped += [
            Skipped(task, self._left_out.pop(task.number)) for task in chunk if task.number in self._left_out
        ]
        self._known.update(one.task.number for one in self.skipped)
        return tuple(task for task in chunk if task.number not in self._known)

    def _played(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        """What is kept of a chunk that is not complete is played again: bots may build on it."""
        for played in self._staff.play(chunk for chunk in chunks if chunk):
            if played.number not in self._done:
                self._with_journal(lambda journal, each=played: journal.add(each))
            self._note_skipped()
            yield played
            if self.trouble is not None:
                return

    def _note_skipped(self) -> None:
        for one in self._staff.skipped:
            if one.task.number not in self._known:
                self._known.add(one.task.number)
                self.skipped.append(one)
                self._with_journal(lambda journal, each=one: journal.skip(each.task.number, each.reason))

    def _with_journal(self, do: Callable[[Journal], None]) -> None:
        if self.trouble is None:
            try:
                do(self._journal)
            except StoreError as error:
                self.trouble = error
                self._stop()

    def _has(self, chunk: Chunk) -> bool:
        return all(task.number in self._done for task in chunk)
