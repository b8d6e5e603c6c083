"""How often 95 % intervals hold the truth, by simulation: `run`, `compare`, `tournament` and `leaderboard`.

python bench/coverage.py [--runs 1000] [--elo-runs 300] [PART ...]

PART is run, tournament, leaderboard or compare; all if left out. Matches are drawn from a model in which a deal favours
seats and cards favour bots, so blocks matter; truths come from the same figures over very many blocks. Every line
should lie between 93 and 97 %. The error is that of the simulation.
"""

import argparse
import random
from collections.abc import Callable, Sequence
from itertools import combinations
from math import sqrt
from statistics import mean, median

import msgspec
import numpy as np

from croupier.arena.compare.sprt import Hypotheses, SequentialTest
from croupier.arena.plan.blocks import lineup_orders
from croupier.arena.plan.orders import OrderCycle
from croupier.arena.results.orderings import match_arrays
from croupier.arena.results.ratings import rate
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.task import Played

SEAT_LUCK, CARD_LUCK = 1.0, 0.7
"""Deviations of what a deal gives a seat, whoever sits there, and a bot, wherever it sits; chance has 1.28."""
TRUTH_BLOCKS = 6000


class Model(msgspec.Struct, frozen=True):
    """What is played: tables of some bots, and what may happen at them."""

    title: str
    strengths: tuple[float, ...]
    """By bot: the logarithm of its strength."""
    teams: tuple[int, ...]
    lineups: tuple[tuple[int, ...], ...]
    """The bots that meet, table by table."""
    ties: float = 0.0
    """How often the first two sides tie."""
    faults: float = 0.0
    """How often the first bot fails, and its side is last."""


def play(model: Model, blocks: int, seed: int) -> RatedTotals:
    """Draw this many blocks at every table."""
    rng = np.random.default_rng(seed)
    totals = RatedTotals(len(model.strengths))
    number = block = 0
    for lineup in model.lineups:
        cycle = OrderCycle(seed, lineup_orders(model.teams, [(bot,) for bot in lineup]))
        for _ in range(blocks):
            seats = rng.normal(0, SEAT_LUCK, len(model.teams))
            cards = rng.normal(0, CARD_LUCK, len(model.strengths))
            for seating in cycle.next(block):
                places, faults = draw_match(model, seating, seats, cards, rng)
                scores = (0.0,) * len(seating)
                totals.add(Played(number, block, block, seating, model.teams, places, scores, "", 1, faults))
                number += 1
            block += 1
    return totals


def draw_match(
    model: Model, seating: Sequence[int], seats: np.ndarray, cards: np.ndarray, rng: np.random.Generator
) -> tuple[tuple[int, ...], tuple[tuple[int, str], ...]]:
    """Places, and faults."""
    luck = rng.gumbel(size=len(seating)) + seats
    power: dict[int, float] = {}
    for seat, (bot, team) in enumerate(zip(seating, model.teams, strict=True)):
        power[team] = power.get(team, 0.0) + model.strengths[bot] + cards[bot] + luck[seat]
    faults: tuple[tuple[int, str], ...] = ()
    if model.faults and 0 in seating and rng.random() < model.faults:
        seat = seating.index(0)
        faults = ((seat, "Crashed"),)
        power[model.teams[seat]] = -1e9
    ranked = sorted(power, key=lambda team: -power[team])
    place = {team: at for at, team in enumerate(ranked, 1)}
    if model.ties and rng.random() < model.ties:
        place[ranked[1]] = 1
    return tuple(place[team] for team in model.teams), faults


def spread_strengths(bots: int, width: float = 1.0) -> tuple[float, ...]:
    return tuple(float(each) for each in np.linspace(width / 2, -width / 2, bots))


def full_table(seats: int, **how: float) -> Model:
    words = ", ".join(f"{name} {share:.0%}" for name, share in how.items())
    title = f"{seats} seats{', ' + words if words else ''}"
    return Model(title, spread_strengths(seats), tuple(range(seats)), (tuple(range(seats)),), **how)


def round_robin(bots: int, seats: int, width: float = 1.0) -> Model:
    title = f"{bots} bots, tables of {seats}{', far apart' if width > 1 else ''}"
    tables = tuple(combinations(range(bots), seats))
    return Model(title, spread_strengths(bots, width), tuple(range(seats)), tables)


RUNS = (
    *map(full_table, (2, 3, 4, 6)),
    full_table(2, ties=0.2),
    full_table(4, ties=0.2),
    full_table(3, faults=0.1),
    Model("2 bots at 3 seats", spread_strengths(2), (0, 1, 2), ((0, 1),)),
    Model("2 teams of 2", spread_strengths(2), (0, 1, 0, 1), ((0, 1),)),
)
TOURNAMENTS = (
    round_robin(2, 2),
    round_robin(5, 2),
    round_robin(5, 2, 4.0),
    round_robin(4, 3),
    round_robin(4, 4),
    round_robin(6, 6),
)
LEADERBOARD = (
    Model("three runs that share bots", spread_strengths(5), (0, 1), ((0, 1), (1, 2), (1, 2), (2, 3), (3, 4), (0, 4))),
)


