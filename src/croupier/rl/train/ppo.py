"""What is learned from lessons: proximal policy optimisation with an entropy bonus, and the likeliest winner."""

from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
import numpy as np

from croupier.rl.train.network import Adam, Batch, Floats, Ints, PolicyNetwork
from croupier.rl.train.rollout import Lessons

MINIBATCH: Final = 4096
CLIP: Final = 0.2
LONGEST_STEP: Final = 1.0
WIN_WEIGHT: Final = 0.5


class Progress(msgspec.Struct, frozen=True):
    """Averages over what was learned from."""

    entropy: float
    kl: float
    win_error: float
    clipped: float


class Pace(msgspec.Struct, frozen=True):
    """How large the steps are, and what holds them back."""

    rate: float
    entropy: float
    """How much the spread of the moves is worth."""
    magnet: float = 0.0
    """How much it costs to move away from the magnet."""
    decay: float = 0.95
    """Of the advantages of later decisions."""
    epochs: int = 2


class _Gathered:
    """The known decisions of lessons at tables of one kind, in one list."""

    def __init__(self, lessons: Lessons, decay: float) -> None:
        advantages, known = lessons.advantages(decay)
        pick = [known[step, at] for step, at in enumerate(lessons.at)]
        full = [step for step, at in enumerate(lessons.at) if len(at)]
        self.tables = lessons.tables
        self.observations = np.concatenate(
            [batch.observations[pick[step]] for step, batch in zip(full, lessons.batches, strict=True)]
        )
        counts = [np.diff(batch.starts) for batch in lessons.batches]
        self.parts = np.concatenate(
            [
                batch.parts[np.repeat(pick[step], count)]
                for step, batch, count in zip(full, lessons.batches, counts, strict=True)
            ]
        )
        self.counts = np.concatenate([count[pick[step]] for step, count in zip(full, counts, strict=True)])
        chosen = zip(full, lessons.batches, lessons.chosen, strict=True)
        self.chosen = np.concatenate([(index - batch.starts[:-1])[pick[step]] for step, batch, index in chosen])
        self.log_before = np.concatenate([log[pick[step]] for step, log in zip(full, lessons.log_before, strict=True)])
        self.advantages = np.concatenate([advantages[step, at][pick[step]] for step, at in enumerate(lessons.at)])
        values = np.concatenate([lessons.values[step, at][pick[step]] for step, at in enumerate(lessons.at)])
        self.returns = np.clip(self.advantages + values, 0, 1)
        results, ended = lessons.results()
        self.results = np.concatenate([results[step, at][pick[step]] for step, at in enumerate(lessons.at)])
        self.ended = np.concatenate([ended[step, at][pick[step]] for step, at in enumerate(lessons.at)])
        self.starts = _starts(self.counts)
        self.magnet = (
            np.concatenate(
                [
                    logs[np.repeat(pick[step], count)]
                    for step, logs, count in zip(full, lessons.magnet, counts, strict=True)
                ]
            )
            if lessons.magnet
            else None
        )

    def __len__(self) -> int:
        return len(self.counts)

    def batch(self, some: Ints) -> tuple[Batch, Ints, Floats | None]:
        """These decisions, the numbers of the moves chosen in their flat list, and the magnet's logarithms."""
        counts = self.counts[some]
        starts = _starts(counts)
        first: Ints = self.starts[some] - starts[:-1]
        flat = np.repeat(first, counts) + np.arange(int(starts[-1]))
        batch = Batch(self.tables.rows, self.tables.constants, self.observations[some], starts, self.parts[flat])
        return batch, starts[:-1] + self.chosen[some], None if self.magnet is None else self.magnet[flat]


def _starts(counts: Ints) -> Ints:
    """Where each of several lists begins that lie one after the other, and where the last one ends."""
    starts = np.zeros(len(counts) + 1, np.int64)
    np.cumsum(counts, out=starts[1:])
    return starts


def _minibatches(n: int, rng: np.random.Generator) -> Iterator[Ints]:
    """All of n numbers in random order, in parts of nearly equal size."""
    order = rng.permutation(n)
    parts = -(-n // MINIBATCH)
    for part in range(parts):
        yield order[n * part // parts : n * (part + 1) // parts]


def learn(
    network: PolicyNetwork,
    adam: Adam,
    all_lessons: Sequence[Lessons],
    pace: Pace,
    rng: np.random.Generator,
    imitates: bool = False,
) -> Progress:
    """Change the network for the better; if it `imitates`, towards the moves of the lessons, however they ended."""
    decay = 1.0 if imitates else pace.decay
    gathered = [part for part in (_Gathered(lessons, decay) for lessons in all_lessons) if len(part)]
    together = np.concatenate([part.advantages for part in gathered])
    spread = float(together.std()) + 1e-6
    sums = np.zeros(4)
    n = 0
    for _epoch in range(pace.epochs):
        orders: list[tuple[_Gathered, Ints]] = [
            (part, some) for part in gathered for some in _minibatches(len(part), rng)
        ]
        for index in rng.permutation(len(orders)):
            part, some = orders[int(index)]
            advantages = part.advantages[some] / spread
            sums += _step(network, adam, part, some, None if imitates else advantages, pace)
            n += 1
    entropy, kl, error, clipped = sums / n
    return Progress(float(entropy), float(kl), float(error), float(clipped))


def _step(
    network: PolicyNetwork,
    adam: Adam,
    part: _Gathered,
    some: Ints,
    advantages: Floats | None,
    pace: Pace,
) -> Floats:
    batch, chosen, magnet = part.batch(some)
    n_sides = part.tables.n_sides
    found = network.forward(batch, n_sides)
    n = len(some)
    p = found.probabilities
    at = batch.decisions
    log = np.log(p[chosen] + 1e-12)
    if advantages is None:
        clipped = np.zeros(n, np.bool_)
        pull = np.full(n, -1 / n)
    else:
        ratio = np.exp(log - part.log_before[some])
        clipped = ((ratio > 1 + CLIP) & (advantages > 0)) | ((ratio < 1 - CLIP) & (advantages < 0))
        pull = np.where(clipped, 0, -ratio * advantages) / n
    d_logits = -p * pull[at]
    d_logits[chosen] += pull
    logs = np.log(p + 1e-12)
    entropy = -np.add.reduceat(p * logs, batch.starts[:-1])
    d_logits += (pace.entropy / n) * p * (logs + entropy[at])
    if magnet is not None and pace.magnet > 0:
        away = logs - magnet
        divergence = np.add.reduceat(p * away, batch.starts[:-1])
        d_logits += (pace.magnet / n) * p * (away - divergence[at])
    # One's own chance against the others' together; the rest is theirs as the match ended, or as the network likes
    # if that is not known, or if they won nothing.
    wins = found.wins
    wanted = np.zeros_like(wins)
    wanted[:, 0] = part.returns[some]
    results = part.results[some, 1:]
    lost = part.ended[some] & (results.sum(1) > 0)
    others = np.where(lost[:, None], results, wins[:, 1:])
    wanted[:, 1:] = others / (others.sum(1, keepdims=True) + 1e-9) * (1 - part.returns[some])[:, None]
    d_wins = (WIN_WEIGHT / n) * (wins - wanted)
    gradients = network.backward(batch, found, d_logits.astype(np.float32), d_wins.astype(np.float32))
    adam.step(network.weights, gradients, pace.rate, LONGEST_STEP)
    error = float(((wins[:, 0] - part.returns[some]) ** 2).mean())
    return np.array([float(entropy.mean()), float((part.log_before[some] - log).mean()), error, float(clipped.mean())])
