"""Ratings of 100 bots over 1,000,000 matches: intervals, P(best), ratings without faults and the pairwise matrix.

    python bench/ratings.py [MATCHES]

The matches are drawn beforehand; the time is from the matches as a run keeps them to everything that a report prints.
"""

import sys
from time import perf_counter

import numpy as np

from croupier.arena.results.orderings import match_arrays
from croupier.arena.results.pairwise import pairwise
from croupier.arena.results.ratings import ELO_PER_LOG_ODDS, rate
from croupier.arena.results.totals import RatedTotals
from croupier.arena.run.task import Played

BOTS = 100
SEATS = 4


def drawn(matches: int) -> tuple[list[Played], np.ndarray]:
    """Tables of four out of a hundred, blocks of four rotations, every thousandth match with a fault."""
    rng = np.random.default_rng(1)
    strength = rng.normal(0, 100 / ELO_PER_LOG_ODDS, BOTS)
    found: list[Played] = []
    for block in range(matches // SEATS):
        table = rng.choice(BOTS, SEATS, replace=False)
        luck = rng.gumbel(size=(SEATS, SEATS))
        for turn in range(SEATS):
            seating = tuple(np.roll(table, turn).tolist())
            order = np.argsort(-(strength[list(seating)] + luck[turn]))
            places = tuple((np.argsort(order) + 1).tolist())
            number = len(found)
            faults = ((0, "TooSlow"),) if number % 1000 == 0 else ()
            found.append(Played(number, block, block, seating, (0, 1, 2, 3), places, (0.0,) * 4, "", 1, faults))
    return found, strength


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    played, strength = drawn(matches)
    began = perf_counter()
    totals = RatedTotals(BOTS).extend(played)
    games = match_arrays(totals)
    ratings = rate(games)
    matrix = pairwise(games)
    totals.standings()
    seconds = perf_counter() - began
    truth = strength - strength.mean()
    error = np.array([each.elo for each in ratings]) - 1500 - truth * ELO_PER_LOG_ODDS
    covered = np.mean(
        [
            low <= true * ELO_PER_LOG_ODDS + 1500 <= high
            for true, (low, high) in zip(truth, ((r.low, r.high) for r in ratings), strict=True)
        ]
    )
    width = np.mean([each.high - each.low for each in ratings])
    print(f"ratings of {BOTS} bots over {len(played):,} matches: {seconds:.1f} s (target 30)")
    print(
        f"mean error {np.abs(error).mean():.1f} Elo, mean width of intervals {width:.1f}, {covered:.0%} of them right; "
        f"{int(matrix.meetings.sum()) // 2:,} meetings"
    )


if __name__ == "__main__":
    main()
