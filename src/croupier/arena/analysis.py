"""A game's own analysis over one match or many, entrant by entrant; nothing for games that have none."""

from collections.abc import Mapping, Sequence

from croupier.arena.statistics import game_counts
from croupier.kernel.analysis import Counts, added
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
        self.sums: list[Counts] = [{} for _ in range(entrants)]

    def add(self, match: Match, seating: Sequence[int]) -> None:
        """A finished match; `seating` gives the entrant at each seat."""
        self.count(counted(match), seating)

    def count(self, statistics: Sequence[Mapping[str, int | float]], seating: Sequence[int]) -> None:
        """What was counted about each seat, if anything was."""
        if statistics:
            for entrant, sums in zip(seating, statistics, strict=True):
                self.sums[entrant] = added(self.sums[entrant], game_counts(sums))

    def figures(self) -> list[dict[str, str]]:
        """Headings and cells, entrant by entrant; empty for a game without analysis."""
        if self._analysis is None or not all(self.sums):
            return []
        return [dict(self._analysis.figures(counts)) for counts in self.sums]

    def remarks(self, names: Sequence[str]) -> list[str]:
        if self._analysis is None or not all(self.sums):
            return []
        return list(self._analysis.remarks(names, self.sums))
