"""A league of mixed partners: everybody plays with everybody, so that a good bot can be told from a good team.

Bots are rated by themselves; how much a partnership wins beyond what its two ratings promise is its compatibility.
"""

from collections.abc import Iterable, Sequence
from math import exp

import msgspec

from croupier.arena.results.intervals import wilson, winning_teams
from croupier.arena.results.ratings import ELO_PER_LOG_ODDS, Rating
from croupier.arena.run.task import Played
from croupier.arena.tournament.lineups import Partnership
from croupier.arena.tournament.play import TournamentEntries
from croupier.kernel.errors import UsageError


class Compatibility(msgspec.Struct, frozen=True):
    """Two partners: what they won together, and what their ratings promised."""

    one: int
    two: int
    matches: int
    rate: float
    low: float
    high: float
    expected: float

    @property
    def surplus(self) -> float:
        return self.rate - self.expected


def league_entries(
    teams: Sequence[int], league: Sequence[Partnership], entrants: Sequence[int]
) -> tuple[TournamentEntries, list[tuple[int, int]]]:
    """The partnerships of these entrants as entries, and which of them meet."""
    if sorted(teams) != [0, 0, 1, 1]:
        raise UsageError("mixed partners need a game of two teams of two, such as belote")
    pairs = sorted({pair for meeting in league for pair in meeting})
    number = {pair: index for index, pair in enumerate(pairs)}
    sides = tuple((entrants[one], entrants[two]) for one, two in pairs)
    return TournamentEntries(tuple(teams), sides), [(number[one], number[two]) for one, two in league]


def compatibilities(matches: Iterable[Played], ratings: Sequence[Rating]) -> list[Compatibility]:
    """Every partnership that played, the luckiest first. The interval counts blocks, not matches."""
    wins: dict[tuple[int, int], list[float]] = {}
    blocks: dict[tuple[int, int], set[int]] = {}
    promised: dict[tuple[int, int], float] = {}
    for played in matches:
        sides: dict[int, list[int]] = {}
        for entrant, team in zip(played.seating, played.teams, strict=True):
            sides.setdefault(team, []).append(entrant)
        winning = winning_teams(played.teams, played.places)
        strength = {team: sum(ratings[who].elo for who in side) / len(side) for team, side in sides.items()}
        for team, side in sides.items():
            if len(side) != 2 or side[0] == side[1]:
                continue
            pair = (min(side), max(side))
            wins.setdefault(pair, []).append(1 / len(winning) if team in winning else 0.0)
            blocks.setdefault(pair, set()).add(played.block)
            rivals = sum(exp((strength[other] - strength[team]) / ELO_PER_LOG_ODDS) for other in sides)
            promised[pair] = promised.get(pair, 0.0) + 1 / rivals
    found: list[Compatibility] = []
    for pair, won in sorted(wins.items()):
        rate = sum(won) / len(won)
        low, high = wilson(rate, len(blocks[pair]))
        found.append(Compatibility(*pair, len(won), rate, low, high, promised[pair] / len(won)))
    return sorted(found, key=lambda each: (-each.surplus, each.one, each.two))
