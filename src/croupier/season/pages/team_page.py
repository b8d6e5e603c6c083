"""The page of a team. What is private is put in for the team itself alone."""

import re
from typing import Final

import msgspec
from sqlalchemy import select

from croupier.arena.results.intervals import wilson
from croupier.season import schema as s
from croupier.season.competition import Competition
from croupier.season.pages.matches import replay_link
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
from croupier.season.pages.season_page import leaderboard, moment
from croupier.season.privacy import EVERYONE, sight_of
from croupier.season.records import PASSED, Bot, HandedIn

MAX_MATCHES: Final = 200
"""Matches listed on the page of a team."""
MAX_FAULTS: Final = 10
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
    season = competition.season()
    bots = competition.all_bots()
    names = {team.id: team.name for team in competition.teams()}
    with competition.data.read() as connection:
        first = competition.first_match(connection)
        query = select(s.SEATS).where(s.SEATS.c.bot == bot.rated_as, s.SEATS.c.match >= first)
        rows = connection.execute(query.order_by(s.SEATS.c.match.desc())).all()
    against: dict[str, list[float]] = {}
    matches: list[SeasonMatch] = []
    for row in rows:
        others = [int(other) for other in row.others.split()]
        called = [names.get(bots[other].team, "deleted") for other in others]
        for name in called:
            against.setdefault(name, []).append(row.share)
        if len(matches) < MAX_MATCHES:
            teams = [bots[bot.rated_as].team, *(bots[other].team for other in others)]
            sight = sight_of(season.replays, viewer, teams, is_round=False, is_complete=True)
            key = str(row.match + 1)
            matches.append(
                SeasonMatch(
                    match=key,
                    at=moment(row.at),
                    others=called,
                    place=row.place,
                    won=row.share > 0,
                    faults=row.faults,
                    replay=replay_link(competition, key, viewer) if sight.allowed else None,
                    file=sight.allowed and sight.all_cards,
                )
            )
    found = [
        HeadToHead(name, len(shares), sum(shares) / len(shares), _interval(shares))
        for name, shares in sorted(against.items())
    ]
    return matches, found


def _interval(shares: list[float]) -> tuple[float, float]:
    low, high = wilson(sum(shares) / len(shares), len(shares))
    return round(low, 4), round(high, 4)


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
                found.append(SeasonFault(str(number + 1), text, _FOLDER.sub("", printed)))
    return found


def _feedback(competition: Competition, bot: Bot) -> SeasonFeedback | None:
    query = select(s.FEEDBACK.c.document).where(s.FEEDBACK.c.bot == bot.rated_as)
    with competition.data.read() as connection:
        text = connection.execute(query).scalar_one_or_none()
    return None if text is None else msgspec.json.decode(text, type=SeasonFeedback)
