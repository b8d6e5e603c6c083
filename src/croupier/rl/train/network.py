"""The network in floating point, as training needs it: forward, backward and one step of Adam.

Two hidden layers; then a score for each part of a move (see `croupier.ai.learned.inputs`) and, for each side, how
likely it wins. Legal moves of many decisions lie in one flat list, those of a decision together.
"""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from croupier.ai.learned.integer_net import LOGARITHMS, ONE

Floats = npt.NDArray[np.floating[Any]]
"""Single precision in training, double in tests."""
Ints = npt.NDArray[np.int64]

SCALE: Final[Floats] = np.array(list(LOGARITHMS), np.float32) / ONE
"""What the network gets for an entry: 0 and 1 as they are, larger numbers by their size."""


class Batch:
    """Decisions at tables of one kind."""

    def __init__(
        self, rows: Ints, constants: Ints, observations: npt.NDArray[np.int8], starts: Ints, parts: Ints
    ) -> None:
        self.rows = rows
        """For each entry its row in the first layer; the last row, which is 0, for what it does not know."""
        self.constants = constants
        """The rows that are added for every observation."""
        self.observations = observations
        self.starts = starts
        """Where the legal moves of each decision begin; one more number for the end."""
        self.parts = parts
        """The parts of each legal move, filled up with a part whose score is 0."""

    @property
    def decisions(self) -> Ints:
        """For each legal move the number of its decision."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))


class Forward:
    """What the network made of a batch."""

    def __init__(
        self,
        x: Floats,
        first: Floats,
        second: Floats,
        columns: Ints,
        places: Ints,
        probabilities: Floats,
        wins: Floats,
    ) -> None:
        self.x = x
        self.first = first
        self.second = second
        self.columns = columns
        """The parts that some legal move of the batch has; scores of others are not worked out."""
        self.places = places
        """Where the parts of each legal move are among the scores of all decisions, one column of them for none."""
        self.probabilities = probabilities
        """Of each legal move, in the flat list."""
        self.wins = wins
        """Of each decision: how likely each side wins."""


class PolicyNetwork:
    """Weights by name, and the arithmetic on them."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights

    @classmethod
    def fresh(
        cls, entries: int, parts: int, sides: int, hidden: tuple[int, int], rng: np.random.Generator
    ) -> "PolicyNetwork":
        def layer(rows: int, columns: int, scale: float, inputs: int = 0) -> Floats:
            return (rng.standard_normal((rows, columns)) * scale / np.sqrt(inputs or rows)).astype(np.float32)

        first, second = hidden
        return cls(
            {
                "w1": layer(entries, first, 1.4, min(entries, 64)),
                "b1": np.zeros(first, np.float32),
                "w2": layer(first, second, 1.4),
                "b2": np.zeros(second, np.float32),
                "parts": layer(second, parts, 0.1),
                "part_bias": np.zeros(parts, np.float32),
                "wins": layer(second, sides, 0.1),
                "win_bias": np.zeros(sides, np.float32),
            }
        )

    def copy(self) -> "PolicyNetwork":
        return PolicyNetwork({name: array.copy() for name, array in self.weights.items()})

    def _first_layer(self, batch: Batch) -> Floats:
        w1 = self.weights["w1"]
        padded = np.concatenate([w1, np.zeros((1, w1.shape[1]), np.float32)])
        return padded[batch.rows]

    def forward(self, batch: Batch, n_sides: int) -> Forward:
        w = self.weights
        x = _scaled(batch.observations)
        first = x @ self._first_layer(batch)
        first += w["b1"] + w["w1"][batch.constants].sum(0)
        np.maximum(first, 0, out=first)
        second = first @ w["w2"]
        second += w["b2"]
        np.maximum(second, 0, out=second)
        at = batch.decisions
        columns, places = _used_parts(batch.parts, at, w["parts"].shape[1])
        scores = np.zeros((len(second), len(columns) + 1), second.dtype)
        np.matmul(second, w["parts"][:, columns], out=scores[:, :-1])
        scores[:, :-1] += w["part_bias"][columns]
        logits: Floats = np.take(scores, places).sum(0)
        wins = second @ w["wins"][:, :n_sides] + w["win_bias"][:n_sides]
        probabilities = _softmax_by_decision(logits, batch.starts, at)
        return Forward(x, first, second, columns, places, probabilities, _softmax(wins))

    def backward(self, batch: Batch, found: Forward, d_logits: Floats, d_wins: Floats) -> dict[str, Floats]:
        """The gradients of the weights, from those of the flat list of logits and of the logits of wins."""
        w = self.weights
        columns = found.columns
        n, width = len(found.second), len(columns) + 1
        spread = np.tile(d_logits, len(found.places))
        d_scores = np.bincount(found.places.ravel(), spread, n * width).astype(np.float32).reshape(n, width)[:, :-1]
        n_sides = d_wins.shape[1]
        d_second = d_scores @ w["parts"][:, columns].T + d_wins @ w["wins"][:, :n_sides].T
        d_second *= found.second > 0
        d_first = d_second @ w["w2"].T
        d_first *= found.first > 0
        partial = ("wins", "win_bias", "parts", "part_bias")
        gradients = {name: np.zeros_like(w[name]) for name in partial}
        gradients["wins"][:, :n_sides] = found.second.T @ d_wins
        gradients["win_bias"][:n_sides] = d_wins.sum(0)
        gradients["b1"] = d_first.sum(0)
        padded = np.zeros((len(w["w1"]) + 1, w["w1"].shape[1]), np.float32)
        padded[batch.rows] = found.x.T @ d_first  # a row has one entry, but for the last, which is dropped
        padded[batch.constants] = gradients["b1"]
        gradients["w1"] = padded[:-1]
        gradients["w2"] = found.first.T @ d_second
        gradients["b2"] = d_second.sum(0)
        gradients["parts"][:, columns] = found.second.T @ d_scores
        gradients["part_bias"][columns] = d_scores.sum(0)
        return gradients


