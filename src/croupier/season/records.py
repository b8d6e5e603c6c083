"""Entrants and their bots as values, as they are read from the store."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import Connection, select

from croupier.kernel.errors import UsageError
from croupier.season import schema as s

WAITING, PASSED, FAILED, SUPERSEDED = "waiting", "passed", "failed", "superseded"
"""The states of a version."""
MAX_NAME: Final = 40


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


def bot_of(row: Any) -> Bot:
    return Bot(*(getattr(row, name) for name in Bot.__struct_fields__))


def team_of(row: Any) -> Team:
    return Team(*(getattr(row, name) for name in Team.__struct_fields__))


def _team_of(values: Sequence[Any]) -> Team:
    by_name = dict(zip((column.name for column in s.TEAMS.c), values, strict=True))
    return Team(*(by_name[name] for name in Team.__struct_fields__))
