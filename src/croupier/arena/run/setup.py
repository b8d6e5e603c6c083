"""What every run begins with: entrants from whatever names or makes a bot, and a clock, all checked."""

from collections.abc import Callable, Collection, Sequence
from math import inf
from typing import Any

import msgspec

from croupier.ai.registry import BUILT_IN
from croupier.arena.plan.settings import fair_settings
from croupier.arena.run.task import RunSetup
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock, Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant, unique_names
from croupier.players.http.meta import BotMeta
from croupier.players.http.remote_bot import http_entrant
from croupier.players.json.introduction import ask_name
from croupier.players.sandbox.isolation import SANDBOXED, Isolation, IsolationLevel
from croupier.players.spec import FolderBot, files_of, load_bots, load_folder_bot, opened, try_out

BotLike = str | Callable[[], Bot[Any, Any]] | BotMeta | Entrant
"""A bot as on the command line, a Bot class or anything that makes a new bot when called, or a bot behind HTTP."""


def open_folders(game: Game, bots: Sequence[BotLike]) -> list[BotLike]:
    """The bots, where a folder of them stands for every bot in it."""
    return [each for bot in bots for each in (opened(game, bot, BUILT_IN) if isinstance(bot, str) else [bot])]


def make_entrants(
    game: Game,
    bots: Sequence[BotLike],
    isolation: Isolation = SANDBOXED,
    own_names: bool = False,
    asks_names: bool = False,
) -> tuple[Entrant, ...]:
    """The entrants for a mix of specs, classes and factories.

    With `own_names` a bot has the name that its author gave it, if any: for unrated play. With `asks_names` programs
    and bots behind sockets are started or reached once to ask for it.
    """
    found: list[Entrant] = []
    files = files_of([bot for bot in bots if isinstance(bot, str)])
    isolation = msgspec.structs.replace(isolation, rivals=(*isolation.rivals, *files))
    for bot in bots:
        if isinstance(bot, Entrant):
            found.append(bot)
        elif isinstance(bot, BotMeta):
            found.append(http_entrant(game, bot))
        elif isinstance(bot, FolderBot):
            found += load_folder_bot(game, bot, BUILT_IN, isolation)
        elif isinstance(bot, str):
            found += load_bots(game, [bot], BUILT_IN, isolation)
        elif isinstance(bot, Bot):
            raise UsageError("every match needs a new bot: pass its class, or a function that returns one")
        else:
            name = getattr(bot, "__name__", type(bot).__name__)
            is_theirs = getattr(bot, "is_ours", True) is False
            entrant = Entrant(name, name, bot, isolation=IsolationLevel.TRUSTED.value if is_theirs else "")
            found.append(msgspec.structs.replace(entrant, own_name=try_out(entrant)))
    if asks_names:
        found = _with_own_names(game, found)
    names = unique_names((own_names and entrant.own_name) or entrant.name for entrant in found)
    return tuple(msgspec.structs.replace(entrant, name=name) for entrant, name in zip(found, names, strict=True))


def _with_own_names(game: Game, found: list[Entrant]) -> list[Entrant]:
    """Ask programs and bots behind sockets for their names, each once."""
    asked: dict[str, str] = {}
    for entrant in found:
        if entrant.guest is not None and not entrant.own_name and entrant.spec not in asked:
            name = ask_name(game, entrant)
            asked[entrant.spec] = "" if name in BUILT_IN or name in game.bots else name
    return [
        msgspec.structs.replace(entrant, own_name=entrant.own_name or asked.get(entrant.spec, "")) for entrant in found
    ]


def clock_for(game: Game, timeout: float | None = None, bank: float = 0.0) -> Clock:
    """The time of a bot that is not in this process: seconds for every answer, and a bank for what takes longer.

    Without a `timeout` it is what is usual in the game; 0 means no limit. A bank of 0 is none.
    """
    seconds = game.answer_seconds if timeout is None else timeout
    for name, value in (("timeout", seconds), ("bank", bank)):
        if not 0 <= value < inf:
            raise UsageError(f"{name} must be 0 or more seconds, not {value:g}")
    if not seconds and bank:
        raise UsageError("a bank needs a timeout; the timeout is off")
    return Clock(answer=seconds or None, bank=bank or None)


def rated_setup(
    game: Game,
    bots: Sequence[BotLike],
    settings: Settings,
    given: Collection[str],
    isolation: Isolation,
    *,
    timeout: float | None = None,
    talk: bool = False,
    names: bool = False,
    sheets: bool = True,
    version: str = "",
) -> RunSetup:
    """A set-up for rated play: bots neither hear nor know each other, and equal deals are equal.

    `given` are the names of the settings that were asked for; the others may be changed to make deals equal.
    """
    chosen = fair_settings(game, settings, given)
    entrants = make_entrants(game, bots, isolation)
    clock = clock_for(game, timeout)
    return RunSetup(game, chosen, entrants, clock, sheets=sheets, version=version, talk=talk, names=names)
