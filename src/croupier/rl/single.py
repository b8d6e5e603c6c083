"""One table for the environments: a game with settings and seats, its observations, masks and returns."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.ai.observation.layout import observation_layout
from croupier.arena.plan.settings import checked_settings
from croupier.games import find_game
from croupier.kernel.decision import Settings
from croupier.kernel.game import Game
from croupier.kernel.state import State

GameLike = str | Game
SettingsLike = Mapping[str, object] | Settings | None


def resolve_game(game: GameLike, settings: SettingsLike, seats: int | None) -> tuple[Game, Settings, int]:
    """Find the game and check its settings; without a number of seats the smallest."""
    found = find_game(game) if isinstance(game, str) else game
    if not isinstance(settings, Settings):
        settings = checked_settings(found, settings or {})
    return found, settings, found.seats[0] if seats is None else seats


Bytes = npt.NDArray[np.int8]


class SingleTable:
    """Observations and masks for states of one game with these settings and seats."""

    def __init__(self, game: Game, settings: Settings, seats: int) -> None:
        self.layout = observation_layout(game, settings, seats)
        self.n_moves = game.move_count
        self.buffer = self.layout.buffer(self.n_moves)
        inner: Any = self.buffer
        self._row: Bytes = np.asarray(inner.row).view(np.int8)
        self._mask: Bytes = np.asarray(inner.mask).view(np.int8)

    def observation(self, state: State, seat: int) -> Bytes:
        """The observation of this seat."""
        self.buffer.write_observation(state, seat)
        return self._row.copy()

    def from_snapshot(self, ints: tuple[int, ...], seat: int) -> Bytes:
        """The observation from the integers of a view."""
        self.buffer.write_snapshot(ints, seat)
        return self._row.copy()

    def mask(self) -> Bytes:
        """1 for each legal move of the seat to act, as of the last `buffer.write_mask` or `buffer.play`."""
        return self._mask.copy()

    def no_mask(self) -> Bytes:
        """A mask without legal moves."""
        return np.zeros(self.n_moves, np.int8)


def returns(state: State) -> list[float]:
    """The return of each seat at the end, less the average of all, so that they add up to 0.

    With two sides the winner gets 1 and the loser -1; partners get the same, and places in between lie in between.
    """
    rewards = [int(state.reward(seat)) for seat in range(state.seats)]
    average = sum(rewards) / len(rewards)
    return [(reward - average) / 500.0 for reward in rewards]
