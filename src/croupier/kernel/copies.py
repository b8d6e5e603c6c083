"""What a stranger's bot is handed when it plays in this process: copies of its own.

Moves, events and settings are made once and shared, which is fast, and a bot of ours changes none of them. A bot of
somebody else's may try, so whatever it does to what it was handed is seen by no other bot at the table and not by the
match. The copies go on to a later bot of the same class, for making them takes time. Cards need none: they hold
nothing that could be changed.

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
_MOST: Final = 20_000
_HELD: Final = "_copies"


@final
class Copies:
    """By the identity of what is shared, each made once."""

    def __init__(self) -> None:
        self.table: Table | None = None
        self._made: dict[int, Any] = {}
        self._kept: list[Any] = []  # an identity is good for as long as the thing is there
        self._moves: list[Move] = []
        self._moves_of: list[Move] = []

    def each(self, shared: Sequence[Any]) -> tuple[Any, ...]:
        """Events, or some moves."""
        made = self._made
        own: list[Any] = []
        for thing in shared:
            met = made.get(id(thing))
            own.append(self._new(thing) if met is None else met)
        return tuple(own)

    def moves(self, shared: list[Move]) -> list[Move]:
        """All moves of a game, by their ids."""
        if self._moves_of is not shared:
            every: list[Any] = list(shared)
            self._moves = [move.__copy__() for move in every]
            self._moves_of = shared
        return self._moves

    def settings(self, shared: Any) -> Any:
        """Down to the containers in them."""
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
        if type(shared) is Said:  # every word is said once
            return own
        if len(self._made) > _MOST:
            self._made.clear()
            self._kept.clear()
        self._made[id(shared)] = own
        self._kept.append(shared)
        return own


def own_table(table: Table, bot: "Bot[Any, Any]") -> Table:
    """For a bot that sits down. What its class or the bot itself has done to the copies is its own loss."""
    spare = type(bot).spare_copies
    copies: Any = spare.pop() if type(spare) is list and spare else None
    if type(copies) is not Copies:
        copies = Copies()
    vars(bot)[_HELD] = copies
    own = Table(table.game, table.seats, copies.settings(table.settings), table.names)
    copies.table = own
    return own


def give_back(bot: "Bot[Any, Any]") -> None:
    """The bot has left; another of its class can have its copies."""
    copies: Any = vars(bot).pop(_HELD, None)
    spare = type(bot).spare_copies
    if type(copies) is Copies and type(spare) is list:
        spare.append(copies)


def own_moves(moves: list[Move], bot: "Bot[Any, Any]") -> list[Move]:
    """All moves of a game, for a bot that has sat down."""
    return _held(bot).moves(moves)


def own_each(shared: Sequence[Any], bot: "Bot[Any, Any]") -> tuple[Any, ...]:
    """Some moves, or events."""
    return _held(bot).each(shared)


def own_view(view: View, bot: "Bot[Any, Any]") -> View:
    """The view, which is made for one seat and shared with nobody, at the bot's own table."""
    _set_up(view, _held(bot))
    return view


def own_decision(
    decision: Decision[Any, Any], bot: "Bot[Any, Any]", moves: tuple[Any, ...] | None = None
) -> Decision[Any, Any]:
    """Its moves must be the bot's own already, or come as `moves`."""
    copies = _held(bot)
    clock: Any = decision.clock
    view: View = decision.view
    _set_up(view, copies)
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


def _set_up(view: View, copies: Copies) -> None:
    table = copies.table
    if table is None:
        shared = view.table
        table = Table(shared.game, shared.seats, copies.settings(shared.settings), shared.names)
        copies.table = table
    view.table = table


def _held(bot: "Bot[Any, Any]") -> Copies:
    """A bot that has done away with its copies gets new ones."""
    copies = bot.__dict__.get(_HELD)
    return copies if type(copies) is Copies else Copies()
