"""What a stranger's bot is handed when it plays in this process: copies of its own.

Moves, events and settings are made once and shared, which is fast, and a bot of ours changes none of them. A bot of
somebody else's may try, so whatever it does to what it was handed is seen by nobody but itself. Cards need no copies:
they hold nothing that could be changed.
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from operator import methodcaller
from typing import TYPE_CHECKING, Any, Final

import msgspec

from croupier.kernel.decision import Decision, Event, Table
from croupier.kernel.view import View

if TYPE_CHECKING:
    from croupier.kernel.bot import Bot

_own: Final[Callable[[Any], Any]] = methodcaller("__copy__")  # much faster than copy.copy
_PLAIN: Final = frozenset({bool, int, float, str, type(None)})


def own_table(table: Table) -> Table:
    """Down to the containers in its settings."""
    settings = _own(table.settings)
    for field in settings.__struct_fields__:
        value = getattr(settings, field)
        if type(value) not in _PLAIN:
            msgspec.structs.force_setattr(settings, field, deepcopy(value))
    return Table(table.game, table.seats, settings, table.names)


def own_events(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple(map(_own, events))


def own_view(view: View, bot: "Bot[Any, Any]") -> View:
    """The view with the bot's own table, or with a new one if the bot has done away with it."""
    held = vars(bot).get("table")
    return type(view)(held if type(held) is Table else own_table(view.table), view.seat, view.ints)


def own_decision(decision: Decision[Any, Any], bot: "Bot[Any, Any]") -> Decision[Any, Any]:
    return Decision(
        decision.id,
        decision.game,
        decision.seat,
        decision.question,
        own_view(decision.view, bot),
        tuple(map(_own, decision.moves)),
        own_events(decision.events),
        _own(decision.clock),
        decision.refused,
    )
