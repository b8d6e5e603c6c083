"""Measurements from Python and notebooks: `compare` two bots. The commands of the same names call the same functions.

>>> import croupier
>>> croupier.compare("cuttle", "random", "heuristic", seed=7).verdict
'better'
"""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager

from croupier.arena.api import BotLike, checked_seed, clock_for, enter
from croupier.arena.batch import StopFlag
from croupier.arena.blocks import Design, among, halves, lone
from croupier.arena.compare import Comparison, run_comparison
from croupier.arena.plan import Plan
from croupier.arena.schedule import seats_for
from croupier.arena.sequential import Hypotheses
from croupier.arena.settings import checked_settings
from croupier.arena.staff import Means, game_limit, worker_count
from croupier.arena.work import Cast, Executor, InProcess
from croupier.arena.workers import Workers
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.shelter import Shelter


@contextmanager
def executor_for(
    cast: Cast,
    means: Means = Means(workers=1),  # noqa: B008 - frozen
    stop: StopFlag | None = None,
    plan: Plan | None = None,
) -> Generator[Executor]:
    """Whoever plays the matches of a measurement: the one place that decides it."""
    means.check()
    if means.backend == "ray":
        if plan is None:
            raise UsageError("a cluster needs the plan of the run")
        from croupier.arena.raybackend import RayStaff

        with RayStaff(plan, cast.version, means.address, means.workers, stop or StopFlag()) as staff:
            yield staff
    elif worker_count(means, cast.entrants, 1_000_000) > 1:
        with Workers(cast, worker_count(means, cast.entrants, 1_000_000), None, stop or StopFlag()) as workers:
            workers.limit_to(game_limit(means, cast.entrants, 0.0))
            yield workers
    else:
        yield InProcess(cast, stop)


def fair_settings(game: Game, settings: Settings, given: Mapping[str, object]) -> Settings:
    """The settings that make equal deals equal, unless they were given: in Belote a cut that changes nothing."""
    usual = {"cut": "fixed"}
    names = {name: value for name, value in usual.items() if name in settings.__struct_fields__ and name not in given}
    if not names:
        return settings
    return checked_settings(game, {**{name: getattr(settings, name) for name in settings.__struct_fields__}, **names})


def design_of(
    game: Game,
    settings: Settings,
    seats: int | None = None,
    field: int = 0,
    in_halves: bool = False,
    permute: bool = False,
) -> Design:
    """The block of a comparison: one NEW among OLD unless something else is asked for."""
    if in_halves and field:
        raise UsageError("--halves seats only OLD and NEW, so there is no room for a --field")
    least = 2 + max(0, field - 1)
    teams = game.teams(settings, seats_for(game, settings, least, seats))
    if in_halves:
        return halves(teams, permute)
    return among(teams, field, permute) if field else lone(teams, permute)


def compare(
    game: str,
    old: BotLike,
    new: BotLike,
    seed: int | None = None,
    settings: Mapping[str, object] | None = None,
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
    timeout: float | None = None,
) -> Comparison:
    """Is `new` better than `old`? The same as `croupier compare GAME OLD NEW`."""
    found = find_game(game)
    chosen = fair_settings(found, checked_settings(found, settings or {}), settings or {})
    entrants = enter(found, [old, new, *field], Shelter(trust))
    design = design_of(found, chosen, seats, len(entrants) - 2, halves, permutations)
    cast = Cast(found, chosen, entrants, clock_for(found, timeout), sheets=False, names=False)
    with executor_for(cast) as executor:
        return run_comparison(executor, design, checked_seed(seed), Hypotheses(edge, alpha, beta), max_games)
