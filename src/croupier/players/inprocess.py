"""A bot in this process as a player. Trusted: it can hang or read anything, like any code you run yourself."""

from typing import Any

from croupier.kernel.bot import Bot
from croupier.kernel.copies import own_decision, own_each, own_table, own_view
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.match.core import Match
from croupier.match.drivers import consult, luck_seed
from croupier.match.referee import crashed


class BotPlayer:
    """Wraps a Bot that sits at one seat of one match."""

    wants_news = False

    def __init__(self, bot: Bot[Any, Any], match: Match, seat: int) -> None:
        """Raises what the bot raises when it sits down."""
        self._bot = bot
        bot.sit(match.table if bot.is_ours else own_table(match.table, bot), seat, luck_seed(match.seed, seat))

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        bot = self._bot
        handed = decision if bot.is_ours else own_decision(decision, bot, own_each(decision.moves, bot))
        index = decision.index_of(consult(bot, handed))
        return Reply(index, *bot.spoken())

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        bot = self._bot
        if bot.is_ours:
            bot.hear(events, view)
        else:
            bot.hear(own_each(events, bot), own_view(view, bot))

    def leave(self) -> None:
        self._bot.leave()


class Unfit:
    """In the seat of a bot that could not sit down."""

    wants_news = False

    def __init__(self, error: BaseException) -> None:
        self._fault = crashed(error, "sitting down")

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        raise self._fault

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        return

    def leave(self) -> None:
        return
