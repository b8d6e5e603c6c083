"""From a plan to a run under way: a verification match first, the slow ones sent away, then the journal is opened."""

from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import ExitStack, contextmanager

import msgspec

from croupier.arena.batch import StopFlag
from croupier.arena.plan import Plan
from croupier.arena.running import Running, Staff
from croupier.arena.staff import Means, game_limit, only_once, seatings_among, verified, worker_count
from croupier.arena.store import Store
from croupier.arena.work import SPARING, Cast, Chunk, InProcess, chunks_of
from croupier.arena.workers import CAN_WORK, Workers
from croupier.kernel.errors import UsageError

Admit = Callable[[Plan, Sequence[int]], Plan]
"""The plan for those who are left, by number; a UsageError if they cannot play it."""

MANY = 1_000_000


class Staffed(msgspec.Struct, frozen=True):
    """A run that can begin: who plays it, and where it is kept."""

    plan: Plan
    """With those who were disqualified."""
    run: int | None
    """Its number in the store."""
    staff: Staff
    workers: int


class Conducted(msgspec.Struct, frozen=True):
    """A run that has begun."""

    plan: Plan
    run: int
    running: Running
    workers: int


@contextmanager
def staffed(
    plan: Plan,
    cast: Cast,
    means: Means,
    stop: StopFlag,
    admit: Admit,
    *,
    room: int,
    store: Store | None = None,
    run: int | None = None,
    chunks: int = MANY,
) -> Generator[Staffed]:
    """Whoever plays a run: the one place that decides it. No thread may be running in this process.

    `room` is for how many there is room at the table of the verification match. A `run` to go on with had it already.
    """
    means.check()
    count = worker_count(means, cast.entrants, chunks)
    with ExitStack() as stack:
        staff: Staff
        if means.backend == "ray" and not CAN_WORK:
            raise UsageError("--backend ray needs Linux; without it the matches are played here, one after the other")
        if means.in_process or not CAN_WORK:
            staff, count = InProcess(cast, stop), 1
        elif means.backend == "ray":
            if once := only_once(cast.entrants):
                raise UsageError(f"{once[0]} can be reached from one process only, not from a cluster")
            if run is None:
                with Workers(cast, 1, None, stop) as workers:
                    plan = _admitted(plan, cast, means, workers, admit, room)
            from croupier.arena.raybackend import RayStaff

            cluster = stack.enter_context(RayStaff(plan, cast.version, means.address, means.workers, stop))
            staff, count = cluster, cluster.count
        else:
            staff = workers = stack.enter_context(Workers(cast, count, None, stop))
            if run is None:
                plan = _admitted(plan, cast, means, workers, admit, room)
            workers.limit_to(plan.game_limit if means.game_limit is None else means.game_limit or None)
        if store is not None and run is None and not stop.is_set:
            run = store.begin_run(plan)
        yield Staffed(plan, run, staff, count)


def _admitted(plan: Plan, cast: Cast, means: Means, workers: Workers, admit: Admit, room: int) -> Plan:
    """The plan without those who were too slow in a match before all others."""
    slow, seconds = verified(workers, cast, plan.seats, plan.seed, room)
    plan = msgspec.structs.replace(plan, game_limit=game_limit(means, cast, seconds))
    if not slow:
        return admit(plan, plan.playing)
    reasons = {cast.entrants[number].name: reason for number, reason in sorted(slow.items())}
    plan = msgspec.structs.replace(plan, disqualified=reasons)
    told = "; ".join(f"{name} {reason}" for name, reason in reasons.items())
    if len(plan.playing) < 2:
        left = "no bot is" if not plan.playing else "one bot is"
        raise UsageError(f"{left} left after the verification match, and two are needed: {told}")
    try:
        return admit(plan, plan.playing)
    except UsageError as error:
        raise UsageError(f"{error}, after the verification match: {told}") from None


@contextmanager
def conducted(
    plan: Plan, cast: Cast, means: Means, stop: StopFlag, store: Store | None = None, run: int | None = None
) -> Generator[Conducted]:
    """Begin a run whose schedule is in its plan, or go on with `run`."""

    def admit(plan: Plan, left: Sequence[int]) -> Plan:
        if not plan.disqualified:
            return plan
        seatings = seatings_among(cast, left, plan.seats)[: 1 if plan.series else None]
        return msgspec.structs.replace(plan, seatings=seatings, blocks=-(-plan.matches // len(seatings)))

    room, chunks = len(cast.entrants), sum(1 for _ in scheduled(plan))
    with staffed(plan, cast, means, stop, admit, room=room, store=store, run=run, chunks=chunks) as ready:
        journal = None if ready.run is None else store
        running = Running(scheduled(ready.plan), ready.staff, journal, ready.run or 0)
        yield Conducted(ready.plan, ready.run or 0, running, ready.workers)


def scheduled(plan: Plan) -> Iterable[Chunk]:
    locks_up = bool(plan.checksums) and not plan.trust
    return chunks_of(plan.schedule(), SPARING if locks_up else 1)
