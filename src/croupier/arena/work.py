"""The work of a run as plain data: tasks that go out to whoever plays them, and what comes back.

A task stands for itself, so tasks can be played anywhere and in any order. Those of one chunk are played one after the
other by the same processes; chunks are cut by the schedule, so that results do not depend on who plays them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

import msgspec

from croupier.arena.batch import fresh_bots
from croupier.arena.schedule import Pairing, Seating
from croupier.arena.standings import faults_in
from croupier.arena.statistics import seconds_of, statistics_of
from croupier.kernel.decision import NO_CLOCK, Clock, Settings
from croupier.kernel.game import Game
from croupier.match.core import Match
from croupier.match.replay import replay_text
from croupier.players.entrant import Entrant, unique_names
from croupier.players.outside import Outside


class Task(msgspec.Struct, frozen=True):
    """One match to be played. The seating names the entrants by their numbers; not all need to sit."""

    number: int
    pairing: Pairing


Chunk = Sequence[Task]


class Played(msgspec.Struct, frozen=True):
    """What a run keeps of one match; enough for standings, ratings and statistics without playing it again."""

    number: int
    block: int
    seed: int
    seating: Seating
    teams: tuple[int, ...]
    places: tuple[int, ...]
    scores: tuple[float, ...]
    ending: str
    moves: int
    faults: tuple[tuple[int, str], ...] = ()
    """Seat and kind."""
    seconds: tuple[float, ...] = ()
    """Per seat, how long it thought in all; empty if nobody measured it."""
    statistics: tuple[Mapping[str, float], ...] = ()
    """Per seat, what the players of this game care about."""
    replay: str = ""
    """JSON lines, if the run keeps replays."""


class Executor(Protocol):
    """Whoever plays the chunks: this process, several, or a cluster."""

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        """Takes chunks as it needs them and gives back every match of them, in whatever order they end."""
        ...


class Conditions(msgspec.Struct, frozen=True):
    """How the matches are played. Rated play is the default: nobody hears talk, and seats are called p0, p1, ..."""

    talk: bool = False
    names: bool = False
    replays: str = ""
    """The version of Croupier to write into replays; empty if none are kept."""


RATED: Final = Conditions()


class InProcess:
    """Plays everything in this process, one match after the other."""

    def __init__(
        self,
        game: Game,
        settings: Settings,
        entrants: Sequence[Entrant],
        clock: Clock = NO_CLOCK,
        conditions: Conditions = RATED,
    ) -> None:
        self._game = game
        self._settings = settings
        self._entrants = entrants
        self._clock = clock
        self._conditions = conditions

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        with Outside(self._entrants, self._clock) as outside:
            for chunk in chunks:
                outside.begin_chunk()
                for task in chunk:
                    yield play_task(outside, self._game, self._settings, self._entrants, task, self._conditions)


def play_task(
    outside: Outside,
    game: Game,
    settings: Settings,
    entrants: Sequence[Entrant],
    task: Task,
    conditions: Conditions = RATED,
) -> Played:
    """Play one match and keep what a run keeps of it."""
    pairing = task.pairing
    names = tuple(f"p{number}" for number in range(len(pairing.seating)))
    if conditions.names:
        names = unique_names(entrants[number].name for number in pairing.seating)
    match = Match(game, settings, names, pairing.seed, conditions.talk)
    result = outside.play(match, fresh_bots(entrants, pairing.seating))
    replay = ""
    if conditions.replays:
        specs = [entrants[number].spec for number in pairing.seating]
        rungs = [entrants[number].rung for number in pairing.seating]
        replay = replay_text(match, conditions.replays, specs, rungs if any(rungs) else ())
    return Played(
        task.number,
        pairing.block,
        pairing.seed,
        pairing.seating,
        game.teams(settings, len(pairing.seating)),
        result.places,
        result.scores,
        result.ending,
        len(match.steps),
        faults_in(match),
        seconds_of(match),
        statistics_of(match),
        replay,
    )
