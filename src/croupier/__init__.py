"""Croupier, the neutral dealer for card-playing bots.

Which core runs, compiled or plain Python, is settled here, before anything else of the package is imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from croupier import _pure

_pure.install()

__version__ = "0.1.0"

if TYPE_CHECKING:
    from croupier.arena.api import Report, play, run, run_batch
    from croupier.arena.compare import Comparison
    from croupier.arena.measuring import compare
    from croupier.arena.results import MatchResult
    from croupier.games import GAMES
    from croupier.kernel.bot import Bot
    from croupier.kernel.errors import CroupierError, UsageError
    from croupier.match.core import Match
    from croupier.players.meta import BotMeta, Launch
    from croupier.players.serve import serve

__all__ = [
    "GAMES",
    "Bot",
    "BotMeta",
    "Comparison",
    "CroupierError",
    "Launch",
    "Match",
    "MatchResult",
    "Report",
    "UsageError",
    "compare",
    "play",
    "run",
    "run_batch",
    "serve",
]

# Imported when first used: a bot that needs one game does not load the whole house.
_HOMES = {
    "GAMES": "croupier.games",
    "Bot": "croupier.kernel.bot",
    "BotMeta": "croupier.players.meta",
    "Comparison": "croupier.arena.compare",
    "CroupierError": "croupier.kernel.errors",
    "Launch": "croupier.players.meta",
    "Match": "croupier.match.core",
    "MatchResult": "croupier.arena.results",
    "Report": "croupier.arena.api",
    "UsageError": "croupier.kernel.errors",
    "compare": "croupier.arena.measuring",
    "play": "croupier.arena.api",
    "run": "croupier.arena.api",
    "run_batch": "croupier.arena.api",
    "serve": "croupier.players.serve",
}


def __getattr__(name: str) -> object:
    if name == "rl":
        return import_module("croupier.rl")
    if name not in _HOMES:
        raise AttributeError(f"module 'croupier' has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(_HOMES[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
