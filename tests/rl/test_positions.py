"""Positions as games of their own, solved by OpenSpiel."""

from itertools import permutations
from typing import Any

import kuhn
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability

from croupier.games import find_game
from croupier.kernel.state import State
from croupier.rl.positions import PositionGame, imagined_worlds

KUHN_VALUE = -1 / 18


def kuhn_worlds() -> list[State]:
    """The six deals of Kuhn poker, the same to both seats but for their own cards."""
    found: dict[tuple[int, int], State] = {}
    for seed in range(100):
        state = kuhn.GAME.new_state(kuhn.GAME.settings({"deals": 1}), 2)
        state.start(seed)
        found.setdefault((int(state.cards[0]), int(state.cards[1])), state)
    assert set(found) == set(permutations(range(3), 2))
    return list(found.values())


def solve(game: Any, iterations: int) -> Any:
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    return solver.average_policy()


def test_kuhn_poker_is_worth_what_is_known():
    game = PositionGame(kuhn.GAME, kuhn.GAME.settings({"deals": 1}), kuhn_worlds(), by_score=True)
    policy = solve(game, 60)
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])[0]
    assert value == pytest.approx(KUHN_VALUE, abs=0.01)
    assert exploitability.exploitability(game, policy) < 0.01


def test_worlds_look_alike_and_differ_in_what_is_hidden():
    coup = find_game("coup")
    settings = coup.settings()
    state = coup.new_state(settings, 2)
    state.start(3)
    worlds = imagined_worlds(coup, settings, 2, state, 10)
    assert len({world.snapshot(-2) for world in worlds}) == 1
    assert len({world.snapshot(0) for world in worlds}) > 1
    game = PositionGame(coup, settings, worlds)
    root = game.new_initial_state()
    assert len(root.chance_outcomes()) == 10
    root.apply_action(4)
    before = worlds[4].snapshot(-1)
    root.apply_action(root.legal_actions()[0])
    assert worlds[4].snapshot(-1) == before, "a world is copied before it is played"
