"""`croupier.profile`: the profile of a bot from Python and notebooks."""

from collections.abc import Mapping

from croupier.arena.plan.settings import checked_settings
from croupier.arena.profile.profile import Observe, profile_bot
from croupier.arena.profile.report import Profile
from croupier.arena.run.open_session import plan_run, run_options
from croupier.arena.run.setup import BotLike, rated_setup
from croupier.arena.run.table import StopFlag
from croupier.games import find_game
from croupier.kernel.game import Game
from croupier.players.sandbox.isolation import Isolation


def profile(
    game: str | Game,
    bot: BotLike,
    seed: int | str | None = None,
    settings: Mapping[str, object] | None = None,
    *,
    against: BotLike = "heuristic",
    n: int = 200,
    seats: int | None = None,
    trust: bool = False,
    sandbox: bool = True,
    timeout: float | None = None,
    workers: int = 1,
    stop: StopFlag | None = None,
    observe: Observe | None = None,
) -> Profile:
    """Measure what the public acts of a bot give away about its cards. The same as `croupier profile BOT`.

    It plays at least `n` matches against another bot on equal deals with seats rotated. `observe` is called with the
    number of matches that were played and read.
    """
    found = game if isinstance(game, Game) else find_game(game)
    given, isolation = settings or {}, Isolation(trust, sandbox)
    setup = rated_setup(found, [bot, against], checked_settings(found, given), given, isolation, timeout=timeout)
    plan = plan_run(setup, isolation, seed, matches=n, seats=seats)
    return profile_bot(setup, plan, run_options(workers), stop=stop, observe=observe)
