"""The results of jobs, each committed in one transaction with the end of its job."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from croupier.arena.plan.run_plan import read_plan
from croupier.arena.results.intervals import WIN, win_parts
from croupier.arena.run.task import Played
from croupier.arena.store.schema import RUNS
from croupier.season import schema as s
from croupier.season.competition import Competition
from croupier.season.records import FAILED
from croupier.season.rounds import read_round, write_round
from croupier.season.standings import Snapshot, put_snapshot
from croupier.season.work.jobs import CHECK, ROUND, Job, failed_report, job_text

KEPT: Final = (CHECK, ROUND)
"""Kinds of jobs that stay in the store when they are done; a season has millions of the others."""
FIRST_CHECK_SECONDS: Final = 2.0
"""Seconds for a check at least, before it is put off."""
USUAL_CHECKS: Final = 4.0
"""A check is not put off before it has taken this many times the usual time."""


class JobResults:
    """Takes the results of workers."""

    def __init__(self, competition: Competition) -> None:
        self.competition = competition
        self.data = competition.data

    def _is_mine(self, connection: Connection, job: Job, worker: str) -> bool:
        """Whether the job is still this worker's, and was not given to another."""
        row = connection.execute(select(s.JOBS.c.state, s.JOBS.c.worker).where(s.JOBS.c.id == job.id)).one_or_none()
        return row is not None and row.state == "running" and row.worker == worker

    def _done(self, connection: Connection, job: Job, worker: str, matches: int = 0, state: str = "done") -> None:
        now = self.competition.now()
        if state == "done" and job.kind not in KEPT:
            connection.execute(delete(s.JOBS).where(s.JOBS.c.id == job.id))
        else:
            connection.execute(update(s.JOBS).where(s.JOBS.c.id == job.id).values(state=state, done=now))
        self.data.see_worker(connection, worker, now, "", matches)

    def finish_check(self, job: Job, worker: str, report: str, is_passed: bool, seconds: float = 0.0) -> None:
        """Commit the result of a check that took `seconds`."""
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                self.competition.finish_check(connection, job.bot, report, is_passed)
                if is_passed:
                    self._note_seconds(connection, seconds)
                self._done(connection, job, worker)

    def _note_seconds(self, connection: Connection, seconds: float) -> None:
        """Follow how long checks take that pass; one of them moves the average by a tenth of the way."""
        limit = self._first_check_seconds(connection)
        usual = float(self.data.get(connection, "check_took") or 0)
        usual += (min(seconds, limit) - usual) / 10
        self.data.put(connection, "check_took", f"{usual:.3f}")

    def first_check_seconds(self) -> float:
        """Seconds after which a check is put off, so that those of other teams need not wait for it."""
        with self.data.read() as connection:
            return self._first_check_seconds(connection)

    def _first_check_seconds(self, connection: Connection) -> float:
        # On a busy machine all checks take longer, and to put off every one of them would help nobody.
        return max(FIRST_CHECK_SECONDS, USUAL_CHECKS * float(self.data.get(connection, "check_took") or 0))

    def put_off(self, job: Job, worker: str, seconds: float) -> None:
        """Let a check that was not done after `seconds` wait until no other check does; then it has its whole time."""
        reason = (
            f"the check takes longer than {seconds:.3g} s; it is repeated with more time after the checks of others"
        )
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                waiting = {"state": "waiting", "worker": "", "is_slow": True}
                connection.execute(update(s.JOBS).where(s.JOBS.c.id == job.id).values(waiting))
                report = update(s.BOTS).where(s.BOTS.c.number == job.bot, s.BOTS.c.hash != "")
                connection.execute(report.values(report=failed_report(reason)))
                self.data.see_worker(connection, worker, self.competition.now(), "")

    def finish_meeting(self, job: Job, worker: str, matches: Sequence[Played]) -> None:
        """Commit the matches of a meeting, numbered by the places of its table."""
        with self.data.change() as connection:
            if not self._is_mine(connection, job, worker):
                return
            found = _numbered(job, matches)
            self.data.journal(connection, self.competition.run(connection), found)
            self._list_seats(connection, found)
            self.data.take_numbers(connection, "played", len(found))
            self._done(connection, job, worker, len(found))

    def finish_part(self, job: Job, worker: str, matches: Sequence[Played]) -> None:
        """Commit matches of a round, numbered by the places of its table."""
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                found = _numbered(job, matches)
                self.data.journal(connection, job.run, found)
                self._done(connection, job, worker, len(found))

    def finish_feedback(self, job: Job, worker: str, document: str, seconds: float) -> None:
        with self.data.change() as connection:
            if self._is_mine(connection, job, worker):
                now = self.competition.now()
                blocks = connection.execute(select(s.BOTS.c.blocks).where(s.BOTS.c.number == job.bot)).scalar_one()
                connection.execute(delete(s.FEEDBACK).where(s.FEEDBACK.c.bot == job.bot))
                values = {"bot": job.bot, "at": now, "blocks": blocks, "document": document}
                connection.execute(insert(s.FEEDBACK).values(values))
                self.data.put(connection, "feedback_at", str(now))
                self.data.put(connection, "feedback_took", f"{seconds:.3f}")
                self._done(connection, job, worker)

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
                self.competition.clean_up_round(connection, state)
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
                        at=self.competition.now(), text=f"{job_text(job)}: {reason}"[:500], is_public=False
                    )
                )
                if job.kind == CHECK:
                    report = failed_report(f"the check could not be made: {reason}")
                    self.competition.finish_check(connection, job.bot, report, is_passed=False)
                self._done(connection, job, worker, state="failed")


def _numbered(job: Job, matches: Sequence[Played]) -> list[Played]:
    """The matches with the numbers of their bots instead of places at the table."""
    return [
        msgspec.structs.replace(played, seating=tuple(job.table[place].number for place in played.seating))
        for played in matches
    ]
