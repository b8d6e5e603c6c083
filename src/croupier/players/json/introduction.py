"""The name that a program or a bot behind a socket gives itself, asked for before the first match.

The bot is told that a match starts, answers with its name, and is told that the match was stopped.
"""

import asyncio
from contextlib import suppress

from croupier.kernel.decision import NO_CLOCK
from croupier.kernel.errors import SeatError, UsageError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant, clean_name
from croupier.players.json.player import READY_SECONDS, JsonPlayer
from croupier.players.json.remote_bot import LinkRemoteBot


def ask_name(game: Game, entrant: Entrant) -> str:
    """The bot's own name; empty if it has none, cannot be asked now, or was named by the user."""
    guest = entrant.guest
    if not isinstance(guest, LinkRemoteBot) or guest.only_once or "#" in entrant.spec.removeprefix("cmd:"):
        return ""
    match = Match(game, game.settings(), tuple(f"p{seat}" for seat in range(game.seats.start)), 0)
    # A bot that cannot be reached is reported when the run begins.
    with suppress(UsageError, SeatError, TimeoutError), Connections([entrant]) as outside:
        return clean_name(outside.do(_ask(guest, match)))
    return ""


async def _ask(guest: LinkRemoteBot, match: Match) -> str:
    async with asyncio.timeout(READY_SECONDS), guest.sit(match, 0, NO_CLOCK) as player:
        return player.name if isinstance(player, JsonPlayer) else ""
