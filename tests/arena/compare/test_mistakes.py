"""The costliest kinds of decision: what is counted, and how it is worded."""

from collections.abc import Iterator
from typing import Any

import pytest

from croupier.ai.review import Judgement
from croupier.ai.search.bots import Findings, MoveStats
from croupier.arena.compare import mistakes


def judged(number: int, played: str, best: str, lost: float, error: float) -> Judgement:
    played_stats: Any = MoveStats(0, played, 100, 0.5, error)  # type: ignore[arg-type]
    best_stats: Any = MoveStats(1, best, 100, 0.5 + lost, error)  # type: ignore[arg-type]
    return Judgement(number, 0, "card", played_stats, best_stats, Findings((), 200, 0.0))


def test_a_cost_that_may_be_noise_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    decisions = [
        judged(3, "play 7d", "play 10s", 0.2, 0.01),
        judged(9, "play 8d", "play Kh", 0.3, 0.01),
        judged(5, "cut 16", "cut 9", 0.1, 0.1),
        judged(7, "draw", "skip", 0.02, 0.0),
    ]

    def judge(*_: object) -> Iterator[Judgement]:
        return iter(decisions)

    monkeypatch.setattr(mistakes, "judge_seat", judge)
    matches: Any = [("a match", 0)]
    (kind,) = mistakes.costliest_kinds(matches, 200)
    assert kind.worst.number == 9
    assert kind.text() == "card: moves like play 8d instead of play Kh, 2 times, cost 0.50 wins"
