"""What a bot can learn from its matches: the costliest decisions of those it lost, and its tells. For its team alone.

Decisions are searched from what the bot knew, so that nothing of the opponents' cards is told.
"""

import shlex
from collections.abc import Iterator
from time import monotonic
from typing import Any, Final

from sqlalchemy import select

from croupier.ai.review import Judgement, judge_seat
from croupier.arena.plan.run_plan import Plan, replay_match, settings_in
from croupier.arena.profile.profile import ProfileReader
from croupier.arena.run.task import Played
from croupier.kernel.errors import ReplayError
from croupier.match.match import Match
from croupier.season import schema as s
from croupier.season.competition import Competition
from croupier.season.pages.messages import CostlyDecision, SeasonFeedback
from croupier.season.pages.season_page import moment
from croupier.season.records import Bot

MAX_LOST: Final = 5
"""Lost matches that are searched, the latest first."""
MAX_SHOWN: Final = 5
ITERATIONS: Final = 400
BUDGET_SECONDS: Final = 20.0
"""No further match is begun after this time, neither for decisions nor for tells."""
MAX_READ: Final = 300
"""Matches that are read for tells, the latest first."""
MAX_ACTS: Final = 1000
"""Acts of a kind that are examined."""
MIN_LOST: Final = 0.05
"""Decisions that cost less are not shown: the search is no more exact than that."""


def make_feedback(competition: Competition, bot: Bot) -> SeasonFeedback:
    """Search the latest matches that the bot lost."""
    run = competition.run()
    plan = competition.data.store.plan(run)
    opponents_cards = competition.season().replays.opponents_cards
    costly: list[CostlyDecision] = []
    searched = 0
    deadline = monotonic() + BUDGET_SECONDS
    for number in _matches(competition, bot, MAX_LOST, s.SEATS.c.share == 0):
        if monotonic() > deadline:
            break
        played = competition.data.store.game(run, number)
        script = _script(plan, played)
        if script is None:
            continue
        searched += 1
        for judgement in _judgements(script, played, bot.rated_as):
            costly.append(_shown(judgement, script, str(number + 1), bot.file if opponents_cards else ""))
    costly.sort(key=lambda each: (-each.lost, each.match, each.move))
    tells, read = _tells(competition, bot, plan)
    return SeasonFeedback(
        at=moment(competition.now()),
        matches=searched,
        costly=tuple(costly[:MAX_SHOWN]),
        tells=tells,
        tells_matches=read,
    )


def _tells(competition: Competition, bot: Bot, plan: Plan) -> tuple[tuple[str, ...], int]:
    """What the latest matches of the bot give away, in sentences, and how many matches were read."""
    declared = settings_in(plan)[0].tells
    if declared is None:
        return (), 0
    reader = ProfileReader(declared, MAX_ACTS)
    store, run = competition.data.store, competition.run()
    read = 0
    deadline = monotonic() + BUDGET_SECONDS
    for number in _matches(competition, bot, MAX_READ):
        played = store.game(run, number)
        script = _script(plan, played)
        if script is not None and monotonic() < deadline:
            reader.add(script, played, {bot.rated_as}, played.block)
            read += 1
    _, findings = reader.tells()
    return tuple(finding.text() for finding in findings if finding.is_clear)[:MAX_SHOWN], read


def _matches(competition: Competition, bot: Bot, most: int, *conditions: Any) -> list[int]:
    """The numbers of its latest matches in the ladder that goes on."""
    with competition.data.read() as connection:
        first = competition.first_match(connection)
        query = select(s.SEATS.c.match).where(s.SEATS.c.bot == bot.rated_as, s.SEATS.c.match >= first, *conditions)
        query = query.order_by(s.SEATS.c.match.desc()).limit(most)
        return list(connection.execute(query).scalars())


def _script(plan: Plan, played: Played) -> Match | None:
    """The match; None if its moves were not saved, as of a match that was broken off."""
    try:
        return replay_match(plan, played, [f"seat {seat}" for seat in range(len(played.seating))])
    except ReplayError:
        return None


def _judgements(script: Match, played: Played, number: int) -> Iterator[Judgement]:
    for seat, each in enumerate(played.seating):
        if each == number:
            yield from (found for found in judge_seat(script, seat, ITERATIONS) if found.lost >= MIN_LOST)


def _shown(judgement: Judgement, script: Match, key: str, file: str) -> CostlyDecision:
    """`file` is what the team handed in, for the commands; empty if there are no replay files."""
    names = script.table.names
    file = file if not file or file.endswith(".py") else "bot.py"  # of a zip
    replay = ["croupier", "replay", f"match-{key}.jsonl", "--bot", file, "--trust", "--at", str(judgement.number)]
    return CostlyDecision(
        match=key,
        move=judgement.number,
        question=judgement.question,
        played=judgement.played.move.label(names),
        better=judgement.best.move.label(names),
        lost=round(judgement.lost, 4),
        commands=(shlex.join(["croupier", "pull", key]), shlex.join(replay)) if file else (),
    )
