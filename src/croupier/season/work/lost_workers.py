"""Workers that are gone: their jobs wait again, so that nothing is lost."""

import socket
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from croupier.arena.store.errors import explain_errors
from croupier.season import schema as s
from croupier.season.config import Season
from croupier.season.work.jobs import (
    CHECK,
    FEEDBACK,
    MAX_TRIES,
    RATE,
    ROUND,
    SILENT_SECONDS,
    Job,
    failed_report,
    is_running,
    job_of,
    job_text,
    lease_seconds,
)
from croupier.season.work.results import JobResults


class LostWorkers(JobResults):
    """Releases the jobs of workers that have ended."""

    def release(self, workers: Iterable[str]) -> int:
        """Let the jobs of these workers wait again; their number."""
        with self.data.change() as connection:
            names = list(workers)
            found = connection.execute(
                select(s.JOBS).where(s.JOBS.c.state == "running", s.JOBS.c.worker.in_(names))
            ).all()
            for row in found:
                self._release(connection, row)
            connection.execute(delete(s.WORKERS).where(s.WORKERS.c.name.in_(names)))
            return len(found)

    def beat(self, worker: str) -> None:
        """Say that a worker is alive. It needs no lock: the row is the worker's own."""
        with explain_errors(self.data.store.engine.url), self.data.store.engine.begin() as connection:
            now = self.competition.now()
            connection.execute(update(s.WORKERS).where(s.WORKERS.c.name == worker).values(seen=now))

    def retry(self, job: Job, worker: str) -> None:
        """Let a job wait again that could not be done now."""
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                self._release(connection, connection.execute(select(s.JOBS).where(s.JOBS.c.id == job.id)).one())

    def release_dead(self) -> int:
        """The same for workers of this machine that are not running, and for those of others that are silent."""
        here = f"{socket.gethostname()}:"
        with self.data.read() as connection:
            query = select(s.JOBS.c.worker).where(s.JOBS.c.state == "running")
            busy = set(connection.execute(query).scalars())
            seen = {row.name: row.seen for row in connection.execute(select(s.WORKERS))}
        silent = self.competition.now() - SILENT_SECONDS
        dead = [
            name
            for name in {*busy, *seen}
            if (not is_running(name) if name.startswith(here) else seen.get(name, 0.0) < silent)
        ]
        return self.release(dead) if dead else 0

    def _release(self, connection: Connection, row: Any) -> None:
        if row.kind in (RATE, FEEDBACK):  # another one is made when it is due
            connection.execute(delete(s.JOBS).where(s.JOBS.c.id == row.id))
            return
        job = job_of(row)
        if row.tries + 1 >= MAX_TRIES and row.kind != ROUND:
            connection.execute(update(s.JOBS).where(s.JOBS.c.id == row.id).values(tries=row.tries + 1))
            connection.execute(
                insert(s.NEWS).values(
                    at=self.competition.now(),
                    text=f"{job_text(job)}: ended its worker {MAX_TRIES} times",
                    is_public=False,
                )
            )
            if row.kind == CHECK:
                report = failed_report(f"the check ended its worker {MAX_TRIES} times")
                self.competition.finish_check(connection, job.bot, report, is_passed=False)
            connection.execute(update(s.JOBS).where(s.JOBS.c.id == row.id).values(state="failed"))
            return
        connection.execute(
            update(s.JOBS).where(s.JOBS.c.id == row.id).values(state="waiting", worker="", tries=row.tries + 1)
        )

    def _expire(self, connection: Connection, season: Season, now: float) -> None:
        """Let jobs wait again whose workers have been silent for longer than the job can take."""
        for row in connection.execute(select(s.JOBS).where(s.JOBS.c.state == "running")).all():
            if now - row.taken > lease_seconds(row.kind, season):
                self._release(connection, row)
