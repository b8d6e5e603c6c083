"""Many matches in this process, one after the other: the schedule decides which, fresh bots play each.

In a series the same bots play all of them and may remember each other, so it says nothing about strength: unrated.

The same schedule gives the same standings. A flag stops it between two moves; what was finished by then counts.
"""

from collections.abc import Callable, Sequence
from typing import Any

from croupier.arena.schedule import Pairing, Schedule, Seating, Series, moved_on
from croupier.arena.standings import Outcome, Standings, no_standings, outcome_of, standings_of_block
from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Decision, Settings
from croupier.kernel.errors import CroupierError
from croupier.kernel.game import Game
from croupier.match.core import Match
from croupier.match.drivers import Watch
from croupier.players.entrant import Entrant, Guest, unique_names
from croupier.players.outside import Outside

CHUNK = 200
"""After so many matches a locked-up bot gets a new process; fixed, so that results do not depend on who runs them."""


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


class Unmade(Bot[Any, Any]):
    """In the seat of a bot whose class failed to make it: fails likewise at every question."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def decide(self, decision: Decision[Any, Any]) -> int:
        raise self._error


Observer = Callable[[Match, Pairing, Standings], None]
"""Called with every finished match and the standings so far, that match included."""


def run_batch(
    game: Game,
    settings: Settings,
    entrants: Sequence[Entrant],
    schedule: Schedule,
    observe: Observer | None = None,
    stop: StopFlag | None = None,
    clock: Clock = NO_CLOCK,
) -> Standings:
    """Play the schedule to its end or until `stop` is set. Table talk is recorded but delivered to nobody.

    `clock` is the time of bots that are not in this process.
    """
    teams = game.teams(settings, len(schedule.seatings[0]))
    total = so_far = no_standings(len(entrants))
    block, outcomes = 0, list[Outcome]()
    regulars = Regulars(entrants, schedule.seatings[0]) if isinstance(schedule, Series) else None
    with Outside(entrants, clock) as outside:
        for pairing in schedule:
            if stop is not None and stop.is_set:
                break
            if pairing.block != block:
                total, block, outcomes = so_far, pairing.block, []
                if regulars is None and block * len(schedule.seatings) % CHUNK < len(schedule.seatings):
                    outside.begin_chunk()
            if regulars is None:
                match = seat(game, settings, entrants, pairing, talk=False)
                bots = fresh_bots(entrants, pairing.seating)
            else:
                match = Match(game, settings, moved_on(regulars.names, pairing.block), pairing.seed, talk=False)
                bots = moved_on(regulars.bots, pairing.block)
            try:
                outside.play(match, bots, None if stop is None else stop.watch)
            except Stopped:
                break
            outcomes.append(outcome_of(match, pairing.seating, teams))
            so_far = total + standings_of_block(len(entrants), outcomes)
            if observe is not None:
                observe(match, pairing, so_far)
    return so_far


class Regulars:
    """Who plays a series: one instance for each seat, called the same in every match."""

    def __init__(self, entrants: Sequence[Entrant], seating: Seating) -> None:
        self.names = _names(entrants, seating)
        self.bots = tuple(fresh_bots(entrants, seating))


def _names(entrants: Sequence[Entrant], seating: Seating) -> tuple[str, ...]:
    """An entrant at several seats gets a name for each."""
    return unique_names(entrants[number].name for number in seating)


def seat(game: Game, settings: Settings, entrants: Sequence[Entrant], pairing: Pairing, talk: bool = True) -> Match:
    """The match of a pairing, not yet begun."""
    return Match(game, settings, _names(entrants, pairing.seating), pairing.seed, talk)


def fresh_bots(entrants: Sequence[Entrant], seating: Sequence[int]) -> list[Bot[Any, Any] | Guest]:
    """An instance of its own for every seat, or the guest who is to sit there."""
    return [entrants[number].guest or _made(entrants[number]) for number in seating]


def _made(entrant: Entrant) -> Bot[Any, Any]:
    try:
        return entrant.make()
    except BaseException as error:
        return Unmade(error)


def watches(*each: Watch | None) -> Watch:
    """Several watchers as one, in this order."""
    present = [watch for watch in each if watch is not None]

    def watch(match: Match) -> None:
        for one in present:
            one(match)

    return watch
