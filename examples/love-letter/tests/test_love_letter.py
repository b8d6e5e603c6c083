"""Rules by their numbers in RULES.md, in positions that are set up by hand."""

import love_letter
import pytest
from love_letter.core import codes as c
from love_letter.core import layout as w
from love_letter.core.rules import LoveLetterState

from croupier.match.match import Match


def table(hands: str, drawn: str, seats: int = 3) -> LoveLetterState:
    """A round in which seat 0 has drawn; letters: S G P B H R(prince) C(hancellor) K O(countess) X(princess)."""
    state = love_letter.GAME.new_state(love_letter.GAME.settings({"tokens": 9}), seats)
    assert isinstance(state, LoveLetterState)
    state.start(1)
    for seat, letter in enumerate(hands):
        state.words[w.HAND + seat] = "SGPBHRCKOX".index(letter)
    state.words[w.DRAWN] = "SGPBHRCKOX".index(drawn)
    return state


def do(state: LoveLetterState, notation: str) -> LoveLetterState:
    moves = {str(move): number for number, move in enumerate(love_letter.GAME.moves)}
    state.apply(moves[notation])
    return state


def is_in(state: LoveLetterState, seat: int) -> bool:
    return bool(state.words[w.ALIVE] >> seat & 1)


@pytest.mark.parametrize(("guess", "stays"), [("Priest", False), ("Baron", True)])
def test_3_2_a_guard_that_hits_puts_the_player_out(guess: str, stays: bool) -> None:
    state = do(table("HPB", "G"), f"guess 1 {guess}")
    assert is_in(state, 1) is stays


def test_3_3_a_priest_shows_a_hand_to_its_player_alone() -> None:
    state = do(table("HBK", "P"), "play Priest 2")
    assert state.words[w.KNOWN + 2] == c.KING
    assert state.words[w.KNOWN + c.SEATS + 2] == -1


@pytest.mark.parametrize(("hands", "out"), [("KBP", 1), ("GKP", 0)])
def test_3_4_the_lower_hand_of_a_baron_is_out(hands: str, out: int) -> None:
    state = do(table(hands, "B"), "play Baron 1")
    assert not is_in(state, out)


def test_3_4_after_a_tie_all_know_that_the_hands_are_equal() -> None:
    state = do(table("PPK", "B"), "play Baron 1")
    world = state.fresh()
    for seed in range(40):
        world.restore(2, state.snapshot(2))
        world.imagine(2, seed)
        assert world.words[w.HAND] == world.words[w.HAND + 1]


def test_3_5_a_handmaid_protects() -> None:
    state = do(table("GPB", "H"), "play Handmaid")
    state.words[w.HAND + 1], state.words[w.DRAWN + 1] = c.PRIEST, c.SPY
    match = {str(love_letter.GAME.moves[move]) for move in legal(state)}
    assert "play Priest 2" in match
    assert "play Priest 0" not in match


def legal(state: LoveLetterState) -> list[int]:
    from croupier.kernel.state import legal_buffer

    buffer = legal_buffer()
    return [int(buffer[i]) for i in range(state.legal(buffer))]


def test_3_6_one_who_discards_the_princess_is_out() -> None:
    assert not is_in(do(table("GXB", "R"), "play Prince 1"), 1)
    assert is_in(do(table("GKB", "R"), "play Prince 1"), 1)


def test_3_7_a_chancellor_knows_what_is_at_the_bottom() -> None:
    state = do(table("GPB", "C"), "play Chancellor")
    do(state, str(love_letter.GAME.moves[legal(state)[0]]))
    deep = int(state.words[w.DEEP])
    assert [(deep & 15) - 1, (deep >> 4) - 1] == [int(state.words[w.PILE]), int(state.words[w.PILE + 1])]
    assert state.words[w.DEEP + 1] == 0


def test_3_8_a_king_swaps_hands_and_what_is_known_of_them() -> None:
    state = table("GPB", "K")
    state.words[w.KNOWN + 2 * c.SEATS + 1] = c.PRIEST
    do(state, "play King 1")
    assert [int(state.words[w.HAND + seat]) for seat in range(2)] == [c.PRIEST, c.GUARD]
    assert state.words[w.KNOWN + 2 * c.SEATS] == c.PRIEST


def test_3_9_the_countess_must_go_before_king_and_prince() -> None:
    assert [str(love_letter.GAME.moves[move]) for move in legal(table("KPB", "O"))] == ["play Countess"]
    assert len(legal(table("PPB", "O"))) > 1


def test_moves_are_what_their_numbers_say() -> None:
    for number, move in enumerate(love_letter.GAME.moves[: c.M_RETURN]):
        card, target, guess = c.parts_of(number)
        named = "Guard" if isinstance(move, love_letter.Guess) else move.card
        assert love_letter.KINDS[card] == named
        assert (-1 if move.target is None else move.target) == target
        assert guess < 0 or love_letter.KINDS[guess] == move.card
    assert c.others_than(3, 1, 5, 3) == (1, 5)
    assert c.others_than(3, 1, 5, 5) == (1, 3)
    assert c.others_than(3, 1, -1, 1) == (-1, 3)


@pytest.mark.parametrize("seats", range(2, 7))
def test_4_3_random_matches_end_with_enough_tokens(seats: int) -> None:
    match = Match(love_letter.GAME, love_letter.GAME.settings(), [f"p{seat}" for seat in range(seats)], 5)
    turn = 0
    while (decision := match.ask()) is not None:
        match.play(turn % len(decision.moves))
        turn += 1
    assert max(match.result().scores) >= love_letter.GOALS[seats]
