"""Wins with the luck of the deal taken out: a control variate, in the manner of AIVAT.

The expected result of a deal for a seat does not depend on the player, and averages to an even share over all deals.
So it can be taken out of the wins without favouring any bot, and what is left varies less.
"""

from collections.abc import Iterable
from math import inf, sqrt

import msgspec

from croupier.arena.results.intervals import student


class Outcome(msgspec.Struct, frozen=True):
    """One match of one bot."""

    block: int
    """The deal; matches of the same deal are one observation."""
    won: float
    """Its part of the win."""
    promised: float
    """What the deal promised it beyond an even share, from -1 to 1."""


class SkillEstimate(msgspec.Struct, frozen=True):
    """Wins per match with 95 % reaches: as counted, and without the luck of the deal."""

    blocks: int
    wins: float
    wins_reach: float
    """Half the width of the interval."""
    skill: float
    skill_reach: float
    weight: float
    """The share of a deal's expected result that shows in the actual result."""

    @property
    def narrower(self) -> float:
        """By which part the interval is narrower than that of wins alone; never below 0."""
        return max(0.0, 1 - self.skill_reach / self.wins_reach) if 0 < self.wins_reach < inf else 0.0


def estimate_skill(outcomes: Iterable[Outcome]) -> SkillEstimate:
    """From all matches of one bot. With fewer than four deals nothing is taken out."""
    by_block: dict[int, list[Outcome]] = {}
    for each in outcomes:
        by_block.setdefault(each.block, []).append(each)
    won = [sum(each.won for each in block) / len(block) for block in by_block.values()]
    promised = [sum(each.promised for each in block) / len(block) for block in by_block.values()]
    n = len(won)
    wins, mean = sum(won) / n, sum(promised) / n
    wins_reach = _reach(won, n - 1)
    spread = sum((x - mean) ** 2 for x in promised)
    if n < 4 or spread < 1e-9:
        return SkillEstimate(n, wins, wins_reach, wins, wins_reach, 0.0)
    weight = sum((x - mean) * (y - wins) for x, y in zip(promised, won, strict=True)) / spread
    rest = [y - weight * x for x, y in zip(promised, won, strict=True)]
    return SkillEstimate(n, wins, wins_reach, sum(rest) / n, _reach(rest, n - 2), weight)


def _reach(values: list[float], degrees: int) -> float:
    if degrees < 1:
        return inf
    n, mean = len(values), sum(values) / len(values)
    return student(degrees) * sqrt(sum((value - mean) ** 2 for value in values) / degrees / n)
