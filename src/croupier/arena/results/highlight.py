"""The most exciting match of a run: the one in which the chances to win changed most."""

import heapq
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import msgspec

from croupier.ai.review import decisions_of, make_critic, win_shares
from croupier.arena.plan.schedule import Seating
from croupier.arena.results.match_result import names_at
from croupier.arena.run.task import Played, RunSetup
from croupier.match.match import Match

MAX_CANDIDATES: Final = 40
"""Matches that are examined: those with the most moves."""
ROUGH_ROLLOUTS: Final = 30
"""Playouts for each forecast of a candidate: about 20 ms for a match of 100 moves."""
EXACT_ROLLOUTS: Final = 300
"""Playouts for each forecast of the chosen match, whose lowest chance is printed."""


class Highlight(msgspec.Struct, frozen=True):
    """The most exciting match, and what makes it so."""

    number: int
    """Number of the match in its run, from 0."""
    match: Match
    winners: tuple[str, ...]
    lowest: float
    """Lowest chance to win that the winning side had, from 0 to 1."""
    swing: float
    """Sum of all changes of the chances to win; 1 is from certain defeat to certain victory."""

    def text(self) -> str:
        """A sentence about it that can stand alone."""
        low = f"{self.lowest:.0%}".replace("%", " %") if self.lowest >= 0.01 else "less than 1 %"
        who = " and ".join(self.winners)
        return f"{who} won in {len(self.match.steps)} moves after its win chance had fallen to {low}"


class HighlightFinder:
    """Takes the matches of a run as they end, and keeps the candidates."""

    def __init__(self, setup: RunSetup, series: Seating | None = None) -> None:
        self._setup = setup
        self._series = series
        self._candidates: list[tuple[int, int, Played]] = []

    def add(self, played: Played) -> None:
        if not played.sheet:
            return
        # Numbers of matches differ, so that a match is never compared with another.
        entry = (played.moves, -played.number, played)
        if len(self._candidates) < MAX_CANDIDATES:
            heapq.heappush(self._candidates, entry)
        else:
            heapq.heappushpop(self._candidates, entry)

    def find(self) -> Highlight | None:
        """Examine the candidates; None if no match was kept."""
        candidates = [played for _, _, played in sorted(self._candidates, reverse=True)]
        best = max(candidates, key=lambda played: self._examine(played, ROUGH_ROLLOUTS).swing, default=None)
        return None if best is None else self._examine(best, EXACT_ROLLOUTS)

    def _examine(self, played: Played, rollouts: int) -> Highlight:
        setup = self._setup
        names = names_at(setup.entrants, played, self._series)
        match = played.match(setup.game, setup.settings, names)
        chances = win_chances(match, rollouts)
        places = match.result().places
        teams = setup.game.teams(setup.settings, match.table.seats)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        partners = {seat: teams.count(teams[seat]) for seat in winners}
        lowest = min(each[seat] * partners[seat] for each in chances for seat in winners) if winners else 0.0
        swing = sum(
            sum(abs(new - old) for old, new in zip(before, after, strict=True)) / 2
            for before, after in pairwise(chances)
        )
        return Highlight(played.number, match, tuple(names[seat] for seat in winners), min(1.0, lowest), swing)


def win_chances(match: Match, rollouts: int) -> list[Sequence[float]]:
    """Chances of all seats before every decision and at the end, all cards being known."""
    critic = make_critic(match.game, 1)
    critic.sit(match.table, 0, 0)
    teams = match.game.teams(match.settings, match.table.seats)
    chances: list[Sequence[float]] = [critic.forecast(before, rollouts) for _, _, _, before in decisions_of(match)]
    chances.append(win_shares(teams, match.result().places))
    return chances
