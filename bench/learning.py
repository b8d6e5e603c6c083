"""How fast learning agents get their observations, one core.

    python bench/learning.py [--quick]

Many tables: decisions per second of processor time with random legal moves, with observations, masks and rewards
written into NumPy arrays. One table: microseconds for a decision through PettingZoo's interface (`last`, a random legal
move, `step`), beside RLCard's gin rummy through PettingZoo in the same run. Each figure is the best of several rounds:
what else the machine does can only make a round slower.
"""

import sys
import warnings
from collections.abc import Callable
from random import Random
from time import perf_counter, process_time
from typing import Any

import numpy as np

from croupier import rl

TARGET = 1_000_000
TIMES_FASTER = 20
SEATS = {"cuttle": 2, "belote": 4, "kittens": 4, "coup": 4, "bluff": 4}
TABLES = (256, 2048)


def best(work: Callable[[], float], rounds: int) -> float:
    return min(work() for _ in range(rounds))


def many(game: str, tables: int, decisions: int) -> Callable[[], float]:
    """Seconds of processor time for a decision."""
    env = rl.vector_env(game, tables, SEATS[game])
    steps = max(1, decisions // tables)

    def work() -> float:
        began = process_time()
        for _ in range(steps):
            env.step(env.sample())
        return (process_time() - began) / (steps * tables)

    return work


def one(env: Any, decisions: int) -> Callable[[], float]:
    """The same through PettingZoo."""
    rng = Random(1)

    def work() -> float:
        made = 0
        began = perf_counter()
        while made < decisions:
            env.reset()
            for _ in env.agent_iter():
                seen, _, over, cut, _ = env.last()
                if over or cut:
                    env.step(None)
                else:
                    made += 1
                    env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
        return (perf_counter() - began) / made

    return work


def gin_rummy() -> tuple[Any, str]:
    """PettingZoo's own, or where its version has none any more, what that was: RLCard's game in PettingZoo's base."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            from pettingzoo.classic import gin_rummy_v4

            return gin_rummy_v4.env(), "pettingzoo.classic gin rummy"
        except ImportError:
            from pettingzoo.classic.rlcard_envs.rlcard_base import RLCardBase

            class GinRummy(RLCardBase):
                metadata = {"name": "gin_rummy"}  # noqa: RUF012
                render_mode = None

            return GinRummy("gin-rummy", 2, (5, 52)), "RLCard's gin rummy in pettingzoo.classic's RLCardBase"


def main() -> None:
    quick = "--quick" in sys.argv[1:]
    rounds, decisions = (2, 4_096) if quick else (9, 200_000)
    missed: list[str] = []
    print("many tables, decisions/s of one core")
    for game in SEATS:
        rates = [1 / best(many(game, tables, decisions), rounds) for tables in TABLES]
        shown = ", ".join(f"{rate:>10,.0f} at {tables} tables" for rate, tables in zip(rates, TABLES, strict=True))
        print(f"  {game:8} {SEATS[game]} seats: {shown}")
        if max(rates) < TARGET:
            missed.append(f"{game} reaches {max(rates):,.0f} decisions/s of {TARGET:,}")
    other, name = gin_rummy()
    alone = best(one(other, 200 if quick else 1_500), rounds)
    print(f"one table through PettingZoo, us per decision\n  {alone * 1e6:.1f} {name}")
    for game, seats in SEATS.items():
        ours = best(one(rl.env(game, seats), 500 if quick else 10_000), rounds)
        print(f"  {ours * 1e6:.1f} {game}: {alone / ours:.1f} times faster")
        if alone / ours < TIMES_FASTER:
            missed.append(f"{game} is {alone / ours:.1f} times as fast as gin rummy, and {TIMES_FASTER} are wanted")
    for each in missed:
        print(f"MISSED: {each}")
    if missed and not quick:
        sys.exit(1)


if __name__ == "__main__":
    main()
