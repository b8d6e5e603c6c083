"""Seatings for the matches of one deal block, chosen so that luck of the deal, the seat and the neighbours cancels.

A lineup names sides (a bot, or partners). A block seats it in every rotation of one order that keeps partners together,
or in every permutation. Schedules of whole runs are made of such blocks; this module knows neither seeds nor results.
"""

from collections.abc import Iterable, Sequence
from itertools import permutations
from math import factorial

import msgspec

from croupier.arena.plan.orders import balanced_orders
from croupier.arena.plan.schedule import Orders, Seating, rotate, seats_for
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game

Side = tuple[int, ...]
"""The entrants who play together; one of them plays all seats of its team alone."""

OLD, NEW, FIELD = 0, 1, 2
"""The numbers of the entrants in a comparison; the field has the numbers from 2 on."""

MAX_SEATINGS = 5040


class Arm(msgspec.Struct, frozen=True):
    """The matches of a block in which one bot is looked at."""

    entrant: int
    size: int
    """Number of matches."""
    share: float
    """The wins per match that it would have if all sides were equally good."""


class Design(msgspec.Struct, frozen=True):
    """One block of a comparison: what NEW wins in its seatings, less parity or what OLD wins in the same seats."""

    orders: Orders
    """The seatings of NEW, then those of OLD if it does not meet NEW."""
    new: Arm
    old: Arm | None = None
    """Only with a field, where OLD and NEW do not meet."""

    @property
    def block_size(self) -> int:
        """Matches in a block."""
        return len(self.orders[0])

    @property
    def seats(self) -> int:
        return len(self.orders[0][0])


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
    count = factorial(len(first))
    if count > MAX_SEATINGS:
        raise UsageError(f"{len(first)} seats have {count} permutations; at most 7 seats can be permuted")
    return _allowed(teams, first, permutations(range(len(first))))


def _allowed(
    teams: Sequence[int], first: Seating, orders: "Sequence[Seating] | permutations[Seating]"
) -> tuple[Seating, ...]:
    """`orders` says for each seat from which seat of the first seating its player comes."""
    return tuple(dict.fromkeys(_arrange(first, order) for order in orders if _keeps_partners(teams, order)))


def _keeps_partners(teams: Sequence[int], order: Sequence[int]) -> bool:
    """Whether every team comes from one team."""
    return len({(teams[seat], teams[source]) for seat, source in enumerate(order)}) == len(set(teams))


def _arrange(first: Seating, order: Sequence[int]) -> Seating:
    return tuple(first[source] for source in order)


def balance(teams: Sequence[int], first: Seating) -> Orders:
    """Orders of a seating, partners together, in which everybody follows every opponent equally often."""
    seats = len(teams)
    candidates: Iterable[Sequence[int]] = [range(seats)]
    if len(set(teams)) == seats:
        candidates = balanced_orders(seats)
    elif factorial(seats) <= MAX_SEATINGS:
        candidates = (order for order in permutations(range(seats)) if _keeps_partners(teams, order))
    found: dict[frozenset[Seating], tuple[Seating, ...]] = {}
    for order in candidates:
        seatings = rotations(teams, _arrange(first, order))
        found.setdefault(frozenset(seatings), seatings)
    # A bot at several seats can have orders with more rotations, but all blocks of a run are equally large.
    size = len(next(iter(found.values())))
    return tuple(seatings for seatings in found.values() if len(seatings) == size)


def lineup_orders(teams: Sequence[int], sides: Sequence[Side]) -> Orders:
    """The blocks of a lineup: over all orders every side has every seat, and follows every other, equally often.

    Fewer sides than teams are repeated round the table. They change places until each has had the place of each, so
    that none has more seats than another.
    """
    if len(sides) == len(set(teams)):
        return balance(teams, seat_sides(teams, sides))
    return tuple(
        tuple(seat_sides(teams, rotate(tuple(sides[place] for place in order), shift)) for shift in range(len(sides)))
        for order in balanced_orders(len(sides))
    )


def run_orders(game: Game, settings: Settings, entrants: int, seats: int | None = None) -> Orders:
    """The blocks of a run of this number of entrants, from the order in which they were given on.

    As many entrants as teams play a team each, as many as seats keep their partners, and others are repeated round the
    table whatever the teams.
    """
    teams = game.teams(settings, seats_for(game, settings, entrants, seats))
    if entrants == len(teams):
        places = [tuple(seat for seat, own in enumerate(teams) if own == team) for team in dict.fromkeys(teams)]
        return lineup_orders(teams, places)
    if entrants != len(set(teams)):
        teams = tuple(range(len(teams)))
    return lineup_orders(teams, [(entrant,) for entrant in range(entrants)])


def lone_design(teams: Sequence[int], permute: bool = False) -> Design:
    """One NEW among OLD, moving round the table."""
    sides = len(set(teams))
    return _one_arm(teams, seat_sides(teams, [(NEW,), *[(OLD,)] * (sides - 1)]), 1 / sides, permute)


def halves_design(teams: Sequence[int], permute: bool = False) -> Design:
    """NEW and OLD alternate round the table; then they change seats."""
    sides = len(set(teams))
    if sides % 2:
        raise UsageError(f"--halves needs an even number of sides; this table has {sides}")
    return _one_arm(teams, seat_sides(teams, [(NEW,), (OLD,)]), 0.5, permute)


def field_design(teams: Sequence[int], field: Sequence[int], permute: bool = False) -> Design:
    """NEW at every seat among a field of other bots, by number, and OLD in its place on the same deals."""
    sides = len(set(teams))
    if not 1 <= len(field) < sides:
        raise UsageError(f"a field at this table needs 1 to {sides - 1} bots, not {len(field)}")
    others = [(field[number % len(field)],) for number in range(sides - 1)]
    orders = _orders(teams, seat_sides(teams, [(NEW,), *others]), permute)
    size = len(orders[0])
    both = tuple(seatings + tuple(map(_with_old, seatings)) for seatings in orders)
    return Design(both, Arm(NEW, size, 1 / sides), Arm(OLD, size, 1 / sides))


def _one_arm(teams: Sequence[int], first: Seating, share: float, permute: bool) -> Design:
    orders = _orders(teams, first, permute)
    return Design(orders, Arm(NEW, len(orders[0]), share))


def _with_old(seating: Seating) -> Seating:
    return tuple(OLD if entrant == NEW else entrant for entrant in seating)


def _orders(teams: Sequence[int], first: Seating, permute: bool) -> Orders:
    return (all_permutations(teams, first),) if permute else balance(teams, first)


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
        raise UsageError("--halves seats only OLD and NEW; remove --field")
    teams = game.teams(settings, seats_for(game, settings, 2 + max(0, len(field) - 1), seats))
    if in_halves:
        return halves_design(teams, permute)
    return field_design(teams, field, permute) if field else lone_design(teams, permute)
