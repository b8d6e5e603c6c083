"""Private copies of moves, events and settings, for bots from other authors that play in this process.

The originals are made once and shared by all. A bot that changes what it was given changes only its own copies: neither
the match nor another bot sees it. Copies are passed on to later bots of the same class, because making them takes time.
Cards are not copied: they hold nothing that can be changed.

Compiled, because trusted bots pay for it at every question.
"""

from collections.abc import Sequence
from copy import deepcopy
from typing import TYPE_CHECKING, Any, Final, final

import msgspec

from croupier.kernel.decision import Decision, Move, Said, Table
from croupier.kernel.view import View

if TYPE_CHECKING:
    from croupier.kernel.bot import Bot

_PLAIN: Final = frozenset({bool, int, float, str, type(None)})
_MAX_COPIES: Final = 20_000
_ATTRIBUTE: Final = "_copies"


@final
class Copies:
    """The copies of one bot, each made once, by the identity of the original."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self._made: dict[int, Any] = {}
        self._originals: list[Any] = []  # kept, so that no identity is used again
        self._moves: list[Move] = []
        self._moves_of: list[Move] = []

    def each(self, shared: Sequence[Any]) -> tuple[Any, ...]:
        """Copy events, or some moves."""
        made = self._made
        own: list[Any] = []
        for thing in shared:
            met = made.get(id(thing))
            own.append(self._new(thing) if met is None else met)
        return tuple(own)

    def moves(self, shared: list[Move]) -> list[Move]:
        """Copy all moves of a game, by their ids."""
        if self._moves_of is not shared:
            every: list[Any] = list(shared)
            self._moves = [move.__copy__() for move in every]
            self._moves_of = shared
        return self._moves

    def settings(self, shared: Any) -> Any:
        """Copy settings, down to the containers in them."""
        own = self._made.get(id(shared))
        if own is None:
            own = self._new(shared)
            for field in own.__struct_fields__:
                value = getattr(own, field)
                if type(value) not in _PLAIN:
                    msgspec.structs.force_setattr(own, field, deepcopy(value))
        return own

    def _new(self, shared: Any) -> Any:
        own = shared.__copy__()
        if type(shared) is Said:  # no talk is sent twice
            return own
        if len(self._made) > _MAX_COPIES:
            self._made.clear()
            self._originals.clear()
        self._made[id(shared)] = own
        self._originals.append(shared)
        return own


def own_table(table: Table, bot: "Bot[Any, Any]") -> Table:
    """Make the table for a bot that sits down, with copies that an earlier bot of its class has left, or new ones."""
    spare = type(bot).spare_copies
    copies: Any = spare.pop() if type(spare) is list and spare else None
    if type(copies) is not Copies:
        copies = Copies()
    vars(bot)[_ATTRIBUTE] = copies
    own = Table(table.game, table.seats, copies.settings(table.settings), table.names)
    copies.table = own
    return own


def give_back(bot: "Bot[Any, Any]") -> None:
    """Keep the copies of a bot that has left for another of its class."""
    copies: Any = vars(bot).pop(_ATTRIBUTE, None)
    spare = type(bot).spare_copies
    if type(copies) is Copies and type(spare) is list:
        spare.append(copies)


def own_moves(moves: list[Move], bot: "Bot[Any, Any]") -> list[Move]:
    """Copy all moves of a game, for a bot that has sat down."""
    return _copies_of(bot).moves(moves)


def own_each(shared: Sequence[Any], bot: "Bot[Any, Any]") -> tuple[Any, ...]:
    """Copy some moves, or events."""
    return _copies_of(bot).each(shared)


def own_view(view: View, bot: "Bot[Any, Any]") -> View:
    """Put the view, which belongs to one seat and is not shared, at the bot's own table."""
    _set_table(view, _copies_of(bot))
    return view


def own_decision(
    decision: Decision[Any, Any], bot: "Bot[Any, Any]", moves: tuple[Any, ...] | None = None
) -> Decision[Any, Any]:
    """Copy a decision whose moves are copies already, or come as `moves`."""
    copies = _copies_of(bot)
    clock: Any = decision.clock
    view: View = decision.view
    _set_table(view, copies)
    return Decision(
        decision.id,
        decision.game,
        decision.seat,
        decision.question,
        view,
        decision.moves if moves is None else moves,
        copies.each(decision.events),
        clock.__copy__(),
        decision.refused,
    )


def _set_table(view: View, copies: Copies) -> None:
    table = copies.table
    if table is None:
        shared = view.table
        table = Table(shared.game, shared.seats, copies.settings(shared.settings), shared.names)
        copies.table = table
    object.__setattr__(view, "table", table)  # a view that was handed to a bot refuses to be changed


def _copies_of(bot: "Bot[Any, Any]") -> Copies:
    """Return the bot's copies; new ones if it has removed them."""
    copies = bot.__dict__.get(_ATTRIBUTE)
    return copies if type(copies) is Copies else Copies()
