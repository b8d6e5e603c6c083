"""Matches as arrays of seatings and places, and the strict orderings that a Plackett-Luce model reads.

A tie stands for all its orders, each with the same part of the match: two sides that draw have half a win each. Larger
ties are the rotations of the tied and of their mirror image, in which everybody stands at every place equally often.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
import numpy as np
from numpy.typing import NDArray

from croupier.arena.results.totals import Key, RatedTotals

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
NO_ENTRANT: Final = -1


def sum_by_index(index: Ints, weights: Floats, size: int) -> Floats:
    """The sums of the weights by index."""
    found: Any = np.bincount(index, weights=weights, minlength=size)
    return found


def solve_linear(matrix: Floats, right: Floats) -> Floats:
    """The solution of a system of linear equations."""
    found: NDArray[Any] = np.linalg.solve(matrix, right)
    return found.astype(np.float64)


class MatchArrays(msgspec.Struct, frozen=True):
    """All matches, sorted by block; a match is a row of `seating`, `teams` and `places`."""

    entrants: int
    seating: Ints
    teams: Ints
    places: Ints
    key: Ints
    """For each match its row."""
    block: Ints
    """For each match its block, counted from 0."""
    faulty: NDArray[np.bool_]

    @property
    def blocks(self) -> int:
        return int(self.block[-1]) + 1 if len(self.block) else 0

    def renumber(self, present: Sequence[int]) -> "MatchArrays":
        """The same matches with the entrants `present` numbered from 0; no other entrant may have played."""
        number = np.full(self.entrants + 1, NO_ENTRANT, np.int64)
        number[np.array(present, np.int64)] = np.arange(len(present))
        # The last one stands for NO_ENTRANT, which is -1.
        return msgspec.structs.replace(self, entrants=len(present), seating=number[self.seating])

    def among(self, group: Sequence[int]) -> "MatchArrays":
        """The matches of a group that met no other entrant, numbered from 0."""
        if len(group) == self.entrants:
            return self
        played: Any = np.isin(self.seating, np.array(group, np.int64)).any(axis=1)
        chosen = self.select(played[self.key])
        # Rows that are not played any more would hold entrants of other groups.
        rows, key = np.unique(chosen.key, return_inverse=True)
        arrays = {name: getattr(chosen, name)[rows] for name in ("seating", "teams", "places")}
        return msgspec.structs.replace(chosen, key=key.astype(np.int64), **arrays).renumber(group)

    def select(self, wanted: NDArray[np.bool_]) -> "MatchArrays":
        """Some of the matches, with the blocks that are left numbered from 0."""
        block = np.unique(self.block[wanted], return_inverse=True)[1].astype(np.int64)
        return msgspec.structs.replace(self, key=self.key[wanted], block=block, faulty=self.faulty[wanted])


class Orderings(msgspec.Struct, frozen=True):
    """Strict orderings of sides, best first. Row by row: its match row, its part of it, and who is on each side."""

    row: Ints
    part: Floats
    seat: Ints
    """By ordering, side and member: the seat; NO_ENTRANT where there is none."""
    member: Ints
    """The same with entrants."""
    size: Floats
    """By ordering and side: how many members, at least 1."""
    sides: Ints


def match_arrays(totals: RatedTotals) -> MatchArrays:
    """The matches of these totals as arrays, the same in whatever order they were added."""
    keys: list[Key] = list(totals.keys)
    width = max((len(key[0]) for key in keys), default=1)
    rows = np.concatenate([_pad_rows([key[part] for key in keys], width) for part in range(3)], axis=1)
    sorted_rows = np.lexsort(rows.T[::-1]) if keys else np.empty(0, np.int64)
    rank = np.empty(len(keys), np.int64)
    rank[sorted_rows] = np.arange(len(keys))
    key = rank[np.frombuffer(totals.key_of, np.int64)] if keys else np.empty(0, np.int64)
    block = np.frombuffer(totals.block_of, np.int64)
    faulty = np.frombuffer(totals.is_faulty, np.int8).astype(bool)
    order = np.lexsort((faulty, key, block))
    _, numbered = np.unique(block[order], return_inverse=True)
    rows = rows[sorted_rows]
    return MatchArrays(
        totals.entrants,
        rows[:, :width],
        rows[:, width : 2 * width],
        rows[:, 2 * width :],
        key[order],
        numbered.astype(np.int64),
        faulty[order],
    )


def _pad_rows(rows: list[tuple[int, ...]], width: int) -> Ints:
    if all(len(row) == width for row in rows):
        return np.array(rows, np.int64).reshape(len(rows), width)
    return np.array([row + (NO_ENTRANT,) * (width - len(row)) for row in rows], np.int64).reshape(len(rows), width)


def orderings_of(games: MatchArrays) -> Orderings:
    """Every match row that was played, as orderings."""
    seats = games.seating.shape[1]
    own = np.array(range(seats), np.int64)
    plain: Any = np.all(games.seating != NO_ENTRANT, axis=1) & np.all(np.equal(games.teams, own), axis=1)
    ranked: Ints = np.sort(games.places, axis=1)
    plain &= np.all(ranked[:, 1:] != ranked[:, :-1], axis=1)
    rows: Ints = np.flatnonzero(plain)
    others = [(int(row), *found) for row in np.flatnonzero(~plain) for found in _orderings_of_row(games, int(row))]
    sides = max([seats if len(rows) else 1, *(len(order) for _, _, order in others)])
    members = max([1, *(len(side) for _, _, order in others for side in order)])
    seat = np.full((len(rows) + len(others), sides, members), NO_ENTRANT, np.int64)
    if len(rows):
        seat[: len(rows), :seats, 0] = np.argsort(games.places[rows], axis=1, kind="stable")
    for number, (_, _, order) in enumerate(others, len(rows)):
        for place, side in enumerate(order):
            seat[number, place, : len(side)] = side
    row = np.concatenate([rows, np.array([each[0] for each in others], np.int64)])
    part = np.concatenate([np.ones(len(rows)), np.array([each[1] for each in others], np.float64)])
    member = np.where(seat == NO_ENTRANT, NO_ENTRANT, games.seating[row[:, None, None], seat])
    present = seat != NO_ENTRANT
    return Orderings(
        row,
        part,
        seat,
        member,
        np.maximum(present.sum(axis=2), 1).astype(np.float64),
        present.any(axis=2).sum(axis=1).astype(np.int64),
    )


def _orderings_of_row(games: MatchArrays, row: int) -> list[tuple[float, list[list[int]]]]:
    """A match with partners or ties: its orderings of sides, each a list of seats, and their parts."""
    sides: dict[int, list[int]] = {}
    for seat, team in enumerate(games.teams[row].tolist()):
        if games.seating[row, seat] != NO_ENTRANT:
            sides.setdefault(team, []).append(seat)
    tied: dict[int, list[list[int]]] = {}
    for seats in sides.values():
        tied.setdefault(int(games.places[row, seats[0]]), []).append(seats)
    found: list[tuple[float, list[list[int]]]] = [(1.0, [])]
    for place in sorted(tied):
        turns = _turns(tied[place])
        found = [(part / len(turns), [*before, *turn]) for part, before in found for turn in turns]
    return found


def _turns(group: list[list[int]]) -> list[list[list[int]]]:
    turns = [group[shift:] + group[:shift] for shift in range(len(group))]
    if len(group) > 2:
        mirror = group[::-1]
        turns += [mirror[shift:] + mirror[:shift] for shift in range(len(group))]
    return turns
