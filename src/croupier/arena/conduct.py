"""From a plan to a run under way: a verification match first, the slow ones sent away, then the journal is opened."""

from collections.abc import Callable, Generator, Iterable
from contextlib import ExitStack, contextmanager

import msgspec

from croupier.arena.batch import StopFlag
from croupier.arena.plan import Plan
from croupier.arena.running import Running, Staff
from croupier.arena.staff import Means, game_limit, only_once, seatings_among, verified, worker_count
from croupier.arena.store import Store
from croupier.arena.work import SPARING, Cast, Chunk, InProcess, chunks_of
from croupier.arena.workers import Workers
from croupier.kernel.errors import UsageError

Chunks = Callable[[Plan], Iterable[Chunk]]


class Conducted(msgspec.Struct, frozen=True):
    """A run that has begun."""

    plan: Plan
    """Without those who were disqualified."""
    run: int
    """Its number in the store."""
    running: Running
    workers: int


def scheduled(plan: Plan) -> Iterable[Chunk]:
    locks_up = bool(plan.checksums) and not plan.trust
    return chunks_of(plan.schedule(), SPARING if locks_up else 1)


@contextmanager
def conducted(
    plan: Plan,
    cast: Cast,
    means: Means,
    stop: StopFlag,
    store: Store | None = None,
    run: int | None = None,
    chunks: Chunks = scheduled,
) -> Generator[Conducted]:
    """Begin it, or go on with `run`. No thread may be running in this process."""
    means.check()
    count = worker_count(means, cast.entrants, sum(1 for _ in chunks(plan)))
    with ExitStack() as stack:
        staff: Staff
        if means.in_process:
            staff, count = InProcess(cast, stop), 1
        elif means.backend == "ray":
            if once := only_once(cast.entrants):
                raise UsageError(f"{once[0]} can be reached from one process only, not from a cluster")
            if run is None:
                with Workers(cast, 1, None, stop) as workers:
                    plan = _admitted(plan, cast, means, workers)
            from croupier.arena.raybackend import RayStaff

            cluster = stack.enter_context(RayStaff(plan, cast.version, means.address, means.workers, stop))
            staff, count = cluster, cluster.count
        else:
            staff = workers = stack.enter_context(Workers(cast, count, None, stop))
            if run is None:
                plan = _admitted(plan, cast, means, workers)
            workers.limit_to(plan.game_limit if means.game_limit is None else means.game_limit or None)
        if store is not None and run is None and not stop.is_set:
            run = store.begin_run(plan)
        journal = None if run is None else store
        yield Conducted(plan, run or 0, Running(chunks(plan), staff, journal, run or 0), count)


def _admitted(plan: Plan, cast: Cast, means: Means, workers: Workers) -> Plan:
    """The plan without those who were too slow in a match before all others."""
    slow, seconds = verified(workers, cast, plan.seats, plan.seed)
    limit = game_limit(means, cast.entrants, seconds)
    plan = msgspec.structs.replace(plan, game_limit=limit)
    if not slow:
        return plan
    reasons = {cast.entrants[number].name: reason for number, reason in sorted(slow.items())}
    numbers = [number for number in range(len(cast.entrants)) if number not in slow]
    if len(numbers) < 2:
        told = "; ".join(f"{name} {reason}" for name, reason in reasons.items())
        left = "no bot is" if not numbers else "one bot is"
        raise UsageError(f"{left} left after the verification match, and two are needed: {told}")
    seatings = seatings_among(cast, numbers, plan.seats)
    if plan.series:
        seatings = seatings[:1]
    blocks = -(-plan.matches // len(seatings))
    return msgspec.structs.replace(plan, seatings=seatings, blocks=blocks, disqualified=reasons)
