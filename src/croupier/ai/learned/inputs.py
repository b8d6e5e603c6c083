"""What a policy network sees and answers, the same for every number of seats of a game.

Entries of an observation go by their names, so a table with fewer seats uses fewer rows of the first layer. Seats are
counted from one's own, in observations and in moves. The score of a move is the sum of the scores of its parts (what
kind of move it is, each of its fields, and the move itself where there are few of its kind), so that what is learned
about a card holds for every move with that card.
"""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from croupier.ai.observation.layout import ObservationLayout, observation_layout
from croupier.kernel.decision import Move, Settings
from croupier.kernel.game import Game

FEW: Final = 64
"""A move has a part of its own if there are no more moves of its kind."""
MAX_PARTS: Final = 6


def entry_names(game: Game, variants: Sequence[tuple[Settings, int]]) -> tuple[str, ...]:
    """The names of all entries that observations have with any of these settings and numbers of seats."""
    names: dict[str, None] = {}
    for settings, seats in variants:
        names |= dict.fromkeys(filter(None, observation_layout(game, settings, seats, turned=True).entries))
        names |= dict.fromkeys(_table_names(game, settings, seats))
    return tuple(names)


def _table_names(game: Game, settings: Settings, seats: int) -> list[str]:
    """What is the same in all observations at a table: its number of seats, and settings that are not the defaults."""
    usual, these = msgspec.to_builtins(game.settings()), msgspec.to_builtins(settings)
    changed = [(name, value) for name, value in these.items() if value != usual[name]]
    return [f"{seats} seats", *(f"{name}={value}" for name, value in changed if isinstance(value, str | int))]


class TableInputs(msgspec.Struct, frozen=True):
    """How one kind of table meets the network."""

    layout: ObservationLayout
    rows: tuple[int, ...]
    """For each entry of the layout its row in the first layer; -1 for padding and what the network does not have."""
    constants: tuple[int, ...]
    """The rows that are added for every observation at this table."""
    turned: tuple[tuple[int, ...], ...]
    """For each roll and seat, the seats of a roll together: the id of each move, counted from that roll and seat."""
    sides: tuple[tuple[int, ...], ...]
    """For each seat and other seat the number of the other's side, one's own being 0."""
    n_sides: int


def table_inputs(game: Game, settings: Settings, seats: int, names: Sequence[str]) -> TableInputs:
    layout = observation_layout(game, settings, seats, turned=True)
    row_of = {name: row for row, name in enumerate(names)}
    rows = tuple(row_of.get(name, -1) if name else -1 for name in layout.entries)
    constants = tuple(row_of[name] for name in _table_names(game, settings, seats) if name in row_of)
    teams = game.teams(settings, seats)
    n_sides = len(set(teams))
    sides = tuple(tuple((teams[other] - teams[seat]) % n_sides for other in range(seats)) for seat in range(seats))
    turned = tuple(
        tuple(rolled[move] for move in row) for rolled in layout.rolled_moves for row in turned_moves(game, seats)
    )
    return TableInputs(layout, rows, constants, turned, sides, n_sides)


def turned_moves(game: Game, seats: int) -> tuple[tuple[int, ...], ...]:
    """For each seat the id that each move has with seats counted from that one."""
    ids = {move: code for code, move in enumerate(game.moves)}

    def turn(move: Move, seat: int) -> int:
        target = getattr(move, "target", None)
        if type(target) is not int or target >= seats:
            return ids[move]
        return ids[msgspec.structs.replace(move, target=(target - seat) % seats)]

    return tuple(tuple(turn(move, seat) for move in game.moves) for seat in range(seats))


@cache
def move_parts(game: Game) -> tuple[tuple[str, ...], tuple[tuple[int, ...], ...]]:
    """The names of all parts, and the numbers of each move's parts."""
    names: dict[str, int] = {}
    of_kind = Counter(type(move) for move in game.moves)

    def parts(move: Move) -> tuple[int, ...]:
        kind = type(move).__name__
        fields = [(field, getattr(move, field)) for field in move.__struct_fields__]
        found = [kind]
        for field, value in fields:
            if value is not None:
                found += [f"{field}={_text(value)}", f"{kind} {field}={_text(value)}"]
        if len(fields) > 1 and of_kind[type(move)] <= FEW:
            found.append(f"{kind} {[_text(value) for _, value in fields]}")
        assert len(found) <= MAX_PARTS, f"{move} has {len(found)} parts"
        return tuple(names.setdefault(part, len(names)) for part in found)

    numbers = tuple(parts(move) for move in game.moves)
    return tuple(names), numbers


def _text(value: Any) -> str:
    return str(value)
