"""A game's own analysis over one match or many, entrant by entrant; nothing for games that have none."""

from collections.abc import Mapping, Sequence

from croupier.arena.statistics import game_counts
from croupier.kernel.analysis import Counts
from croupier.kernel.game import Game
from croupier.match.core import Match


def counted(match: Match) -> tuple[Counts, ...]:
    """What the game counts about each seat of a finished match; nothing for a game that counts nothing."""
    analysis = match.game.analysis
    if analysis is None:
        return ()
    return tuple(analysis.count(match.course(), match.result()))


class Tally:
    """Adds up what a game counts about each entrant."""

    def __init__(self, game: Game, entrants: int) -> None:
        self._analysis = game.analysis
        self.totals: list[dict[str, float]] = [{} for _ in range(entrants)]
        """By entrant: all that was counted, what the game has nothing to do with too."""

    @property
    def sums(self) -> list[Counts]:
        """By entrant: what the game counts."""
        return [game_counts(own) for own in self.totals]

    def add(self, match: Match, seating: Sequence[int]) -> None:
        """A finished match; `seating` gives the entrant at each seat."""
        self.count(counted(match), seating)

    def count(self, statistics: Sequence[Mapping[str, int | float]], seating: Sequence[int]) -> None:
        """What was counted about each seat, if anything was."""
        if statistics:
            for entrant, sums in zip(seating, statistics, strict=True):
                own = self.totals[entrant]
                for name, number in sums.items():
                    own[name] = own.get(name, 0.0) + number

    def figures(self) -> list[dict[str, str]]:
        """Headings and cells, entrant by entrant; empty for a game without analysis."""
        sums = self.sums
        if self._analysis is None or not all(sums):
            return []
        return [dict(self._analysis.figures(counts)) for counts in sums]

    def remarks(self, names: Sequence[str]) -> list[str]:
        sums = self.sums
        if self._analysis is None or not all(sums):
            return []
        return list(self._analysis.remarks(names, sums))
