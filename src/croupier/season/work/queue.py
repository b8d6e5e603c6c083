"""The jobs of a season: checks in the order of handing in, rounds, ratings, feedback, and meetings of the ladder.

A check that is not done after a few seconds begins again when no other check waits, so nobody waits long for the bot of
another team. A team whose last check took that long and failed waits there with its next version too.

A job that a worker has taken stays in the store until its result is there. If the worker dies, the job waits again, and
its deals are the same, so nothing is lost and nothing counts twice.
"""

from collections.abc import Collection, Sequence
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
from croupier.season.work.jobs import CHECK, FEEDBACK, MEETING, PART, RATE, ROUND, Job, Seat, job_of, job_text
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
        urgent = self._urgent(connection, rounds)
        if urgent is not None:
            return urgent
        if self._rating_is_due(connection, now):
            return self._insert(connection, RATE, {}, now)
        bot = bot_for_feedback(self.data, connection, now)
        if bot is not None:
            return self._insert(connection, FEEDBACK, {"bot": bot}, now)
        if any(state.phase == PLAYING for state in round_states(self.data, connection)):
            return None  # a round has the machine for itself
        if season.closes is not None and now >= season.closes.timestamp():
            return None
        meeting = self._waiting(connection, s.JOBS.c.kind == MEETING)
        return meeting or self._new_meetings(connection, season, now)

    def _urgent(self, connection: Connection, rounds: bool) -> Job | None:
        """The next check or part of a round: one check of a team at a time, and long checks last.

        Long checks never have all workers, so that a new version is always checked within seconds.
        """
        running = select(s.JOBS.c.team, s.JOBS.c.is_slow).where(s.JOBS.c.kind == CHECK, s.JOBS.c.state == "running")
        checks = connection.execute(running).all()
        conditions = [s.JOBS.c.kind != MEETING, s.JOBS.c.team.not_in([row.team for row in checks if row.team])]
        if not rounds:
            conditions.append(s.JOBS.c.kind != ROUND)
        if sum(row.is_slow for row in checks) >= max(1, self.data.count(connection, s.WORKERS) - 1):
            conditions.append(~s.JOBS.c.is_slow)
        return self._waiting(connection, *conditions)

    def _waiting(self, connection: Connection, *conditions: Any) -> Job | None:
        """The job that has waited longest, or the first long check if there is no other job."""
        query = select(s.JOBS).where(s.JOBS.c.state == "waiting", *conditions).order_by(s.JOBS.c.is_slow, s.JOBS.c.id)
        row = connection.execute(query.limit(1)).one_or_none()
        return None if row is None else job_of(row)

    def _rating_is_due(self, connection: Connection, now: float) -> bool:
        if self.data.count(connection, s.JOBS, s.JOBS.c.kind == RATE, s.JOBS.c.state == "running"):
            return False
        last = connection.execute(select(s.RATINGS.c.at, s.RATINGS.c.matches).order_by(s.RATINGS.c.id.desc())).first()
        played = int(self.data.get(connection, "played") or 0)
        if last is None:
            return played > 0
        pause = max(RATE_SECONDS, RATE_SHARE * float(self.data.get(connection, "rate_took") or 0))
        return played > last.matches and now - last.at >= pause

    def _new_meetings(self, connection: Connection, season: Season, now: float) -> Job | None:
        """One meeting for every worker, because looking through all bots takes longer than taking a job; the first."""
        by_number = {bot.rated_as: (bot, team) for bot, team in active_bots(connection)}
        candidates = self._candidates(connection, by_number)
        first: Job | None = None
        for _ in range(max(1, self.data.count(connection, s.WORKERS))):
            block = int(self.data.get(connection, "next_block") or 0)
            sides = len(set(season.teams_of_seats()))
            table = next_table(list(candidates.values()), sides, season.ladder, self.secret(connection), block)
            if table is None:
                break
            seats = [
                Seat(number, bot.hash, "" if bot.hash else team.name)
                for number, (bot, team) in ((number, by_number[number]) for number in table)
            ]
            job = self._new_meeting(connection, season, seats, now)
            first = first or job
            for number in table:
                known = candidates[number]
                blocks = known.blocks + season.ladder.meeting_blocks
                candidates[number] = msgspec.structs.replace(known, blocks=blocks)
        return first

    def _candidates(self, connection: Connection, numbers: Collection[int]) -> dict[int, Candidate]:
        snapshot = last_snapshot(connection).by_number()
        blocks = {row.number: row.blocks for row in connection.execute(select(s.BOTS.c.number, s.BOTS.c.blocks))}
        found: dict[int, Candidate] = {}
        for number in numbers:
            rated = snapshot.get(number)
            if rated is None:
                found[number] = Candidate(number, blocks=blocks[number])
            else:
                half = (rated.high - rated.low) / 2
                found[number] = Candidate(number, rated.elo, half, rated.blocks, blocks[number])
        return found

    def _new_meeting(self, connection: Connection, season: Season, seats: Sequence[Seat], now: float) -> Job:
        blocks = season.ladder.meeting_blocks
        size = len(lineup_orders(season.teams_of_seats(), [(place,) for place in range(len(seats))])[0])
        body = {
            "table": msgspec.to_builtins(seats),
            "block": self.data.take_numbers(connection, "next_block", blocks),
            "match": self.data.take_numbers(connection, "next_match", blocks * size),
            "blocks": blocks,
        }
        numbers = [seat.number for seat in seats]
        counted = update(s.BOTS).where(s.BOTS.c.number.in_(numbers)).values(blocks=s.BOTS.c.blocks + blocks)
        connection.execute(counted)
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

    def claim_urgent(self, worker: str) -> Job | None:
        """The next part of a round or check, for a worker that leads a round: checks do not wait for its end."""
        with self.data.change() as connection:
            job = None if self.data.get(connection, "paused") else self._urgent(connection, rounds=False)
            if job is not None:
                now = self.competition.now()
                self.data.see_worker(connection, worker, now, job_text(job))
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
