"""The work of a run as plain data: tasks for an executor, and the results of played matches.

A task stands for itself, so tasks can be played anywhere and in any order. Chunks are cut by the schedule, so that
results do not depend on the executor. A chunk is played in lives: within a life bots keep their processes, and no deal
comes twice, because what a bot remembers of a deal would show it the cards of others in the next seating.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import islice
from types import TracebackType
from typing import Any, Final, Protocol

import msgspec

from croupier.arena.plan.schedule import Pairing, Schedule, Seating, Series, rotate
from croupier.arena.results.match_stats import complaints_in, faults_in, seconds_of, statistics_of
from croupier.arena.run.table import SeriesBots, StopFlag, Stopped, fresh_bots, new_match, replay_text
from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Result, Settings
from croupier.kernel.errors import ReplayError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.match.replay.compact import pack_match, rebuild_match
from croupier.match.run_players import Watch
from croupier.match.window_padding import WindowPadding
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant, RemoteBot
from croupier.players.json.remote_bot import LinkRemoteBot
from croupier.players.sandbox.bot import sitting_seconds
from croupier.players.sandbox.zygote_protocol import SandboxLost

SeatedBots = Sequence[Bot[Any, Any] | RemoteBot]
WrapBots = Callable[[SeatedBots, Seating], SeatedBots]


class Task(msgspec.Struct, frozen=True):
    """One match to be played. The seating names the entrants by their numbers; not all need to sit."""

    number: int
    pairing: Pairing


Chunk = Sequence[Task]

MAX_CHUNK_MATCHES: Final = 200
"""Most matches in a chunk: about a second of work for quick bots."""
MIN_CHUNKS: Final = 32
"""A run is cut into at least about this many chunks, so that all workers are busy."""


MAX_LOSSES: Final = 3
"""A match during which processes of our own end this many times is given up."""

MIN_LIFE_MATCHES: Final = 12
"""Matches in a life at least, where every life begins with new processes, each of which takes as long to start as a bot
takes to play about two matches."""


def chunks_of(schedule: Schedule, least: int = 1) -> Iterator[Chunk]:
    """Whole blocks, as many as follow from the schedule alone, but `least` matches; a series is one chunk."""
    size = schedule.matches
    if not isinstance(schedule, Series):
        block = schedule.block_size
        size = max(1, -(-least // block), min(MAX_CHUNK_MATCHES, schedule.matches // MIN_CHUNKS) // block) * block
    tasks = (Task(number, pairing) for number, pairing in enumerate(schedule))
    while chunk := tuple(islice(tasks, size)):
        yield chunk


def deals_in_chunk(seatings: int, matches: int) -> int:
    """The deals of a chunk of about so many matches, but MIN_LIFE_MATCHES of them if MAX_CHUNK_MATCHES allows it."""
    return max(1, matches // seatings, min(MIN_LIFE_MATCHES, MAX_CHUNK_MATCHES // seatings))


def lives_of(chunk: Chunk) -> list[list[Task]]:
    """The first match of every deal of the chunk, then the second of every deal, and so on."""
    lives: list[list[Task]] = []
    met: dict[int, int] = {}
    for task in chunk:
        life = met.get(task.pairing.seed, 0)
        met[task.pairing.seed] = life + 1
        if life == len(lives):
            lives.append([])
        lives[life].append(task)
    return lives


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
    """Thinking time of each seat; empty if it was not measured."""
    statistics: tuple[Mapping[str, int | float], ...] = ()
    """Counts of the game and numbers from the notes of each seat; see `arena.results.match_stats`."""
    replay: str = ""
    """JSON lines, if the run keeps replays."""
    sheet: bytes = b""
    """Its moves in short, from which it can be played again; see `croupier.match.replay.compact`."""
    complaints: tuple[tuple[int, str, str], ...] = ()
    """The first fault of each seat that had one: seat, what went wrong, what its process had printed by then."""
    lost_news: tuple[tuple[int, int, str], ...] = ()
    """Seat, number of notifications that it did not get, and why the first was lost."""

    def match(self, game: Game, settings: Settings, names: Sequence[str], talk: bool = False) -> Match:
        """The match, played again from its moves; a ReplayError if they were not kept or do not fit the rules."""
        if not self.sheet:
            raise ReplayError("its moves were not saved")
        return rebuild_match(game, settings, names, self.seed, self.sheet, talk)


OUT_OF_TIME: Final = "time"
"""The ending of a match that took longer than a match may take."""


def lost_on_time(setup: "RunSetup", task: Task, seat: int, limit: float) -> Played:
    """A match that was broken off at its time limit, lost by the team of the seat that used up most of the time."""
    pairing = task.pairing
    teams = setup.game.teams(setup.settings, len(pairing.seating))
    places = tuple(len(set(teams)) if team == teams[seat] else 1 for team in teams)
    fault = f"TooSlow: used most of the {limit:g} s allowed for a match; for more: --game-limit SECONDS"
    return Played(
        task.number,
        pairing.block,
        pairing.seed,
        pairing.seating,
        teams,
        places,
        (0.0,) * len(teams),
        OUT_OF_TIME,
        0,
        ((seat, "TooSlow"),),
        complaints=((seat, fault, ""),),
    )


class Executor(Protocol):
    """Plays chunks: in this process, in several, or on a cluster."""

    idle: Callable[[], None]
    """Called now and then while no match ends."""

    @property
    def skipped(self) -> "list[Skipped]":
        """Matches that were broken off and left out."""
        ...

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        """Takes chunks as it needs them and gives back every match of them, in whatever order they end."""
        ...


class RunSetup(msgspec.Struct, frozen=True):
    """Game, settings, entrants and conditions, the same for all tasks of a run."""

    game: Game
    settings: Settings
    entrants: tuple[Entrant, ...]
    clock: Clock = NO_CLOCK
    """The time of bots that are not in the process that plays."""
    series: bool = False
    """The same bots play all matches, everybody moving on by one seat."""
    sheets: bool = True
    """Whether the moves are kept."""
    version: str = ""
    """If given, whole replays are kept too, and say that they are of this version of Croupier."""
    talk: bool = False
    """Whether what is said is passed on."""
    names: bool = True
    """Whether seats are called by the names of their bots, and not p0, p1, ..., as in rated play."""
    pads: bool = False
    """Whether reaction windows take the same time no matter who can react, as in rated play."""

    @property
    def may_remember_deals(self) -> tuple[str, ...]:
        """The names of bots whose process may meet a deal in several seatings; in a series no deal comes twice."""
        return () if self.series else tuple(entrant.name for entrant in self.entrants if entrant.may_remember)


class TaskPlayer:
    """Plays the tasks of a run; to be used within `with`."""

    def __init__(self, cast: RunSetup) -> None:
        self._cast = cast
        self._outside = Connections(cast.entrants, cast.clock)
        self._regulars: SeriesBots | None = None
        self._cells = {entrant.cells for entrant in cast.entrants if entrant.cells is not None}
        self._padding = WindowPadding() if cast.pads and cast.game.windows else None
        self._links = {entrant.guest for entrant in cast.entrants if isinstance(entrant.guest, LinkRemoteBot)}
        self._match: Match | None = None
        self._bots: SeatedBots = ()

    def __enter__(self) -> "TaskPlayer":
        self._outside.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._outside.__exit__(kind, error, trace)

    def begin_life(self) -> None:
        """Drop the bots and processes of earlier matches."""
        self._regulars = None
        self._outside.begin_life()

    def in_lives(self, chunk: Chunk) -> Iterator[Task]:
        """The tasks of a chunk in the order in which they are to be played; every life begins with new processes."""
        for life in lives_of(chunk):
            self.begin_life()
            yield from life

    def play(self, task: Task, watch: Watch | None = None, wrap: WrapBots | None = None) -> Played:
        """Play it; `wrap` puts something of ours round the bots of this process.

        Raise a SandboxLost if a process of ours ended meanwhile: the chunk must be played again from its beginning.
        """
        losses = self._losses()
        cast, pairing = self._cast, task.pairing
        if cast.series:
            regulars = self._regulars = self._regulars or SeriesBots(cast.entrants, pairing.seating)
            names, bots = rotate(regulars.names, pairing.block), rotate(regulars.bots, pairing.block)
            match = Match(cast.game, cast.settings, names, pairing.seed, talk=False)
        else:
            if cast.names:
                match = new_match(cast.game, cast.settings, cast.entrants, pairing, cast.talk)
            else:
                names = tuple(f"p{number}" for number in range(len(pairing.seating)))
                match = Match(cast.game, cast.settings, names, pairing.seed, cast.talk)
            bots = fresh_bots(cast.entrants, pairing.seating)
        self._match, self._bots = match, bots
        padding = None
        if self._padding is not None and not all(map(_is_built_in, bots)):
            padding = self._padding.begin(match, pairing.seating)
        result = self._outside.play(match, bots if wrap is None else wrap(bots, pairing.seating), watch, padding)
        self._match = None
        if self._losses() != losses:
            raise SandboxLost("the sandbox ended during a match")
        return self._played(task, match, result)

    def _losses(self) -> int:
        return sum(each.losses for each in (*self._cells, *self._links))

    def slowest_seat(self, took: float, waiting: float) -> int | None:
        """The seat that used most of the time of the match being played, which took so many seconds until now.

        The seat being asked has been `waiting` for so many of them. None if most of the time was not used by a bot.
        """
        match, bots = self._match, self._bots
        if match is None or match.over:
            return None
        used = [own + sitting_seconds(bot) for own, bot in zip(seconds_of(match), bots, strict=True)]
        # Bots are asked one after the other, but remote bots all at once, and then who is late is not known here.
        asked = [match.state.to_act] if all(isinstance(bot, Bot) for bot in bots) else match.open_seats()
        if len(asked) == 1:
            used[asked[0]] += waiting
        most = max(used)
        return used.index(most) if most > took - sum(used) else None

    def _played(self, task: Task, match: Match, result: Result) -> Played:
        cast, pairing = self._cast, task.pairing
        faults = faults_in(match)
        replay = replay_text(match, cast.entrants, pairing.seating, cast.version) if cast.version else ""
        return Played(
            task.number,
            pairing.block,
            pairing.seed,
            pairing.seating,
            cast.game.teams(cast.settings, len(pairing.seating)),
            result.places,
            result.scores,
            result.ending,
            len(match.steps),
            faults,
            seconds_of(match),
            statistics_of(match),
            replay,
            pack_match(match) if cast.sheets else b"",
            complaints_in(match) if faults else (),
            tuple((seat, lost, reason) for seat, (lost, reason) in match.lost_news.items()),
        )


def _is_built_in(bot: Bot[Any, Any] | RemoteBot) -> bool:
    """Whether it comes with Croupier, so that it does not look at the clock for what it should not know."""
    return isinstance(bot, Bot) and bot.is_ours and not bot.is_timed


class Skipped(msgspec.Struct, frozen=True):
    """A match that was broken off and is not played any more."""

    task: Task
    reason: str


class InProcess:
    """Plays everything in this process, one match after the other."""

    def __init__(self, cast: RunSetup, stop: StopFlag | None = None) -> None:
        self._cast = cast
        self._stop = stop or StopFlag()
        self.skipped: list[Skipped] = []
        self.idle: Callable[[], None] = _nothing

    def play(self, chunks: Iterable[Chunk]) -> Iterator[Played]:
        with TaskPlayer(self._cast) as playing, suppress(Stopped):
            for chunk in chunks:
                yield from self._play_chunk(playing, chunk)

    def _play_chunk(self, playing: TaskPlayer, chunk: Chunk) -> Iterator[Played]:
        delivered = losses = 0
        while delivered < len(chunk) and not self._stop.is_set:
            try:
                for index, task in enumerate(playing.in_lives(chunk)):
                    if self._stop.is_set:
                        return
                    played = playing.play(task, self._stop.watch)
                    if index == delivered:
                        delivered, losses = delivered + 1, 0
                        yield played
            except SandboxLost:
                losses += 1
                if losses == MAX_LOSSES:
                    raise


def _nothing() -> None:
    return
