"""Seatings for the matches of one deal block, chosen so that luck of the deal and of the seat cancels.

A lineup names sides (a bot, or partners) and is seated in every rotation of the table that keeps partners together, or
in every permutation. Schedules of whole runs are made of such blocks; this module knows neither seeds nor results.
"""

from collections.abc import Sequence
from itertools import permutations

import msgspec

from croupier.arena.plan.schedule import Seating, rotate, seats_for
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

Side = tuple[int, ...]
"""The entrants who play together; one of them plays all seats of its team alone."""

OLD, NEW, FIELD = 0, 1, 2
"""The numbers of the entrants in a comparison; the field has the numbers from 2 on."""

MAX_SEATINGS = 5040


class Arm(msgspec.Struct, frozen=True):
    """The seatings of a block in which one bot is looked at, and how many of the sides it plays in each."""

    entrant: int
    seatings: tuple[Seating, ...]
    share: float
    """The wins per match that it would have if all sides were equally good."""


class Design(msgspec.Struct, frozen=True):
    """One block of a comparison: what NEW wins in its seatings, less parity or what OLD wins in the same seats."""

    new: Arm
    old: Arm | None = None
    """Only with a field, where OLD and NEW do not meet."""

    @property
    def seatings(self) -> tuple[Seating, ...]:
        return self.new.seatings + (self.old.seatings if self.old is not None else ())


def seat_sides(teams: Sequence[int], sides: Sequence[Side]) -> Seating:
    """The sides round the table: the first team gets the first side; fewer sides than teams are repeated."""
    names = list(dict.fromkeys(teams))
    taken = [0] * len(sides)
    seating: list[int] = []
    for team in teams:
        number = names.index(team) % len(sides)
        members = sides[number]
        seating.append(members[taken[number] % len(members)])
        taken[number] += 1
    return tuple(seating)


def rotations(teams: Sequence[int], first: Seating) -> tuple[Seating, ...]:
    """Every different rotation of a seating round the table that keeps partners together."""
    return _allowed(teams, first, [rotate(tuple(range(len(first))), shift) for shift in range(len(first))])


def all_permutations(teams: Sequence[int], first: Seating) -> tuple[Seating, ...]:
    """Every different permutation of a seating that keeps partners together."""
    count = 1
    for factor in range(2, len(first) + 1):
        count *= factor
    if count > MAX_SEATINGS:
        raise UsageError(f"{len(first)} seats have {count} permutations; at most 7 seats can be permuted")
    return _allowed(teams, first, permutations(range(len(first))))


def _allowed(
    teams: Sequence[int], first: Seating, orders: "Sequence[Seating] | permutations[Seating]"
) -> tuple[Seating, ...]:
    """`orders` says for each seat from which seat of the first seating its player comes."""
    found: dict[Seating, None] = {}
    for order in orders:
        moved = {(teams[seat], teams[source]) for seat, source in enumerate(order)}
        if len(moved) == len(set(teams)):  # every team comes from one team
            found[tuple(first[source] for source in order)] = None
    return tuple(found)


def lone_design(teams: Sequence[int], permute: bool = False) -> Design:
    """One NEW among OLD, moving round the table."""
    sides = len(set(teams))
    first = seat_sides(teams, [(NEW,), *[(OLD,)] * (sides - 1)])
    return Design(Arm(NEW, _all_seatings(teams, first, permute), 1 / sides))


def halves_design(teams: Sequence[int], permute: bool = False) -> Design:
    """NEW and OLD alternate round the table; then they change seats."""
    sides = len(set(teams))
    if sides % 2:
        raise UsageError(f"--halves needs an even number of sides, and this table has {sides}")
    first = seat_sides(teams, [(NEW,), (OLD,)])
    return Design(Arm(NEW, _all_seatings(teams, first, permute), 0.5))


def field_design(teams: Sequence[int], field: Sequence[int], permute: bool = False) -> Design:
    """NEW at every seat among a field of other bots, by number, and OLD in its place on the same deals."""
    sides = len(set(teams))
    if not 1 <= len(field) < sides:
        raise UsageError(f"a field fills the other seats: 1 to {sides - 1} bots at this table, not {len(field)}")
    others = [(field[number % len(field)],) for number in range(sides - 1)]
    new = _all_seatings(teams, seat_sides(teams, [(NEW,), *others]), permute)
    old = tuple(tuple(OLD if entrant == NEW else entrant for entrant in seating) for seating in new)
    return Design(Arm(NEW, new, 1 / sides), Arm(OLD, old, 1 / sides))


def _all_seatings(teams: Sequence[int], first: Seating, permute: bool) -> tuple[Seating, ...]:
    return all_permutations(teams, first) if permute else rotations(teams, first)


def design_of(
    game: Game,
    settings: Settings,
    seats: int | None = None,
    field: Sequence[int] = (),
    in_halves: bool = False,
    permute: bool = False,
) -> Design:
    """The block of a comparison: one NEW among OLD unless something else is asked for."""
    if in_halves and field:
        raise UsageError("--halves seats only OLD and NEW, so there is no room for a --field")
    teams = game.teams(settings, seats_for(game, settings, 2 + max(0, len(field) - 1), seats))
    if in_halves:
        return halves_design(teams, permute)
    return field_design(teams, field, permute) if field else lone_design(teams, permute)
