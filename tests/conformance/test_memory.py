"""What a match hands out is let go of again: a reference that is kept once too often is a leak in a long run."""

import os
import sys
from pathlib import Path

import pytest

from croupier.ai.registry import BUILT_IN
from croupier.games import GAMES, find_game
from croupier.match.match import Match

ROUNDS = 100


@pytest.mark.parametrize("name", GAMES)
def test_views_and_states_let_go_of_what_they_were_made_of(name):
    game = find_game(name)
    match = Match(game, game.settings(), ("a", "b", "c", "d")[: max(2, game.seats[0])], 1)
    table, ints = match.table, match.view(0).ints
    before = sys.getrefcount(table), sys.getrefcount(ints)
    for _ in range(ROUNDS):
        game.view(table, 0, ints)
        match.view(0)
        match.state.fresh()
    assert (sys.getrefcount(table), sys.getrefcount(ints)) == before


@pytest.mark.parametrize("name", GAMES)
def test_decisions_let_go_of_the_table(name):
    game = find_game(name)
    match = Match(game, game.settings(), ("a", "b", "c", "d")[: max(2, game.seats[0])], 1)
    before = sys.getrefcount(match.table)
    for _ in range(20):
        if match.over:
            break
        match.ask()
        match.play(0)
    # The question that is open holds a view, and nothing else holds the table.
    assert sys.getrefcount(match.table) <= before + match.table.seats


def megabytes() -> float:
    return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def test_bots_that_have_left_leave_nothing_behind():
    game = find_game("coup")
    match = Match(game, game.settings(), ("a", "b"), 1)
    decision = match.ask()
    assert decision is not None
    before = megabytes()
    for _ in range(2_000):
        for bot in (BUILT_IN["heuristic"](game), game.bots["bluffer"]()):
            bot.sit(match.table, decision.seat, 1)
            bot.decide(decision)
    assert megabytes() - before < 10
