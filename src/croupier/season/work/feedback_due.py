"""Which bot gets feedback next. Searching lost matches is expensive, so it takes a small share of a worker's time."""

from typing import Final

from sqlalchemy import Connection, select

from croupier.season import schema as s
from croupier.season.records import active_bots
from croupier.season.store import SeasonStore
from croupier.season.work.jobs import FEEDBACK

MIN_BLOCKS: Final = 6
"""Deals that a bot has played before it gets feedback."""
GROWTH: Final = 1.5
"""It gets feedback again after this many times the deals of the last time."""
SHARE: Final = 10
"""Feedback takes at most about one part in this many of a worker's time."""


def bot_for_feedback(data: SeasonStore, connection: Connection, now: float) -> int | None:
    """The number of the bot whose matches are to be looked at next; None if no bot is due."""
    took = float(data.get(connection, "feedback_took") or 0)
    if now - float(data.get(connection, "feedback_at") or 0) < SHARE * took:
        return None
    if data.count(connection, s.JOBS, s.JOBS.c.kind == FEEDBACK, s.JOBS.c.state == "running"):
        return None
    before = {row.bot: row.blocks for row in connection.execute(select(s.FEEDBACK.c.bot, s.FEEDBACK.c.blocks))}
    blocks = {row.number: row.blocks for row in connection.execute(select(s.BOTS.c.number, s.BOTS.c.blocks))}
    due = [
        (before.get(bot.rated_as, 0) / blocks[bot.rated_as], bot.rated_as)
        for bot, team in active_bots(connection)
        if not team.is_reference and blocks[bot.rated_as] >= max(MIN_BLOCKS, GROWTH * before.get(bot.rated_as, 0))
    ]
    return min(due)[1] if due else None
