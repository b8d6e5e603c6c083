"""Wins with the luck of the deal taken out."""

import random
from math import inf

import pytest

from croupier.arena.results.luck import Outcome, estimate_skill


def outcomes(matches: int, seed: int, strength: float = 0.1, luck: float = 0.3) -> list[Outcome]:
    """Matches won with an even chance, changed by strength and by what the deal promised."""
    chance = random.Random(seed)
    found: list[Outcome] = []
    for number in range(matches):
        promised = chance.choice((-luck, luck))
        found.append(Outcome(number, float(chance.random() < 0.5 + strength + promised), promised))
    return found


def test_what_deals_promise_is_taken_out_and_the_interval_is_narrower():
    estimates = [estimate_skill(outcomes(100, seed)) for seed in range(200)]
    assert sum(abs(each.skill - 0.6) <= each.skill_reach for each in estimates) / 200 >= 0.91
    assert sum(each.skill for each in estimates) / 200 == pytest.approx(0.6, abs=0.01)
    # The deal explains 0.3 squared of a variance of 0.24.
    assert sum(each.narrower for each in estimates) / 200 == pytest.approx(1 - (1 - 0.09 / 0.24) ** 0.5, abs=0.03)


def test_a_deal_that_says_nothing_costs_nothing():
    plain = [Outcome(number, float(number % 2), 0.0) for number in range(20)]
    found = estimate_skill(plain)
    assert (found.skill, found.skill_reach, found.narrower) == (found.wins, found.wins_reach, 0.0)


def test_matches_of_a_deal_are_one_observation():
    twice = [Outcome(number // 2, float(number // 2 % 2), 0.2 if number % 2 else -0.2) for number in range(40)]
    found = estimate_skill(twice)
    assert found.blocks == 20
    assert found.wins_reach == estimate_skill(twice[::2]).wins_reach


def test_one_deal_tells_nothing():
    assert estimate_skill([Outcome(0, 1.0, 0.3)]).wins_reach == inf
