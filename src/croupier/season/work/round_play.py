"""A round, played in parts by all workers of the season, here or on a cluster.

One worker cuts the round into parts, which wait in the queue like other jobs; meanwhile it plays parts and checks bots.
A part is a chunk of the tournament, so results do not depend on who plays it. Its matches are committed with the end of
its job: if the worker that cuts the round dies, another goes on from the matches that are there.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from time import sleep
from typing import Final

import msgspec

from croupier.arena.plan.run_plan import Plan
from croupier.arena.run.task import Chunk, Played, Skipped
from croupier.arena.tournament.play import RoundRunner
from croupier.arena.tournament.setup import setup_in
from croupier.season.rounds import FieldEntry
from croupier.season.work.jobs import Job, PartTask, Seat
from croupier.season.work.queue import Queue

POLL_SECONDS: Final = 0.1
PARTS_PER_WORKER: Final = 2
"""Parts that wait or run at the same time; few, so that the checks of newcomers come between them."""


class PartExecutor:
    """An executor that puts chunks into the queue of the season and takes their matches from the store."""

    def __init__(
        self, queue: Queue, job: Job, run: int, playing: Sequence[FieldEntry], help_out: Callable[[], bool]
    ) -> None:
        """`help_out` does a part or a check that waits, in this process, and says whether there was one."""
        self._queue = queue
        self._job = job
        self._run = run
        self._playing = playing
        self._help_out = help_out
        self.skipped: list[Skipped] = []
        self.idle: Callable[[], None] = lambda: None

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        store = self._queue.data.store
        self._queue.drop_parts(self._job)  # of a worker that has ended
        done = store.numbers(self._run)
        waiting: dict[int, Chunk] = {}
        left = iter(chunks)
        while True:
            while len(waiting) < self._window() and (chunk := next(left, None)) is not None:
                if all(task.number in done for task in chunk):
                    yield from self._stored(chunk)
                else:
                    waiting[self._queue.add_part(self._job, self._part(chunk))] = chunk
            if not waiting:
                return
            for number, reason in self._queue.ended_parts(waiting).items():
                chunk = waiting.pop(number)
                if reason:
                    self.skipped += [Skipped(task, reason) for task in chunk]
                else:
                    yield from self._stored(chunk)
            if waiting and not self._help_out():
                sleep(POLL_SECONDS)

    def _window(self) -> int:
        return PARTS_PER_WORKER * max(1, len(self._queue.workers()))

    def _stored(self, chunk: Chunk) -> list[Played]:
        return self._queue.data.games_between(self._run, chunk[0].number, chunk[-1].number)

    def _part(self, chunk: Chunk) -> dict[str, object]:
        numbers = sorted({number for task in chunk for number in task.pairing.seating})
        entries = [self._playing[number] for number in numbers]
        table = [
            Seat(number, entry.hash, "" if entry.hash else entry.team)
            for number, entry in zip(numbers, entries, strict=True)
        ]
        place = {number: at for at, number in enumerate(numbers)}
        matches = [
            PartTask(task.number, task.pairing.block, tuple(place[number] for number in task.pairing.seating))
            for task in chunk
        ]
        return {
            "round": self._job.round,
            "run": self._run,
            "table": msgspec.to_builtins(table),
            "matches": msgspec.to_builtins(matches),
        }


def play_round(queue: Queue, job: Job, plan: Plan, playing: Sequence[FieldEntry], help_out: Callable[[], bool]) -> int:
    """Play a round to its end, or go on with it; the number of its run in the store."""
    store = queue.data.store
    run = store.last_run(plan)
    if run is None or store.plan(run).refusal(plan):
        run = store.begin_run(plan)
    executor = PartExecutor(queue, job, run, playing, help_out)
    tournament = setup_in(plan, playing=plan.playing)
    blocks = int(plan.options["blocks"])
    RoundRunner(executor, tournament.entries, plan.secret, blocks).play(tournament.form, lambda played: None)
    for one in executor.skipped:
        store.skip(run, one.task.number, one.reason)
    store.finish(run)
    return run
