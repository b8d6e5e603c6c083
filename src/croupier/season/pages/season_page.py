"""The season, its leaderboard and its history, the same for everybody."""

from datetime import UTC, datetime

import msgspec

from croupier.season.competition import Competition
from croupier.season.config import Round
from croupier.season.pages.messages import (
    RatingLine,
    SeasonBoard,
    SeasonHistory,
    SeasonInfo,
    SeasonNews,
    SeasonRating,
    SeasonRound,
    SeasonRow,
)
from croupier.season.records import active_bots
from croupier.season.rounds import FINISHED, RoundState
from croupier.season.standings import RatedBot, history, last_snapshot


def moment(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat(timespec="seconds")


def season_info(competition: Competition) -> SeasonInfo:
    season = competition.season()
    game, _ = season.game_and_settings()
    return SeasonInfo(
        title=season.title,
        game=game.name,
        game_title=game.title,
        seats=len(season.teams_of_seats()),
        settings=season.plain_settings(),
        opens=None if season.opens is None else moment(season.opens.timestamp()),
        closes=None if season.closes is None else moment(season.closes.timestamp()),
        now=moment(competition.now()),
        open=season.join.open,
        team_size=season.join.team_size,
        divisions=[each.name for each in season.division],
        reference=list(season.reference),
        limits=season.limits,
        quota=season.quota,
        replays=season.replays,
        grades=season.grades,
        rounds=[_round(*each) for each in enumerate(zip(season.round, competition.rounds(), strict=False))],
        paused=competition.is_paused(),
        news=[SeasonNews(moment(at), text) for at, text, _ in competition.news()],
    )


def _round(number: int, round_and_state: tuple[Round, RoundState]) -> SeasonRound:
    each, state = round_and_state
    return SeasonRound(
        number=number,
        name=each.name,
        deadline=moment(each.deadline.timestamp()),
        format=each.format,
        blocks=each.blocks,
        phase=state.phase,
        commitment=state.commitment,
        field=len(state.field),
        problem=state.problem,
        secret=state.secret if state.phase == FINISHED else None,
        seed=state.seed if state.phase == FINISHED else None,
        bundle=f"/api/v1/season/rounds/{number}/bundle.zip" if state.run and state.phase == FINISHED else None,
    )


def first_rows(board: SeasonBoard, top: int) -> SeasonBoard:
    """The leaderboard with its first rows and the reference bots only."""
    rows = [row for place, row in enumerate(board.rows) if place < top or row.reference]
    return msgspec.structs.replace(board, rows=rows)


def leaderboard(competition: Competition) -> SeasonBoard:
    """The versions that play, best first; those without a rating last."""
    with competition.data.read() as connection:
        snapshot = last_snapshot(connection)
        playing = active_bots(connection)
        played = int(competition.data.get(connection, "played") or 0)
    rated = snapshot.by_number()
    reference = {team.name: rated[bot.rated_as] for bot, team in playing if team.is_reference and bot.rated_as in rated}
    rows: list[SeasonRow] = []
    for bot, team in playing:
        found = rated.get(bot.rated_as)
        beats = beaten(found, reference) if found is not None and not team.is_reference else []
        rating = None if found is None else _figures(found)
        rows.append(SeasonRow(team.id, team.name, team.division, team.is_reference, bot.version, rating, beats))
    rows.sort(key=lambda row: (row.rating is None, 0.0 if row.rating is None else -row.rating.elo, row.name))
    return SeasonBoard(moment(snapshot.at) if snapshot.matches else None, played, len(rows), rows)


def _figures(bot: RatedBot) -> SeasonRating:
    return SeasonRating(bot.elo, bot.low, bot.high, bot.blocks, bot.matches, bot.win_rate, bot.faults, bot.seconds)


def beaten(bot: RatedBot, reference: dict[str, RatedBot]) -> list[str]:
    """The reference bots that are clearly worse."""
    return [name for name, other in reference.items() if bot.low > other.high]


def season_history(competition: Competition) -> SeasonHistory:
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
    return SeasonHistory([RatingLine(team, names[team], points) for team, points in lines.items() if team in names])
