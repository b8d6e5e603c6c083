"""A league of mixed partners: everybody plays with everybody, so that a good bot can be told from a good team.

Bots are rated by themselves; how much more a partnership wins than its two ratings predict is its compatibility.
"""

from collections.abc import Iterable, Sequence
from math import exp

import msgspec

from croupier.arena.results.intervals import WIN, block_interval, win_parts
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
    """Every partnership that played, the luckiest first. The interval is that of win shares."""
    wins: dict[tuple[int, int], dict[int, list[float]]] = {}
    promised: dict[tuple[int, int], float] = {}
    for played in matches:
        sides: dict[int, list[int]] = {}
        for entrant, team in zip(played.seating, played.teams, strict=True):
            sides.setdefault(team, []).append(entrant)
        strength = {team: sum(ratings[who].elo for who in side) / len(side) for team, side in sides.items()}
        for team, side in sides.items():
            if len(side) != 2 or side[0] == side[1]:
                continue
            pair = (min(side), max(side))
            won = win_parts(played.seating, played.teams, played.places, pair) / WIN
            wins.setdefault(pair, {}).setdefault(played.block, []).append(won)
            rivals = sum(exp((strength[other] - strength[team]) / ELO_PER_LOG_ODDS) for other in sides)
            promised[pair] = promised.get(pair, 0.0) + 1 / rivals
    found: list[Compatibility] = []
    for pair, blocks in sorted(wins.items()):
        count = sum(len(block) for block in blocks.values())
        rate = sum(sum(block) for block in blocks.values()) / count
        spread = sum((sum(block) - rate * len(block)) ** 2 for block in blocks.values())
        low, high = block_interval(rate, count, len(blocks), spread)
        found.append(Compatibility(*pair, count, rate, low, high, promised[pair] / count))
    return sorted(found, key=lambda each: (-each.surplus, each.one, each.two))
