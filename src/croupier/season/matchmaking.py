"""Who plays next: the bot that is least known, against bots of similar rating. Knows neither stores nor clocks."""

from collections.abc import Sequence
from math import inf, sqrt

import msgspec

from croupier.arena.results.ratings import MEAN_ELO, MIN_BLOCKS
from croupier.kernel.rng import new_chance, purpose
from croupier.season.config import Ladder

_OPPONENTS = purpose("season opponents")
MIN_CHOICE = 4
"""Opponents are drawn from this many neighbours at least."""


class Candidate(msgspec.Struct, frozen=True):
    """A bot that may play."""

    number: int
    elo: float = MEAN_ELO
    half_width: float = inf
    """Half of its interval, in points, when it was rated."""
    rated_blocks: int = 0
    """Deals it had played by then."""
    blocks: int = 0
    """Deals it has played or is playing now."""

    @property
    def uncertainty(self) -> float:
        """What half of its interval should be now; infinite for a bot that has hardly played."""
        if self.blocks < MIN_BLOCKS or not self.rated_blocks:
            return inf
        return self.half_width * sqrt(self.rated_blocks / max(self.blocks, self.rated_blocks))


def next_table(
    candidates: Sequence[Candidate], sides: int, ladder: Ladder, secret: int, block: int
) -> list[int] | None:
    """The bots of the next meeting, the least known first; None if all are known well.

    Opponents are drawn from the neighbours by rating, so that everybody meets several of them. A bot without a rating
    draws from everybody.
    """
    open_ = [each for each in candidates if each.uncertainty > ladder.known_elo and each.blocks < ladder.most_blocks]
    if not open_ or len(candidates) < 2:
        return None
    first = min(open_, key=lambda each: (-each.uncertainty, each.blocks, each.number))
    others = [each for each in candidates if each is not first]
    needed = min(len(others), max(1, sides - 1))
    if first.rated_blocks:
        others.sort(key=lambda each: (abs(each.elo - first.elo), each.blocks, each.number))
        others = others[: max(MIN_CHOICE, 2 * needed)]
    chance = new_chance(secret, _OPPONENTS, block)
    drawn: list[int] = []
    while len(drawn) < needed:
        drawn.append(others.pop(chance.below(len(others))).number)
    return [first.number, *drawn]
