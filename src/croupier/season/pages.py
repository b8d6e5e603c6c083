"""What the pages of a season show, as plain documents. Private parts are put in for the team they belong to alone."""

import hmac
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import msgspec
from sqlalchemy import select

from croupier.arena.plan.run_plan import Plan
from croupier.arena.results.intervals import wilson
from croupier.arena.run.task import Played
from croupier.kernel.errors import UsageError
from croupier.season import schema as s
from croupier.season.bundle import open_round, round_summary
from croupier.season.competition import Bot, Competition, Refused, active_bots
from croupier.season.config import Season
from croupier.season.privacy import EVERYONE, Sight, sight_of
from croupier.season.rounds import FINISHED, PLAYING
from croupier.season.standings import RatedBot, history, last_snapshot

MAX_MATCHES: Final = 200
"""Matches listed on the page of a team."""
TICKET_SECONDS: Final = 6 * 3600

Document = dict[str, Any]


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def season_document(competition: Competition) -> Document:
    """The season as everybody may see it."""
    season = competition.season()
    game, _ = season.game_and_settings()
    states = competition.rounds()
    rounds = [
        {
            "number": number,
            "name": each.name,
            "deadline": moment(each.deadline.timestamp()),
            "format": each.format,
            "blocks": each.blocks,
            "phase": state.phase,
            "commitment": state.commitment,
            "field": len(state.field),
            "problem": state.problem,
            # The secret is for everybody once nothing depends on it any more.
            "secret": state.secret if state.phase == FINISHED else None,
            "seed": state.seed if state.phase == FINISHED else None,
            "bundle": f"/api/v1/season/rounds/{number}/bundle.zip" if state.run else None,
        }
        for number, (each, state) in enumerate(zip(season.round, states, strict=False))
    ]
    return {
        "title": season.title,
        "game": game.name,
        "game_title": game.title,
        "seats": len(season.teams_of_seats()),
        "settings": season.plain_settings(),
        "opens": None if season.opens is None else moment(season.opens.timestamp()),
        "closes": None if season.closes is None else moment(season.closes.timestamp()),
        "now": moment(competition.now()),
        "open": season.join.open,
        "team_size": season.join.team_size,
        "divisions": [each.name for each in season.division],
        "reference": list(season.reference),
        "limits": msgspec.to_builtins(season.limits),
        "quota": msgspec.to_builtins(season.quota),
        "replays": msgspec.to_builtins(season.replays),
        "grades": msgspec.to_builtins(season.grades),
        "rounds": rounds,
        "paused": competition.is_paused(),
        "news": [{"at": moment(at), "text": text} for at, text, _ in competition.news()],
    }


def leaderboard(competition: Competition) -> Document:
    """The versions that play, best first; those without a rating last."""
    with competition.data.read() as connection:
        snapshot = last_snapshot(connection)
        playing = active_bots(connection)
        played = int(competition.data.get(connection, "played") or 0)
    rated = snapshot.by_number()
    reference = {team.name: rated[bot.rated_as] for bot, team in playing if team.is_reference and bot.rated_as in rated}
    rows: list[Document] = []
    for bot, team in playing:
        found = rated.get(bot.rated_as)
        rows.append(
            {
                "team": team.id,
                "name": team.name,
                "division": team.division,
                "reference": team.is_reference,
                "version": bot.version,
                **(_figures(found) if found is not None else {"elo": None}),
                "beats": beaten(found, reference) if found is not None and not team.is_reference else [],
            }
        )
    rows.sort(key=lambda row: (row["elo"] is None, -(row["elo"] or 0), row["name"]))
    return {"at": moment(snapshot.at) if snapshot.matches else None, "matches": played, "rows": rows}


def _figures(bot: RatedBot) -> Document:
    return {
        "elo": bot.elo,
        "low": bot.low,
        "high": bot.high,
        "blocks": bot.blocks,
        "matches": bot.matches,
        "win_rate": bot.win_rate,
        "faults": bot.faults,
        "seconds": bot.seconds,
    }


def beaten(bot: RatedBot, reference: dict[str, RatedBot]) -> list[str]:
    """The reference bots that are worse beyond doubt."""
    return [name for name, other in reference.items() if bot.low > other.high]


