"""Advice of the house to a person, from nothing but what the person may see.

The search says what each move is worth; where it cannot look, because a game cannot imagine what is hidden, the game's
rule of thumb has to do.
"""

from typing import Any, Final

import msgspec

from croupier import _build
from croupier.ai import BUILT_IN
from croupier.ai.ismcts import IsmctsBot
from croupier.ai.thinking import Findings
from croupier.kernel.decision import Decision, Table
from croupier.kernel.game import Game
from croupier.match.drivers import consult, luck_seed

ITERATIONS: Final = 4000 if _build.is_compiled() else 100
OTHERS: Final = 2
"""So many other moves are told."""


class Advice(msgspec.Struct, frozen=True):
    """What the house would do."""

    index: int
    findings: Findings | None
    """What the search found; nothing where only the rule of thumb was asked."""
    rule_of_thumb: int
    """The heuristic's move."""

    def text(self, decision: Decision[Any, Any]) -> str:
        """In a sentence or two."""
        move = decision.moves[self.index]
        if self.findings is None:
            return f"The house would play {move}."
        others = [f"{each.move} {each.value:.0%}" for each in self.findings.moves[1 : 1 + OTHERS] if each.visits]
        said = f"The house would play {move}, which wins {self.findings.best.value:.0%}"
        said += f"; {', '.join(others)}." if others else "."
        if self.rule_of_thumb != self.index:
            said += f" By rule of thumb: {decision.moves[self.rule_of_thumb]}."
        return said


def rule_of_thumb(game: Game, table: Table, decision: Decision[Any, Any]) -> int:
    """The heuristic's move, in no time."""
    rules = BUILT_IN["heuristic"](game)
    rules.sit(table, decision.seat, luck_seed(0, decision.seat))
    return decision.index_of(consult(rules, decision))


def advice(game: Game, table: Table, decision: Decision[Any, Any]) -> Advice:
    """What the house would play, and what it thinks of the other moves. The same question gets the same advice."""
    if len(decision.moves) == 1:
        return Advice(0, None, 0)
    thumb = rule_of_thumb(game, table, decision)
    try:
        searcher = IsmctsBot(game, iterations=ITERATIONS)
        searcher.sit(table, decision.seat, luck_seed(0, decision.seat))
        searcher.face(decision.id)
        index, found = searcher.select_move_with_stats(decision)
    except NotImplementedError:
        return Advice(thumb, None, thumb)
    return Advice(index, found, thumb)


def advise(game: Game, table: Table, decision: Decision[Any, Any]) -> str:
    return advice(game, table, decision).text(decision)
