"""Learning agents at the table: PettingZoo, Gymnasium, many tables at once, OpenSpiel. The extra is croupier[rl].

>>> from croupier import rl
>>> rl.env("cuttle")                              # PettingZoo: one agent for each seat
>>> rl.gym_env("cuttle", ["heuristic"])           # Gymnasium: one agent, the others are bots
>>> rl.vector_env("cuttle", 1024)                 # NumPy: thousands of tables, stepped together
>>> rl.open_spiel_game("cuttle")                  # OpenSpiel
"""

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from croupier.kernel.errors import UsageError
from croupier.rl.single import GameLike, SettingsLike

if TYPE_CHECKING:
    from croupier.rl.gymnasium_env import GymEnv
    from croupier.rl.pettingzoo_env import ZooEnv
    from croupier.rl.vector import VectorEnv

_NEEDS: Final = {"pettingzoo_env": "pettingzoo", "gymnasium_env": "gymnasium", "openspiel": "open_spiel"}


def env(
    game: GameLike, seats: int | None = None, settings: SettingsLike = None, render_mode: str | None = None
) -> "ZooEnv":
    """A PettingZoo AEC environment: an agent called player_0, player_1, ... for each seat."""
    return _module("pettingzoo_env").ZooEnv(game, seats, settings, render_mode)


def gym_env(
    game: GameLike,
    opponents: Sequence[str] = ("heuristic",),
    seats: int | None = None,
    settings: SettingsLike = None,
    seat: int | None = 0,
    render_mode: str | None = None,
) -> "GymEnv":
    """A Gymnasium environment for one agent; the others are bots that run in this process, repeated as needed."""
    return _module("gymnasium_env").GymEnv(game, opponents, seats, settings, seat, render_mode)


def vector_env(game: GameLike, tables: int, seats: int | None = None, settings: SettingsLike = None) -> "VectorEnv":
    """Many tables at once, stepped together into NumPy arrays. Needs no extra."""
    return _module("vector").VectorEnv(game, tables, seats, settings)


def open_spiel_game(game: GameLike, seats: int | None = None, settings: SettingsLike = None, deals: int = 1000) -> Any:
    """The game as a `pyspiel.Game` with this many different, equally likely deals."""
    return _module("openspiel").open_spiel_game(game, seats, settings, deals)


def _module(name: str) -> Any:
    try:
        return import_module(f"croupier.rl.{name}")
    except ImportError as error:
        raise UsageError(
            f"croupier.rl needs {_NEEDS.get(name, 'numpy')} for this: pip install 'croupier[rl]' ({error})"
        ) from None
