"""The journal of a run: what is stored is taken from there, what is missing is played, in whatever order."""

import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from croupier.arena.plan.run_plan import Plan
from croupier.arena.plan.schedule import Pairing
from croupier.arena.run.journal import JournalledExecutor
from croupier.arena.run.task import Chunk, Played, Skipped, Task
from croupier.arena.store.store import Store, open_store

SIZE = 4
CHUNKS: list[Chunk] = [
    [Task(number, Pairing(number // 2, 1, (0, 1))) for number in range(first, first + SIZE)]
    for first in range(0, 40, SIZE)
]


class Shuffling:
    """Plays chunks in another order, and leaves out some matches."""

    def __init__(self, left_out: Iterable[int] = (), most: int = 1000) -> None:
        self.left_out = set(left_out)
        self.most = most
        self.numbers: list[int] = []
        self.skipped: list[Skipped] = []
        self.idle: Callable[[], None] = lambda: None

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        waiting = [task for chunk in chunks for task in chunk]
        random.Random(1).shuffle(waiting)
        for task in waiting:
            if len(self.numbers) == self.most:
                return
            if task.number in self.left_out:
                self.skipped.append(Skipped(task, "took too long"))
                continue
            self.numbers.append(task.number)
            yield Played(task.number, task.pairing.block, 1, (0, 1), (0, 1), (1, 2), (1.0, 0.0), "the end", 3)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(str(tmp_path / "runs.sqlite")) as opened:
        yield opened


@pytest.fixture
def run(store: Store) -> int:
    return store.begin_run(Plan("cuttle", 1, {}, ("a", "b"), ("a", "b"), "1", ((0, 1), (1, 0)), 20))


def test_without_a_store_matches_come_in_order():
    played = JournalledExecutor(Shuffling(left_out=[0, 17])).play_in_order(CHUNKS)
    assert [each.number for each in played] == [number for number in range(40) if number not in (0, 17)]


def test_what_is_stored_is_not_played_again(store: Store, run: int):
    first = Shuffling(most=23)
    early = [each.number for each in JournalledExecutor(first, store, run).play_in_order(CHUNKS)]
    assert early == sorted(first.numbers)
    assert not store.is_finished(run)
    second = Shuffling()
    executor = JournalledExecutor(second, store, run)
    assert [each.number for each in executor.play_in_order(CHUNKS)] == list(range(40))
    assert executor.resumed == 23
    chunks = [{task.number for task in chunk} for chunk in CHUNKS]
    complete = set().union(*(chunk for chunk in chunks if chunk <= set(early)))
    assert not complete & set(second.numbers)
    assert store.numbers(run) == set(range(40))
    assert store.is_finished(run)


def test_a_run_that_is_stopped_again_gives_all_that_is_there(store: Store, run: int):
    early = {each.number for each in JournalledExecutor(Shuffling(most=23), store, run).play_in_order(CHUNKS)}
    second = Shuffling(most=5)
    found = [each.number for each in JournalledExecutor(second, store, run).play_in_order(CHUNKS)]
    assert found == sorted(early | set(second.numbers))


def test_what_was_broken_off_is_not_tried_again(store: Store, run: int):
    list(JournalledExecutor(Shuffling(left_out=[5]), store, run).play_in_order(CHUNKS))
    again = Shuffling()
    executor = JournalledExecutor(again, store, run)
    assert len(list(executor.play_in_order(CHUNKS))) == 39
    assert again.numbers == []
    assert executor.reasons == {5: "took too long"}
    assert [one.task for one in executor.skipped] == [CHUNKS[1][1]]


def test_chunks_that_depend_on_results_are_asked_for_one_by_one(store: Store, run: int):
    """As long as all is stored: whoever makes the chunks stops as soon as it knows enough."""
    JournalledExecutor(Shuffling(), store, run)
    list(JournalledExecutor(Shuffling(), store, run).play(CHUNKS))
    seen: list[int] = []
    asked = Shuffling()

    def chunks() -> Iterator[Chunk]:
        for chunk in CHUNKS:
            if len(seen) >= 12:
                return
            yield chunk

    for played in JournalledExecutor(asked, store, run).play(chunks()):
        seen.append(played.number)
    assert seen == list(range(12))
    assert asked.numbers == []


def test_a_store_that_fails_stops_the_run_and_keeps_what_was_played(store: Store, run: int, tmp_path: Path):
    stopped: list[bool] = []
    executor = JournalledExecutor(Shuffling(), store, run, lambda: stopped.append(True))
    store.close()
    (tmp_path / "runs.sqlite").unlink()
    (tmp_path / "runs.sqlite").mkdir()
    found = list(executor.play_in_order(CHUNKS))
    assert executor.error is not None
    assert stopped == [True]
    assert len(found) >= 1
