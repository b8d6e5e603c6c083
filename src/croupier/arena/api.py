"""Croupier from Python and notebooks: `play` one match, `run` many, `compare` two bots, hold a `tournament`.

The commands of the same names play the same matches.

>>> import croupier
>>> croupier.play("cuttle", ["random", MyBot], seed=7).result()
>>> croupier.run("cuttle", ["random", MyBot], n=1000, seed=7)
>>> [result.winner for result in croupier.run_batch("cuttle", ["random", MyBot], n=10, seed=7)]
>>> croupier.compare("cuttle", "random", MyBot, seed=7).verdict
>>> croupier.tournament("cuttle", ["random", "heuristic", MyBot], seed=7).ranking
"""

from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager
from operator import attrgetter
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from croupier.arena.compare.compare import Comparison
from croupier.arena.plan.run_plan import new_plan, plain_settings
from croupier.arena.plan.schedule import Pairing, Schedule, plan_blocks, plan_series, seatings_of, seats_for
from croupier.arena.plan.settings import checked_settings, fair_settings
from croupier.arena.results.match_result import MatchResult, seat_names
from croupier.arena.results.totals import EntrantRecord, Standings, Totals
from croupier.arena.run.backend import RunOptions
from croupier.arena.run.pool import CAN_FORK, WorkerPool
from croupier.arena.run.setup import BotLike, checked_seed, clock_for, make_entrants, open_folders, rated_setup
from croupier.arena.run.table import StopFlag, fresh_bots, new_match
from croupier.arena.run.task import MIN_CHUNK_SANDBOXED, Chunk, InProcess, RunSetup, chunks_of
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.match.match import Match
from croupier.players.connections import Connections
from croupier.players.entrant import Entrant
from croupier.players.sandbox.isolation import Isolation

if TYPE_CHECKING:
    from croupier.arena.ladder import Ladder
    from croupier.arena.store.store import Store
    from croupier.arena.tournament.session import TournamentResult


class Report(msgspec.Struct, frozen=True):
    """What `run` returns: the standings, and what is needed to have them again."""

    game: str
    settings: Settings
    seed: int
    entrants: tuple[Entrant, ...]
    standings: Standings
    unrated: bool = False
    """A series: the bots remembered earlier matches, so the figures say nothing about their strength."""

    def __getitem__(self, name: str) -> EntrantRecord:
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
    entrants = make_entrants(game, open_folders(game, bots), Isolation(trust, sandbox))
    seating = seatings_of(game, settings, len(entrants), seats)[0]
    match = new_match(game, settings, entrants, Pairing(0, checked_seed(seed), seating))
    with Connections(entrants, clock_for(game, timeout, bank)) as outside:
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
    entrants = make_entrants(game, open_folders(game, bots), Isolation(trust, sandbox))
    root = checked_seed(seed)
    schedule = (plan_series if series else plan_blocks)(root, n, seatings_of(game, settings, len(entrants), seats))
    cast = RunSetup(game, settings, entrants, clock_for(game, timeout, bank), series, sheets=False)
    totals = Totals(len(entrants), len(schedule.seatings))
    for played in InProcess(cast, stop).play(_chunks(schedule, entrants)):
        totals.add(played)
    return Report(game.name, settings, root, entrants, totals.standings(), unrated=series)


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
    entrants = make_entrants(game, open_folders(game, bots), Isolation(trust, sandbox))
    schedule = plan_blocks(checked_seed(seed), n, seatings_of(game, settings, len(entrants), seats))
    cast = RunSetup(game, settings, entrants, clock_for(game, timeout, bank))
    chunks = _chunks(schedule, entrants)
    if workers > 1 and CAN_FORK:
        with WorkerPool(cast, workers) as staff:
            played = sorted(staff.play(chunks), key=attrgetter("number"))
    else:
        played = list(InProcess(cast).play(chunks))
    names = {seating: seat_names(entrants, seating) for seating in schedule.seatings}
    return [MatchResult(cast, each, names[each.seating]) for each in played]


def compare(
    game: str | Game,
    old: BotLike,
    new: BotLike,
    seed: int | None = None,
    settings: Mapping[str, object] | Settings | None = None,
    *,
    field: Sequence[BotLike] = (),
    seats: int | None = None,
    halves: bool = False,
    permutations: bool = False,
    edge: float = 0.03,
    alpha: float = 0.025,
    beta: float = 0.025,
    max_games: int = 100_000,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    workers: int = 1,
    journal: str | Path | None = None,
    resume: bool = False,
    backend: str = "local",
    address: str | None = None,
    stop: StopFlag | None = None,
) -> Comparison:
    """Is `new` better than `old`? The same as `croupier compare GAME OLD NEW`.

    One worker plays in this process. With several `workers` or `backend="ray"` bots first play a match in which they
    must answer in time. `journal` is a database, as for `--db`: every match is stored there, and `resume=True` goes on
    with the last comparison of the same bots and terms.
    """
    from croupier.arena.compare.terms import KIND, ComparisonTerms, admit, play_comparison
    from croupier.arena.run.session import Session

    found, isolation = _game(game), Isolation(trust, sandbox)
    chosen, given = _settings(found, settings), _given(settings)
    sheets = journal is not None
    setup = rated_setup(found, [old, new, *field], chosen, given, isolation, timeout=timeout, sheets=sheets)
    terms = ComparisonTerms(round(edge * 100, 9), alpha, beta, halves, max_games, permutations)
    design = terms.design(found, setup.settings, range(len(setup.entrants)), seats)
    asked = new_plan(
        setup,
        checked_seed(seed),
        isolation,
        kind=KIND,
        seats=seats,
        seed_was_given=seed is not None,
        options=terms.options(),
    )
    options = _run_options(workers, backend, address)
    with (
        _store(journal, resume) as store,
        Session(
            setup,
            asked,
            options,
            stop=stop,
            store=store,
            resume=resume,
            admit=admit,
            table_size=len(design.seatings[0]),
        ) as session,
    ):
        result = play_comparison(session)
        session.check_journal()
    return result


