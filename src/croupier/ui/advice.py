"""Advice to a person about a decision, made only from what the person may see.

A search values each move. For a game whose hidden cards cannot be imagined, the advice is the heuristic's move.
"""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from croupier import _build
from croupier.ai.registry import BUILT_IN
from croupier.ai.search.analyst import make_analyst
from croupier.ai.search.bots import Findings
from croupier.kernel.decision import Decision, Table
from croupier.kernel.game import Game
from croupier.match.run_players import ask_bot, luck_seed

ITERATIONS: Final = 4000 if _build.is_compiled() else 100
OTHER_MOVES_SHOWN: Final = 2
"""Number of other moves named in the text."""


class Advice(msgspec.Struct, frozen=True):
    """The move to play, and why."""

    index: int
    findings: Findings | None
    """Values found by the search; None if only the heuristic was asked."""
    heuristic_move: int
    """The heuristic's move."""

    def text(self, decision: Decision[Any, Any], names: Sequence[str]) -> str:
        """The advice in one or two sentences."""
        labels = [move.label(names) for move in decision.moves]
        if self.findings is None:
            return f"Hint: {labels[self.index]}."
        best, *others = self.findings.moves
        # A move that the search left early may have a higher estimate than the best one, from too few trials to trust.
        others = [each for each in others if each.visits and each.value <= best.value][:OTHER_MOVES_SHOWN]
        if self.findings.is_known:
            listed = "; ".join(f"{each.move.label(names)} ({each.value * 100:.0f} %)" for each in others)
            chance = f"{best.value * 100:.0f} % win chance"
        else:
            listed = "; ".join(each.move.label(names) for each in others)
            chance = "win chance unknown"
        text = f"Hint: {labels[self.index]} ({chance})."
        text += f" Other moves: {listed}." if listed else ""
        if self.heuristic_move != self.index:
            text += f" Rule of thumb: {labels[self.heuristic_move]}."
        return text


def heuristic_move(game: Game, table: Table, decision: Decision[Any, Any]) -> int:
    """The index of the heuristic's move; takes microseconds."""
    rules = BUILT_IN["heuristic"](game)
    rules.sit(table, decision.seat, luck_seed(0, decision.seat))
    return decision.index_of(ask_bot(rules, decision))


def find_advice(game: Game, table: Table, decision: Decision[Any, Any]) -> Advice:
    """Search for the best move. The same decision gets the same advice."""
    if len(decision.moves) == 1:
        return Advice(0, None, 0)
    thumb = heuristic_move(game, table, decision)
    try:
        searcher = make_analyst(game, ITERATIONS)
        searcher.sit(table, decision.seat, luck_seed(0, decision.seat))
        searcher.face(decision.id)
        index, found = searcher.select_move_with_stats(decision)
    except NotImplementedError:
        return Advice(thumb, None, thumb)
    return Advice(index, found, thumb)


def advise(game: Game, table: Table, decision: Decision[Any, Any]) -> str:
    return find_advice(game, table, decision).text(decision, table.names)
