"""What a run shows while it goes on and when it ends, added up match by match in the order of their numbers.

The order is always the same, so that the figures do not depend on who played what when, not even in the last digit.
"""

from collections.abc import Sequence

from croupier.arena.analysis import Tally
from croupier.arena.standings import Outcome, Standings, no_standings, standings_of_block
from croupier.arena.statistics import noted
from croupier.arena.work import Played
from croupier.kernel.decision import Result
from croupier.kernel.game import Game


class Scoreboard:
    """Standings, the game's own figures, and the first fault of everybody who had one."""

    def __init__(self, game: Game, entrants: int) -> None:
        self._total = no_standings(entrants)
        self._entrants = entrants
        self._block = 0
        self._outcomes: list[Outcome] = []
        self.tally = Tally(game, entrants)
        self.matches = 0
        self.faults = 0
        self.complaints: dict[int, tuple[str, str]] = {}
        """By entrant: what went wrong first, and what its process had printed by then."""

    def add(self, played: Played) -> None:
        if played.block != self._block:
            self._total, self._block, self._outcomes = self.standings(), played.block, []
        result = Result(played.places, played.scores, played.ending)
        self._outcomes.append(Outcome(played.seating, played.teams, result, played.faults))
        self.tally.count(played.statistics, played.seating)
        self.matches += 1
        self.faults += len(played.faults)
        for seat, fault, printed in played.complaints:
            self.complaints.setdefault(played.seating[seat], (fault, printed))

    def standings(self) -> Standings:
        """Of all matches so far."""
        if not self._outcomes:
            return self._total
        return self._total + standings_of_block(self._entrants, self._outcomes)

    def notes(self) -> list[dict[str, float]]:
        """By entrant: the means of the numbers in its notes."""
        return [noted(sums) for sums in self.tally.totals]

    def leaders(self, names: Sequence[str], most: int) -> list[tuple[str, float]]:
        """The best so far with their win rates."""
        standings = self.standings()
        ranked = [number for number in standings.ranking() if standings.records[number].matches]
        return [(names[number], standings.records[number].win_rate) for number in ranked[:most]]
