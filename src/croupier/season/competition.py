"""A season in its store: what the host decides, rounds, announcements; entrants are in `teams.py` and `versions.py`.

Every method is one transaction, and nothing is kept in memory, so several processes can use one season and any of them
may be killed. The time comes from a function, so that tests run three weeks in a second.
"""

import secrets
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from croupier.arena.plan.run_plan import CHANCE, Plan, read_plan, version
from croupier.arena.store.schema import RUNS
from croupier.kernel.decision import Clock
from croupier.kernel.errors import UsageError
from croupier.kernel.secret import commitment_to
from croupier.season import schema as s
from croupier.season.config import Season, read_season
from croupier.season.records import PASSED, Refused
from croupier.season.rounds import RoundState, advance_rounds, read_round, round_states, write_round
from croupier.season.standings import Snapshot, put_snapshot
from croupier.season.store import rows
from croupier.season.teams import token_hash
from croupier.season.versions import Versions

KIND: Final = "season"
_FIXED: Final = ("title", "game", "seats", "settings", "reference")


class Competition(Versions):
    """One season."""

    def open(self, text: str, name: str = "season.toml") -> str:
        """Begin the season of this file, or go on with it. Returns a new admin token if the season is new."""
        season = read_season(text, name)
        with self.data.change() as connection:
            before = self.data.get(connection, "file")
            if before is not None:
                self._compare(connection, read_season(before), season, name)
                self.data.put(connection, "file", text)
                self._add_rounds(connection, season)
                self._renew_ladder(connection, season)
                return ""
            self.data.put(connection, "file", text)
            token = self._new_admin(connection)
            self.data.put(connection, "tickets", secrets.token_hex(16))
            self._begin_ladder(connection, season)
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

    def _begin_ladder(self, connection: Connection, season: Season) -> int:
        plan = ladder_plan(season, secrets.token_hex(16))
        run = self.data.begin_run(connection, plan, self.now())
        self.data.put(connection, "run", str(run))
        return run

    def _renew_ladder(self, connection: Connection, season: Season) -> None:
        """Begin the ladder again if this Croupier has other rules or deals than the one that began it."""
        text = connection.execute(select(RUNS.c.plan).where(RUNS.c.id == self.run(connection))).scalar_one()
        old, new = read_plan(text), ladder_plan(season, secrets.token_hex(16))
        change = old.refusal(new)
        if not change:
            return
        ladders = self.ladders(connection)
        first = int(self.data.get(connection, "next_match") or 0)
        ladders.append((self._begin_ladder(connection, season), first))
        self.data.put(connection, "ladders", msgspec.json.encode(ladders).decode())
        self.data.put(connection, "played", "0")
        connection.execute(delete(s.JOBS).where(s.JOBS.c.kind.in_(("meeting", "rate", "feedback"))))
        connection.execute(delete(s.FEEDBACK))
        connection.execute(update(s.BOTS).values(blocks=0))
        put_snapshot(connection, Snapshot(self.now(), 0, ()))
        words = f"The ladder begins again, because {change}. Earlier results stay as they are."
        connection.execute(insert(s.NEWS).values(at=self.now(), text=words, is_public=True))

    def _new_admin(self, connection: Connection) -> str:
        token = secrets.token_urlsafe(24)
        self.data.put(connection, "admin", token_hash(token))
        return token

    def new_admin_token(self) -> str:
        with self.data.change() as connection:
            return self._new_admin(connection)

    def is_admin(self, token: str) -> bool:
        with self.data.read() as connection:
            known = self.data.get(connection, "admin") or ""
        return bool(token) and secrets.compare_digest(token_hash(token), known)

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

    def tick(self) -> None:
        """Do what the time asks for: freeze fields and queue rounds."""
        with self.data.change() as connection:
            advance_rounds(self.data, connection, self.season(connection), self.file(connection), self.now())

    def rounds(self) -> list[RoundState]:
        with self.data.read() as connection:
            return round_states(self.data, connection)


def ladder_plan(season: Season, secret: str) -> Plan:
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
