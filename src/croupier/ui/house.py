"""Advice of the house to a person, from nothing but what the person may see."""

from typing import Any

from croupier.ai import BUILT_IN
from croupier.kernel.decision import Decision, Table
from croupier.kernel.game import Game
from croupier.match.drivers import consult, luck_seed

ADVISER = "heuristic"


def advice(game: Game, table: Table, decision: Decision[Any, Any]) -> int:
    """The index of the move that the house would play."""
    adviser = BUILT_IN[ADVISER](game)
    adviser.sit(table, decision.seat, luck_seed(0, decision.seat))
    return decision.index_of(consult(adviser, decision))
