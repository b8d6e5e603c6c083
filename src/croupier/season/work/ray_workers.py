"""Workers of a season on the nodes of a Ray cluster. Bots reach them by content hash through the database."""

from importlib import import_module
from typing import Any

from croupier.kernel.errors import UsageError


class NodeWorker:
    """A Ray actor that does jobs of the season; Ray starts it again elsewhere when its node is lost."""

    def __init__(self, db: str) -> None:
        self._db = db

    def work(self) -> None:
        from croupier.season.work.process import work

        work(self._db, rounds=False)


class RayWorkers:
    """As many workers as asked for, wherever the cluster has free cores."""

    def __init__(self, db: str, count: int, address: str | None = None) -> None:
        self._db = db
        self._count = count
        self._address = address
        self._actors: list[Any] = []
        self._running: list[Any] = []

    def start(self) -> None:
        try:
            ray: Any = import_module("ray")
        except ModuleNotFoundError:
            raise UsageError("--backend ray needs Ray: pip install 'croupier[ray]'") from None
        if not ray.is_initialized():
            ray.init(address=self._address, log_to_driver=False, logging_level="error", include_dashboard=False)
        actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=-1)(NodeWorker)
        self._actors = [actor.remote(self._db) for _ in range(self._count)]
        self._running = [each.work.remote() for each in self._actors]

    def stop(self) -> None:
        if self._actors:
            ray: Any = import_module("ray")
            for actor in self._actors:
                ray.kill(actor)
            ray.shutdown()
