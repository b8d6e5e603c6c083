"""Croupier from Python and notebooks: `play` one match, `run` many, or `run_batch` to look at each of them.

>>> import croupier
>>> croupier.play("cuttle", ["random", MyBot], seed=7).result()
>>> croupier.run("cuttle", ["random", MyBot], n=1000, seed=7)
>>> [result.winner for result in croupier.run_batch("cuttle", ["random", MyBot], n=10, seed=7)]
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import inf
from operator import attrgetter
from secrets import randbelow
from typing import Any

import msgspec

from croupier.ai import BUILT_IN
from croupier.arena.batch import StopFlag, fresh_bots, seat
from croupier.arena.results import MatchResult, seat_names
from croupier.arena.schedule import Pairing, Schedule, plan, plan_series, seatings_of
from croupier.arena.scoreboard import Scoreboard
from croupier.arena.settings import checked_settings
from croupier.arena.standings import Record, Standings
from croupier.arena.work import SPARING, Cast, Chunk, InProcess, chunks_of
from croupier.arena.workers import CAN_WORK, Workers
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock, Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.rng import SEED_LIMIT
from croupier.match.core import Match
from croupier.players.entrant import Entrant, unique_names
from croupier.players.loader import load_bots, opened, try_out
from croupier.players.meta import BotMeta
from croupier.players.outside import Outside
from croupier.players.shelter import LOCKED_UP, Shelter
from croupier.players.web import web_entrant

BotLike = str | Callable[[], Bot[Any, Any]] | BotMeta | Entrant
"""A bot as on the command line, a Bot class or anything that makes a new bot when called, or a bot behind HTTP."""


class Report(msgspec.Struct, frozen=True):
    """What `run` returns: the standings, and what is needed to have them again."""

    game: str
    settings: Settings
    seed: int
    entrants: tuple[Entrant, ...]
    standings: Standings
    unrated: bool = False
    """A series: the bots remembered earlier matches, so the figures say nothing about their strength."""

    def __getitem__(self, name: str) -> Record:
        """The record of the bot called `name`."""
        names = [entrant.name for entrant in self.entrants]
        return self.standings.records[names.index(name)]

    def __str__(self) -> str:
        unrated = ", an unrated series" if self.unrated else ""
        lines = [f"{self.game}, {self.standings.matches} matches, seed {self.seed}{unrated}"]
        for number in self.standings.ranking():
            record = self.standings.records[number]
            low, high = record.interval
            rate = f"{record.win_rate:6.1%} wins ({low:.1%} to {high:.1%})"
            faults = f", {sum(record.faults.values())} faults" if record.faults else ""
            lines.append(f"  {self.entrants[number].name}: {rate}{faults}")
        return "\n".join(lines)


def play(
    game: str | Game,
    bots: Sequence[BotLike],
    seed: int | None = None,
    settings: Mapping[str, object] | Settings | None = None,
    *,
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    bank: float = 0.0,
) -> Match:
    """Play one match to its end, the bots sitting in the order given. `match.seed` plays it again.

    `timeout` and `bank` are seconds for bots that are not in this process; see `clock_for`.
    """
    game, settings = _game(game), _settings(_game(game), settings)
    entrants = enter(game, _with_folders(game, bots), Shelter(trust, sandbox))
    seating = seatings_of(game, settings, len(entrants), seats)[0]
    match = seat(game, settings, entrants, Pairing(0, checked_seed(seed), seating))
    with Outside(entrants, clock_for(game, timeout, bank)) as outside:
        outside.play(match, fresh_bots(entrants, seating))
    return match


def run(
    game: str | Game,
    bots: Sequence[BotLike],
    n: int = 100,
    seed: int | None = None,
    settings: Mapping[str, object] | Settings | None = None,
    *,
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    bank: float = 0.0,
    stop: StopFlag | None = None,
    series: bool = False,
) -> Report:
    """Play at least `n` matches on equal deals with seats rotated. The same as `croupier run GAME BOT ... -n N`.

    With `series` the same bots play `n` different deals and may remember each other, which is not rated.
    """
    game, settings = _game(game), _settings(_game(game), settings)
    entrants = enter(game, _with_folders(game, bots), Shelter(trust, sandbox))
    root = checked_seed(seed)
    schedule = (plan_series if series else plan)(root, n, seatings_of(game, settings, len(entrants), seats))
    cast = Cast(game, settings, entrants, clock_for(game, timeout, bank), series, sheets=False)
    board = Scoreboard(game, len(entrants))
    for played in InProcess(cast, stop).play(_chunks(schedule, entrants)):
        board.add(played)
    return Report(game.name, settings, root, entrants, board.standings(), unrated=series)


def run_batch(
    game: str | Game,
    bots: Sequence[BotLike],
    n: int = 100,
    seed: int | None = None,
    settings: Mapping[str, object] | Settings | None = None,
    *,
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    bank: float = 0.0,
    workers: int = 1,
) -> list[MatchResult]:
    """Play at least `n` matches on equal deals with seats rotated, and have them one by one, in their order.

    With several `workers` they are played in processes of their own; what comes out is the same.
    """
    game, settings = _game(game), _settings(_game(game), settings)
    entrants = enter(game, _with_folders(game, bots), Shelter(trust, sandbox))
    schedule = plan(checked_seed(seed), n, seatings_of(game, settings, len(entrants), seats))
    cast = Cast(game, settings, entrants, clock_for(game, timeout, bank))
    chunks = _chunks(schedule, entrants)
    if workers > 1 and CAN_WORK:
        with Workers(cast, workers) as staff:
            played = sorted(staff.play(chunks), key=attrgetter("number"))
    else:
        played = list(InProcess(cast).play(chunks))
    names = {seating: seat_names(entrants, seating) for seating in schedule.seatings}
    return [MatchResult(cast, each, names[each.seating]) for each in played]


def _with_folders(game: Game, bots: Sequence[BotLike]) -> list[BotLike]:
    """The bots, where a folder of them stands for every bot in it."""
    return [each for bot in bots for each in (opened(game, bot, BUILT_IN) if isinstance(bot, str) else [bot])]


def enter(game: Game, bots: Sequence[BotLike], shelter: Shelter = LOCKED_UP) -> tuple[Entrant, ...]:
    """The entrants for a mix of specs, classes and factories."""
    found: list[Entrant] = []
    for bot in bots:
        if isinstance(bot, Entrant):
            found.append(bot)
        elif isinstance(bot, BotMeta):
            found.append(web_entrant(game, bot))
        elif isinstance(bot, str):
            found += load_bots(game, [bot], BUILT_IN, shelter)
        elif isinstance(bot, Bot):
            raise UsageError("every match needs a new bot: give its class, or a function that makes one")
        else:
            name = getattr(bot, "__name__", type(bot).__name__)
            found.append(Entrant(name, name, bot))
            try_out(found[-1])
    names = unique_names(entrant.name for entrant in found)
    return tuple(msgspec.structs.replace(entrant, name=name) for entrant, name in zip(found, names, strict=True))


def clock_for(game: Game, timeout: float | None = None, bank: float = 0.0) -> Clock:
    """The time of a bot that is not in this process: seconds for every answer, and a bank for what takes longer.

    Without a `timeout` it is what is usual in the game; 0 means no limit. A bank of 0 is none.
    """
    seconds = game.answer_seconds if timeout is None else timeout
    for name, value in (("timeout", seconds), ("bank", bank)):
        if not 0 <= value < inf:
            raise UsageError(f"the {name} is a number of seconds from 0 on, not {value:g}")
    if not seconds and bank:
        raise UsageError("a bank is for what takes longer than the timeout, which is off")
    return Clock(answer=seconds or None, bank=bank or None)


def checked_seed(seed: int | None) -> int:
    """The seed, or a random one of six digits, which is easy to type again."""
    if seed is None:
        return 100_000 + randbelow(900_000)
    if not 0 <= seed < SEED_LIMIT:
        raise UsageError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    return seed


def _chunks(schedule: Schedule, entrants: Sequence[Entrant]) -> Iterable[Chunk]:
    return chunks_of(schedule, SPARING if any(entrant.cells for entrant in entrants) else 1)


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else find_game(game)


def _settings(game: Game, settings: Mapping[str, object] | Settings | None) -> Settings:
    return settings if isinstance(settings, Settings) else checked_settings(game, settings or {})
