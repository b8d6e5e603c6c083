"""One entrant at one seat of one match, whatever kind of bot it is."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from typing import Any

import msgspec

from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK
from croupier.match.core import Match
from croupier.match.drivers import Player
from croupier.match.referee import crashed
from croupier.players.aside import AsidePlayer
from croupier.players.entrant import Entrant
from croupier.players.inprocess import BotPlayer


def as_it_is(guest: Player) -> Player:
    return guest


class Manner(msgspec.Struct, frozen=True):
    """How a bot is put into its seat."""

    bot: Callable[[Bot[Any, Any], Match, int], Player] = BotPlayer
    """One of this process."""
    guest: Callable[[Player], Player] = as_it_is
    """One that plays over a connection."""


USUAL = Manner()


@asynccontextmanager
async def seated(entrant: Entrant, match: Match, seat: int, manner: Manner = USUAL) -> AsyncGenerator[Player]:
    """The player for as long as the block lasts; a SeatError if the bot does not come or cannot sit down."""
    if entrant.guest is not None:
        async with entrant.guest.sit(match, seat, NO_CLOCK) as player:
            yield manner.guest(player)
        return
    try:
        bot = entrant.make()
        player = await _aside(bot, match, seat) if bot.thinks_aside else manner.bot(bot, match, seat)
    except BaseException as error:
        raise crashed(error, "sitting down") from error
    try:
        yield player
    finally:
        if isinstance(player, AsidePlayer):
            player.leave()
        else:
            bot.leave()


async def _aside(bot: Bot[Any, Any], match: Match, seat: int) -> AsidePlayer:
    player = AsidePlayer(bot)
    await player.sit(match, seat)
    return player
