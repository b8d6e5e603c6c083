"""Explanations: what they name happens, more often after one move than after the other, and matters."""

import re

import pytest

from croupier.games import GAMES
from croupier.puzzles.explain import Findings, explain
from croupier.puzzles.puzzle import Puzzle, PuzzlePosition, shipped_puzzles
from croupier.puzzles.verify import refresh

SENTENCE = re.compile(r"After “[^”]+”, in (\d+) % of cases: (.+?)(?: \(after “[^”]+”: (\d+) %\))?\.(?= |$)")


@pytest.mark.parametrize("game", sorted(GAMES))
def test_stored_explanations_are_those_that_follow_from_the_positions(game: str) -> None:
    for puzzle in shipped_puzzles(game)[::60]:
        assert refresh(puzzle).why == puzzle.why


@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_explanation_says_what_both_moves_win(game: str) -> None:
    told = 0
    for puzzle in shipped_puzzles(game):
        text = puzzle.explanation()
        assert re.match(r"“[^”]+” wins \d+ % of the time, “[^”]+” \d+ %\.", text), text
        for share, _, rest in SENTENCE.findall(text):
            assert int(share) >= int(rest or 0) + 14
            told += 1
    assert told > len(shipped_puzzles(game)) / 4


def test_a_move_that_loses_at_once_is_explained_by_that() -> None:
    """In a puzzle of Kittens where one move wins and the other explodes, both are said."""
    lost = [puzzle for puzzle in shipped_puzzles("kittens") if _values(puzzle) == (1000, 0)]
    assert lost
    texts = [puzzle.explanation() for puzzle in lost]
    assert sum("explodes" in text or "wins: the last player alive" in text for text in texts) > len(texts) / 2


def _values(puzzle: Puzzle) -> tuple[int, int]:
    return min(each.answer for each in puzzle.evidence), max(each.natural for each in puzzle.evidence)


def test_equal_answers_are_named() -> None:
    puzzle = next(each for each in shipped_puzzles("belote") if len(each.answers) == 2)
    position = PuzzlePosition(puzzle)
    decision = position.decision()
    moves = [str(move) for move in decision.moves]
    first, second = (moves.index(answer) for answer in puzzle.answers)
    found = Findings((first, second), moves.index(puzzle.natural), 0.75, 0.5)
    text = explain(position.game, position.table, decision, found)
    label = decision.moves[second].label(position.table.names)
    assert "wins 75 % of the time" in text
    assert f"“{label}” is as good." in text
