"""`python -m croupier.rl.check [GAME ...]`: check the environments with the tests of their libraries.

For every game: PettingZoo's own api_test and seed_test, Gymnasium's env checker, many tables against single ones, and
OpenSpiel's random simulation. Prints a line for each; the exit code is 1 if one fails.
"""

import sys
import warnings
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from importlib import import_module
from io import StringIO
from time import perf_counter
from typing import Any, Final

import numpy as np

from croupier import rl
from croupier.games import GAMES, find_game
from croupier.kernel.errors import CroupierError
from croupier.rl.single import SingleTable, resolve_game, returns
from croupier.rl.vector import VectorEnv

SHORT: Final[dict[str, dict[str, object]]] = {"bluff": {"max_turns": 4}, "belote": {"deals": 1}, "coup": {}}
"""Settings with which a random match is not long."""
_ADVICE: Final = "Observation (space for each agent probably|is not a NumPy array)"
"""What api_test says about every environment with masks that it does not know by name."""


def pettingzoo_api(game: str) -> None:
    api_test: Any = import_module("pettingzoo.test").api_test
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", _ADVICE)
        api_test(rl.env(game, settings=SHORT.get(game)), num_cycles=200, verbose_progress=False)
        most = min(4, find_game(game).seats[-1])
        api_test(rl.env(game, most, SHORT.get(game)), num_cycles=200, verbose_progress=False)


def pettingzoo_seed(game: str) -> None:
    seed_test: Any = import_module("pettingzoo.test").seed_test
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        seed_test(lambda: rl.env(game, settings=SHORT.get(game)), num_cycles=50)


def gymnasium_checker(game: str) -> None:
    from gymnasium.utils.env_checker import check_env

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(rl.gym_env(game, settings=SHORT.get(game)), skip_render_check=True)


def many_tables(game: str) -> None:
    """Every table of a vectorised environment shows, step by step, what a single one shows."""
    env = VectorEnv(game, 3, settings=SHORT.get(game))
    found, settings, seats = resolve_game(game, SHORT.get(game), None)
    single = SingleTable(found, settings, seats)
    states = [found.new_state(settings, seats) for _ in range(3)]
    dealt = 0
    env.reset(11)
    for state in states:
        state.start(11 + dealt)
        dealt += 1
    for _ in range(300):
        for table, state in enumerate(states):
            single.buffer.write_mask(state)
            seat = int(state.to_act)
            assert int(env.to_act[table]) == seat
            assert np.array_equal(env.observations[table], single.observation(state, seat))
            assert np.array_equal(env.masks[table], single.mask())
        actions = env.sample()
        env.step(actions)
        for table, state in enumerate(states):
            state.apply(int(actions[table]))
            expected = [0.0] * seats
            over = state.to_act < 0
            if over:
                expected = returns(state)
                state.start(11 + dealt)
                dealt += 1
            assert bool(env.done[table]) == over
            assert np.allclose(env.rewards[table], expected)


def open_spiel_simulation(game: str) -> None:
    made: Any = rl.open_spiel_game(game, settings=SHORT.get(game), deals=20)
    import_module("pyspiel").random_sim_test(made, num_sims=1, serialize=True, verbose=False)


CHECKS: Final[dict[str, Callable[[str], None]]] = {
    "PettingZoo api_test": pettingzoo_api,
    "PettingZoo seed_test": pettingzoo_seed,
    "Gymnasium check_env": gymnasium_checker,
    "many tables like single ones": many_tables,
    "OpenSpiel random_sim_test": open_spiel_simulation,
}


def check(games: Sequence[str], say: Callable[[str], None] = print) -> bool:
    """All checks for these games; whether all of them passed."""
    passed = True
    for game in games:
        for name, run in CHECKS.items():
            began = perf_counter()
            try:
                with redirect_stdout(StringIO()):
                    run(game)
            except Exception as error:
                passed = False
                say(f"FAILED  {game:8} {name}: {type(error).__name__}: {error}")
            else:
                say(f"passed  {game:8} {name} ({perf_counter() - began:.1f} s)")
    return passed


def main() -> None:
    games = sys.argv[1:] or list(GAMES)
    try:
        for game in games:
            find_game(game)
    except CroupierError as error:
        sys.exit(f"croupier: {error}")
    sys.exit(0 if check(games) else 1)


if __name__ == "__main__":
    main()
