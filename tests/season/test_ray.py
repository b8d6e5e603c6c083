"""A season on a real Ray cluster of two nodes, also when one of them is lost."""

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from croupier.arena.store.store import open_store
from croupier.season.competition import Competition
from croupier.season.results.bundle import make_bundle, verify_bundle
from croupier.season.work.queue import Queue
from croupier.season.work.ray_workers import RayWorkers
from croupier.season.work.worker import Worker

from .conftest import FIRST, POINTS, SEASON
from .test_competition import enter

pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("ignore")]  # Ray has warnings of its own
ROUND_AFTER_SECONDS = 60.0


@pytest.fixture
def cluster():
    ray = pytest.importorskip("ray")
    from ray.cluster_utils import Cluster

    made = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
    made.add_node(num_cpus=1)
    ray.init(address=made.address, log_to_driver=False)
    yield made
    ray.shutdown()
    made.shutdown()


def until(found: Callable[[], Any], seconds: float = 300.0) -> Any:
    deadline = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.2)
    return value


def test_nodes_check_bots_and_play_the_ladder_and_a_round(cluster, new_database, tmp_path: Path):
    db = new_database()
    with open_store(db) as store:
        season = Competition(store)
        moment = datetime.fromtimestamp(time.time() + ROUND_AFTER_SECONDS, UTC)
        season.open(SEASON.replace("2027-01-22T08:00:00Z", moment.isoformat(timespec="seconds")))
        queue = Queue(season)
        ann, ben = enter(season, "Ann", POINTS), enter(season, "Ben", FIRST)
        workers = RayWorkers(db, 2)
        workers.start()
        try:
            until(lambda: all(season.bots(person.team)[0].state == "passed" for person in (ann, ben)))
            until(lambda: len([1 for _, _, _, matches in queue.workers() if matches]) >= 2)
            assert not (tmp_path / "bots").exists(), "bots come from the database"
            cluster.remove_node(cluster.worker_nodes.copy().pop(), allow_graceful=False)
            queue.release_dead()
            season.tick()
            # This process only leads the round; its parts are played by the node that is left, and here.
            leader = Worker(season, store, tmp_path / "bots", name=f"leader:{os.getpid()}")
            until(lambda: time.time() > moment.timestamp() + 1)
            try:
                until(lambda: (leader.step(), season.rounds()[0].phase == "finished")[1])
            finally:
                leader.close()
        finally:
            workers.stop()
        assert season.rounds()[0].problem == ""
        path = tmp_path / "final.zip"
        path.write_bytes(make_bundle(season, 0))
        assert verify_bundle(path).problems == ()
