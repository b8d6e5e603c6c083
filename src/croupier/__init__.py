"""Croupier, an arena for card-playing bots.

This module chooses the core, compiled or plain Python, before anything else of the package is imported.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from croupier import _cache, _pure

_pure.install()
_cache.install()

__version__ = "0.1.0"

if TYPE_CHECKING:
    from croupier.ai.analysed import AnalysedMatch, analyse
    from croupier.arena.api import compare, ladder, play, run, run_batch, tournament
    from croupier.arena.compare.compare import Comparison
    from croupier.arena.ladder import Ladder
    from croupier.arena.profile.api import profile
    from croupier.arena.profile.report import Profile
    from croupier.arena.results.match_result import MatchResult
    from croupier.arena.results.run_report import Report
    from croupier.arena.tournament.session import TournamentResult
    from croupier.games import GAMES
    from croupier.kernel.bot import Bot
    from croupier.kernel.errors import CroupierError, UsageError
    from croupier.match.match import Match
    from croupier.players.http.meta import BotMeta, Launch
    from croupier.players.serve import serve

__all__ = [
    "GAMES",
    "AnalysedMatch",
    "Bot",
    "BotMeta",
    "Comparison",
    "CroupierError",
    "Ladder",
    "Launch",
    "Match",
    "MatchResult",
    "Profile",
    "Report",
    "TournamentResult",
    "UsageError",
    "analyse",
    "compare",
    "ladder",
    "play",
    "profile",
    "run",
    "run_batch",
    "serve",
    "tournament",
]

# Imported when first used: a bot that needs one game does not load the whole package.
_HOMES = {
    "GAMES": "croupier.games",
    "AnalysedMatch": "croupier.ai.analysed",
    "Bot": "croupier.kernel.bot",
    "BotMeta": "croupier.players.http.meta",
    "Comparison": "croupier.arena.compare.compare",
    "CroupierError": "croupier.kernel.errors",
    "Ladder": "croupier.arena.ladder",
    "Launch": "croupier.players.http.meta",
    "Match": "croupier.match.match",
    "MatchResult": "croupier.arena.results.match_result",
    "Profile": "croupier.arena.profile.report",
    "Report": "croupier.arena.results.run_report",
    "TournamentResult": "croupier.arena.tournament.session",
    "UsageError": "croupier.kernel.errors",
    "analyse": "croupier.ai.analysed",
    "compare": "croupier.arena.api",
    "ladder": "croupier.arena.api",
    "play": "croupier.arena.api",
    "profile": "croupier.arena.profile.api",
    "run": "croupier.arena.api",
    "run_batch": "croupier.arena.api",
    "serve": "croupier.players.serve",
    "tournament": "croupier.arena.api",
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
