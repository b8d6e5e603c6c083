"""Fresh bots for a match, and the flag that stops a run between two moves."""

from collections.abc import Sequence
from typing import Any

from croupier.arena.plan.schedule import Pairing, Seating
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Settings
from croupier.kernel.errors import CroupierError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.replay.write import encode_replay
from croupier.match.run_players import Watch
from croupier.players.entrant import Entrant, RemoteBot, unique_names
from croupier.players.seating import make_bot


class Stopped(CroupierError):
    """The stop flag was set while a match was being played."""


class StopFlag:
    """A flag that ends a run, set by a signal handler or by the caller."""

    def __init__(self) -> None:
        self.is_set = False

    def set(self) -> None:
        self.is_set = True

    def watch(self, match: Match) -> None:
        """Raise Stopped in a match that is not over, if the flag is set; to be used as a watch."""
        if self.is_set and not match.over:
            raise Stopped("the match was stopped")


class SeriesBots:
    """The bots of a series: one instance for each seat, with one name in all matches. They may remember each other."""

    def __init__(self, entrants: Sequence[Entrant], seating: Seating) -> None:
        self.names = seat_names(entrants, seating)
        self.bots = tuple(fresh_bots(entrants, seating))


def seat_names(entrants: Sequence[Entrant], seating: Seating) -> tuple[str, ...]:
    """The names of the seats; an entrant at several seats gets a name for each."""
    return unique_names(entrants[number].name for number in seating)


def new_match(
    game: Game, settings: Settings, entrants: Sequence[Entrant], pairing: Pairing, talk: bool = True
) -> Match:
    """The match of a pairing, not yet begun."""
    return Match(game, settings, seat_names(entrants, pairing.seating), pairing.seed, talk)


def fresh_bots(entrants: Sequence[Entrant], seating: Sequence[int]) -> list[Bot[Any, Any] | RemoteBot]:
    """An instance of its own for every seat, or the guest who is to sit there."""
    return [entrants[number].guest or make_bot(entrants[number]) for number in seating]


def replay_text(match: Match, entrants: Sequence[Entrant], seating: Seating, version: str) -> str:
    """The lines of a replay of a finished match between these entrants."""
    seated = [entrants[number] for number in seating]
    isolation = [entrant.isolation for entrant in seated]
    return encode_replay(match, version, [one.spec for one in seated], isolation if any(isolation) else ()).decode()


def combine_watches(*each: Watch | None) -> Watch:
    """Several watchers as one, in this order."""
    present = [watch for watch in each if watch is not None]

    def watch(match: Match) -> None:
        for one in present:
            one(match)

    return watch
