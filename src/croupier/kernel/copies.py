"""What a stranger's bot is handed when it plays in this process: copies of its own.

Moves, events and settings are made once and shared, which is fast, and a bot of ours changes none of them. A bot of
somebody else's may try, so whatever it does to what it was handed is seen by nobody but itself. Cards need no copies:
they hold nothing that could be changed.
"""

from collections.abc import Iterable
from copy import copy, deepcopy
from typing import TYPE_CHECKING, Any

import msgspec

from croupier.kernel.decision import Decision, Event, Table
from croupier.kernel.view import View

if TYPE_CHECKING:
    from croupier.kernel.bot import Bot

_PLAIN = frozenset({bool, int, float, str, type(None)})


def own_table(table: Table) -> Table:
    """Down to the containers in its settings."""
    settings = copy(table.settings)
    for field in settings.__struct_fields__:
        value = getattr(settings, field)
        if type(value) not in _PLAIN:
            msgspec.structs.force_setattr(settings, field, deepcopy(value))
    return Table(table.game, table.seats, settings, table.names)


def own_events(events: Iterable[Event]) -> tuple[Event, ...]:
    return tuple([copy(event) for event in events])


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
        tuple([copy(move) for move in decision.moves]),
        own_events(decision.events),
        copy(decision.clock),
        decision.refused,
    )
