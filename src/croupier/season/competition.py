"""A season in its store: who takes part, what was handed in, and what entrants and the host may do.

Every method is one transaction, and nothing is kept in memory, so several processes can use one season and any of them
may be killed. The time comes from a function, so that tests run three weeks in a second.
"""

import hashlib
import secrets
import unicodedata
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, delete, func, insert, select, update

from croupier.arena.plan.run_plan import CHANCE, Plan, version
from croupier.arena.store.store import Store
from croupier.kernel.decision import Clock
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import commitment_to
from croupier.players.entrant import printable
from croupier.season import schema as s
from croupier.season.config import Season, read_season
from croupier.season.packing import pack_submission
from croupier.season.privacy import strip_stored
from croupier.season.rounds import RoundState, advance_rounds, read_round, round_states, write_round
from croupier.season.store import Now, SeasonStore, rows, utc_now

KIND: Final = "season"
DAY_SECONDS: Final = 86_400.0
MAX_NAME: Final = 40
WAITING, PASSED, FAILED, SUPERSEDED = "waiting", "passed", "failed", "superseded"
_FIXED: Final = ("title", "game", "seats", "settings", "reference")


class Refused(UsageError):
    """Something that this entrant may not do; `code` is for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class Person(msgspec.Struct, frozen=True):
    """Somebody who has given a token."""

    id: int
    name: str
    team: int


class Team(msgspec.Struct, frozen=True):
    """A team or a reference bot."""

    id: int
    name: str
    division: str
    joined: float
    disqualified: str
    is_reference: bool


class Bot(msgspec.Struct, frozen=True):
    """One version that was handed in."""

    number: int
    team: int
    version: int
    hash: str
    size: int
    file: str
    handed_in: float
    person: str
    state: str
    report: str
    is_active: bool
    rated_as: int
    blocks: int


class Joined(msgspec.Struct, frozen=True):
    """What somebody who joins is given, once."""

    token: str
    team: str
    team_code: str
    """Lets others join the same team."""


class HandedIn(msgspec.Struct, frozen=True):
    """The receipt of a submission."""

    bot: Bot
    ahead: int
    """Number of checks before this one."""
    is_known: bool = False
    """Whether the team has handed in the same content before, which needs no check."""


class Competition:
    """One season."""

    def __init__(self, store: Store, now: Now = utc_now) -> None:
        self.data = SeasonStore(store)
        self.now = now

    # The host's part.

    def open(self, text: str, name: str = "season.toml") -> str:
        """Begin the season of this file, or go on with it. Returns a new admin token if the season is new."""
        season = read_season(text, name)
        with self.data.change() as connection:
            before = self.data.get(connection, "file")
            if before is not None:
                self._compare(connection, read_season(before), season, name)
                self.data.put(connection, "file", text)
                self._add_rounds(connection, season)
                return ""
            self.data.put(connection, "file", text)
            token = self._new_admin(connection)
            self.data.put(connection, "tickets", secrets.token_hex(16))
            secret = secrets.token_hex(16)
            self.data.put(connection, "run", str(self.data.begin_run(connection, _plan(season, secret), self.now())))
            self._add_rounds(connection, season)
            for bot in season.reference:
                team = self._add_team(connection, bot, "", is_reference=True)
                self._add_bot(connection, team, bot, "", 0, "", PASSED)
            for division, count in [("", season.join.codes), *((each.name, each.codes) for each in season.division)]:
                self._add_codes(connection, count, division)
            return token

    def _compare(self, connection: Connection, old: Season, new: Season, name: str) -> None:
        for field in _FIXED:
            if getattr(old, field) != getattr(new, field):
                raise UsageError(
                    f"{name}: {field} was {getattr(old, field)!r} when the season began and cannot be changed; "
                    "for another season use another database (--db)"
                )
        for number, state in enumerate(round_states(self.data, connection)):
            if state.phase != "open" and (number >= len(new.round) or new.round[number] != old.round[number]):
                raise UsageError(f"{name}: round {old.round[number].name!r} is over and cannot be changed")

    def _add_rounds(self, connection: Connection, season: Season) -> None:
        for number in range(len(season.round)):
            if read_round(self.data, connection, number) is None:
                secret = secrets.token_hex(16)
                state = RoundState(secret=secret, commitment=commitment_to(secret))
                write_round(self.data, connection, number, state)

    def _new_admin(self, connection: Connection) -> str:
        token = secrets.token_urlsafe(24)
        self.data.put(connection, "admin", _hash(token))
        return token

    def new_admin_token(self) -> str:
        with self.data.change() as connection:
            return self._new_admin(connection)

    def is_admin(self, token: str) -> bool:
        with self.data.read() as connection:
            known = self.data.get(connection, "admin") or ""
        return bool(token) and secrets.compare_digest(_hash(token), known)

    def _add_codes(self, connection: Connection, count: int, division: str) -> list[str]:
        codes = ["-".join(secrets.token_hex(2) for _ in range(3)) for _ in range(count)]
        if codes:
            connection.execute(insert(s.CODES), [{"code": code, "division": division, "team": 0} for code in codes])
        return codes

    def add_codes(self, count: int, division: str = "") -> list[str]:
        with self.data.change() as connection:
            if division and division not in {each.name for each in self.season(connection).division}:
                raise Refused("no_division", f"there is no division {division!r}")
            return self._add_codes(connection, count, division)

    def codes(self) -> list[tuple[str, str, bool]]:
        """Invitation codes with their divisions, and whether they were used."""
        with self.data.read() as connection:
            found = rows(connection, select(s.CODES).order_by(s.CODES.c.division, s.CODES.c.code))
        return [(row.code, row.division, bool(row.team)) for row in found]

    def season(self, connection: Connection | None = None) -> Season:
        return read_season(self.file(connection))

    def file(self, connection: Connection | None = None) -> str:
        """The text of the season file."""
        if connection is None:
            with self.data.read() as fresh:
                return self.file(fresh)
        text = self.data.get(connection, "file")
        if text is None:
            raise UsageError("there is no season in this database; start one with croupier host season.toml")
        return text

    def run(self, connection: Connection | None = None) -> int:
        """The number of the ladder's run in the store."""
        if connection is None:
            with self.data.read() as fresh:
                return self.run(fresh)
        return int(self.data.get(connection, "run") or 0)

    def pause(self, paused: bool) -> None:
        with self.data.change() as connection:
            self.data.put(connection, "paused", "yes" if paused else "")
            self._note(connection, "paused" if paused else "resumed")

    def is_paused(self) -> bool:
        with self.data.read() as connection:
            return bool(self.data.get(connection, "paused"))

    def announce(self, text: str) -> None:
        text = text.strip()[:2000]
        if not text:
            raise Refused("no_text", "the announcement is empty")
        with self.data.change() as connection:
            connection.execute(insert(s.NEWS).values(at=self.now(), text=text, is_public=True))

    def news(self, everything: bool = False) -> list[tuple[float, str, bool]]:
        """Announcements, the latest first; with `everything` also what the host did."""
        query = select(s.NEWS).order_by(s.NEWS.c.id.desc()).limit(100)
        if not everything:
            query = query.where(s.NEWS.c.is_public)
        with self.data.read() as connection:
            return [(row.at, row.text, bool(row.is_public)) for row in rows(connection, query)]

    def _note(self, connection: Connection, text: str) -> None:
        connection.execute(insert(s.NEWS).values(at=self.now(), text=text, is_public=False))

    def disqualify(self, team: int, reason: str) -> None:
        """Take a team out of the field; an empty reason lets it back."""
        with self.data.change() as connection:
            found = self._team(connection, team)
            if found.is_reference:
                raise Refused("no_team", "a reference bot cannot be disqualified; change the season file")
            connection.execute(
                update(s.TEAMS).where(s.TEAMS.c.id == team).values(disqualified=printable(reason.strip()[:300]))
            )
            self._note(connection, f"{found.name}: {f'disqualified: {reason}' if reason else 'admitted again'}")

    def rerun(self, number: int) -> None:
        """Check a version once more."""
        with self.data.change() as connection:
            bot = self._bot(connection, number)
            if not bot.hash:
                raise Refused("no_bot", "a reference bot needs no check")
            connection.execute(update(s.BOTS).where(s.BOTS.c.number == number).values(state=WAITING, report=""))
            self._queue_check(connection, number)
            self._note(connection, f"bot {number}: checked again")

    # Entrants.

    def join(self, name: str, team: str, code: str = "", division: str = "") -> Joined:
        """Join with a new team, or with the code of a team that exists."""
        name, team = _clean(name, "your name"), _clean(team, "the team's name") if team.strip() else ""
        with self.data.change() as connection:
            season = self.season(connection)
            self._check_open(season)
            token = secrets.token_urlsafe(24)
            mates = connection.execute(
                select(s.TEAMS).where(s.TEAMS.c.code == code, ~s.TEAMS.c.is_deleted)
            ).one_or_none()
            if code and mates is not None and not mates.is_reference:
                people = self.data.count(connection, s.PEOPLE, s.PEOPLE.c.team == mates.id)
                if people >= season.join.team_size:
                    raise Refused("full", f"team {mates.name} is full: {season.join.team_size} may be in a team")
                self._add_person(connection, mates.id, name, token)
                return Joined(token, mates.name, mates.code)
            if not team:
                raise Refused("no_name", "choose a name for your team")
            number = self._new_team(connection, season, team, code.strip(), division)
            self._add_person(connection, number, name, token)
            found = connection.execute(select(s.TEAMS.c.code).where(s.TEAMS.c.id == number)).scalar_one()
            return Joined(token, team, found)

    def _check_open(self, season: Season) -> None:
        now = self.now()
        if season.opens is not None and now < season.opens.timestamp():
            raise Refused("closed", f"the season opens at {season.opens.isoformat()}")
        if season.closes is not None and now >= season.closes.timestamp():
            raise Refused("closed", f"the season ended at {season.closes.isoformat()}")

    def _new_team(self, connection: Connection, season: Season, name: str, code: str, division: str) -> int:
        invited = None
        if code:
            invited = connection.execute(select(s.CODES).where(s.CODES.c.code == code)).one_or_none()
            if invited is None or invited.team:
                raise Refused("bad_code", "this code is not known, or it was used; check it letter by letter")
            division = invited.division or division
        elif not season.join.open:
            raise Refused("bad_code", "an invitation code is needed to join")
        names = [each.name for each in season.division]
        if division and division not in names:
            raise Refused("no_division", f"there is no division {division[:40]!r}; choose {', '.join(names) or 'none'}")
        if names and not division:
            division = names[0]
        if self.data.count(connection, s.TEAMS, ~s.TEAMS.c.is_reference) >= season.join.teams:
            raise Refused("full", "no more teams are admitted")
        number = self._add_team(connection, name, division)
        if invited is not None:
            connection.execute(update(s.CODES).where(s.CODES.c.code == code).values(team=number))
        return number

    def _add_team(self, connection: Connection, name: str, division: str, is_reference: bool = False) -> int:
        key = _key(name)
        if self.data.count(connection, s.TEAMS, s.TEAMS.c.key == key):
            raise Refused("taken", f"there is a team called {name!r} already")
        values = {
            "name": name,
            "key": key,
            "division": division,
            "code": secrets.token_urlsafe(9),
            "joined": self.now(),
            "disqualified": "",
            "is_reference": is_reference,
            "is_deleted": False,
        }
        return int(connection.execute(insert(s.TEAMS).values(values).returning(s.TEAMS.c.id)).scalar_one())

    def _add_person(self, connection: Connection, team: int, name: str, token: str) -> None:
        connection.execute(insert(s.PEOPLE).values(team=team, name=name, token=_hash(token), joined=self.now()))

    def person(self, token: str) -> Person | None:
        """Who has this token."""
        with self.data.read() as connection:
            row = connection.execute(select(s.PEOPLE).where(s.PEOPLE.c.token == _hash(token))).one_or_none()
        return None if row is None else Person(row.id, row.name, row.team)

    def teams(self) -> list[Team]:
        """Everybody, in the order of joining."""
        query = select(s.TEAMS).where(~s.TEAMS.c.is_deleted).order_by(s.TEAMS.c.id)
        with self.data.read() as connection:
            return [_team(row) for row in rows(connection, query)]

    def team(self, number: int) -> Team:
        with self.data.read() as connection:
            return self._team(connection, number)

    def _team(self, connection: Connection, number: int) -> Team:
        row = connection.execute(select(s.TEAMS).where(s.TEAMS.c.id == number, ~s.TEAMS.c.is_deleted)).one_or_none()
        if row is None:
            raise Refused("no_team", f"there is no team {number}")
        return _team(row)

    def members(self, team: int) -> list[str]:
        query = select(s.PEOPLE.c.name).where(s.PEOPLE.c.team == team).order_by(s.PEOPLE.c.id)
        with self.data.read() as connection:
            return list(connection.execute(query).scalars())

    def team_code(self, team: int) -> str:
        with self.data.read() as connection:
            return connection.execute(select(s.TEAMS.c.code).where(s.TEAMS.c.id == team)).scalar_one()

    def delete_team(self, team: int) -> None:
        """Delete all data of a team: people, tokens, sources, reports. Its matches stay, under no name."""
        with self.data.change() as connection:
            if self._team(connection, team).is_reference:
                raise Refused("no_team", "a reference bot has no data")
            bots = rows(connection, select(s.BOTS.c.number, s.BOTS.c.hash).where(s.BOTS.c.team == team))
            numbers = [row.number for row in bots]
            connection.execute(delete(s.PEOPLE).where(s.PEOPLE.c.team == team))
            connection.execute(
                update(s.BOTS)
                .where(s.BOTS.c.team == team)
                .values(is_active=False, file="", person="", report="", hash="", state=SUPERSEDED)
            )
            kept = set(connection.execute(select(s.BOTS.c.hash)).scalars())
            gone = [row.hash for row in bots if row.hash not in kept]
            connection.execute(delete(s.FILES).where(s.FILES.c.hash.in_(gone)))
            for row in rows(connection, select(s.JOBS).where(s.JOBS.c.kind == "check", s.JOBS.c.state == "waiting")):
                if msgspec.json.decode(row.body)["bot"] in numbers:
                    connection.execute(delete(s.JOBS).where(s.JOBS.c.id == row.id))
            name = f"deleted {team}"
            connection.execute(
                update(s.TEAMS)
                .where(s.TEAMS.c.id == team)
                .values(name=name, key=name, is_deleted=True, code=secrets.token_urlsafe(9), disqualified="deleted")
            )
            strip_stored(connection, self.run(connection), set(numbers))
            for state in round_states(self.data, connection):
                playing = [entry for entry in state.field if entry.team not in state.absent]
                own = {place for place, entry in enumerate(playing) if entry.number in numbers}
                if state.run and own:
                    strip_stored(connection, state.run, own)

    # Bots.

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
            self._check_quota(connection, season, team.id, len(submission.data))
            self._supersede(connection, team.id)
            self.data.put_file(connection, submission.digest, submission.entry, submission.data)
            file = printable(name[-MAX_NAME:])
            number = self._add_bot(
                connection, team.id, file, submission.digest, len(submission.data), person.name, WAITING
            )
            ahead = self.data.count(connection, s.JOBS, s.JOBS.c.kind == "check", s.JOBS.c.state == "waiting")
            self._queue_check(connection, number)
            return HandedIn(self._bot(connection, number), ahead)

    def _known(self, connection: Connection, team: int, digest: str) -> Bot | None:
        query = select(s.BOTS).where(s.BOTS.c.team == team, s.BOTS.c.hash == digest).order_by(s.BOTS.c.number.desc())
        row = connection.execute(query.limit(1)).one_or_none()
        return None if row is None else _bot(row)

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

    def _supersede(self, connection: Connection, team: int) -> None:
        """Drop the team's checks that have not begun: only the latest version counts, and others wait less."""
        waiting = rows(connection, select(s.JOBS).where(s.JOBS.c.kind == "check", s.JOBS.c.state == "waiting"))
        own = set(
            connection.execute(
                select(s.BOTS.c.number).where(s.BOTS.c.team == team, s.BOTS.c.state == WAITING)
            ).scalars()
        )
        for job in waiting:
            number = msgspec.json.decode(job.body)["bot"]
            if number in own:
                connection.execute(delete(s.JOBS).where(s.JOBS.c.id == job.id))
                connection.execute(update(s.BOTS).where(s.BOTS.c.number == number).values(state=SUPERSEDED))

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

    def _queue_check(self, connection: Connection, number: int) -> None:
        body = msgspec.json.encode({"bot": number}).decode()
        connection.execute(
            insert(s.JOBS).values(
                kind="check", state="waiting", made=self.now(), body=body, worker="", taken=0.0, tries=0, done=0.0
            )
        )

    def bots(self, team: int) -> list[Bot]:
        """All versions of a team, the latest first."""
        query = select(s.BOTS).where(s.BOTS.c.team == team).order_by(s.BOTS.c.version.desc())
        with self.data.read() as connection:
            return [_bot(row) for row in rows(connection, query)]

    def bot(self, number: int) -> Bot:
        with self.data.read() as connection:
            return self._bot(connection, number)

    def _bot(self, connection: Connection, number: int) -> Bot:
        row = connection.execute(select(s.BOTS).where(s.BOTS.c.number == number)).one_or_none()
        if row is None:
            raise Refused("no_bot", f"there is no bot {number}")
        return _bot(row)

    def all_bots(self) -> dict[int, Bot]:
        """Every version of everybody by number."""
        with self.data.read() as connection:
            return {row.number: _bot(row) for row in rows(connection, select(s.BOTS).order_by(s.BOTS.c.number))}

    def activate(self, person: Person, number: int) -> None:
        """Let an earlier version play again."""
        with self.data.change() as connection:
            bot = self._bot(connection, number)
            if bot.team != person.team:
                raise Refused("no_bot", f"there is no bot {number}")
            if bot.state != PASSED:
                raise Refused("not_passed", f"version {bot.version} has not passed its check")
            self._activate(connection, bot)

    def _activate(self, connection: Connection, bot: Bot) -> None:
        connection.execute(update(s.BOTS).where(s.BOTS.c.team == bot.team).values(is_active=False))
        connection.execute(update(s.BOTS).where(s.BOTS.c.number == bot.number).values(is_active=True))

    def finish_check(self, connection: Connection, number: int, report: str, is_passed: bool) -> None:
        """The result of a check; a version that passed becomes the active one."""
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
        if is_passed and not newer:
            self._activate(connection, _bot(row))
        if not is_passed:
            connection.execute(update(s.BOTS).where(s.BOTS.c.number == number).values(is_active=False))

    def tick(self) -> None:
        """Do what the time asks for: freeze fields and queue rounds."""
        with self.data.change() as connection:
            advance_rounds(self.data, connection, self.season(connection), self.file(connection), self.now())

    def rounds(self) -> list[RoundState]:
        with self.data.read() as connection:
            return round_states(self.data, connection)


