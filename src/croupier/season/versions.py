"""Versions of bots: handing in, checks, and which version plays."""

from typing import Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from croupier.players.entrant import printable
from croupier.season import schema as s
from croupier.season.config import Season
from croupier.season.packing import pack_submission
from croupier.season.records import (
    FAILED,
    MAX_NAME,
    PASSED,
    SUPERSEDED,
    WAITING,
    Bot,
    HandedIn,
    Person,
    Refused,
    bot_of,
)
from croupier.season.store import rows
from croupier.season.teams import Teams

DAY_SECONDS: Final = 86_400.0


class Versions(Teams):
    """What teams hand in."""

    def hand_in(self, person: Person, name: str, body: bytes) -> HandedIn:
        """Keep a new version and queue its check."""
        season = self.season()
        self._check_open(season)
        submission = pack_submission(name, body, season.limits)
        with self.data.change() as connection:
            team = self._team(connection, person.team)
            if team.disqualified:
                raise Refused("disqualified", f"your team is disqualified: {team.disqualified}")
            known = self._known(connection, team.id, submission.digest)
            if known is not None and known.state == PASSED:
                self._activate(connection, known)
                return HandedIn(self._bot(connection, known.number), 0, True)
            if known is not None and known.state == WAITING:  # sent twice, as after an answer that was lost
                return HandedIn(known, self._checks_ahead(connection, team.id))
            self._check_quota(connection, season, team.id, len(submission.data))
            was_slow = self._supersede(connection, team.id) or self._was_slow(connection, team.id)
            self.data.put_file(connection, submission.digest, submission.entry, submission.data)
            file = printable(name[-MAX_NAME:])
            number = self._add_bot(
                connection, team.id, file, submission.digest, len(submission.data), person.name, WAITING
            )
            self._queue_check(connection, number, team.id, was_slow)
            return HandedIn(self._bot(connection, number), self._checks_ahead(connection, team.id))

    def _checks_ahead(self, connection: Connection, team: int) -> int:
        """Number of checks that end or begin before the latest one of this team."""
        jobs = s.JOBS.c
        query = select(s.JOBS).where(jobs.kind == "check", jobs.state.in_(("waiting", "running")))
        checks = rows(connection, query.order_by(jobs.state == "waiting", jobs.is_slow, jobs.id))
        return next((place for place, job in reversed(list(enumerate(checks))) if job.team == team), 0)

    def _known(self, connection: Connection, team: int, digest: str) -> Bot | None:
        query = select(s.BOTS).where(s.BOTS.c.team == team, s.BOTS.c.hash == digest).order_by(s.BOTS.c.number.desc())
        row = connection.execute(query.limit(1)).one_or_none()
        return None if row is None else bot_of(row)

    def _check_quota(self, connection: Connection, season: Season, team: int, size: int) -> None:
        since = self.now() - DAY_SECONDS
        recent = rows(
            connection,
            select(s.BOTS.c.handed_in)
            .where(s.BOTS.c.team == team, s.BOTS.c.handed_in > since)
            .order_by(s.BOTS.c.handed_in),
        )
        if len(recent) >= season.quota.submissions_per_day:
            wait = recent[-season.quota.submissions_per_day].handed_in - since
            raise Refused(
                "quota",
                f"your team has handed in {len(recent)} versions in a day, which is the limit; the next one is taken "
                f"in {max(1, round(wait / 60))} minutes",
            )
        kept = connection.execute(
            select(func.coalesce(func.sum(s.BOTS.c.size), 0)).where(s.BOTS.c.team == team)
        ).scalar_one()
        if kept + size > season.quota.kept_mb << 20:
            raise Refused("quota", f"all versions of a team may have {season.quota.kept_mb} MB together")

    def _supersede(self, connection: Connection, team: int) -> bool:
        """Drop the team's checks that wait: only the latest version counts. Whether one of them was a long check."""
        waiting = rows(connection, select(s.JOBS).where(s.JOBS.c.kind == "check", s.JOBS.c.state == "waiting"))
        own = set(
            connection.execute(
                select(s.BOTS.c.number).where(s.BOTS.c.team == team, s.BOTS.c.state == WAITING)
            ).scalars()
        )
        was_slow = False
        for job in waiting:
            number = msgspec.json.decode(job.body)["bot"]
            if number in own:
                was_slow |= bool(job.is_slow)
                connection.execute(delete(s.JOBS).where(s.JOBS.c.id == job.id))
                connection.execute(update(s.BOTS).where(s.BOTS.c.number == number).values(state=SUPERSEDED))
        return was_slow

    def _add_bot(
        self, connection: Connection, team: int, file: str, digest: str, size: int, person: str, state: str
    ) -> int:
        number = self.data.take_numbers(connection, "next_bot", 1)
        before = self._known(connection, team, digest) if digest else None
        connection.execute(
            insert(s.BOTS).values(
                number=number,
                team=team,
                version=1 + self.data.count(connection, s.BOTS, s.BOTS.c.team == team),
                hash=digest,
                size=size,
                file=file,
                handed_in=self.now(),
                person=person,
                state=state,
                report="",
                is_active=not digest,
                rated_as=number if before is None else before.rated_as,
                blocks=0,
            )
        )
        return number

    def _queue_check(self, connection: Connection, number: int, team: int, is_slow: bool) -> None:
        self.data.add_job(connection, "check", {"bot": number}, self.now(), team=team, is_slow=is_slow)

    def _was_slow(self, connection: Connection, team: int) -> bool:
        """Whether the team's last check was a long one that failed: its next one waits until others are done."""
        jobs = s.JOBS.c
        query = select(s.JOBS).where(jobs.kind == "check", jobs.team == team, jobs.state.in_(("done", "failed")))
        last = connection.execute(query.order_by(jobs.done.desc(), jobs.id.desc()).limit(1)).one_or_none()
        if last is None or not last.is_slow:
            return False
        return self._bot(connection, msgspec.json.decode(last.body)["bot"]).state == FAILED

    def bots(self, team: int) -> list[Bot]:
        """All versions of a team, the latest first."""
        query = select(s.BOTS).where(s.BOTS.c.team == team).order_by(s.BOTS.c.version.desc())
        with self.data.read() as connection:
            return [bot_of(row) for row in rows(connection, query)]

    def bot(self, number: int) -> Bot:
        with self.data.read() as connection:
            return self._bot(connection, number)

    def _bot(self, connection: Connection, number: int) -> Bot:
        row = connection.execute(select(s.BOTS).where(s.BOTS.c.number == number)).one_or_none()
        if row is None:
            raise Refused("no_bot", f"there is no bot {number}")
        return bot_of(row)

    def all_bots(self) -> dict[int, Bot]:
        """Every version of everybody by number."""
        with self.data.read() as connection:
            return {row.number: bot_of(row) for row in rows(connection, select(s.BOTS).order_by(s.BOTS.c.number))}

    def activate(self, person: Person, number: int) -> None:
        """Let an earlier version play again."""
        if self.bot(number).team != person.team:  # before the season's lock is taken, for which others wait
            raise Refused("no_bot", f"there is no bot {number}")
        with self.data.change() as connection:
            bot = self._bot(connection, number)
            if bot.state != PASSED:
                raise Refused("not_passed", f"version {bot.version} has not passed its check")
            self._activate(connection, bot)

    def _activate(self, connection: Connection, bot: Bot) -> None:
        connection.execute(update(s.BOTS).where(s.BOTS.c.team == bot.team).values(is_active=False))
        connection.execute(update(s.BOTS).where(s.BOTS.c.number == bot.number).values(is_active=True))

    def finish_check(self, connection: Connection, number: int, report: str, is_passed: bool) -> None:
        """The result of a check; a version that passes for the first time becomes the active one."""
        row = connection.execute(select(s.BOTS).where(s.BOTS.c.number == number)).one()
        if not row.hash:
            return  # deleted meanwhile
        state = PASSED if is_passed else FAILED
        connection.execute(update(s.BOTS).where(s.BOTS.c.number == number).values(state=state, report=report))
        newer = self.data.count(
            connection,
            s.BOTS,
            s.BOTS.c.team == row.team,
            s.BOTS.c.is_active,
            s.BOTS.c.version > row.version,
        )
        if is_passed and not newer and row.state != PASSED:
            self._activate(connection, bot_of(row))
        if not is_passed:
            connection.execute(update(s.BOTS).where(s.BOTS.c.number == number).values(is_active=False))

    def rerun(self, number: int) -> None:
        """Check a version once more. One that has passed goes on playing, if it plays, unless it fails now."""
        with self.data.change() as connection:
            bot = self._bot(connection, number)
            if not bot.hash:
                raise Refused("no_bot", "there are no files to check")
            unfinished = s.JOBS.c.state.in_(("waiting", "running"))
            query = select(s.JOBS.c.body).where(s.JOBS.c.kind == "check", s.JOBS.c.team == bot.team, unfinished)
            if any(msgspec.json.decode(body)["bot"] == number for body in connection.execute(query).scalars()):
                raise Refused("waiting", f"version {bot.version} is already waiting for a check")
            if bot.state != PASSED:
                connection.execute(update(s.BOTS).where(s.BOTS.c.number == number).values(state=WAITING, report=""))
            self._queue_check(connection, number, bot.team, self._was_slow(connection, bot.team))
            self._note(connection, f"{self._team(connection, bot.team).name}: version {bot.version} is checked again")
