"""How much deal blocks save: the variance that independent matches would have, over the variance that the blocks have.

A factor of 3 means that play without blocks would have needed three times as many matches for the same certainty.
"""

from collections.abc import Hashable

from croupier.arena.work import Played


def win_share(played: Played, entrant: int) -> float:
    """The wins of an entrant in one match: 1, or a part of it where several sides share the first place."""
    winning = {team for team, place in zip(played.teams, played.places, strict=True) if place == 1}
    own = {team for team, sitting in zip(played.teams, played.seating, strict=True) if sitting == entrant}
    return len(winning & own) / len(winning)


class _Sums:
    """Of one entrant at tables of the same company."""

    def __init__(self) -> None:
        self.matches = self.blocks = 0
        self.wins = self.squares = 0.0
        self.means = self.mean_squares = 0.0
        self.open: dict[int, list[float]] = {}


class Saving:
    """Collects matches, whatever order they come in; what is compared is the same company on different deals."""

    def __init__(self) -> None:
        self._all: dict[Hashable, _Sums] = {}

    def add(self, company: Hashable, entrant: int, block: int, size: int, wins: float) -> None:
        """A match of a block that has `size` matches in which this entrant plays."""
        sums = self._all.setdefault((company, entrant), _Sums())
        sums.matches += 1
        sums.wins += wins
        sums.squares += wins * wins
        shares = sums.open.setdefault(block, [])
        shares.append(wins)
        if len(shares) == size:
            mean = sum(sorted(shares)) / size
            del sums.open[block]
            sums.blocks += 1
            sums.means += mean
            sums.mean_squares += mean * mean * size

    def factor(self) -> float | None:
        """None if nothing can be said: fewer than two blocks, or blocks that never differ."""
        single = paired = 0.0
        for sums in self._all.values():
            if sums.blocks < 2:
                continue
            size = sums.matches / sums.blocks
            single += sums.squares / sums.matches - (sums.wins / sums.matches) ** 2
            spread = sums.mean_squares / size - sums.means**2 / sums.blocks
            paired += spread * size / (sums.blocks - 1)
        return single / paired if paired > 1e-12 else None


def saving_text(factor: float | None) -> str:
    """A sentence for reports."""
    if factor is None:
        return "blocks of the same deals never differed, so their saving cannot be measured"
    return f"saving factor {factor:.2f}: without deal blocks it would have taken {factor:.2f} times as many matches"
