"""The same matches on a real Ray cluster of two nodes, also when parts of it are killed."""

import json
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest

from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.run_plan import Plan, plain_settings
from croupier.arena.plan.schedule import plan_blocks
from croupier.arena.run.ray_backend import RayExecutor
from croupier.arena.run.setup import make_entrants
from croupier.arena.run.task import InProcess, RunSetup, chunks_of
from croupier.games import find_game

pytestmark = [pytest.mark.soak, pytest.mark.filterwarnings("ignore")]  # Ray has warnings of its own

CUTTLE = find_game("cuttle")
SETTINGS = CUTTLE.settings()
BOTS = ("heuristic", "random")
SCHEDULE = plan_blocks(7, 3200, run_orders(CUTTLE, SETTINGS, 2))
PLAN = Plan("cuttle", CUTTLE.rules_version, plain_settings(SETTINGS), BOTS, BOTS, "7", SCHEDULE.orders, SCHEDULE.blocks)


def in_order(played):
    """By number, without what a clock measured."""
    return [msgspec.structs.replace(each, seconds=(), sheet=b"") for each in sorted(played, key=lambda one: one.number)]


@pytest.fixture(scope="module")
def expected():
    return in_order(InProcess(RunSetup(CUTTLE, SETTINGS, make_entrants(CUTTLE, BOTS))).play(chunks_of(SCHEDULE)))


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


def test_two_nodes_play_the_same(cluster, expected):
    with RayExecutor(PLAN, "", None, None) as staff:
        assert staff.count == 2
        assert in_order(staff.play(chunks_of(SCHEDULE))) == expected
        assert staff.skipped == []


def test_a_killed_process_loses_nothing(cluster, expected):
    import ray

    with RayExecutor(PLAN, "", None, None) as staff:
        found = []
        for played in staff.play(chunks_of(SCHEDULE)):
            found.append(played)
            if len(found) == 500:
                hands = [*staff._free, *(hand for hand, _ in staff._busy.values())]
                ray.kill(hands[0], no_restart=True)
    assert in_order(found) == expected


def test_a_killed_node_loses_nothing(cluster, expected):
    with RayExecutor(PLAN, "", None, None) as staff:
        found = []
        for played in staff.play(chunks_of(SCHEDULE)):
            found.append(played)
            if len(found) == 500:
                cluster.remove_node(cluster.worker_nodes.copy().pop(), allow_graceful=False)
    assert in_order(found) == expected


def test_a_signal_to_the_process_that_plays_loses_nothing(cluster, expected):
    with RayExecutor(PLAN, "", None, None) as staff:
        found = []
        for played in staff.play(chunks_of(SCHEDULE)):
            found.append(played)
            if len(found) == 500:
                for pid in nodes():
                    os.kill(pid, signal.SIGKILL)
    assert in_order(found) == expected


def test_a_tournament_of_the_command_line(cluster, tmp_path):
    """On the cluster, and gone on with without it, it is the one that is played here."""
    command = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()"]
    words = ["tournament", "cuttle", "heuristic", "random", "epsilon-greedy", "--blocks", "30", "--seed", "5", "--json"]

    def played(*more):
        done = subprocess.run([*command, *words, *more], capture_output=True, text=True, timeout=300, check=False)
        assert done.returncode == 0, done.stderr
        return {**json.loads(done.stdout), "run": 0}

    db = ["--db", str(tmp_path / "runs.sqlite")]
    far = played("--backend", "ray", "--address", cluster.address, *db)
    assert far["matches"] == 180
    assert far == played("--no-journal") == played("--resume", *db)


def nodes():
    """The processes below this one that play."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if b"croupier.arena.run.ray_node" in (entry / "cmdline").read_bytes() and is_ours(int(entry.name)):
                found.append(int(entry.name))
    return found


def is_ours(pid):
    while pid > 1 and pid != os.getpid():
        pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    return pid == os.getpid()
