"""The formats: each gives the lineups of the next round, from the results of the rounds before.

A round is a list of lineups that can be played at the same time. Rounds depend on results, never on the order in which
they arrive, so a tournament can be played anywhere and repeated.
"""

from collections.abc import Mapping, Sequence
from math import ceil, log2
from typing import Protocol

import msgspec

from croupier.arena.tournament.lineups import Lineup, all_lineups, choose_byes, gauntlet_lineups


class Meeting(msgspec.Struct, frozen=True):
    """The result of a lineup: wins, score and blocks won of each entry, over all matches."""

    lineup: Lineup
    wins: tuple[float, ...]
    scores: tuple[float, ...]
    blocks: tuple[float, ...]
    played: int
    """Number of blocks."""

    def ranking(self) -> list[int]:
        """The entries, best first: more blocks won, then more matches, then a higher score, then the earlier entry."""
        order = range(len(self.lineup))
        keys = [(-self.blocks[i], -round(self.wins[i], 9), -round(self.scores[i], 9), self.lineup[i]) for i in order]
        return [self.lineup[i] for i in sorted(order, key=lambda i: keys[i])]

    def points(self) -> Mapping[int, float]:
        """Points of each entry: 1 for the first of the table, 0 for the last, evenly spaced; equal wins share."""
        last = max(1, len(self.lineup) - 1)
        found: dict[int, float] = {}
        for entry, wins in zip(self.lineup, self.wins, strict=True):
            behind = sum(1 for other in self.wins if other < wins - 1e-9)
            equal = sum(1 for other in self.wins if abs(other - wins) <= 1e-9) - 1
            found[entry] = (behind + equal / 2) / last
        return found


class Round(msgspec.Struct, frozen=True):
    """The lineups of a round, and the entries that sit out."""

    title: str
    lineups: tuple[Lineup, ...]
    byes: tuple[int, ...] = ()
    best_of: int | None = None
    """Number of blocks of which a duel plays as many as decide it; None for a fixed number of blocks."""


class Format(Protocol):
    """Asked for the next round until there is none."""

    def next_round(self, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> Round | None: ...


class SingleRound:
    """A format of one round: round-robin, gauntlet or league."""

    def __init__(self, title: str, lineups: Sequence[Lineup]) -> None:
        self._round = Round(title, tuple(lineups))

    def next_round(self, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> Round | None:
        return None if rounds else self._round


def round_robin(entries: int, meet: int) -> SingleRound:
    return SingleRound("round-robin", all_lineups(entries, meet))


def gauntlet(entries: int, meet: int) -> SingleRound:
    return SingleRound("gauntlet", gauntlet_lineups(entries, meet))


class Swiss:
    """Tables are filled from the top of the standing in every round, avoiding rematches where possible.

    A table gives points from 1 for the first to 0 for the last. A bye gives 1, and no entry has a second one before all
    have had one. Ties are broken by the points of the opponents, then by the order of entry.
    """

    def __init__(self, entries: int, meet: int, rounds: int | None = None) -> None:
        self._entries = entries
        self._meet = min(meet, entries)
        self.rounds = rounds if rounds is not None else max(3, ceil(log2(entries)) + 1)

    def next_round(self, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> Round | None:
        if len(rounds) >= self.rounds:
            return None
        order = self.standing(rounds)
        playing, out = choose_byes(order, self._meet, [entry for played, _ in rounds for entry in played.byes])
        met = {frozenset((a, b)) for played, _ in rounds for lineup in played.lineups for a in lineup for b in lineup}
        return Round(f"round {len(rounds) + 1}", tuple(_tables(playing, self._meet, met)), tuple(out))

    def points(self, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> list[float]:
        points = [0.0] * self._entries
        for played, meetings in rounds:
            for entry in played.byes:
                points[entry] += 1
            for meeting in meetings:
                for entry, gained in meeting.points().items():
                    points[entry] += gained
        return points

    def standing(self, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> list[int]:
        points = self.points(rounds)
        strength = [0.0] * self._entries
        for _, meetings in rounds:
            for meeting in meetings:
                for entry in meeting.lineup:
                    strength[entry] += sum(points[other] for other in meeting.lineup if other != entry)
        return sorted(range(self._entries), key=lambda entry: (-points[entry], -strength[entry], entry))


def _tables(order: Sequence[int], meet: int, met: set[frozenset[int]]) -> list[Lineup]:
    """Tables filled from the top; duels are paired with look-ahead, so that the last pairs are no rematches."""
    if meet == 2:
        found = _pairs(list(order), met, [20_000])
        if found is not None:
            return found
    left = list(order)
    tables: list[Lineup] = []
    while left:
        table = [left.pop(0)]
        while len(table) < meet:
            best = min(
                left, key=lambda entry: (sum(frozenset((entry, other)) in met for other in table), left.index(entry))
            )
            left.remove(best)
            table.append(best)
        tables.append(tuple(table))
    return tables


def _pairs(left: list[int], met: set[frozenset[int]], patience: list[int]) -> list[Lineup] | None:
    """Pairs without a rematch, near neighbours first; None if there are none, or finding out takes too long."""
    if not left:
        return []
    patience[0] -= 1
    if patience[0] < 0:
        return None
    first, *others = left
    for other in others:
        if frozenset((first, other)) not in met:
            rest = _pairs([entry for entry in others if entry != other], met, patience)
            if rest is not None:
                return [(first, other), *rest]
    return None


class Knockout:
    """The loser of a duel is out. Seeds are the order of entry: the first can meet the second only in the final.

    Where the entries do not fill the bracket, the first ones have a bye. A duel is the best of so many deal blocks; a
    tie is broken by matches won, then by score, and at last the higher seed goes on.
    """

    def __init__(self, entries: int, best_of: int) -> None:
        self._best_of = best_of
        self._bracket: list[int | None] = [seed if seed < entries else None for seed in seeding(entries)]

    def next_round(self, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> Round | None:
        standing = self.survivors(rounds)
        if len(standing) == 1:
            return None
        pairs = list(zip(standing[::2], standing[1::2], strict=True))
        lineups = tuple((a, b) for a, b in pairs if a is not None and b is not None)
        out = tuple(a if a is not None else b for a, b in pairs if (a is None) != (b is None))
        left = 2 * len(pairs)
        title = {2: "final", 4: "semi-finals", 8: "quarter-finals"}.get(left, f"round of {left}")
        return Round(title, lineups, tuple(each for each in out if each is not None), self._best_of)

    def survivors(self, rounds: Sequence[tuple[Round, Sequence[Meeting]]]) -> list[int | None]:
        standing = self._bracket
        for _, meetings in rounds:
            winners = {meeting.lineup: meeting.ranking()[0] for meeting in meetings}
            standing = [
                a if b is None else b if a is None else winners[a, b]
                for a, b in zip(standing[::2], standing[1::2], strict=True)
            ]
        return standing


def seeding(entries: int) -> list[int]:
    """The places of a bracket from top to bottom, so that the better seed meets the worse, and the best meet last."""
    order = [0]
    while len(order) < entries:
        size = 2 * len(order)
        order = [seed for each in order for seed in (each, size - 1 - each)]
    return order
