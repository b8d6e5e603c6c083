"""Which matches are played: deal blocks.

A block is one deal, played once in every rotation of one order of the bots, so that all bots get the same cards.
Schedules are plain data that follows from the root seed, so a run can be cut in pieces and repeated anywhere.
"""

from collections.abc import Iterator
from typing import TypeVar

import msgspec

from croupier.arena.plan.orders import OrderCycle
from croupier.kernel.decision import Settings
from croupier.kernel.errors import UsageError
from croupier.kernel.game import Game
from croupier.kernel.secret import match_key

T = TypeVar("T")

Seating = tuple[int, ...]
"""For each seat the number of the entrant that sits there."""
Orders = tuple[tuple[Seating, ...], ...]
"""For each order of the bots the seatings in which a deal is played; all orders have the same number of them."""


class Pairing(msgspec.Struct, frozen=True):
    """One match to be played."""

    block: int
    seed: int
    """The key of the match."""
    seating: Seating


class Schedule(msgspec.Struct, frozen=True):
    """Whole blocks, one after the other."""

    root: int
    blocks: int
    orders: Orders

    @property
    def block_size(self) -> int:
        """Matches in a block."""
        return len(self.orders[0]) if self.orders else 0

    @property
    def seats(self) -> int:
        return len(self.orders[0][0])

    @property
    def matches(self) -> int:
        return self.blocks * self.block_size

    def __iter__(self) -> Iterator[Pairing]:
        cycle = OrderCycle(self.root, self.orders)
        for block in range(self.blocks):
            seed = match_seed(self.root, block)
            for seating in cycle.next(block):
                yield Pairing(block, seed, seating)


class Series(Schedule, frozen=True):
    """A new deal for every match, everybody moving on by one seat: for players that remember each other.

    A deal is never played twice, because it would be remembered too.
    """

    def __iter__(self) -> Iterator[Pairing]:
        for block in range(self.blocks):
            yield Pairing(block, match_seed(self.root, block), rotate(self.orders[0][0], block))


def rotate(seats: tuple[T, ...], by: int) -> tuple[T, ...]:
    """The occupants of all seats after all have moved on by `by` seats."""
    shift = by % len(seats)
    return seats[shift:] + seats[:shift]


def match_seed(root: int, block: int) -> int:
    """The key that all matches of a block share."""
    return match_key(root, block)


def plan_blocks(root: int, matches: int, orders: Orders) -> Schedule:
    """A schedule of at least this many matches, rounded up to whole blocks."""
    return Schedule(root, -(-matches // len(orders[0])), orders)


def plan_series(root: int, matches: int, first: Seating) -> Series:
    """A series of this many matches, the first in this seating."""
    if matches < 2:
        raise UsageError(f"a series needs at least two matches, not {matches}")
    return Series(root, matches, ((first,),))


def plan_of(root: int, matches: int, orders: Orders, series: bool = False) -> Schedule:
    """A series, or a schedule of blocks."""
    return plan_series(root, matches, orders[0][0]) if series else plan_blocks(root, matches, orders)


def seats_for(game: Game, settings: Settings, entrants: int, seats: int | None = None) -> int:
    """How many seats the table has: as asked for, else the fewest that seat all entrants and suit the settings."""
    if entrants < 2:
        raise UsageError(
            f"{game.name} is played by {game.players_text()} and needs at least two bots "
            f"({'none was' if entrants == 0 else 'one was'} given); BOT*2 plays against itself"
        )
    if entrants > (seats or game.seats[-1]):
        table = f"--seats {seats} was given" if seats in game.seats else f"it is played by {game.players_text()}"
        raise UsageError(
            f"{entrants} bots are too many for one table of {game.name}: {table}; croupier tournament {game.name} "
            "lets any number of bots meet"
        )
    refusal: UsageError | None = None
    for number in [seats] if seats is not None else game.seats:
        if number >= entrants:
            try:
                game.new_state(settings, number)
            except UsageError as error:
                refusal = refusal or error
            else:
                return number
    raise refusal or UsageError(f"{game.name} is played by {game.players_text()}")
