"""Measurements from Python and notebooks: `compare` two bots. The commands of the same names call the same functions.

>>> import croupier
>>> croupier.compare("cuttle", "random", "heuristic", seed=7).verdict
'better'
"""

from collections.abc import Mapping, Sequence

from croupier.arena.api import BotLike, checked_seed, clock_for, enter
from croupier.arena.blocks import FIELD, Design, among, halves, lone
from croupier.arena.compare import Comparison, run_comparison
from croupier.arena.schedule import seats_for
from croupier.arena.sequential import Hypotheses
from croupier.arena.settings import checked_settings
from croupier.arena.work import Cast, InProcess
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.players.shelter import Shelter


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
    field: Sequence[int] = (),
    in_halves: bool = False,
    permute: bool = False,
) -> Design:
    """The block of a comparison: one NEW among OLD unless something else is asked for."""
    if in_halves and field:
        raise UsageError("--halves seats only OLD and NEW, so there is no room for a --field")
    teams = game.teams(settings, seats_for(game, settings, 2 + max(0, len(field) - 1), seats))
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
    design = design_of(found, chosen, seats, range(FIELD, len(entrants)), halves, permutations)
    cast = Cast(found, chosen, entrants, clock_for(found, timeout), sheets=False, names=False)
    return run_comparison(InProcess(cast), design, checked_seed(seed), Hypotheses(edge, alpha, beta), max_games)
