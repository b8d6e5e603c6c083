"""Train a small policy by deep Monte Carlo, with NumPy on one core, and write it to a file.

    python bots/learned/train.py cuttle --decisions 3000000 --out bots/learned/cuttle.npz
    croupier run cuttle bots/learned/learned.py:Cuttle heuristic -n 1000

The network plays all seats of many tables at once and now and then a random move. When a match is over, each of its
decisions is a lesson: this observation, this move, this result.
"""

import argparse
import os
from pathlib import Path
from time import perf_counter

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np

from croupier.rl.network import Network
from croupier.rl.vector import VectorEnv

TABLES = 256
STEPS = 128
BATCH = 512
HIDDEN = 96
RATE = 1e-3


class Adam:
    """The usual optimiser."""

    def __init__(self, weights):
        self.weights = weights
        self.mean = {name: np.zeros_like(array) for name, array in weights.items()}
        self.square = {name: np.zeros_like(array) for name, array in weights.items()}
        self.steps = 0

    def step(self, gradients, rate):
        self.steps += 1
        correction = np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for name, gradient in gradients.items():
            self.mean[name] += 0.1 * (gradient - self.mean[name])
            self.square[name] += 0.001 * (gradient * gradient - self.square[name])
            self.weights[name] -= rate * correction * self.mean[name] / (np.sqrt(self.square[name]) + 1e-8)


class Lessons:
    """What happened at all tables in a stretch of steps."""

    def __init__(self, env, steps):
        self.observations = np.zeros((steps, env.n_tables, env.layout.size), np.int8)
        self.actions = np.zeros((steps, env.n_tables), np.int64)
        self.seats = np.zeros((steps, env.n_tables), np.int64)
        self.done = np.zeros((steps, env.n_tables), bool)
        self.rewards = np.zeros((steps, env.n_tables, env.seats))

    def finished(self):
        """The decisions of matches that ended, and what their seats got."""
        steps, tables = self.actions.shape
        results = np.zeros((steps, tables), np.float32)
        known = np.zeros((steps, tables), bool)
        reward, ended = np.zeros_like(self.rewards[0]), np.zeros(tables, bool)
        rows = np.arange(tables)
        for step in reversed(range(steps)):
            reward = np.where(self.done[step][:, None], self.rewards[step], reward)
            ended |= self.done[step]
            results[step] = reward[rows, self.seats[step]]
            known[step] = ended
        return self.observations[known], self.actions[known], results[known]


def play(env, network, lessons, epsilon, rng):
    """Fill the lessons: the best move, or a random one now and then."""
    for step in range(len(lessons.actions)):
        values = network.values(env.observations)
        values[env.masks == 0] = -np.inf
        actions = values.argmax(1)
        wander = rng.random(env.n_tables) < epsilon
        actions[wander] = env.sample()[wander]
        lessons.observations[step] = env.observations
        lessons.actions[step] = actions
        lessons.seats[step] = env.to_act
        env.step(actions)
        lessons.done[step] = env.done
        lessons.rewards[step] = env.rewards


def learn(network, adam, observations, actions, results, rate):
    """One step down the squared error of the values of the moves that were played; returns that error."""
    w = network.weights
    x, first, second = network.hidden(observations)
    values = (second * w["w3"].T[actions]).sum(1) + w["b3"][actions]
    error = (values - results) / len(actions)
    back_second = error[:, None] * w["w3"].T[actions] * (second > 0)
    back_first = (back_second @ w["w2"].T) * (first > 0)
    chosen = np.zeros((len(actions), len(w["b3"])), np.float32)
    chosen[np.arange(len(actions)), actions] = error
    gradients = {
        "w3": second.T @ chosen,
        "b3": chosen.sum(0),
        "w2": first.T @ back_second,
        "b2": back_second.sum(0),
        "w1": x.T @ back_first,
        "b1": back_first.sum(0),
    }
    adam.step(gradients, rate)
    return float((error * error).sum() * len(actions))


def train(game, seats, decisions, seed, say=print, tables=TABLES, steps=STEPS):
    """A network that has made so many decisions."""
    rng = np.random.default_rng(seed)
    env = VectorEnv(game, tables, seats)
    env.reset(seed)
    network = Network.fresh(env.layout.size, env.n_moves, HIDDEN, rng)
    adam = Adam(network.weights)
    lessons = Lessons(env, steps)
    began = told = perf_counter()
    while True:
        part = min(1.0, env.decisions / decisions)
        play(env, network, lessons, 0.2 - 0.17 * part, rng)
        observations, actions, results = lessons.finished()
        order = rng.permutation(len(actions))
        errors = [
            learn(network, adam, observations[some], actions[some], results[some], RATE * (1.0 - 0.9 * part))
            for some in np.split(order, range(BATCH, len(order), BATCH))
            if len(some)
        ]
        now = perf_counter()
        if now - told > 15 or env.decisions >= decisions:
            told = now
            error = sum(errors) / max(1, len(errors))
            say(f"{now - began:5.0f} s  {env.decisions:>9,} decisions  {env.matches:>7,} matches  error {error:.3f}")
        if env.decisions >= decisions:
            return network, env


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("--seats", type=int, default=None)
    parser.add_argument("--decisions", type=int, default=3_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    network, env = train(asked.game, asked.seats, asked.decisions, asked.seed)
    network.save(asked.out, env.game.name, env.seats)
    print(f"written to {asked.out}, {asked.out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
