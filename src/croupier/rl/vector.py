"""Thousands of tables at once, stepped together on the compiled core into NumPy arrays.

Every table is a match of its own between as many seats as the game has; at each step the seat to act of every table
sees its observation and its mask, and one move is played at each. The training program decides which seats learn.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.ai.observation.layout import observation_layout
from croupier.kernel.decision import Settings
from croupier.kernel.game import Game
from croupier.kernel.state import LEGAL_LIMIT
from croupier.rl.saved_state import load_state, save_state
from croupier.rl.single import GameLike, SettingsLike, resolve_game
from croupier.rl.tables import Tables

_COUNTS: Final = ("matches", "decisions", "seed", "dealt")
_STREAM: Final = ("a", "b", "c", "counter")
Bytes = npt.NDArray[np.int8]
Moves = npt.NDArray[np.int64]


class VectorEnv:
    """Many matches of one game side by side. Its arrays are views: they change with every step, and are read only."""

    def __init__(
        self,
        game: GameLike,
        tables: int,
        seats: int | None = None,
        settings: SettingsLike = None,
        turned: bool = False,
    ) -> None:
        """`turned` counts seats from one's own in observations, also where moves name seats."""
        if tables < 1:
            raise ValueError(f"{tables} tables; at least one is needed")
        self.game, self.settings, self.seats = resolve_game(game, settings, seats)
        self.layout = observation_layout(self.game, self.settings, self.seats, turned)
        self.turned = turned
        self.n_tables = tables
        self.n_moves = self.game.move_count
        layout = self.layout
        states = [self.game.new_state(self.settings, self.seats) for _ in range(tables)]
        self._tables = Tables(states, list(layout.program), layout.stride, layout.words, self.n_moves, 0)
        self.states: Final = states
        """The matches themselves; whoever changes one breaks the arrays."""
        inner: Any = self._tables
        self.observations: Bytes = np.asarray(inner.rows).view(np.int8).reshape(tables, layout.size)
        """What the seat to act of every table sees; `layout.entries` names the columns."""
        self.masks: Bytes = np.asarray(inner.mask).view(np.int8).reshape(tables, self.n_moves)
        """1 for a legal move."""
        self.n_legal: Moves = np.asarray(inner.n_legal)
        """How many moves are legal."""
        self.legal: npt.NDArray[np.int16] = np.asarray(inner.legal).reshape(tables, LEGAL_LIMIT)
        """The ids of legal moves, the first `n_legal` of each row."""
        self.to_act: Moves = np.asarray(inner.to_act)
        self.rolls: Moves = np.asarray(inner.rolls)
        """From where rolled features are counted; `layout.rolled_moves` says what moves become."""
        self.rewards: npt.NDArray[np.float64] = np.asarray(inner.rewards).reshape(tables, self.seats)
        """Of the matches that ended with the last step, seat by seat; 0 elsewhere."""
        self.done: npt.NDArray[np.bool_] = np.asarray(inner.done).view(np.bool_)
        """Where a match ended with the last step; the table shows the next one already."""
        self.reset()

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self.game, self.n_tables, self.seats, self.settings, self.turned, self._save())

    def _save(self) -> dict[str, Any]:
        tables = self._tables
        return {
            "states": [save_state(state) for state in tables.states],
            "counts": {name: int(getattr(tables, name)) for name in _COUNTS},
            "chance": {name: int(getattr(tables.chance, name)) for name in _STREAM},
            "done": [int(done) for done in tables.done],
            "rewards": [float(reward) for reward in tables.rewards],
        }

    def _load(self, saved: dict[str, Any]) -> None:
        tables = self._tables
        for name, value in saved["counts"].items():
            setattr(tables, name, value)
        for name, value in saved["chance"].items():
            setattr(tables.chance, name, value)
        inner: Any = tables
        for number, state in enumerate(saved["states"]):
            tables.states[number].copy_from(load_state(self.game, self.settings, self.seats, state))
            inner._show(number)
        for number, done in enumerate(saved["done"]):
            inner.done[number] = done
        for number, reward in enumerate(saved["rewards"]):
            inner.rewards[number] = reward

    def reset(self, seed: int = 0) -> None:
        """Deal a new match at every table; the same seed and the same moves give the same matches."""
        self._tables.restart(seed)

    def step(self, actions: npt.NDArray[Any]) -> None:
        """Play a move at every table, by its id. If one of them is illegal a ValueError says so and none is played."""
        if actions.shape != (self.n_tables,):
            raise ValueError(f"the actions have shape {actions.shape}, not ({self.n_tables},)")
        clipped = np.clip(actions, -1, self.n_moves)
        self._tables.step(clipped.astype("<u2").tobytes())

    def sample(self) -> Moves:
        """A legal move at every table, each as likely as any other."""
        self._tables.sample()
        return np.array(self._tables.chosen)

    def advice(self) -> Moves:
        """What the game's heuristic plays at every table."""
        self._tables.advise()
        return np.array(self._tables.chosen)

    @property
    def decisions(self) -> int:
        """How many moves were played so far."""
        return int(self._tables.decisions)

    @property
    def matches(self) -> int:
        """How many matches ended so far."""
        return int(self._tables.matches)


def _restore(game: Game, tables: int, seats: int, settings: Settings, turned: bool, saved: dict[str, Any]) -> VectorEnv:
    env = VectorEnv(game, tables, seats, settings, turned)
    env._load(saved)  # pyright: ignore[reportPrivateUsage]
    return env
