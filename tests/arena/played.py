"""Matches for tests of ratings and reports, made up and not played."""

import random
from collections.abc import Sequence

from croupier.arena.run.task import Played


def match(
    number: int,
    seating: Sequence[int],
    places: Sequence[int],
    block: int | None = None,
    teams: Sequence[int] | None = None,
    faults: Sequence[tuple[int, str]] = (),
) -> Played:
    scores = tuple(float(10 - place) for place in places)
    sides = tuple(range(len(seating))) if teams is None else tuple(teams)
    at = number if block is None else block
    return Played(number, at, at, tuple(seating), sides, tuple(places), scores, "the end", 5, tuple(faults))


def drawn(strengths: Sequence[float], matches: int, seats: int = 2, seed: int = 1) -> list[Played]:
    """Blocks of rotations in which who is stronger wins more often (exponential races: Plackett-Luce)."""
    chance = random.Random(seed)
    found: list[Played] = []
    block = 0
    while len(found) < matches:
        table = chance.sample(range(len(strengths)), seats)
        for turn in range(seats):
            seating = table[turn:] + table[:turn]
            times = [chance.expovariate(strengths[entrant]) for entrant in seating]
            places = [1 + sum(other < time for other in times) for time in times]
            found.append(match(len(found), seating, places, block))
        block += 1
    return found
