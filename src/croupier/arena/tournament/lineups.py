"""Lineups: all combinations where they are few, otherwise a choice in which every two entries meet about equally often.

A lineup names entries (a bot, or partners who stay together); it knows neither seats nor seeds.
"""

from collections.abc import Iterable
from itertools import combinations
from math import comb
from typing import Final

from croupier.kernel.errors import UsageError

Lineup = tuple[int, ...]
"""The entries that meet at one table, by number."""
Partnership = tuple[tuple[int, int], tuple[int, int]]

MAX_TABLES: Final = 400


def all_lineups(entries: int, meet: int, most: int = MAX_TABLES) -> list[Lineup]:
    """All lineups of `meet` entries, or if there are too many, enough for every two entries to meet."""
    if meet > entries:
        raise UsageError(f"a table of {meet} different bots needs more than {entries} bots")
    if comb(entries, meet) <= max(most, comb(entries, 2) if meet == 2 else 0):
        return list(combinations(range(entries), meet))
    return _balanced(entries, meet)


def _balanced(entries: int, meet: int) -> list[Lineup]:
    """Lineups, each with two entries that have not met and those that met and played least, until all have met."""
    met = [[0] * entries for _ in range(entries)]
    played = [0] * entries
    found: list[Lineup] = []
    while lonely := [(a, b) for a in range(entries) for b in range(a + 1, entries) if not met[a][b]]:
        table = list(min(lonely, key=lambda pair: (played[pair[0]] + played[pair[1]], pair)))
        while len(table) < meet:
            free = [entry for entry in range(entries) if entry not in table]
            known = [sum(met[entry][other] for other in table) for entry in range(entries)]
            table.append(min(free, key=lambda entry: (known[entry], played[entry], entry)))
        for a, b in combinations(table, 2):
            met[a][b] += 1
            met[b][a] += 1
        for entry in table:
            played[entry] += 1
        found.append(tuple(sorted(table)))
    return found


def gauntlet_lineups(entries: int, meet: int) -> list[Lineup]:
    """The first entry against all others: one by one, or in a circle where more meet at a table."""
    others = list(range(1, entries))
    if meet > entries:
        raise UsageError(f"a table of {meet} different bots needs more than {entries} bots")
    if meet - 1 == len(others):
        return [tuple(range(entries))]
    circle = others + others
    return [(0, *circle[start : start + meet - 1]) for start in range(len(others))]


def mixed_partners(entrants: int, most: int = MAX_TABLES) -> list[Partnership]:
    """Every pair of partners against every other pair; an evenly spread choice if there are more than `most`."""
    if entrants < 4:
        raise UsageError(f"a league of mixed partners needs at least four bots, not {entrants}")
    pairs = list(combinations(range(entrants), 2))
    found = [(one, two) for one, two in combinations(pairs, 2) if not set(one) & set(two)]
    if len(found) <= most:
        return found
    return _spread(found, most)


def _spread(found: list[Partnership], most: int) -> list[Partnership]:
    """A choice in which each partnership comes about equally often."""
    used: dict[tuple[int, int], int] = {}
    chosen: list[Partnership] = []
    left = list(found)
    while len(chosen) < most and left:
        best = min(left, key=lambda each: (used.get(each[0], 0) + used.get(each[1], 0), each))
        left.remove(best)
        chosen.append(best)
        for pair in best:
            used[pair] = used.get(pair, 0) + 1
    return chosen


def choose_byes(entries: Iterable[int], meet: int, had: Iterable[int]) -> tuple[list[int], list[int]]:
    """Split entries (best first) into those that play and those that sit out: the last with the fewest byes."""
    order = list(entries)
    out: list[int] = []
    before = list(had)
    while (len(order) - len(out)) % meet:
        waiting = [entry for entry in order if entry not in out]
        fewest = min(before.count(entry) for entry in waiting)
        out.append([entry for entry in waiting if before.count(entry) == fewest][-1])
    return [entry for entry in order if entry not in out], out
