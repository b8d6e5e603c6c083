"""What a match hands out is let go of again: a reference that is kept once too often is a leak in a long run."""

import sys

from croupier.conformance.cases import cases_of
from croupier.kernel.game import Game

ROUNDS = 100


def test_views_and_states_let_go_of_what_they_were_made_of(game: Game) -> None:
    match = cases_of(game)[0].match(1)
    table, ints = match.table, match.view(0).ints
    before = sys.getrefcount(table), sys.getrefcount(ints)
    for _ in range(ROUNDS):
        game.view(table, 0, ints)
        match.view(0)
        match.state.fresh()
    assert (sys.getrefcount(table), sys.getrefcount(ints)) == before


def test_decisions_let_go_of_the_table(game: Game) -> None:
    match = cases_of(game)[0].match(1)
    before = sys.getrefcount(match.table)
    for _ in range(20):
        if match.over:
            break
        match.ask()
        match.play(0)
    # The question that is open holds a view, and nothing else holds the table.
    assert sys.getrefcount(match.table) <= before + match.table.seats
