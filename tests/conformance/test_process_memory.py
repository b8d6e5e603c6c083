"""Bots that have left give their memory back."""

import os
from pathlib import Path

from croupier.ai.registry import BUILT_IN
from croupier.games import find_game
from croupier.match.match import Match


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
