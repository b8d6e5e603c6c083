"""The costliest kinds of decision: what is counted, and how it is worded."""

from collections.abc import Iterator

import pytest

import croupier
from croupier.ai.review import Judgement
from croupier.ai.search.bots import Findings, MoveStats
from croupier.arena.compare import mistakes
from croupier.games import find_game

GAME = find_game("cuttle")
BY_NOTATION = {str(move): move for move in GAME.moves}


def judged(number: int, played: str, best: str, lost: float, error: float) -> Judgement:
    played_stats = MoveStats(0, BY_NOTATION[played], 100, 0.5, error)
    best_stats = MoveStats(1, BY_NOTATION[best], 100, 0.5 + lost, error)
    return Judgement(number, 0, "turn", played_stats, best_stats, Findings((), 200, 0.0))


def test_a_cost_that_may_be_noise_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    decisions = [
        judged(3, "points 7d", "points 10s", 0.2, 0.01),
        judged(9, "points 8d", "points 9h", 0.3, 0.01),
        judged(5, "draw", "points Ac", 0.1, 0.1),
        judged(7, "draw", "points 2c", 0.02, 0.0),
    ]

    def judge(*_: object) -> Iterator[Judgement]:
        return iter(decisions)

    monkeypatch.setattr(mistakes, "judge_seat", judge)
    (kind,) = mistakes.costliest_kinds([(croupier.play("cuttle", ["random", "random"], seed=1), 0)], 200)
    assert kind.worst.number == 9
    assert kind.text() == (
        'turn: "Play 8♦ for points" instead of "Play 9♥ for points", and 1 more like it; cost in all 0.50 wins'
    )
