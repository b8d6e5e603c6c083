"""The work of a run as plain data: tasks that go out to whoever plays them, and what comes back.

A task stands for itself, so tasks can be played anywhere and in any order. Those of one chunk are played one after the
other by the same processes; chunks are cut by the schedule, so that results do not depend on who plays them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from croupier.arena.batch import fresh_bots, seat
from croupier.arena.schedule import Pairing, Seating
from croupier.arena.standings import faults_in
from croupier.kernel.decision import NO_CLOCK, Clock, Settings
from croupier.kernel.game import Game
from croupier.players.entrant import Entrant
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


class InProcess:
    """Plays everything in this process, one match after the other."""

    def __init__(self, game: Game, settings: Settings, entrants: Sequence[Entrant], clock: Clock = NO_CLOCK) -> None:
        self._game = game
        self._settings = settings
        self._entrants = entrants
        self._clock = clock

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        with Outside(self._entrants, self._clock) as outside:
            for chunk in chunks:
                outside.begin_chunk()
                for task in chunk:
                    yield self._played(outside, task)

    def _played(self, outside: Outside, task: Task) -> Played:
        pairing = task.pairing
        match = seat(self._game, self._settings, self._entrants, pairing, talk=False)
        result = outside.play(match, fresh_bots(self._entrants, pairing.seating))
        return Played(
            task.number,
            pairing.block,
            pairing.seed,
            pairing.seating,
            self._game.teams(self._settings, len(pairing.seating)),
            result.places,
            result.scores,
            result.ending,
            len(match.steps),
            faults_in(match),
        )
