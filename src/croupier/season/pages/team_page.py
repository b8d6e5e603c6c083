"""The page of a team. What is private is put in for the team itself alone."""

import re
from typing import Final

import msgspec
from sqlalchemy import select

from croupier.season import schema as s
from croupier.season.competition import Competition
from croupier.season.pages.messages import (
    HeadToHead,
    SeasonFault,
    SeasonFeedback,
    SeasonMatch,
    SeasonReceipt,
    SeasonTeam,
    SeasonVersion,
    VersionReport,
)
from croupier.season.pages.record import Result, show_record
from croupier.season.pages.season_page import leaderboard, moment
from croupier.season.privacy import EVERYONE
from croupier.season.records import PASSED, Bot, HandedIn

MAX_FAULTS: Final = 10
"""Faults that are shown."""
_FOLDER: Final = re.compile(r"/[^\s\"']*/[0-9a-f]{64}/")
"""The folder of a bot on the machine that played the match."""


def shown_version(bot: Bot, mine: bool) -> SeasonVersion:
    """One version; its report and file name are for its team."""
    public = (bot.number, bot.version, moment(bot.handed_in), bot.state, bot.is_active, bot.hash)
    if not mine:
        return SeasonVersion(*public)
    report = msgspec.json.decode(bot.report, type=VersionReport) if bot.report else None
    return SeasonVersion(*public, bot.file, bot.size, bot.person, report)


def shown_receipt(receipt: HandedIn) -> SeasonReceipt:
    fields = msgspec.structs.asdict(shown_version(receipt.bot, True))
    return SeasonReceipt(**fields, ahead=receipt.ahead, known=receipt.is_known)


def team_page(competition: Competition, number: int, viewer: int = EVERYONE, person: str | None = None) -> SeasonTeam:
    """The versions of a team, the matches of the active one, and whom it beats."""
    team = competition.team(number)
    mine = viewer == number
    board = leaderboard(competition)
    row = next((row for row in board.rows if row.team == number), None)
    bots = competition.bots(number)
    active = next((bot for bot in bots if bot.is_active), None)
    matches, against = ([], []) if active is None else _record(competition, active, viewer)
    return SeasonTeam(
        team=team.id,
        name=team.name,
        division=team.division,
        reference=team.is_reference,
        disqualified=team.disqualified,
        members=competition.members(number),
        mine=mine,
        rating=row,
        place=None if row is None else board.rows.index(row) + 1,
        versions=[shown_version(bot, mine) for bot in bots if mine or bot.state == PASSED],
        matches=matches,
        against=against,
        person=person,
        team_code=competition.team_code(number) if mine else None,
        faults=_faults(competition, active) if mine and active is not None else None,
        feedback=_feedback(competition, active) if mine and active is not None else None,
    )


def _record(competition: Competition, bot: Bot, viewer: int) -> tuple[list[SeasonMatch], list[HeadToHead]]:
    bots = competition.all_bots()
    with competition.data.read() as connection:
        first = competition.first_match(connection)
        query = select(s.SEATS).where(s.SEATS.c.bot == bot.rated_as, s.SEATS.c.match >= first)
        rows = connection.execute(query.order_by(s.SEATS.c.match.desc())).all()
    results = (
        Result(
            str(row.match + 1),
            moment(row.at),
            [bots[int(other)] for other in row.others.split()],
            row.place,
            row.share,
            row.faults,
        )
        for row in rows
    )
    return show_record(competition, bots[bot.rated_as].team, results, viewer, is_round=False)


def _faults(competition: Competition, bot: Bot) -> list[SeasonFault]:
    """The latest faults of a bot with what it printed, for its team."""
    with competition.data.read() as connection:
        first = competition.first_match(connection)
        query = select(s.SEATS.c.match).where(
            s.SEATS.c.bot == bot.rated_as, s.SEATS.c.faults > 0, s.SEATS.c.match >= first
        )
        numbers = list(connection.execute(query.order_by(s.SEATS.c.match.desc()).limit(MAX_FAULTS)).scalars())
    found: list[SeasonFault] = []
    run = competition.run()
    for number in numbers:
        played = competition.data.store.game(run, number)
        for seat, text, printed in played.complaints:
            if played.seating[seat] == bot.rated_as:
                found.append(shown_fault(str(number + 1), text, printed))
    return found


def shown_fault(match: str, fault: str, printed: str) -> SeasonFault:
    """A fault, without the names of folders of the machine that played the match."""
    return SeasonFault(match, fault, _FOLDER.sub("", printed))


def _feedback(competition: Competition, bot: Bot) -> SeasonFeedback | None:
    query = select(s.FEEDBACK.c.document).where(s.FEEDBACK.c.bot == bot.rated_as)
    with competition.data.read() as connection:
        text = connection.execute(query).scalar_one_or_none()
    return None if text is None else msgspec.json.decode(text, type=SeasonFeedback)
