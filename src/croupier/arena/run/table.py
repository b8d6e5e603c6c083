"""What every way to play many matches needs: fresh bots at a table, and a flag that stops it between two moves.

Who plays them is in `work`, `workers` and `raybackend`.
"""

from collections.abc import Sequence
from typing import Any

from croupier.arena.plan.schedule import Pairing, Seating
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Settings
from croupier.kernel.errors import CroupierError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.run_players import Watch
from croupier.players.entrant import Entrant, RemoteBot, unique_names
from croupier.players.seating import make_bot


class Stopped(CroupierError):
    """The stop flag was set while a match was being played."""


class StopFlag:
    """Set by whoever wants the run to end, such as a signal handler."""

    def __init__(self) -> None:
        self.is_set = False

    def set(self) -> None:
        self.is_set = True

    def watch(self, match: Match) -> None:
        """For a driver: ends a match that is not over."""
        if self.is_set and not match.over:
            raise Stopped("the match was stopped")


class SeriesBots:
    """Who plays a series: one instance for each seat, called the same in every match. They may remember each other."""

    def __init__(self, entrants: Sequence[Entrant], seating: Seating) -> None:
        self.names = _names(entrants, seating)
        self.bots = tuple(fresh_bots(entrants, seating))


def _names(entrants: Sequence[Entrant], seating: Seating) -> tuple[str, ...]:
    """An entrant at several seats gets a name for each."""
    return unique_names(entrants[number].name for number in seating)


def new_match(
    game: Game, settings: Settings, entrants: Sequence[Entrant], pairing: Pairing, talk: bool = True
) -> Match:
    """The match of a pairing, not yet begun."""
    return Match(game, settings, _names(entrants, pairing.seating), pairing.seed, talk)


def fresh_bots(entrants: Sequence[Entrant], seating: Sequence[int]) -> list[Bot[Any, Any] | RemoteBot]:
    """An instance of its own for every seat, or the guest who is to sit there."""
    return [entrants[number].guest or make_bot(entrants[number]) for number in seating]


def combine_watches(*each: Watch | None) -> Watch:
    """Several watchers as one, in this order."""
    present = [watch for watch in each if watch is not None]

    def watch(match: Match) -> None:
        for one in present:
            one(match)

    return watch
