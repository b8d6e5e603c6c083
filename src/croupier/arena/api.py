"""Croupier from Python and notebooks: `play` one match, `run` many, `compare` two bots, hold a `tournament`.

The commands of the same names play the same matches, in the same `Session`.

>>> import croupier
>>> croupier.play("cuttle", ["random", MyBot], seed=7).result()
>>> croupier.run("cuttle", ["random", MyBot], n=1000, seed=7)
>>> [result.winner for result in croupier.run_batch("cuttle", ["random", MyBot], n=10, seed=7)]
>>> croupier.compare("cuttle", "random", MyBot, seed=7).verdict
>>> croupier.tournament("cuttle", ["random", "heuristic", MyBot], seed=7).ranking
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.arena.compare.compare import Comparison
from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.run_plan import plain_settings
from croupier.arena.plan.schedule import Pairing, seats_for
from croupier.arena.plan.settings import checked_settings, fair_settings
from croupier.arena.results.match_result import MatchResult
from croupier.arena.results.run_report import Report
from croupier.arena.results.totals import Totals
from croupier.arena.run.open_session import open_session, plan_run, run_options
from croupier.arena.run.setup import BotLike, clock_for, make_entrants, open_folders, rated_setup
from croupier.arena.run.table import StopFlag, fresh_bots, new_match, seat_names
from croupier.arena.run.task import RunSetup
from croupier.arena.run.time_limits import TimeLimits
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.secret import checked_seed, secret_of
from croupier.match.match import Match
from croupier.players.connections import Connections
from croupier.players.sandbox.isolation import Isolation

if TYPE_CHECKING:
    from croupier.arena.ladder import Ladder
    from croupier.arena.tournament.session import TournamentResult

SettingsLike = Mapping[str, object] | Settings | None


def play(
    game: str | Game,
    bots: Sequence[BotLike],
    seed: int | str | None = None,
    settings: SettingsLike = None,
    *,
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    bank: float = 0.0,
    chat: bool = True,
) -> Match:
    """Play one match to its end, with the bots seated in the order given. `match.seed` repeats it.

    `timeout` and `bank` are time limits in seconds for bots outside this process; see `clock_for`. An explicit
    `timeout` also applies to bots in this process, as far as a signal can interrupt their code. Without `chat`, chat
    messages are not delivered.
    """
    game, settings = _game(game), _settings(_game(game), settings)
    entrants = make_entrants(game, open_folders(game, bots), Isolation(trust, sandbox), own_names=True)
    seating = run_orders(game, settings, len(entrants), seats)[0][0]
    match = new_match(game, settings, entrants, Pairing(0, secret_of(checked_seed(seed)), seating), chat)
    with Connections(entrants, clock_for(game, timeout, bank)) as connections:
        seated = fresh_bots(entrants, seating)
        connections.play(match, TimeLimits(timeout).over(seated, seating) if timeout else seated)
    return match


def run(
    game: str | Game,
    bots: Sequence[BotLike],
    n: int = 100,
    seed: int | str | None = None,
    settings: SettingsLike = None,
    *,
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    bank: float = 0.0,
    series: bool = False,
    workers: int = 1,
    journal: str | Path | None = None,
    resume: bool = False,
    backend: str = "local",
    address: str | None = None,
    padding: bool = True,
    stop: StopFlag | None = None,
) -> Report:
    """Play at least `n` matches on equal deals with seats rotated. The same as `croupier run GAME BOT ... -n N`.

    With `series` the same bots play `n` different deals and can learn about each other; such a run is not rated.
    `workers`, `journal`, `resume`, `backend` and `padding` are as for `compare`.
    """
    isolation = Isolation(trust, sandbox)
    setup = _unrated_setup(game, bots, settings, isolation, timeout, bank, series=series, sheets=journal is not None)
    plan = plan_run(setup, isolation, seed, matches=n, seats=seats)
    options = run_options(workers, backend, address, padding)
    with open_session(setup, plan, options, journal=journal, resume=resume, stop=stop) as session:
        plan = session.plan
        totals = Totals(len(setup.entrants), plan.schedule().block_size).extend(session.play())
    return Report(
        setup.game.name,
        setup.settings,
        plan.seed,
        setup.entrants,
        totals.standings(),
        series,
        plan.disqualified,
        setup.may_remember_deals,
    )


def run_batch(
    game: str | Game,
    bots: Sequence[BotLike],
    n: int = 100,
    seed: int | str | None = None,
    settings: SettingsLike = None,
    *,
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    bank: float = 0.0,
    workers: int = 1,
    padding: bool = True,
) -> list[MatchResult]:
    """Play at least `n` matches on equal deals with seats rotated; return every match, in the order of the schedule.

    With several `workers` the matches are played in other processes, with the same results.
    """
    isolation = Isolation(trust, sandbox)
    setup = _unrated_setup(game, bots, settings, isolation, timeout, bank)
    plan = plan_run(setup, isolation, seed, matches=n, seats=seats)
    with open_session(setup, plan, run_options(workers, padding=padding), verify=False) as session:
        return [MatchResult(setup, each, seat_names(setup.entrants, each.seating)) for each in session.play()]


def compare(
    game: str | Game,
    old: BotLike,
    new: BotLike,
    seed: int | str | None = None,
    settings: SettingsLike = None,
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
    padding: bool = True,
    stop: StopFlag | None = None,
) -> Comparison:
    """Find out whether `new` is better than `old`. The same as `croupier compare GAME OLD NEW`.

    One worker plays in this process. With several `workers` or `backend="ray"`, a verification match comes first in
    which every bot must answer in time. `journal` is a database, as for `--db`: every match is saved there, and
    `resume=True` continues the last comparison of the same bots and terms. Without `padding`, bots can measure who
    was able to react.
    """
    from croupier.arena.compare.terms import KIND, ComparisonTerms, admit, play_comparison

    found, isolation = _game(game), Isolation(trust, sandbox)
    setup = _rated_setup(found, [old, new, *field], settings, isolation, timeout, journal)
    terms = ComparisonTerms(round(edge * 100, 9), alpha, beta, halves, max_games, permutations)
    design = terms.design(found, setup.settings, range(len(setup.entrants)), seats)
    plan = plan_run(setup, isolation, seed, kind=KIND, seats=seats, terms=terms.options())
    options, table_size = run_options(workers, backend, address, padding), design.seats
    with open_session(setup, plan, options, admit, table_size, journal=journal, resume=resume, stop=stop) as session:
        return play_comparison(session)


def tournament(
    game: str | Game,
    bots: Sequence[BotLike],
    seed: int | str | None = None,
    settings: SettingsLike = None,
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
    padding: bool = True,
    stop: StopFlag | None = None,
) -> "TournamentResult":
    """Play a tournament and rate the bots. The same as `croupier tournament GAME BOT ...`.

    `format` is "round-robin", "swiss", "gauntlet" or "knockout", `blocks` the number of deals at every table. One
    worker plays in this process; `workers`, `journal`, `resume`, `backend` and `padding` are as for `compare`.
    """
    from croupier.arena.tournament.session import KIND, play_tournament
    from croupier.arena.tournament.setup import TournamentTerms

    found, isolation = _game(game), Isolation(trust, sandbox)
    entered = open_folders(found, bots)
    setup = _rated_setup(found, entered, settings, isolation, timeout, journal)
    if len(setup.entrants) < 2:
        raise UsageError(f"a tournament needs at least two bots, not {len(setup.entrants)}")
    terms = TournamentTerms(format, blocks, rounds, best_of, meet, partners, permutations)
    teams = found.teams(setup.settings, seats_for(found, setup.settings, 2, seats))
    plan, admit = plan_run(setup, isolation, seed, kind=KIND, seats=seats, terms=terms.options()), terms.admit(teams)
    plan, options = admit(plan, plan.playing), run_options(workers, backend, address, padding)
    with open_session(setup, plan, options, admit, len(teams), journal=journal, resume=resume, stop=stop) as session:
        return play_tournament(session)


def ladder(
    folder: str | Path,
    game: str | Game | None = None,
    seed: int | str | None = None,
    settings: SettingsLike = None,
    *,
    baseline: Sequence[str] = ("random", "heuristic"),
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    workers: int = 1,
    padding: bool = True,
    stop: StopFlag | None = None,
) -> "Ladder":
    """Check and rate the bots in a folder until their ratings are certain. The same as `croupier ladder DIR --once`.

    Results are saved in `ladder.sqlite` in the folder. `game`, `settings` and `seats` are for a new ladder; `baseline`
    names built-in bots that always take part.
    """
    from croupier.arena.ladder import STORE, open_ladder
    from croupier.arena.ladder_session import LadderSession
    from croupier.arena.store.store import open_store

    place = Path(folder)
    if not place.is_dir():
        raise UsageError(f"no folder {place}; create it and put bots in it")
    found = None if game is None else _game(game)
    if found is None and not (place / STORE).exists():
        raise UsageError(f"{place} has no ladder yet: choose a game")
    chosen = {} if found is None else plain_settings(fair_settings(found, _settings(found, settings), _given(settings)))
    with open_store(str(place / STORE)) as store:
        stored = open_ladder(place, store, found, chosen, seats, checked_seed(seed))
        options = run_options(workers, padding=padding)
        session = LadderSession(place, stored, options, Isolation(trust, sandbox), timeout, stop=stop)
        session.update_bots(baseline)
        while session.play_meeting():
            pass
    return stored.ladder


def _unrated_setup(
    game: str | Game,
    bots: Sequence[BotLike],
    settings: SettingsLike,
    isolation: Isolation,
    timeout: float | None,
    bank: float,
    series: bool = False,
    sheets: bool = True,
) -> RunSetup:
    """The set-up of a run whose settings are taken as given."""
    found = _game(game)
    chosen = _settings(found, settings)
    entrants = make_entrants(found, open_folders(found, bots), isolation, own_names=True)
    return RunSetup(found, chosen, entrants, clock_for(found, timeout, bank), series, sheets)


def _rated_setup(
    game: Game,
    bots: Sequence[BotLike],
    settings: SettingsLike,
    isolation: Isolation,
    timeout: float | None,
    journal: str | Path | None,
) -> RunSetup:
    chosen, sheets = _settings(game, settings), journal is not None
    return rated_setup(game, bots, chosen, _given(settings), isolation, timeout=timeout, sheets=sheets)


def _given(settings: SettingsLike) -> set[str]:
    """The names of the settings that were chosen: all names for a complete Settings value."""
    if isinstance(settings, Settings):
        return set(settings.__struct_fields__)
    return set(settings or {})


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else find_game(game)


def _settings(game: Game, settings: SettingsLike) -> Settings:
    return settings if isinstance(settings, Settings) else checked_settings(game, settings or {})
