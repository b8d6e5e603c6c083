"""Puzzles searched once more, by other searches than those that found them."""

from typing import Final

import msgspec

from croupier.kernel.game import Game
from croupier.puzzles.examine import UNIFORM, Model, WeighingBot, WeighingIsmcts, Weights, models_for, weigh
from croupier.puzzles.explain import Findings, explain
from croupier.puzzles.puzzle import Puzzle, PuzzlePosition

VERIFY_ITERATIONS: Final = 40_000
VERIFY_SIGMAS: Final = 1.0
"""Of each search; the answers must be better in all of them."""


def _curious(game: Game, iterations: int) -> WeighingBot:
    return WeighingIsmcts(game, iterations=iterations, exploration=2.5, rollout="heuristic")


OTHERS: Final = (UNIFORM, Model("curious search", _curious))
"""Models that puzzles of games with a policy are not mined with; the second is new to all games."""


def verify_puzzle(puzzle: Puzzle, iterations: int = VERIFY_ITERATIONS, seed: object = "verify") -> str:
    """Search the puzzle again; why it does not hold, or an empty text.

    The first and the last model of its game with other random numbers, and models that it was not mined with, must all
    prefer every answer to every other move.
    """
    position = PuzzlePosition(puzzle)
    decision = position.decision()
    moves = [str(move) for move in decision.moves]
    answers = {moves.index(answer) for answer in puzzle.answers}
    named = (*answers, moves.index(puzzle.natural))
    models = models_for(position.game)
    for model in dict.fromkeys((models[-1], models[0], *OTHERS)):
        found = weigh(position.game, position.table, decision, model, iterations, ("verify", seed), named)
        reason = _objection(found, answers, moves)
        if reason:
            return f"{model.name}: {reason}"
    return ""


def _objection(found: Weights, answers: set[int], moves: list[str]) -> str:
    worst = min(answers, key=lambda index: found.values[index])
    others = [index for index in range(len(moves)) if index not in answers]
    best = max(others, key=lambda index: found.values[index])
    gap = found.values[worst] - found.values[best]
    if gap > VERIFY_SIGMAS * (found.error(worst) ** 2 + found.error(best) ** 2) ** 0.5:
        return ""
    return f"{moves[worst]} is worth {found.values[worst]:.3f}, {moves[best]} {found.values[best]:.3f}"


def refresh(puzzle: Puzzle) -> Puzzle:
    """The puzzle with its themes and its explanation made again from its position and its evidence."""
    position = PuzzlePosition(puzzle)
    decision = position.decision()
    moves = [str(move) for move in decision.moves]
    answers = tuple(moves.index(answer) for answer in puzzle.answers)
    best = decision.moves[answers[0]]
    themes = tuple(theme.name for theme in position.game.themes if theme.holds(decision.view, best))
    searches = len(puzzle.evidence)
    found = Findings(
        answers,
        moves.index(puzzle.natural),
        sum(each.answer for each in puzzle.evidence) / 1000 / searches,
        sum(each.natural for each in puzzle.evidence) / 1000 / searches,
    )
    why = explain(position.game, position.table, decision, found)
    return msgspec.structs.replace(puzzle, themes=themes or (decision.question,), why=why)
