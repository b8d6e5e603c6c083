"""The arena's figures: matches a second with journal and statistics, what workers and the journal cost, memory.

    python bench/arena.py            all figures; the memory takes minutes
    python bench/arena.py --quick    without the memory

Four random bots play Exploding Kittens in worker processes; every match is journalled in SQLite and counted in the
standings, as `croupier run kittens random*4 -n N` does. A rate is the best of many short rounds: what else the machine
does can only make one slower. What is compared takes turns, and the ratio is the median of what neighbours gave: a
machine whose speed changes from second to second changes it for both.
"""

import gc
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.run_plan import Plan, plain_settings
from croupier.arena.plan.schedule import plan_blocks
from croupier.arena.results.totals import Totals
from croupier.arena.run.journal import Journal, JournalledExecutor
from croupier.arena.run.pool import WorkerPool
from croupier.arena.run.pool_worker import GC_THRESHOLD
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.task import RunSetup, TaskPlayer, chunks_of
from croupier.arena.store.store import Store, open_store
from croupier.games import find_game

KITTENS = find_game("kittens")
SETTINGS = KITTENS.settings()
BOTS = ("random",) * 4
ROUNDS = 12
RUNS = 9
MATCHES = 1000
FEW, MANY = 100_000, 1_000_000


def planned(matches: int) -> Plan:
    schedule = plan_blocks(1, matches, run_orders(KITTENS, SETTINGS, len(BOTS)))
    settings = plain_settings(SETTINGS)
    return Plan("kittens", KITTENS.rules_version, settings, BOTS, BOTS, "1", schedule.orders, schedule.blocks)


def setup() -> RunSetup:
    return RunSetup(KITTENS, SETTINGS, make_entrants(KITTENS, BOTS))


def run(workers: int, matches: int, store: Store) -> float:
    """Matches a second of a whole run, workers being there already."""
    plan = planned(matches)
    totals = Totals(len(BOTS), plan.schedule().block_size)
    with WorkerPool(setup(), workers) as pool:
        # Everybody has played something before the clock starts.
        list(pool.play(list(chunks_of(planned(40).schedule()))))
        number = store.begin_run(plan)
        began = perf_counter()
        for played in JournalledExecutor(pool, store, number).play_in_order(chunks_of(plan.schedule())):
            totals.add(played)
        seconds = perf_counter() - began
    assert totals.matches == matches
    return matches / seconds


def per_match(store: Store) -> tuple[float, float]:
    """Processor seconds for a match with all that belongs to it, in one process: in all, and for the journal alone."""
    plan = planned(MATCHES)
    totals = Totals(len(BOTS), plan.schedule().block_size)
    journal = Journal(store, store.begin_run(plan))
    keeping = 0.0
    began = process_time()
    with TaskPlayer(setup()) as playing:
        for chunk in chunks_of(plan.schedule()):
            for task in chunk:
                played = playing.play(task)
                totals.add(played)
                finished = process_time()
                journal.add(played)
                keeping += process_time() - finished
    finished = process_time()
    journal.finish()
    ended = process_time()
    return (ended - began) / MATCHES, (keeping + ended - finished) / MATCHES


def memory(few: int, many: int) -> float:
    """The memory of a run's process and its worker after many matches against that after few."""
    command = [sys.executable, __file__, "--memory-child", str(few), str(many)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    before, after = map(int, done.stdout.split())
    return after / before


def memory_child(few: int, many: int) -> None:
    plan = planned(many)
    totals = Totals(len(BOTS), plan.schedule().block_size)
    with tempfile.TemporaryDirectory() as folder, open_store(str(Path(folder) / "runs.sqlite")) as store:
        workers = len(os.sched_getaffinity(0))
        with WorkerPool(setup(), workers) as pool:
            executor = JournalledExecutor(pool, store, store.begin_run(plan))
            for played in executor.play_in_order(chunks_of(plan.schedule())):
                totals.add(played)
                if totals.matches in (few, many):
                    print(sum(resident(pid) for pid in [os.getpid(), *pool.pids]))


def resident(pid: int) -> int:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    gc.set_threshold(GC_THRESHOLD)  # as in a worker
    with tempfile.TemporaryDirectory() as folder, open_store(str(Path(folder) / "runs.sqlite")) as store:
        turns = [per_match(store) for _ in range(ROUNDS)]
        cost = median(keeping / (whole - keeping) for whole, keeping in turns)
        print(f"one core, journal and statistics included: {1 / min(turns)[0]:,.0f} matches/s (target 1,000)")
        print(f"the journal makes a match {cost:.1%} slower (target at most 10 %)")
        if len(os.sched_getaffinity(0)) > 1:
            runs = [(run(1, MATCHES, store), run(2, MATCHES, store)) for _ in range(RUNS)]
            gain = median(two / one for one, two in runs)
            print(f"one worker: {max(one for one, _ in runs):,.0f} matches/s")
            print(f"two workers: {max(two for _, two in runs):,.0f} matches/s, {gain:.2f} times one (target 1.8)")
    if "--quick" not in sys.argv:
        print(f"memory after {MANY:,} matches: {memory(FEW, MANY):.3f} of that after {FEW:,} (target at most 1.05)")


if __name__ == "__main__":
    if "--memory-child" in sys.argv:
        memory_child(int(sys.argv[-2]), int(sys.argv[-1]))
    else:
        main()
