"""A small network from observations to the value of every move, and a bot that plays by it. Only NumPy.

Learning is up to you: `bots/learned/train.py` is one way. What it writes, a bot in a file of its own reads.
"""

from pathlib import Path
from typing import Any, ClassVar, Final

import numpy as np
import numpy.typing as npt

from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.errors import UsageError
from croupier.rl.single import Bytes, SingleTable

Floats = npt.NDArray[np.float32]

SCALE: Final[Floats] = np.log2(np.arange(128) + 1).astype(np.float32)
"""What the network gets for an entry: 0 and 1 as they are, larger numbers by their size."""
WEIGHTS: Final = ("w1", "b1", "w2", "b2", "w3", "b3")


class Network:
    """Two hidden layers; the last layer has one value for each move."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights

    @classmethod
    def fresh(cls, entries: int, moves: int, hidden: int, rng: np.random.Generator) -> "Network":
        def layer(rows: int, columns: int, scale: float) -> Floats:
            return (rng.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        return cls(
            {
                "w1": layer(entries, hidden, 1.4),
                "b1": np.zeros(hidden, np.float32),
                "w2": layer(hidden, hidden, 1.4),
                "b2": np.zeros(hidden, np.float32),
                "w3": layer(hidden, moves, 0.1),
                "b3": np.zeros(moves, np.float32),
            }
        )

    def hidden(self, observations: Bytes) -> tuple[Floats, Floats, Floats]:
        """The input and both hidden layers."""
        w = self.weights
        x: Floats = SCALE[observations]
        first: Floats = np.maximum(x @ w["w1"] + w["b1"], 0)
        return x, first, np.maximum(first @ w["w2"] + w["b2"], 0)

    def values(self, observations: Bytes) -> Floats:
        """Of every move, whether or not it is legal."""
        return self.hidden(observations)[2] @ self.weights["w3"] + self.weights["b3"]

    def save(self, path: Path, game: str, seats: int) -> None:
        """At half the precision, which is enough to play by."""
        halves: dict[str, Any] = {name: array.astype(np.float16) for name, array in self.weights.items()}
        np.savez_compressed(path, game=np.array(game), seats=np.array(seats), **halves)

    @classmethod
    def load(cls, path: Path) -> tuple["Network", str, int]:
        """The network, its game and the number of seats it was trained for."""
        try:
            with np.load(path) as kept:
                weights: dict[str, Floats] = {name: kept[name].astype(np.float32) for name in WEIGHTS}
                return cls(weights), str(kept["game"]), int(kept["seats"])
        except (OSError, KeyError, ValueError) as error:
            raise UsageError(f"{path} holds no policy: {error}; bots/learned/train.py writes one") from None


class PolicyBot(Bot[Any, Any]):
    """Plays the legal move with the highest value. Subclass it and set `weights`."""

    weights: ClassVar[Path]
    """The file that training wrote."""

    def __init__(self) -> None:
        self._network, self._game, self._seats = Network.load(self.weights)
        self._single: SingleTable | None = None

    def on_start(self) -> None:
        table = self.table
        if (table.game, table.seats) != (self._game, self._seats):
            trained = f"{self._game} with {self._seats} players"
            raise UsageError(f"this policy was trained for {trained}, not for {table.game} with {table.seats}")
        self._single = SingleTable(find_game(table.game), table.settings, table.seats)
        if self._single.layout.size != len(self._network.weights["w1"]):
            raise UsageError("this policy was trained with other settings, or for an older version of the game")

    def decide(self, decision: Decision[Any, Any]) -> int:
        assert self._single is not None, "nobody has sat down yet"
        row = self._single.from_snapshot(decision.view.ints, decision.seat)
        values = self._network.values(row[None])[0]
        codes = _codes(decision.game)
        best = max(range(len(decision.moves)), key=lambda at: values[codes[decision.moves[at]]])
        self.note = f"value={values[codes[decision.moves[best]]]:.3f}"
        return best


def _codes(game: str) -> dict[Any, int]:
    """The ids of moves."""
    found = _CODES.get(game)
    if found is None:
        found = _CODES[game] = {move: code for code, move in enumerate(find_game(game).moves)}
    return found


_CODES: dict[str, dict[Any, int]] = {}