def active_bots(connection: Connection) -> list[tuple[Bot, Team]]:
    """The versions that play, with their teams."""
    query = (
        select(s.BOTS, s.TEAMS)
        .join(s.TEAMS, s.TEAMS.c.id == s.BOTS.c.team)
        .where(s.BOTS.c.is_active, s.BOTS.c.state == PASSED, s.TEAMS.c.disqualified == "", ~s.TEAMS.c.is_deleted)
        .order_by(s.BOTS.c.number)
    )
    bots, teams = len(s.BOTS.c), len(s.TEAMS.c)
    return [
        (Bot(*tuple(row)[:bots]), _team_of(tuple(row)[bots : bots + teams])) for row in connection.execute(query).all()
    ]


def _plan(season: Season, secret: str) -> Plan:
    """The plan of the ladder's run. Its bots are numbered as they are handed in."""
    game, settings = season.game_and_settings()
    return Plan(
        game=game.name,
        rules_version=game.version_of(settings),
        settings=season.plain_settings(),
        bots=(),
        names=(),
        seed=secret,
        orders=(),
        blocks=0,
        kind=KIND,
        seed_was_given=False,
        seats=season.seats,
        clock=Clock(answer=season.limits.answer_seconds),
        options={"talk": False, "names": False},
        croupier=version(),
        chance=CHANCE,
        commitment=commitment_to(secret),
        balanced=True,
    )


def _bot(row: Any) -> Bot:
    return Bot(*(getattr(row, name) for name in Bot.__struct_fields__))


def _team(row: Any) -> Team:
    return Team(*(getattr(row, name) for name in Team.__struct_fields__))


def _team_of(values: Sequence[Any]) -> Team:
    by_name = dict(zip((column.name for column in s.TEAMS.c), values, strict=True))
    return Team(*(by_name[name] for name in Team.__struct_fields__))


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _clean(name: str, what: str) -> str:
    name = " ".join(printable(unicodedata.normalize("NFC", name)).split())
    if not 1 <= len(name) <= MAX_NAME:
        raise Refused("no_name", f"{what} must have 1 to {MAX_NAME} characters")
    return name


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
