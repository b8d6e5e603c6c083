"""The jobs of a season: checks in the order of handing in, rounds, ratings, feedback, and meetings of the ladder.

A job that a worker has taken stays in the store until its result is there. If the worker dies, the job waits again, and
its deals are the same, so nothing is lost and nothing counts twice.
"""

from collections.abc import Collection
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, select, update

from croupier.arena.plan.blocks import lineup_orders
from croupier.arena.plan.run_plan import read_plan
from croupier.arena.store.schema import RUNS
from croupier.kernel.secret import secret_of
from croupier.season import schema as s
from croupier.season.config import Season
from croupier.season.matchmaking import Candidate, next_table
from croupier.season.records import active_bots
from croupier.season.rounds import PLAYING, advance_rounds, round_states
from croupier.season.standings import last_snapshot
from croupier.season.work.feedback_due import bot_for_feedback
from croupier.season.work.jobs import FEEDBACK, MEETING, PART, RATE, ROUND, Job, Seat, job_of, job_text
from croupier.season.work.lost_workers import LostWorkers

RATE_SECONDS: Final = 5.0
"""Seconds between two ratings at least."""
RATE_SHARE: Final = 20
"""Ratings take at most about one part in this many of a worker's time."""


class Queue(LostWorkers):
    """Gives jobs to workers."""

    def claim(self, worker: str, rounds: bool = True) -> Job | None:
        """The next job, now taken by this worker; None if there is nothing to do. `rounds`: it may play rounds."""
        with self.data.change() as connection:
            now = self.competition.now()  # within the lock, so that times are in the order of claims
            season, file = self.competition.season(connection), self.competition.file(connection)
            self._expire(connection, season, now)
            advance_rounds(self.data, connection, season, file, now)
            job = None if self.data.get(connection, "paused") else self._next(connection, season, now, rounds)
            self.data.see_worker(connection, worker, now, "" if job is None else job_text(job))
            if job is not None:
                self._take(connection, job, worker, now)
            return job

    def _next(self, connection: Connection, season: Season, now: float, rounds: bool) -> Job | None:
        waiting = select(s.JOBS).where(s.JOBS.c.state == "waiting").order_by(s.JOBS.c.id)
        for row in connection.execute(waiting).all():
            if row.kind != ROUND or rounds:
                return job_of(row)
        if self._rating_is_due(connection, now):
            return self._insert(connection, RATE, {}, now)
        bot = bot_for_feedback(self.data, connection, now)
        if bot is not None:
            return self._insert(connection, FEEDBACK, {"bot": bot}, now)
        if any(state.phase == PLAYING for state in round_states(self.data, connection)):
            return None  # a round has the machine for itself
        if season.closes is not None and now >= season.closes.timestamp():
            return None
        return self._new_meeting(connection, season, now)

    def _rating_is_due(self, connection: Connection, now: float) -> bool:
        if self.data.count(connection, s.JOBS, s.JOBS.c.kind == RATE, s.JOBS.c.state == "running"):
            return False
        last = connection.execute(select(s.RATINGS.c.at, s.RATINGS.c.matches).order_by(s.RATINGS.c.id.desc())).first()
        played = int(self.data.get(connection, "played") or 0)
        if last is None:
            return played > 0
        pause = max(RATE_SECONDS, RATE_SHARE * float(self.data.get(connection, "rate_took") or 0))
        return played > last.matches and now - last.at >= pause

    def _new_meeting(self, connection: Connection, season: Season, now: float) -> Job | None:
        ladder, teams = season.ladder, season.teams_of_seats()
        block = int(self.data.get(connection, "next_block") or 0)
        playing = active_bots(connection)
        snapshot = last_snapshot(connection).by_number()
        blocks = {row.number: row.blocks for row in connection.execute(select(s.BOTS.c.number, s.BOTS.c.blocks))}
        candidates: list[Candidate] = []
        for bot, _ in playing:
            rated = snapshot.get(bot.rated_as)
            played = blocks[bot.rated_as]
            if rated is None:
                candidates.append(Candidate(bot.rated_as, blocks=played))
            else:
                half = (rated.high - rated.low) / 2
                candidates.append(Candidate(bot.rated_as, rated.elo, half, rated.blocks, played))
        secret = self.secret(connection)
        table = next_table(candidates, len(set(teams)), ladder, secret, block)
        if table is None:
            return None
        by_number = {bot.rated_as: (bot, team) for bot, team in playing}
        seats = [
            Seat(number, by_number[number][0].hash, by_number[number][1].name if not by_number[number][0].hash else "")
            for number in table
        ]
        size = len(lineup_orders(teams, [(place,) for place in range(len(table))])[0])
        body = {
            "table": msgspec.to_builtins(seats),
            "block": self.data.take_numbers(connection, "next_block", ladder.meeting_blocks),
            "match": self.data.take_numbers(connection, "next_match", ladder.meeting_blocks * size),
            "blocks": ladder.meeting_blocks,
        }
        connection.execute(
            update(s.BOTS).where(s.BOTS.c.number.in_(table)).values(blocks=s.BOTS.c.blocks + ladder.meeting_blocks)
        )
        return self._insert(connection, MEETING, body, now)

    def _insert(self, connection: Connection, kind: str, body: dict[str, Any], now: float) -> Job:
        number = self.data.add_job(connection, kind, body, now)
        return msgspec.convert({"id": number, "kind": kind, "tries": 0, **body}, Job)

    def secret(self, connection: Connection) -> int:
        run = self.competition.run(connection)
        text = connection.execute(select(RUNS.c.plan).where(RUNS.c.id == run)).scalar_one()
        return secret_of(read_plan(text).seed)

    # Parts of a round.

    def add_part(self, parent: Job, body: dict[str, Any]) -> int:
        """A part of a round that waits for a worker; the number of its job."""
        with self.data.change() as connection:
            return self.data.add_job(connection, PART, body, self.competition.now(), parent.id)

    def drop_parts(self, parent: Job) -> None:
        """Forget the parts of a round; what was played of it stays."""
        with self.data.change() as connection:
            connection.execute(delete(s.JOBS).where(s.JOBS.c.parent == parent.id))

    def ended_parts(self, numbers: Collection[int]) -> dict[int, str]:
        """Those of these parts that have ended, with the reason for those that were given up."""
        query = select(s.JOBS.c.id, s.JOBS.c.state, s.JOBS.c.tries).where(s.JOBS.c.id.in_(numbers))
        with self.data.read() as connection:
            left = {row.id: row for row in connection.execute(query)}
        failed = {
            number: f"not played after {row.tries} tries" for number, row in left.items() if row.state == "failed"
        }
        return {**{number: "" for number in numbers if number not in left}, **failed}

    def claim_part(self, parent: Job, worker: str) -> Job | None:
        """The next part of a round, now taken by this worker."""
        query = select(s.JOBS).where(s.JOBS.c.parent == parent.id, s.JOBS.c.state == "waiting").order_by(s.JOBS.c.id)
        with self.data.change() as connection:
            row = connection.execute(query.limit(1)).one_or_none()
            if row is None:
                return None
            job, now = job_of(row), self.competition.now()
            self._take(connection, job, worker, now)
            return job

    def _take(self, connection: Connection, job: Job, worker: str, now: float) -> None:
        taken = {"state": "running", "worker": worker, "taken": now}
        connection.execute(update(s.JOBS).where(s.JOBS.c.id == job.id).values(taken))

    def waiting(self) -> list[tuple[Job, str, float]]:
        """Jobs that wait or run, with their worker and the time they were made."""
        query = select(s.JOBS).where(s.JOBS.c.state.in_(("waiting", "running"))).order_by(s.JOBS.c.id)
        with self.data.read() as connection:
            return [
                (job_of(row), row.worker if row.state == "running" else "", row.made)
                for row in connection.execute(query)
            ]

    def workers(self) -> list[tuple[str, float, str, int]]:
        with self.data.read() as connection:
            found = connection.execute(select(s.WORKERS).order_by(s.WORKERS.c.name)).all()
        return [(row.name, row.seen, row.doing, row.matches) for row in found]