def history_document(competition: Competition) -> Document:
    """Ratings of all teams over time, whatever version played then."""
    bots = competition.all_bots()
    names = {team.id: team.name for team in competition.teams()}
    with competition.data.read() as connection:
        found = history(connection)
    lines: dict[int, list[tuple[str, float]]] = {}
    for at, elos in found:
        latest: dict[int, int] = {}
        for number in elos:
            if number in bots and bots[number].handed_in <= at:
                latest[bots[number].team] = max(number, latest.get(bots[number].team, -1))
        for team, number in latest.items():
            lines.setdefault(team, []).append((moment(at), elos[number]))
    return {
        "lines": [
            {"team": team, "name": names[team], "points": points} for team, points in lines.items() if team in names
        ]
    }


def bot_document(bot: Bot, mine: bool) -> Document:
    """One version; its report and file name are for its team."""
    shown: Document = {
        "number": bot.number,
        "version": bot.version,
        "handed_in": moment(bot.handed_in),
        "state": bot.state,
        "active": bot.is_active,
        "hash": bot.hash,
    }
    if mine:
        report = msgspec.json.decode(bot.report) if bot.report else None
        shown |= {"file": bot.file, "size": bot.size, "person": bot.person, "report": report}
    return shown


def team_document(competition: Competition, number: int, viewer: int = EVERYONE) -> Document:
    """The page of a team: its versions, the matches of the active one, and whom it beats."""
    team = competition.team(number)
    mine = viewer == number
    board = leaderboard(competition)
    row = next((row for row in board["rows"] if row["team"] == number), None)
    bots = competition.bots(number)
    active = next((bot for bot in bots if bot.is_active), None)
    shown: Document = {
        "team": team.id,
        "name": team.name,
        "division": team.division,
        "reference": team.is_reference,
        "disqualified": team.disqualified,
        "members": competition.members(number),
        "mine": mine,
        "rating": row,
        "place": None if row is None else board["rows"].index(row) + 1,
        "versions": [bot_document(bot, mine) for bot in bots if mine or bot.state == "passed"],
        "matches": [],
        "against": [],
    }
    if mine:
        shown["team_code"] = competition.team_code(number)
    if active is not None:
        shown["matches"], shown["against"] = _record(competition, active, viewer)
    if mine and active is not None:
        shown["faults"] = _faults(competition, active)
    return shown


def _record(competition: Competition, bot: Bot, viewer: int) -> tuple[list[Document], list[Document]]:
    season = competition.season()
    bots = competition.all_bots()
    names = {team.id: team.name for team in competition.teams()}
    with competition.data.read() as connection:
        query = select(s.SEATS).where(s.SEATS.c.bot == bot.rated_as).order_by(s.SEATS.c.match.desc())
        rows = connection.execute(query).all()
    against: dict[str, list[float]] = {}
    matches: list[Document] = []
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
                {
                    "match": key,
                    "at": moment(row.at),
                    "others": called,
                    "place": row.place,
                    "won": row.share > 0,
                    "faults": row.faults,
                    "replay": replay_link(competition, key, viewer) if sight.allowed else None,
                    "file": sight.allowed and sight.all_cards,
                }
            )
    found = [
        {"name": name, "matches": len(shares), "rate": sum(shares) / len(shares), "interval": _interval(shares)}
        for name, shares in sorted(against.items())
    ]
    return matches, found


def _interval(shares: list[float]) -> tuple[float, float]:
    low, high = wilson(sum(shares) / len(shares), len(shares))
    return round(low, 4), round(high, 4)


def _faults(competition: Competition, bot: Bot) -> list[Document]:
    """The latest faults of a bot with what it printed, for its team."""
    with competition.data.read() as connection:
        query = select(s.SEATS.c.match).where(s.SEATS.c.bot == bot.rated_as, s.SEATS.c.faults > 0)
        numbers = list(connection.execute(query.order_by(s.SEATS.c.match.desc()).limit(10)).scalars())
    found: list[Document] = []
    run = competition.run()
    for number in numbers:
        played = competition.data.store.game(run, number)
        for seat, text, printed in played.complaints:
            if played.seating[seat] == bot.rated_as:
                found.append({"match": str(number + 1), "fault": text, "printed": printed})
    return found


# Matches.


def replay_link(competition: Competition, key: str, viewer: int) -> str:
    """An address that shows a replay to one team, for some hours; browsers send no token with a link."""
    until = int(competition.now()) // TICKET_SECONDS + 2
    ticket = f"{viewer}.{until}.{_sign(competition, key, viewer, until)}"
    return f"/api/v1/season/matches/{key}/page.html?ticket={ticket}"