def tournament(
    game: str | Game,
    bots: Sequence[BotLike],
    seed: int | None = None,
    settings: Mapping[str, object] | Settings | None = None,
    *,
    format: str = "round-robin",
    blocks: int = 25,
    rounds: int | None = None,
    best_of: int | None = None,
    meet: int | None = None,
    partners: str = "self",
    seats: int | None = None,
    permutations: bool = False,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    workers: int = 1,
    journal: str | Path | None = None,
    resume: bool = False,
    backend: str = "local",
    address: str | None = None,
    stop: StopFlag | None = None,
) -> "TournamentResult":
    """Let bots meet and rate them. The same as `croupier tournament GAME BOT ...`.

    `format` is "round-robin", "swiss", "gauntlet" or "knockout", `blocks` the number of deals at every table. One
    worker plays in this process; `workers`, `journal`, `resume` and `backend` are as for `compare`.
    """
    from croupier.arena.run.session import Session
    from croupier.arena.tournament.session import KIND, play_tournament
    from croupier.arena.tournament.setup import TournamentTerms

    found, isolation = _game(game), Isolation(trust, sandbox)
    chosen, given = _settings(found, settings), _given(settings)
    sheets = journal is not None
    entered = open_folders(found, bots)
    if len(entered) < 2:
        raise UsageError(f"a tournament needs at least two bots, not {len(entered)}")
    setup = rated_setup(found, entered, chosen, given, isolation, timeout=timeout, sheets=sheets)
    terms = TournamentTerms(format, blocks, rounds, best_of, meet, partners, permutations)
    teams = found.teams(setup.settings, seats_for(found, setup.settings, 2, seats))
    asked = new_plan(
        setup,
        checked_seed(seed),
        isolation,
        kind=KIND,
        seats=seats,
        seed_was_given=seed is not None,
        options=terms.options(),
    )
    asked = terms.admit(teams)(asked, asked.playing)
    options = _run_options(workers, backend, address)
    with (
        _store(journal, resume) as store,
        Session(
            setup,
            asked,
            options,
            stop=stop,
            store=store,
            resume=resume,
            admit=terms.admit(teams),
            table_size=len(teams),
        ) as session,
    ):
        result = play_tournament(session)
        session.check_journal()
    return result


def ladder(
    folder: str | Path,
    game: str | Game | None = None,
    seed: int | None = None,
    settings: Mapping[str, object] | Settings | None = None,
    *,
    baseline: Sequence[str] = ("random", "heuristic"),
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    workers: int = 1,
    stop: StopFlag | None = None,
) -> "Ladder":
    """Check and rate the bots of a folder until all are known well. The same as `croupier ladder DIR --once`.

    Every meeting is stored in `ladder.sqlite` of the folder. `game`, `settings` and `seats` are for a folder that has
    no ladder yet; the `baseline` are built-in bots that are always on it.
    """
    from croupier.arena.ladder import STORE, LadderSession, open_ladder
    from croupier.arena.store.store import open_store

    place = Path(folder)
    if not place.is_dir():
        raise UsageError(f"there is no folder {place}; make one, and put bots into it")
    found = None if game is None else _game(game)
    if found is None and not (place / STORE).exists():
        raise UsageError(f"{place} has no ladder yet: say which game it is for")
    chosen = {} if found is None else plain_settings(fair_settings(found, _settings(found, settings), _given(settings)))
    with open_store(str(place / STORE)) as store:
        stored = open_ladder(place, store, found, chosen, seats, checked_seed(seed))
        options = _run_options(workers)
        session = LadderSession(place, stored, options, Isolation(trust, sandbox), timeout, stop=stop)
        session.update_bots(baseline)
        while session.play_meeting():
            pass
    return stored.ladder


@contextmanager
def _store(journal: str | Path | None, resume: bool) -> "Generator[Store | None]":
    """The database of a journal, if there is one."""
    if journal is None:
        if resume:
            raise UsageError("resume=True goes on with what is in a journal: journal=PATH")
        yield None
        return
    from croupier.arena.store.store import open_store

    with open_store(str(journal)) as store:
        yield store


def _run_options(workers: int, backend: str = "local", address: str | None = None) -> RunOptions:
    """One worker plays in this process, so that a bot may be anything that can be called here."""
    if backend != "local":
        return RunOptions(workers if workers > 1 else None, backend, address)
    return RunOptions(workers, backend, address, in_process=workers == 1)


def _given(settings: Mapping[str, object] | Settings | None) -> set[str]:
    """The names of the settings that were chosen; all of them for a value that is complete."""
    if isinstance(settings, Settings):
        return set(settings.__struct_fields__)
    return set(settings or {})


def _chunks(schedule: Schedule, entrants: Sequence[Entrant]) -> Iterable[Chunk]:
    return chunks_of(schedule, MIN_CHUNK_SANDBOXED if any(entrant.cells for entrant in entrants) else 1)


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else find_game(game)


def _settings(game: Game, settings: Mapping[str, object] | Settings | None) -> Settings:
    return settings if isinstance(settings, Settings) else checked_settings(game, settings or {})
