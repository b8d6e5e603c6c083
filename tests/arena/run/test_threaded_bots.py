"""Bots with thread pools, such as those of numerical libraries: a fork has no threads, so workers are new programs."""

import subprocess
import sys
from pathlib import Path

import pytest

import croupier
from croupier.arena.run.pool import CAN_FORK

pytestmark = pytest.mark.skipif(not CAN_FORK, reason="all matches are played in this process")

THREADED = """
import os
from concurrent.futures import ThreadPoolExecutor

from croupier.games.cuttle import CuttleBot

pool = ThreadPoolExecutor(1)
pool.submit(int).result()  # the thread runs from now on


class Threaded(CuttleBot):
    def select_move(self, view, legal_moves):
        # In a fork the pool waits for ever for a thread that is not there.
        return pool.submit(lambda: legal_moves[0]).result(timeout=10)
"""
HAS_THREADS = "from croupier.arena.run.worker_program import has_threads; print(has_threads())"
TORCH = """
import torch

from croupier.games.cuttle import CuttleBot

LAYER = torch.nn.Linear(256, 256)
LAYER(torch.rand(512, 256))  # with several threads, where there are several cores


class Learned(CuttleBot):
    def select_move(self, view, legal_moves):
        assert torch.get_num_threads() == 1
        LAYER(torch.rand(512, 256))
        return legal_moves[0]
"""


def play_with_workers(folder: Path, source: str) -> None:
    (folder / "mine.py").write_text(source)
    report = croupier.run("cuttle", [str(folder / "mine.py"), "random"], 8, "3", trust=True, workers=2)
    assert report.standings.matches == 8
    assert not report["mine"].faults


def test_a_trusted_bot_with_a_thread_pool_plays_in_workers(tmp_path: Path) -> None:
    play_with_workers(tmp_path, THREADED)


def test_threads_of_numpy_are_no_reason_for_a_new_program() -> None:
    """OpenBLAS ends its threads before a fork."""
    program = "import numpy; numpy.ones((500, 500)) @ numpy.ones((500, 500)); " + HAS_THREADS
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "False\n"
    pool = (
        "from concurrent.futures import ThreadPoolExecutor as P; pool = P(1); pool.submit(int).result(); " + HAS_THREADS
    )
    assert subprocess.run([sys.executable, "-c", pool], capture_output=True, text=True).stdout == "True\n"


def test_a_trusted_torch_bot_plays_in_workers_with_one_thread(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    play_with_workers(tmp_path, TORCH)


def test_the_results_are_those_of_this_process(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(THREADED)
    bots = [str(tmp_path / "mine.py"), "random"]
    here, there = (croupier.run("cuttle", bots, 8, "3", trust=True, workers=workers) for workers in (1, 2))
    assert here.standings == there.standings
