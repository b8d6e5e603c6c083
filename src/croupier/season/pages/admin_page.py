"""The page of the host."""

from croupier.season.competition import Competition
from croupier.season.pages.messages import AdminCode, AdminEntry, AdminJob, AdminTeam, AdminWorker, SeasonOverview
from croupier.season.pages.season_page import moment
from croupier.season.pages.team_page import shown_version
from croupier.season.records import Bot
from croupier.season.rounds import PLAYING
from croupier.season.work.queue import Queue


def season_overview(competition: Competition, queue: Queue) -> SeasonOverview:
    """Everything that a host needs on one page."""
    season = competition.season()
    versions: dict[int, list[Bot]] = {}
    for bot in competition.all_bots().values():
        versions.setdefault(bot.team, []).insert(0, bot)
    members = competition.all_members()
    return SeasonOverview(
        paused=competition.is_paused(),
        playing=[
            each.name for each, state in zip(season.round, competition.rounds(), strict=False) if state.phase == PLAYING
        ],
        teams=[
            AdminTeam(
                team.id,
                team.name,
                team.division,
                members.get(team.id, []),
                moment(team.joined),
                team.disqualified,
                [shown_version(bot, True) for bot in versions.get(team.id, [])],
            )
            for team in competition.teams()
            if not team.is_reference
        ],
        codes=[AdminCode(*each) for each in competition.codes()],
        queue=[
            AdminJob(job.id, job.kind, job.bot, worker, moment(made), job.tries)
            for job, worker, made in queue.waiting()
        ],
        workers=[AdminWorker(name, moment(seen), doing, done) for name, seen, doing, done in queue.workers()],
        log=[AdminEntry(moment(at), text, public) for at, text, public in competition.news(everything=True)],
    )
