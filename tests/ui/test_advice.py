"""Hints in the terminal."""

from croupier.ai.search.bots import Findings, MoveStats
from croupier.games import GAMES
from croupier.match.match import Match
from croupier.ui.advice import Advice, find_advice


def test_no_other_move_is_listed_with_a_higher_chance_than_the_hint() -> None:
    """A search prefers the move that it tried most often; a move that it left early may have a higher estimate."""
    cuttle = GAMES["cuttle"]
    match = Match(cuttle, cuttle.settings(), ["Ann", "Ben"], 5)
    decision = match.ask()
    assert decision is not None
    values = [(900, 0.52), (60, 0.58), (40, 0.31)]
    stats = tuple(MoveStats(index, decision.moves[index], *each) for index, each in enumerate(values))
    text = Advice(0, Findings(stats, 1000, 0.1), 0).text(decision, ["Ann", "Ben"])
    labels = [move.label(["Ann", "Ben"]) for move in decision.moves]
    assert text == f"Hint: {labels[0]} (52 % win chance). Other moves: {labels[2]} (31 %)."


def test_the_same_decision_gets_the_same_advice() -> None:
    coup = GAMES["coup"]
    match = Match(coup, coup.settings(), ["Ann", "Ben"], 5)
    decision = match.ask()
    assert decision is not None
    first, second = (find_advice(coup, match.table, decision).text(decision, ["Ann", "Ben"]) for _ in range(2))
    assert first == second
