"""A bot in this process as a player. Trusted: it can hang or read anything, like any code you run yourself."""

from typing import Any

from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.kernel.errors import Crashed
from croupier.match.core import Match
from croupier.match.drivers import consult, luck_seed
from croupier.match.referee import crashed


class BotPlayer:
    """Wraps a Bot that sits at one seat of one match."""

    wants_news = False

    def __init__(self, bot: Bot[Any, Any], match: Match, seat: int) -> None:
        self._bot = bot
        self._unfit: Crashed | None = None
        try:
            bot.sit(match.table, seat, luck_seed(match.seed, seat))
        except BaseException as error:
            self._unfit = crashed(error, "sitting down")

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        if self._unfit is not None:
            raise self._unfit
        index = decision.index_of(consult(self._bot, decision))
        return Reply(index, *self._bot.spoken())

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        self._bot.hear(events, view)
