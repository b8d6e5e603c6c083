"""The jobs of a season: checks in the order of handing in, rounds, ratings, and meetings of the ladder.

A job that a worker has taken stays in the store until its result is there. If the worker dies, the job waits again, and
its deals are the same, so nothing is lost and nothing counts twice.
"""

import os
import socket
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from croupier.arena.plan.blocks import lineup_orders
from croupier.arena.plan.run_plan import read_plan
from croupier.arena.results.intervals import WIN, win_parts
from croupier.arena.run.task import Played
from croupier.arena.store.schema import RUNS
from croupier.kernel.secret import secret_of
from croupier.season import schema as s
from croupier.season.competition import FAILED, Competition, active_bots
from croupier.season.config import Season
from croupier.season.matchmaking import Candidate, next_table
from croupier.season.rounds import PLAYING, advance_rounds, read_round, round_states, write_round
from croupier.season.standings import Snapshot, last_snapshot, put_snapshot

CHECK, MEETING, RATE, ROUND = "check", "meeting", "rate", "round"
RATE_SECONDS: Final = 5.0
"""Seconds between two ratings at least."""
RATE_SHARE: Final = 20
"""Ratings take at most about one part in this many of a worker's time."""
MAX_TRIES: Final = 3
"""A job that ends its worker this many times is given up."""
ROUND_LEASE: Final = 14 * 86_400.0


class Seat(msgspec.Struct, frozen=True):
    """A bot of a meeting: by content, or by the name of a reference bot."""

    number: int
    hash: str
    spec: str = ""


class Job(msgspec.Struct, frozen=True):
    """Something for a worker to do."""

    id: int
    kind: str
    tries: int
    bot: int = -1
    round: int = -1
    table: tuple[Seat, ...] = ()
    block: int = 0
    match: int = 0
    blocks: int = 0


