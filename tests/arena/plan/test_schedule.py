"""Deal blocks: every deal in every seating."""

import pytest
from liar import GAME as LIAR

from croupier.arena.plan.schedule import match_seed, plan_blocks, seats_for
from croupier.games import find_game
from croupier.kernel.errors import UsageError

CUTTLE = find_game("cuttle")
TWO = (((0, 1), (1, 0)),)


@pytest.mark.parametrize(("asked", "matches"), [(1, 2), (2, 2), (3, 4), (1000, 1000), (1001, 1002)])
def test_matches_are_rounded_up_to_whole_blocks(asked: int, matches: int):
    schedule = plan_blocks(7, asked, TWO)
    assert schedule.matches == len(list(schedule)) == matches


def test_a_block_shares_its_seed_and_no_two_blocks_do():
    pairings = list(plan_blocks(7, 100, TWO))
    assert [pairing.seed for pairing in pairings[::2]] == [pairing.seed for pairing in pairings[1::2]]
    assert len({pairing.seed for pairing in pairings}) == 50
    assert pairings[4].seed == match_seed(7, 2)


def test_seeds_are_the_same_on_every_machine():
    assert f"{match_seed(7, 0):032x}" == "47fe1b16bb5915cd99d4e07e51e4c779"
    assert f"{match_seed(7, 1):032x}" == "34c561b1930f589d9e57148f6037cfd3"


@pytest.mark.parametrize(
    ("entrants", "seats", "words"),
    [
        (0, None, "at least two bots (none was given)"),
        (1, None, "at least two bots (one was given)"),
        (3, None, "3 bots are too many for one table of cuttle: it is played by 2 players; croupier tournament cuttle"),
        (2, 3, "cuttle is for 2 players, not for 3"),
    ],
)
def test_a_wrong_number_of_bots_is_refused(entrants: int, seats: int | None, words: str):
    with pytest.raises(UsageError, match=words.replace("(", r"\(").replace(")", r"\)")):
        seats_for(CUTTLE, CUTTLE.settings(), entrants, seats)


def test_the_table_is_as_small_as_bots_and_settings_allow():
    plain, teams = LIAR.settings(), LIAR.settings({"teams": True})
    assert seats_for(LIAR, plain, 2) == 3
    assert seats_for(LIAR, plain, 4) == 4
    assert seats_for(LIAR, plain, 2, 4) == 4
    assert seats_for(LIAR, teams, 2) == 4
