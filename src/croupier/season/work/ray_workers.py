"""Workers of a season on the nodes of a Ray cluster. Bots reach them by content hash through the database.

Ray only decides where a worker runs and starts it again when its node is lost. Jobs and results go through the
database, so a node needs nothing but Croupier and the address of the database.
"""

import os
import subprocess
import sys
import tempfile
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from time import sleep
from typing import Any, Final

from croupier.arena.run.one_thread import ONE_THREAD
from croupier.kernel.errors import UsageError

MAX_PAUSE_SECONDS: Final = 10.0
_SOURCE: Final = str(Path(__file__).parents[3])
_PROGRAM: Final = "import sys; sys.path.insert(0, sys.argv[4]); from croupier.season.work.process import main; main()"


class NodeWorker:
    """A Ray actor that owns one worker process, with a folder of its own for the bots."""

    def __init__(self, db: str) -> None:
        self._db = db

    def work(self) -> None:
        """Keep a worker running for as long as the actor lives."""
        pause = 0.1
        with tempfile.TemporaryDirectory(prefix="croupier-season-") as cache:
            command = [sys.executable, "-c", _PROGRAM, "", str(os.getpid()), cache, _SOURCE]
            while True:
                subprocess.run(command, env={**os.environ, **ONE_THREAD, "CROUPIER_DB": self._db}, check=False)
                sleep(pause)
                pause = min(MAX_PAUSE_SECONDS, pause * 2)


class RayWorkers:
    """As many workers as asked for, wherever the cluster has free cores."""

    def __init__(self, db: str, count: int, address: str | None = None) -> None:
        self._db = db
        self._count = count
        self._address = address
        self._actors: list[Any] = []
        self._running: list[Any] = []
        self._is_ours = False

    def start(self) -> None:
        try:
            ray: Any = import_module("ray")
        except ImportError:
            raise UsageError("--backend ray needs Ray: pip install 'croupier[ray]'") from None
        if not ray.is_initialized():
            dashboard = False if self._address is None else None
            try:
                ray.init(address=self._address, log_to_driver=False, logging_level="ERROR", include_dashboard=dashboard)
            except (ConnectionError, RuntimeError, ValueError) as error:
                first = str(error).strip().splitlines()[0]
                raise UsageError(f"no Ray cluster at {self._address}: {first}") from None
            self._is_ours = True
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(NodeWorker)
        self._actors = [actor.remote(self._db) for _ in range(self._count)]
        self._running = [each.work.remote() for each in self._actors]

    def stop(self) -> None:
        """End all workers of the cluster."""
        if not self._actors:
            return
        ray: Any = import_module("ray")
        for actor in self._actors:
            with suppress(Exception):  # a node that is lost has ended its actors itself
                ray.kill(actor)
        self._actors = []
        if self._is_ours:
            ray.shutdown()