def _scaled(observations: npt.NDArray[np.int8]) -> Floats:
    """What the network gets for each entry; nearly all are 0 or 1, which stay."""
    x = observations.astype(np.float32)
    large = np.flatnonzero(observations > 1)
    x.ravel()[large] = SCALE.take(observations.ravel()[large])
    return x


def _used_parts(parts: Ints, decisions: Ints, n_parts: int) -> tuple[Ints, Ints]:
    """`columns` and `places` of a forward pass."""
    used = np.zeros(n_parts + 1, np.bool_)
    used[parts] = True
    columns = np.flatnonzero(used[:-1])
    place = np.full(n_parts + 1, len(columns))
    place[columns] = np.arange(len(columns))
    places: Ints = place.take(parts.T)
    places += decisions * (len(columns) + 1)
    return columns, places


def _softmax(logits: Floats) -> Floats:
    raised = np.exp(logits - logits.max(1, keepdims=True))
    return raised / raised.sum(1, keepdims=True)


def _softmax_by_decision(logits: Floats, starts: Ints, at: Ints) -> Floats:
    raised = np.exp(logits - np.maximum.reduceat(logits, starts[:-1])[at])
    return raised / np.add.reduceat(raised, starts[:-1])[at]


class Adam:
    """The usual optimiser, with gradients cut off at a length."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self.mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in weights.items()}
        self.steps = 0

    def step(self, weights: dict[str, Floats], gradients: Mapping[str, Floats], rate: float, longest: float) -> None:
        self.steps += 1
        length = float(np.sqrt(sum(float((gradient * gradient).sum()) for gradient in gradients.values())))
        factor = min(1.0, longest / (length + 1e-9))
        correction = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            gradient = gradient * factor
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient * gradient - self.square[name])
            weights[name] -= rate * correction * self.mean[name] / (np.sqrt(self.square[name]) + 1e-8)

    def state(self) -> dict[str, Any]:
        """For a checkpoint."""
        return {"mean": self.mean, "square": self.square, "steps": self.steps}
