"""One table as all single environments use it: what a seat sees and may do as NumPy arrays."""

from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.kernel.decision import Settings
from croupier.kernel.game import Game
from croupier.kernel.state import State
from croupier.rl.layout import layout_of

Bytes = npt.NDArray[np.int8]


class Desk:
    """Looks at states of one game with these settings and so many seats."""

    def __init__(self, game: Game, settings: Settings, seats: int) -> None:
        self.layout = layout_of(game, settings, seats)
        self.n_moves = game.move_count
        self.window = self.layout.window(self.n_moves)
        inner: Any = self.window
        self._row: Bytes = np.asarray(inner.row).view(np.int8)
        self._mask: Bytes = np.asarray(inner.mask).view(np.int8)

    def observation(self, state: State, seat: int) -> Bytes:
        """What this seat sees."""
        self.window.look(state, seat)
        return self._row.copy()

    def from_snapshot(self, ints: tuple[int, ...], seat: int) -> Bytes:
        """The same, from what a view holds."""
        self.window.read(ints, seat)
        return self._row.copy()

    def mask(self) -> Bytes:
        """1 for what the seat to act may do, as of the last `window.open` or `window.play`."""
        return self._mask.copy()

    def no_mask(self) -> Bytes:
        """Nothing may be done."""
        return np.zeros(self.n_moves, np.int8)


def returns(state: State) -> list[float]:
    """What each seat gets at the end: what everybody gets on average is taken off, so that they add up to 0.

    With two sides the winner gets 1 and the loser -1; partners get the same, and places in between lie in between.
    """
    rewards = [int(state.reward(seat)) for seat in range(state.seats)]
    average = sum(rewards) / len(rewards)
    return [(reward - average) / 500.0 for reward in rewards]
