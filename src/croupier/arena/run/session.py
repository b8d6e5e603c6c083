"""One run from its plan to its last match, for the command line, Python and the ladder alike.

A session verifies that every bot answers in time, disqualifies those that do not, opens the journal or goes on with
it, and has an executor that plays: this process, worker processes or a Ray cluster.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from types import TracebackType
from typing import Final

import msgspec

from croupier.arena.plan.run_plan import Plan
from croupier.arena.plan.schedule import plan_of
from croupier.arena.run.backend import (
    RunOptions,
    game_limit,
    orders_among,
    single_process_bots,
    verify_speed,
    worker_count,
)
from croupier.arena.run.journal import JournalledExecutor
from croupier.arena.run.pool import CAN_FORK, WorkerPool
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import MIN_LIFE_MATCHES, Chunk, Executor, InProcess, Played, RunSetup, chunks_of
from croupier.arena.store.store import Store
from croupier.kernel.errors import UsageError

UNKNOWN_CHUNKS: Final = 1_000_000
"""Taken for the number of chunks of a run that depends on its results."""

Admit = Callable[[Plan, Sequence[int]], Plan]
"""Gives the plan for those who are left, by number; a UsageError if they cannot play it."""


class Session:
    """A run; to be used within `with`. Workers are forked, or new programs if threads are running in this process."""

    executor: JournalledExecutor
    """Plays chunks and journals them."""

    def __init__(
        self,
        setup: RunSetup,
        plan: Plan,
        options: RunOptions | None = None,
        *,
        stop: StopFlag | None = None,
        store: Store | None = None,
        resume: bool = False,
        admit: Admit | None = None,
        table_size: int | None = None,
        verify: bool = True,
        chunks: int | None = None,
    ) -> None:
        """With `resume` the last run of the same plan in the store goes on.

        `table_size` is the number of bots that meet in a verification match, all of them if left out; without
        `verify` there is none. `chunks` is their number, if it is known and does not follow from the plan.
        """
        self.setup = setup
        self.options = options or RunOptions()
        self.stop = stop or StopFlag()
        self.store = store
        self.plan = plan
        """With the seed of the run that goes on, and with those who were disqualified."""
        self.run: int | None = None
        """Its number in the store."""
        self._admit = admit or self._reseat
        self._table_size = table_size or len(setup.entrants)
        self._is_verified = not verify
        self._chunks = chunks
        self._stack = ExitStack()
        if resume and store is not None:
            self.run, self.plan = find_run(store, plan)
            self._is_verified = True
        # With a short seed bots can know all cards anyway, and in a series they learn about each other.
        pads = self.options.padding and self.plan.is_secret and not self.plan.series
        self.setup = msgspec.structs.replace(setup, pads=pads)

    def __enter__(self) -> "Session":
        self.options.check()
        with ExitStack() as stack:
            executor = self._open_executor(stack)
            if self.store is not None and self.run is None and not self.stop.is_set:
                self.run = self.store.begin_run(self.plan)
            store = None if self.run is None else self.store
            self.executor = JournalledExecutor(executor, store, self.run or 0, self.stop.set)
            self._stack = stack.pop_all()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stack.__exit__(kind, error, trace)

    def play(self) -> Iterator[Played]:
        """All matches of the plan's schedule in their order; if it is stopped, all that were played."""
        return self.executor.play_in_order(scheduled_chunks(self.plan))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(entrant.name for entrant in self.setup.entrants)

    @property
    def skipped(self) -> dict[int, str]:
        """Matches that were broken off, by number, with the reason."""
        return self.executor.reasons

    def check_journal(self) -> None:
        """A UsageError if the journal stopped on the way; to be called when all else is said."""
        if self.executor.error is not None:
            raise UsageError(f"{self.executor.error}; to play the missing matches: --resume")

    def _open_executor(self, stack: ExitStack) -> Executor:
        setup, options = self.setup, self.options
        if options.backend == "ray" and not CAN_FORK:
            raise UsageError("--backend ray needs Linux; without it matches are played on this machine")
        if options.in_process or not CAN_FORK:
            return InProcess(setup, self.stop)
        if options.backend == "ray":
            if once := single_process_bots(setup.entrants):
                raise UsageError(f"{once[0]} accepts one connection, so it cannot play on a cluster")
            if not self._is_verified:
                with WorkerPool(setup, 1, None, self.stop, plan=self.plan) as workers:
                    self._verify(workers)
            from croupier.arena.run.ray_backend import RayExecutor

            return stack.enter_context(
                RayExecutor(self.plan, setup.version, options.address, options.workers, self.stop, setup.pads)
            )
        count = worker_count(options, setup.entrants, self._chunks or self._planned_chunks())
        workers = stack.enter_context(WorkerPool(setup, count, None, self.stop, plan=self.plan))
        if not self._is_verified:
            self._verify(workers)
        workers.set_limit(self.plan.game_limit if options.game_limit is None else options.game_limit or None)
        return workers

    def _planned_chunks(self) -> int:
        return sum(1 for _ in scheduled_chunks(self.plan)) if self.plan.blocks else UNKNOWN_CHUNKS

    def _verify(self, workers: WorkerPool) -> None:
        """Disqualify those who are too slow in a match before all others."""
        setup, plan = self.setup, self.plan
        slow, seconds = verify_speed(workers, setup, plan.seats, plan.secret, self._table_size)
        reasons = {setup.entrants[number].name: reason for number, reason in sorted(slow.items())}
        limit = game_limit(self.options, setup, seconds)
        plan = msgspec.structs.replace(plan, game_limit=limit, disqualified=reasons or plan.disqualified)
        if not slow:
            self.plan = self._admit(plan, plan.playing)
            return
        told = "; ".join(f"{name} {reason}" for name, reason in reasons.items())
        if len(plan.playing) < 2:
            left = "no bot is" if not plan.playing else "one bot is"
            raise UsageError(f"{left} left after the verification match, but two are needed: {told}")
        try:
            self.plan = self._admit(plan, plan.playing)
        except UsageError as error:
            raise UsageError(f"{error}, after the verification match: {told}") from None

    def _reseat(self, plan: Plan, left: Sequence[int]) -> Plan:
        """The schedule of those who are left."""
        if not plan.disqualified or not plan.blocks:
            return plan
        schedule = plan_of(plan.secret, plan.matches, orders_among(self.setup, left, plan.seats), plan.series)
        return msgspec.structs.replace(plan, orders=schedule.orders, blocks=schedule.blocks)


def find_run(store: Store, plan: Plan) -> tuple[int, Plan]:
    """The last run of the same plan, to go on with; a UsageError if there is none or its bots have changed."""
    run = store.last_run(plan)
    if run is None:
        raise UsageError(f"no run of this command in {store} to continue; remove --resume to start one")
    old = store.plan(run)
    if refusal := old.refusal(plan):
        raise UsageError(f"cannot continue run {run}: {refusal}")
    return run, old


def scheduled_chunks(plan: Plan) -> Iterable[Chunk]:
    """The chunks of a plan's schedule; larger ones where every life begins with new processes for its bots."""
    starts_processes = any(spec.startswith("cmd:") or (spec in plan.checksums and not plan.trust) for spec in plan.bots)
    schedule = plan.schedule()
    return chunks_of(schedule, MIN_LIFE_MATCHES * schedule.block_size if starts_processes else 1)