def truths(model: Model) -> tuple[list[float], list[float]]:
    """True win shares and ratings."""
    totals = play(model, max(300, TRUTH_BLOCKS // len(model.lineups)), 10**9)
    ratings = rate(match_arrays(totals), replicates=1)
    return [record.win_rate for record in totals.standings().records], [rating.elo for rating in ratings]


def report(title: str, blocks: int, hits: Sequence[Sequence[bool]]) -> None:
    """Print the share of intervals that hold the truth; `hits` are run by run, since those of one run are related."""
    shares = [sum(run) / len(run) for run in hits]
    middle = mean(shares)
    error = 1.96 * sqrt(sum((share - middle) ** 2 for share in shares) / len(shares) / max(1, len(shares) - 1))
    verdict = "" if 0.93 - error <= middle <= 0.97 + error else "  <--"
    print(f"  {title:44}{blocks:7}{100 * middle:9.1f}%{100 * error:7.1f}%{verdict}", flush=True)


def win_shares(models: Sequence[Model], runs: int, blocks: Sequence[int]) -> None:
    for model in models:
        truth, _ = truths(model)
        for count in blocks:
            hits: list[list[bool]] = []
            for seed in range(runs):
                records = play(model, count, seed).standings().records
                hits.append(
                    [
                        low <= true <= high
                        for true, (low, high) in zip(truth, (each.interval for each in records), strict=True)
                    ]
                )
            report(f"win share, {model.title}", count, hits)


def ratings(models: Sequence[Model], runs: int, blocks: Sequence[int]) -> None:
    for model in models:
        _, truth = truths(model)
        for count in blocks:
            hits: list[list[bool]] = []
            for seed in range(runs):
                found = rate(match_arrays(play(model, count, seed)), seed)
                hits.append([each.low <= true <= each.high for true, each in zip(truth, found, strict=True)])
            report(f"Elo, {model.title}", count, hits)


def comparisons(runs: int) -> None:
    print(f"  {'':44}{'better':>7}{'held':>10}{'error':>8}{'bias of gain, points':>24}{'of mean':>9}")
    for edge in (0.03, 0.1):
        for shared in (0.5, 0.8):
            for gain in (0.0, edge / 2, edge, 2 * edge):
                if gain < (1 - shared) / 2:
                    _comparison(Hypotheses(edge), gain, shared, runs)


def _comparison(hypotheses: Hypotheses, gain: float, shared: float, runs: int) -> None:
    chance = random.Random(f"{hypotheses.edge} {gain} {shared}")
    rest = (1 - shared) / 2
    tests: list[SequentialTest] = []
    for _ in range(runs):
        test = SequentialTest(hypotheses, 0.125)
        while test.add(chance.choices((0.5, 0.0, -0.5), (rest + gain, shared, rest - gain))[0]) == "open":
            pass
        tests.append(test)
    held = mean(low <= gain <= high for low, high in (test.interval() for test in tests))
    better = mean(test.verdict == "better" for test in tests)
    error = 1.96 * sqrt(held * (1 - held) / runs)
    bias, naive = (100 * (median(values) - gain) for values in ([t.gain for t in tests], [t.mean for t in tests]))
    title = f"edge {hypotheses.edge:.0%}, true gain {gain:+.1%}, {shared:.0%} of blocks shared"
    print(f"  {title:44}{better:7.1%}{held:10.1%}{error:8.1%}{bias:+24.2f}{naive:+9.2f}", flush=True)


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("parts", nargs="*")
    options.add_argument("--runs", type=int, default=1000)
    options.add_argument("--elo-runs", type=int, default=300)
    options.add_argument("--blocks", type=int, nargs="*", default=(5, 10, 25, 100))
    chosen = options.parse_args()
    blocks = chosen.blocks
    parts: dict[str, Callable[[], None]] = {
        "run": lambda: win_shares(RUNS, chosen.runs, blocks),
        "tournament": lambda: (
            win_shares(TOURNAMENTS, chosen.runs, blocks[:3]),
            ratings(TOURNAMENTS, chosen.elo_runs, blocks[:3]),
        )[0],
        "leaderboard": lambda: ratings(LEADERBOARD, chosen.elo_runs, blocks[:3]),
        "compare": lambda: comparisons(chosen.runs),
    }
    for name in chosen.parts or parts:
        print(f"{name + ':':46}{'blocks':>7}{'held':>10}{'error':>8}")
        parts[name]()


if __name__ == "__main__":
    main()
