"""Win shares, their 95 % intervals, and what deal blocks save. Every figure of the arena comes from here.

Matches of a block share their deal, so they are not independent: an interval counts the trials that the blocks are
worth, and the saving factor compares the variance between blocks with the variance of independent matches.

Wins are counted in whole parts of a win, so sums of them, of their squares and products are exact in any order.
"""

from collections.abc import Collection, Iterable, Sequence
from math import isclose, prod, sqrt
from typing import Final

WIN: Final = 720720
"""Parts of one win; divisible by every number of sides up to 16 that may share it."""
Z95: Final = 1.959963984540054


def winning_teams(teams: Sequence[int], places: Sequence[int]) -> set[int]:
    """The teams at the first place."""
    return {team for team, place in zip(teams, places, strict=True) if place == 1}


def win_parts(seating: Sequence[int], teams: Sequence[int], places: Sequence[int], members: Collection[int]) -> int:
    """The wins of some entrants in one match, in parts of WIN: a first place is shared evenly by its teams."""
    winning = winning_teams(teams, places)
    own = {team for team, entrant in zip(teams, seating, strict=True) if entrant in members}
    return len(winning & own) * (WIN // len(winning))


def wilson(p: float, n: float, z: float = Z95) -> tuple[float, float]:
    """Wilson's interval for a rate p seen in n trials."""
    centre = p + z * z / (2 * n)
    reach = z * sqrt(p * (1 - p) / n + z * z / (4 * n * n))
    scale = 1 + z * z / n
    low, high = (centre - reach) / scale, (centre + reach) / scale
    # At the ends the formula gives 0 and 1 but for rounding.
    return (0.0 if isclose(p, 0) else max(0.0, low)), (1.0 if isclose(p, 1) else min(1.0, high))


def student(degrees: float, z: float = Z95) -> float:
    """Student's t in place of the normal quantile z, where a deviation is known from so many degrees of freedom.

    Fisher's expansion, within 1 % from 4 degrees on; with fewer it stays below the true value.
    """
    v = max(1.0, degrees)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
    )
    return z + sum(term / v**power for power, term in enumerate(terms, 1))


def widening(blocks: int) -> float:
    """How many times as wide an interval from resampled blocks must be: few blocks hardly show how much they vary."""
    known = max(2, blocks)
    return sqrt(known / (known - 1)) * student(known - 1) / Z95


def block_interval(rate: float, matches: float, blocks: float, spread: float) -> tuple[float, float]:
    """The 95 % interval of a rate measured in blocks, by Wilson with the number of trials that the blocks are worth.

    `spread` is the sum over blocks of (wins - rate * matches of the block) squared. The variance between blocks is
    estimated as if one more block had varied like independent matches, so that few blocks never look certain.
    """
    if not blocks:
        return 0.0, 1.0
    usual = matches / blocks * rate * (1 - rate)
    if usual <= 1e-12:
        return wilson(rate, blocks)
    return wilson(rate, matches * blocks / (spread / usual + 1))


class BlockVariance:
    """The variance of a win rate measured over deal blocks of equal size, or of the difference of two such rates.

    An arm is a set of matches of every block: one arm for the win rate of a bot, two for the first minus the second.
    """

    def __init__(self, *sizes: int) -> None:
        """`sizes` are the matches of each arm in a block."""
        self._sizes = sizes
        self._weights = [prod(sizes) // size for size in sizes]
        self.blocks = 0
        self._wins = [0] * len(sizes)
        self._squares = [0] * len(sizes)
        self._values = self._value_squares = 0

    def add(self, *arms: Sequence[int]) -> None:
        """One block: the win parts of its matches, arm by arm."""
        self.blocks += 1
        value = 0
        for number, parts in enumerate(arms):
            total = sum(parts)
            self._wins[number] += total
            self._squares[number] += sum(each * each for each in parts)
            value += total * self._weights[number] * (-1 if number else 1)
        self._values += value
        self._value_squares += value * value

    def rate(self, arm: int = 0) -> float:
        """Wins per match of an arm."""
        matches = self.blocks * self._sizes[arm]
        return self._wins[arm] / (matches * WIN) if matches else 0.0

    def variances(self) -> tuple[float, float]:
        """Per match of the first arm: as if all matches were independent, and as the blocks have it."""
        if self.blocks < 2:
            return 0.0, 0.0
        single = 0.0
        for size, wins, squares in zip(self._sizes, self._wins, self._squares, strict=True):
            matches = self.blocks * size
            single += (matches * squares - wins * wins) / (matches * matches * size)
        spread = self.blocks * self._value_squares - self._values**2
        paired = spread / (self.blocks * (self.blocks - 1) * prod(self._sizes) ** 2)
        return single * self._sizes[0], paired * self._sizes[0]


def saving_factor(measured: Iterable[BlockVariance]) -> float | None:
    """How many times as many matches it would have taken without blocks; None if the blocks cannot say.

    Only whole blocks may be in `measured`: a block that was broken off has not had all seatings of its deal.
    """
    variances = [each.variances() for each in measured]
    paired = sum(each for _, each in variances)
    return sum(each for each, _ in variances) / paired if paired > 0 else None


def saving_text(factor: float | None) -> str:
    """A sentence for reports."""
    if factor is None:
        return "Too few deals to measure what replaying each deal from all seats saved."
    if factor < 0.95:
        return f"Replaying each deal from all seats did not help here ({factor:.2f}x)."
    if factor < 1.05:
        return f"Replaying each deal from all seats made no difference here ({factor:.2f}x)."
    return f"Replaying each deal from all seats saved matches: unpaired deals would have needed {factor:.2f}x as many."