class Queue:
    """Gives jobs to workers and takes their results."""

    def __init__(self, competition: Competition) -> None:
        self.competition = competition
        self.data = competition.data

    def claim(self, worker: str, rounds: bool = True) -> Job | None:
        """The next job, now taken by this worker; None if there is nothing to do. `rounds`: it may play rounds."""
        with self.data.change() as connection:
            now = self.competition.now()  # within the lock, so that times are in the order of claims
            season, file = self.competition.season(connection), self.competition.file(connection)
            self._expire(connection, season, now)
            advance_rounds(self.data, connection, season, file, now)
            job = None if self.data.get(connection, "paused") else self._next(connection, season, now, rounds)
            self.data.see_worker(connection, worker, now, "" if job is None else _text(job))
            if job is not None:
                connection.execute(
                    update(s.JOBS).where(s.JOBS.c.id == job.id).values(state="running", worker=worker, taken=now)
                )
            return job

    def _next(self, connection: Connection, season: Season, now: float, rounds: bool) -> Job | None:
        waiting = select(s.JOBS).where(s.JOBS.c.state == "waiting").order_by(s.JOBS.c.id)
        for row in connection.execute(waiting).all():
            if row.kind != ROUND or rounds:
                return _job(row)
        if self._rating_is_due(connection, now):
            return self._insert(connection, RATE, {}, now)
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
        values = {
            "kind": kind,
            "state": "waiting",
            "made": now,
            "body": msgspec.json.encode(body).decode(),
            "worker": "",
            "taken": 0.0,
            "tries": 0,
            "done": 0.0,
        }
        number = connection.execute(insert(s.JOBS).values(values).returning(s.JOBS.c.id)).scalar_one()
        return msgspec.convert({"id": number, "kind": kind, "tries": 0, **body}, Job)

    def secret(self, connection: Connection) -> int:
        run = self.competition.run(connection)
        text = connection.execute(select(RUNS.c.plan).where(RUNS.c.id == run)).scalar_one()
        return secret_of(read_plan(text).seed)

    # Results.

    def _is_mine(self, connection: Connection, job: Job, worker: str) -> bool:
        """Whether the job is still this worker's, and was not given to another."""
        row = connection.execute(select(s.JOBS.c.state, s.JOBS.c.worker).where(s.JOBS.c.id == job.id)).one_or_none()
        return row is not None and row.state == "running" and row.worker == worker

    def _done(self, connection: Connection, job: Job, worker: str, matches: int = 0, state: str = "done") -> None:
        now = self.competition.now()
        connection.execute(update(s.JOBS).where(s.JOBS.c.id == job.id).values(state=state, done=now))
        self.data.see_worker(connection, worker, now, "", matches)

    def finish_check(self, job: Job, worker: str, report: str, is_passed: bool) -> None:
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                self.competition.finish_check(connection, job.bot, report, is_passed)
                self._done(connection, job, worker)

    def finish_meeting(self, job: Job, worker: str, matches: Sequence[Played]) -> None:
        """Commit the matches of a meeting, numbered by the places of its table."""
        with self.data.change() as connection:
            if not self._is_mine(connection, job, worker):
                return
            found = [
                msgspec.structs.replace(played, seating=tuple(job.table[place].number for place in played.seating))
                for played in matches
            ]
            self.data.journal(connection, self.competition.run(connection), found)
            self._list_seats(connection, found)
            self.data.take_numbers(connection, "played", len(found))
            self._done(connection, job, worker, len(found))

    def _list_seats(self, connection: Connection, matches: Sequence[Played]) -> None:
        now = self.competition.now()
        rows: dict[tuple[int, int], dict[str, Any]] = {}
        for played in matches:
            faulty = [seat for seat, _ in played.faults]
            for seat, number in enumerate(played.seating):
                others = sorted({other for other in played.seating if other != number})
                rows[number, played.number] = {
                    "bot": number,
                    "match": played.number,
                    "others": " ".join(map(str, others)),
                    "place": played.places[seat],
                    "share": win_parts(played.seating, played.teams, played.places, (number,)) / WIN,
                    "faults": sum(played.seating[each] == number for each in faulty),
                    "at": now,
                }
        # A meeting is committed once, so none of these is there already.
        connection.execute(insert(s.SEATS), list(rows.values()))

    def finish_rating(self, job: Job, worker: str, snapshot: Snapshot, seconds: float) -> None:
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                put_snapshot(connection, snapshot)
                self.data.put(connection, "rate_took", f"{seconds:.3f}")
                self._name_bots(connection)
                self._done(connection, job, worker)

    def _name_bots(self, connection: Connection) -> None:
        """Write the names of all bots into the plan of the run, so that other commands can show it."""
        run = self.competition.run(connection)
        plan = read_plan(connection.execute(select(RUNS.c.plan).where(RUNS.c.id == run)).scalar_one())
        query = select(s.BOTS.c.hash, s.BOTS.c.version, s.TEAMS.c.name).join(s.TEAMS, s.TEAMS.c.id == s.BOTS.c.team)
        found = connection.execute(query.order_by(s.BOTS.c.number)).all()
        names = tuple(f"{row.name} v{row.version}" if row.hash else row.name for row in found)
        if names != plan.names:
            changed = msgspec.structs.replace(plan, names=names, bots=names)
            self.data.change_plan(connection, run, changed)

    def finish_round(
        self, job: Job, worker: str, run: int, problem: str = "", absent: Mapping[str, str] | None = None
    ) -> None:
        with self.data.change() as connection:
            state = read_round(self.data, connection, job.round)
            if state is not None and self._is_mine(connection, job, worker):
                state = msgspec.structs.replace(
                    state, phase="finished", run=run, problem=problem, absent=dict(absent or {})
                )
                write_round(self.data, connection, job.round, state)
                self._done(connection, job, worker)

    def fail_bot(self, job: Job, worker: str, number: int, reason: str) -> None:
        """Take a version out that could not be started although it had passed its check, and drop the job."""
        report = failed_report(reason)
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                connection.execute(
                    update(s.BOTS)
                    .where(s.BOTS.c.rated_as == number)
                    .values(state=FAILED, report=report, is_active=False)
                )
                self._done(connection, job, worker, state="failed")

    def give_up(self, job: Job, worker: str, reason: str) -> None:
        """Drop a job that cannot be done, and tell the host."""
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                connection.execute(
                    insert(s.NEWS).values(
                        at=self.competition.now(), text=f"{_text(job)}: {reason}"[:500], is_public=False
                    )
                )
                if job.kind == CHECK:
                    report = failed_report(f"the check could not be made: {reason}")
                    self.competition.finish_check(connection, job.bot, report, is_passed=False)
                self._done(connection, job, worker, state="failed")

    # Workers that are gone.

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

    def release_dead(self) -> int:
        """The same for all workers of this machine that are not running."""
        with self.data.read() as connection:
            query = select(s.JOBS.c.worker).where(s.JOBS.c.state == "running")
            names = {*connection.execute(query).scalars(), *connection.execute(select(s.WORKERS.c.name)).scalars()}
        dead = [name for name in names if name.startswith(f"{socket.gethostname()}:") and not _is_running(name)]
        return self.release(dead)

    def _release(self, connection: Connection, row: Any) -> None:
        if row.kind == RATE:
            connection.execute(delete(s.JOBS).where(s.JOBS.c.id == row.id))
            return
        job = _job(row)
        if row.tries + 1 >= MAX_TRIES and row.kind != ROUND:
            connection.execute(update(s.JOBS).where(s.JOBS.c.id == row.id).values(tries=row.tries + 1))
            connection.execute(
                insert(s.NEWS).values(
                    at=self.competition.now(), text=f"{_text(job)}: ended its worker {MAX_TRIES} times", is_public=False
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

    def waiting(self) -> list[tuple[Job, str, float]]:
        """Jobs that wait or run, with their worker and the time they were made."""
        query = select(s.JOBS).where(s.JOBS.c.state.in_(("waiting", "running"))).order_by(s.JOBS.c.id)
        with self.data.read() as connection:
            return [
                (_job(row), row.worker if row.state == "running" else "", row.made) for row in connection.execute(query)
            ]

    def workers(self) -> list[tuple[str, float, str, int]]:
        with self.data.read() as connection:
            found = connection.execute(select(s.WORKERS).order_by(s.WORKERS.c.name)).all()
        return [(row.name, row.seen, row.doing, row.matches) for row in found]


def failed_report(reason: str) -> str:
    """The report of a version that fails for a reason other than a check."""
    return msgspec.json.encode({"passed": False, "reason": reason, "findings": ()}).decode()


def lease_seconds(kind: str, season: Season) -> float:
    """The longest that a job can take before its worker is thought dead."""
    if kind == ROUND:
        return ROUND_LEASE
    if kind == MEETING:
        return 120 + season.limits.match_seconds * season.ladder.meeting_blocks * 2 * len(season.teams_of_seats())
    return 120 + 4 * season.limits.check_seconds


def _job(row: Any) -> Job:
    return msgspec.convert({"id": row.id, "kind": row.kind, "tries": row.tries, **msgspec.json.decode(row.body)}, Job)


def _text(job: Job) -> str:
    if job.kind == CHECK:
        return f"check of bot {job.bot}"
    if job.kind == MEETING:
        return f"meeting of {', '.join(str(seat.number) for seat in job.table)}"
    return f"round {job.round + 1}" if job.kind == ROUND else "ratings"


def worker_name() -> str:
    return f"{socket.gethostname()}:{os.getpid()}"


def _is_running(name: str) -> bool:
    pid = name.rpartition(":")[2]
    try:
        os.kill(int(pid), 0)
    except (ProcessLookupError, ValueError):
        return False
    except PermissionError:
        return True
    return not _is_zombie(pid)


def _is_zombie(pid: str) -> bool:
    """Whether the process has ended and nobody has waited for it: in a container that may last for ever."""
    try:
        return Path("/proc", pid, "stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except (OSError, IndexError):
        return False
