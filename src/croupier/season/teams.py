"""Teams, their people and their invitation codes."""

import hashlib
import secrets
import unicodedata
from collections.abc import Collection
from typing import Final

import msgspec
from sqlalchemy import Connection, delete, insert, select, update

from croupier.players.entrant import printable
from croupier.season import schema as s
from croupier.season.base import SeasonBase
from croupier.season.config import Season
from croupier.season.privacy import strip_stored
from croupier.season.records import MAX_NAME, SUPERSEDED, Joined, Person, Refused, Team, team_of
from croupier.season.rounds import PLAYING, RoundState, round_states
from croupier.season.store import rows

TOKEN_BYTES: Final = 24
TOKEN_LENGTH: Final = 4 * TOKEN_BYTES // 3
"""Characters of the token of a person."""


class Teams(SeasonBase):
    """Who takes part."""

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

    def join(self, name: str, team: str, code: str = "", division: str = "") -> Joined:
        """Join with a new team, or with the code of a team that exists."""
        name, team = _clean(name, "your name"), _clean(team, "the team's name") if team.strip() else ""
        with self.data.change() as connection:
            season = self.season(connection)
            self._check_open(season)
            token = secrets.token_urlsafe(TOKEN_BYTES)
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
        connection.execute(insert(s.PEOPLE).values(team=team, name=name, token=token_hash(token), joined=self.now()))

    def person(self, token: str) -> Person | None:
        """Who has this token."""
        with self.data.read() as connection:
            row = connection.execute(select(s.PEOPLE).where(s.PEOPLE.c.token == token_hash(token))).one_or_none()
        return None if row is None else Person(row.id, row.name, row.team)

    def renew_token(self, team: int, name: str) -> str:
        """A new token for a person of a team who has lost the old one, which becomes invalid."""
        with self.data.change() as connection:
            found = self._team(connection, team)
            query = (
                select(s.PEOPLE.c.id).where(s.PEOPLE.c.team == team, s.PEOPLE.c.name == name).order_by(s.PEOPLE.c.id)
            )
            person = connection.execute(query.limit(1)).scalar_one_or_none()
            if person is None:
                raise Refused("no_team", f"there is no {name[:MAX_NAME]!r} in team {found.name}")
            token = secrets.token_urlsafe(TOKEN_BYTES)
            connection.execute(update(s.PEOPLE).where(s.PEOPLE.c.id == person).values(token=token_hash(token)))
            self._note(connection, f"{found.name}: new token for {name}")
            return token

    def teams(self) -> list[Team]:
        """Everybody, in the order of joining."""
        query = select(s.TEAMS).where(~s.TEAMS.c.is_deleted).order_by(s.TEAMS.c.id)
        with self.data.read() as connection:
            return [team_of(row) for row in rows(connection, query)]

    def team(self, number: int) -> Team:
        with self.data.read() as connection:
            return self._team(connection, number)

    def _team(self, connection: Connection, number: int) -> Team:
        row = connection.execute(select(s.TEAMS).where(s.TEAMS.c.id == number, ~s.TEAMS.c.is_deleted)).one_or_none()
        if row is None:
            raise Refused("no_team", f"there is no team {number}")
        return team_of(row)

    def members(self, team: int) -> list[str]:
        query = select(s.PEOPLE.c.name).where(s.PEOPLE.c.team == team).order_by(s.PEOPLE.c.id)
        with self.data.read() as connection:
            return list(connection.execute(query).scalars())

    def all_members(self) -> dict[int, list[str]]:
        """The people of every team."""
        found: dict[int, list[str]] = {}
        with self.data.read() as connection:
            for row in rows(connection, select(s.PEOPLE.c.team, s.PEOPLE.c.name).order_by(s.PEOPLE.c.id)):
                found.setdefault(row.team, []).append(row.name)
        return found

    def team_code(self, team: int) -> str:
        with self.data.read() as connection:
            return connection.execute(select(s.TEAMS.c.code).where(s.TEAMS.c.id == team)).scalar_one()

    def delete_team(self, team: int) -> None:
        """Delete all data of a team: people, tokens, sources, reports. Its matches stay, under no name."""
        with self.data.change() as connection:
            if self._team(connection, team).is_reference:
                raise Refused("no_team", "a reference bot has no data")
            numbers = list(connection.execute(select(s.BOTS.c.number).where(s.BOTS.c.team == team)).scalars())
            connection.execute(delete(s.PEOPLE).where(s.PEOPLE.c.team == team))
            connection.execute(
                update(s.BOTS)
                .where(s.BOTS.c.team == team)
                .values(is_active=False, file="", person="", report="", hash="", state=SUPERSEDED)
            )
            self._delete_unused_files(connection)
            for row in rows(connection, select(s.JOBS).where(s.JOBS.c.kind == "check", s.JOBS.c.state == "waiting")):
                if msgspec.json.decode(row.body)["bot"] in numbers:
                    connection.execute(delete(s.JOBS).where(s.JOBS.c.id == row.id))
            name = f"deleted {team}"
            connection.execute(
                update(s.TEAMS)
                .where(s.TEAMS.c.id == team)
                .values(name=name, key=name, is_deleted=True, code=secrets.token_urlsafe(9), disqualified="deleted")
            )
            connection.execute(delete(s.FEEDBACK).where(s.FEEDBACK.c.bot.in_(numbers)))
            for run, _ in self.ladders(connection):
                strip_stored(connection, run, set(numbers))
            for state in round_states(self.data, connection):
                _strip_round(connection, state, numbers)

    def clean_up_round(self, connection: Connection, state: RoundState) -> None:
        """Delete from a round that is over what belongs to teams that deleted their data while it was played."""
        query = select(s.BOTS.c.number).join(s.TEAMS, s.TEAMS.c.id == s.BOTS.c.team).where(s.TEAMS.c.is_deleted)
        _strip_round(connection, state, list(connection.execute(query).scalars()))
        self._delete_unused_files(connection)

    def _delete_unused_files(self, connection: Connection) -> None:
        """Delete what no version has any more, except what a round plays with now: without it there is no proof."""
        kept = set(connection.execute(select(s.BOTS.c.hash)).scalars())
        for state in round_states(self.data, connection):
            if state.phase == PLAYING:
                kept.update(entry.hash for entry in state.field)
        gone = set(connection.execute(select(s.FILES.c.hash)).scalars()) - kept
        connection.execute(delete(s.FILES).where(s.FILES.c.hash.in_(gone)))

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


def _strip_round(connection: Connection, state: RoundState, numbers: Collection[int]) -> None:
    playing = [entry for entry in state.field if entry.team not in state.absent]
    own = {place for place, entry in enumerate(playing) if entry.number in numbers}
    if state.run and own:
        strip_stored(connection, state.run, own)


def token_hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _clean(name: str, what: str) -> str:
    name = " ".join(printable(unicodedata.normalize("NFC", name)).split())
    if not 1 <= len(name) <= MAX_NAME:
        raise Refused("no_name", f"{what} must have 1 to {MAX_NAME} characters")
    return name


def _key(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().replace(" ", "")