def viewer_of_ticket(competition: Competition, key: str, ticket: str) -> int:
    """The team that a ticket was made for; EVERYONE if it is not valid."""
    viewer, _, rest = ticket.partition(".")
    until, _, signature = rest.partition(".")
    try:
        team, hour = int(viewer), int(until)
    except ValueError:
        return EVERYONE
    right = _sign(competition, key, team, hour)
    is_fresh = hour * TICKET_SECONDS > competition.now()
    return team if is_fresh and hmac.compare_digest(right.encode(), signature.encode()) else EVERYONE


def _sign(competition: Competition, key: str, viewer: int, until: int) -> str:
    with competition.data.read() as connection:
        secret = competition.data.get(connection, "tickets") or ""
    return hmac.new(secret.encode(), f"{key}/{viewer}/{until}".encode(), sha256).hexdigest()[:32]


def find_match(competition: Competition, key: str, viewer: int) -> tuple[Plan, Played, list[str], Sight]:
    """A match by its number, or as rROUND-NUMBER, with the names of its seats and what the viewer may see of it."""
    is_round = key.startswith("r")
    text, _, number = key[1:].partition("-") if is_round else ("", "", key)
    if not all(
        each.isascii() and each.isdecimal() and len(each) < 10 for each in (number, *([text] if is_round else []))
    ):
        raise Refused("no_match", "there is no such match")
    season = competition.season()
    store = competition.data.store
    is_complete = True
    if is_round:
        states = competition.rounds()
        if not 1 <= int(text) <= len(states) or not states[int(text) - 1].run:
            raise Refused("no_match", "there is no such match")
        state = states[int(text) - 1]
        run, is_complete = state.run, state.phase == FINISHED
        field = [entry for entry in state.field if entry.team not in state.absent]
        numbers = [entry.number for entry in field]
    else:
        run, numbers = competition.run(), None
    try:
        played = store.game(run, int(number) - 1)
    except UsageError:
        raise Refused("no_match", "there is no such match") from None
    bots = competition.all_bots()
    names = {team.id: team.name for team in competition.teams()}
    seats = [bots[each if numbers is None else numbers[each]] for each in played.seating]
    sight = sight_of(season.replays, viewer, [bot.team for bot in seats], is_round, is_complete)
    if not sight.allowed:
        raise Refused("no_match", "there is no such match that you may see")
    return store.plan(run), played, [names.get(bot.team, "deleted") for bot in seats], sight


# Rounds and the host.


def round_document(competition: Competition, number: int) -> Document:
    """The result of a finished round."""
    state, plan, matches = open_round(competition, number)
    summary = round_summary(plan, matches)
    divisions = {entry.team: entry.division for entry in state.field}
    ranking = [summary.rows[place] for place in summary.ranking()]
    rows = [
        {
            "name": row.name,
            "division": divisions[row.name],
            "elo": round(row.elo, 2),
            "low": round(row.elo_low, 2),
            "high": round(row.elo_high, 2),
            "win_rate": round(row.win_rate, 6),
            "matches": row.matches,
            "faults": sum(row.faults.values()),
        }
        for row in ranking
    ]
    return {"number": number, "matches": summary.matches, "rows": rows, "absent": state.absent}


def admin_document(competition: Competition, season: Season, queue: Any) -> Document:
    """Everything that a host needs on one page."""
    teams: list[Document] = []
    for team in competition.teams():
        if team.is_reference:
            continue
        bots = competition.bots(team.id)
        teams.append(
            {
                "team": team.id,
                "name": team.name,
                "division": team.division,
                "members": competition.members(team.id),
                "joined": moment(team.joined),
                "disqualified": team.disqualified,
                "versions": [bot_document(bot, True) for bot in bots],
            }
        )
    return {
        "paused": competition.is_paused(),
        "playing": [
            each.name for each, state in zip(season.round, competition.rounds(), strict=False) if state.phase == PLAYING
        ],
        "teams": teams,
        "codes": [{"code": code, "division": division, "used": used} for code, division, used in competition.codes()],
        "queue": [
            {"id": job.id, "kind": job.kind, "bot": job.bot, "worker": worker, "made": moment(made), "tries": job.tries}
            for job, worker, made in queue.waiting()
        ],
        "workers": [
            {"name": name, "seen": moment(seen), "doing": doing, "matches": matches}
            for name, seen, doing, matches in queue.workers()
        ],
        "log": [
            {"at": moment(at), "text": text, "public": public} for at, text, public in competition.news(everything=True)
        ],
    }
