"""Strategies in the manner of the Cuttle simulation, each using another part of the interface, play without a fault."""

from typing import Any

import pytest
from games.cuttle.strangers import PARTS

import croupier

MATCHES = 24


@pytest.mark.parametrize("rules", ["classic", "online"])
@pytest.mark.parametrize("kind", list(PARTS), ids=lambda kind: kind.__name__)
def test_a_strategy_of_another_project_plays(kind: Any, rules: str) -> None:
    kind.uses.clear()
    results = croupier.run_batch("cuttle", [kind, "random"], n=MATCHES, seed=3, settings={"rules": rules})
    assert {result.faults for result in results} == {()}
    for part in PARTS[kind]:
        assert kind.uses[part] > 0, part


def test_there_are_enough_of_them() -> None:
    assert len(PARTS) >= 10
    assert len(set(PARTS.values())) == len(PARTS)


def test_the_batch_of_the_notes_in_one_line() -> None:
    """As the migration page has it."""

    def run_batch(a: Any, b: Any, num_games: int = 100) -> list[croupier.MatchResult]:
        return croupier.run_batch("cuttle", [a, b], n=num_games)

    results = run_batch("heuristic", "random", num_games=10)
    assert len(results) == 10
    assert {result.winner for result in results} <= {"heuristic", "random"}
