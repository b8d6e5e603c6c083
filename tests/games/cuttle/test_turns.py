"""Rules 1 to 3: the deal, the turn, points, permanents and scuttling."""

import pytest
from games.cuttle.play import dealt, names_of, position

from croupier.games.cuttle.events import Dealt
from croupier.kernel.cards import CARDS
from croupier.kernel.errors import IllegalMove

EVERY_CARD = " ".join(card.text for card in CARDS)


def test_1_2_seat_0_gets_five_cards_and_seat_1_six() -> None:
    play = dealt("2c 3c 4c 5c 6c Kc Kd Kh Ks Qc Qd 10s")
    assert play.hand(0) == "2c 3c 4c 5c 6c"
    assert play.hand(1) == "Qc Qd Kc Kd Kh Ks"
    assert [event.seat for event in play.events if isinstance(event, Dealt)] == [0] * 5 + [1] * 6


def test_1_3_the_rest_is_the_pile() -> None:
    play = dealt(EVERY_CARD)
    assert play.view(0).pile_size == 41
    assert play.scrap == ""
    play.do("draw", "draw")
    assert names_of(play.view(0).hand) == "Ac Ad Ah As 2c 3s"
    assert names_of(play.view(1).hand) == "2d 2h 2s 3c 3d 3h 4c"


def test_1_4_seat_0_moves_first_and_turns_alternate() -> None:
    play = dealt()
    seats = []
    for _ in range(4):
        seats.append(play.asked)
        play.do("draw")
    assert seats == [(0, "turn"), (1, "turn"), (0, "turn"), (1, "turn")]


@pytest.mark.parametrize(
    ("card", "ways"),
    [
        ("Ac", {"points", "one-off"}),
        ("2c", {"points", "one-off Qd"}),
        ("3c", {"points", "one-off"}),
        ("4c", {"points", "scuttle 3d", "one-off"}),
        ("5c", {"points", "scuttle 3d", "one-off"}),
        ("6c", {"points", "scuttle 3d", "one-off"}),
        ("7c", {"points", "scuttle 3d", "one-off"}),
        ("8c", {"points", "scuttle 3d", "glasses"}),
        ("9c", {"points", "scuttle 3d", "one-off Qd"}),
        ("10c", {"points", "scuttle 3d"}),
        ("Jc", set()),
        ("Qc", {"queen"}),
        ("Kc", {"king"}),
    ],
)
def test_2_1_what_each_rank_may_be_played_as(card: str, ways: set[str]) -> None:
    play = position((card, "10s"), ("", "3d"), ("", "Qd"), scrap="As")
    assert play.moves_with(card) == ways
    assert play.ask().moves[0] == play.ask().moves[play.ask().index_of("draw")]


def test_2_1_an_action_ends_the_turn() -> None:
    play = position(("2c Kc 8c", "Qd 3h"))
    assert play.do("points 2c").asked == (1, "turn")
    assert play.do("queen Qd").asked == (0, "turn")
    assert play.do("glasses 8c").asked == (1, "turn")
    assert play.do("draw").asked == (0, "turn")


def test_2_2_drawing_takes_the_next_card() -> None:
    play = position(("", ""), pile="9h 4c 5c")
    play.do("draw")
    assert play.hand(0) == "9h"
    assert play.view(1).pile_size == 2


def test_2_2_nobody_can_draw_from_an_empty_pile_nor_pass_before() -> None:
    assert position(("2c", "3c"), pile="").ask().index_of("pass") == 0
    with pytest.raises(IllegalMove, match="legal moves: pass, points 2c"):
        position(("2c", "3c"), pile="").do("draw")
    with pytest.raises(IllegalMove, match="'pass'"):
        position(("2c", "3c")).do("pass")


def test_2_3_with_an_empty_pile_one_may_pass_or_play() -> None:
    play = position(("2c Kc", "3c"), pile="")
    assert play.moves == {"pass", "points 2c", "king Kc"}
    assert play.do("pass").asked == (1, "turn")


@pytest.mark.parametrize(
    ("limit", "hand", "discards"), [(8, 7, 0), (8, 8, 1), (8, 10, 3), (0, 20, 0), (1, 3, 3), (52, 20, 0)]
)
def test_2_4_the_hand_limit_asks_for_discards_at_the_end_of_the_own_turn(limit: int, hand: int, discards: int) -> None:
    play = position((" ".join(EVERY_CARD.split()[:hand]), "Kc"), hand_limit=limit)
    play.do("draw")
    assert play.view(0).to_discard == discards
    for _ in range(discards):
        assert play.asked == (0, "limit")
        assert play.moves == {f"discard {card}" for card in play.view(0).hand}
        play.do(str(play.ask().moves[0]))
    assert play.asked == (1, "turn")
    assert play.view(0).me.hand_size == hand + 1 - discards


def test_2_4_the_limit_counts_after_the_turn_not_during_it() -> None:
    nine = "Ac 2c 3c 4c 5c 6c 7c 8c 10c"
    play = position((nine, "Kc"), rules="online")
    play.do("points 10c")
    assert play.asked == (1, "turn")


def test_2_4_the_limit_does_not_touch_the_other_hand() -> None:
    eight = "Ac 3c 4c 5c 6c 7c 8c 10c"
    play = position(("9s", eight), ("", ""), ("", "Kc"), rules="online")
    play.do("one-off 9s Kc")
    assert play.view(1).me.hand_size == 9
    assert play.asked == (1, "turn")
    play.do("points Ac")
    assert play.asked == (0, "turn")


def test_2_4_the_classic_game_has_no_limit() -> None:
    play = dealt()
    for _ in range(40):
        play.do("draw")
    assert play.view(0).me.hand_size == 25


def test_3_1_points_count_their_rank() -> None:
    play = position(("Ac 10c", "7d"))
    play.do("points Ac", "points 7d", "points 10c")
    assert play.scores() == (11, 7)
    assert play.points(0) == "Ac 10c"


def test_3_2_permanents_lie_before_their_player() -> None:
    play = position(("8c Kd", "Qh 3c"))
    play.do("glasses 8c", "queen Qh", "king Kd")
    assert play.permanents(0) == "8c Kd"
    assert play.permanents(1) == "Qh"
    assert play.view(1).opponent.has_glasses
    assert play.view(0).opponent.queens == 1
    assert (play.view(1).opponent.kings, play.view(1).opponent.goal) == (1, 14)
    assert play.scores() == (0, 0)


@pytest.mark.parametrize(
    ("card", "target", "allowed"),
    [
        ("10c", "9s", True),
        ("5d", "5c", True),
        ("5h", "5d", True),
        ("5s", "5h", True),
        ("5c", "5d", False),
        ("5d", "5h", False),
        ("5h", "5s", False),
        ("4s", "5c", False),
        ("As", "Ac", True),
        ("2c", "As", True),
        ("8c", "7s", True),
        ("Kc", "Ac", False),
        ("Jc", "10s", False),
    ],
)
def test_3_3_a_scuttle_needs_a_lower_card_equal_ranks_by_suit(card: str, target: str, allowed: bool) -> None:
    play = position((card, ""), ("", target))
    assert (f"scuttle {target}" in play.moves_with(card)) == allowed


def test_3_3_a_scuttle_scraps_both_cards_and_opens_no_window() -> None:
    play = position(("10c", "2c"), ("", "9s 3d"))
    play.do("scuttle 10c 9s")
    assert play.scrap == "9s 10c"
    assert play.points(1) == "3d"
    assert play.scores() == (0, 3)
    assert play.asked == (1, "turn")


@pytest.mark.parametrize("queens", ["Qc", "Qc Qd"])
def test_3_3_queens_do_not_protect_against_scuttling(queens: str) -> None:
    play = position(("10c", ""), ("", "9s"), ("", queens))
    play.do("scuttle 10c 9s")
    assert play.points(1) == ""


def test_3_3_own_point_cards_cannot_be_scuttled() -> None:
    play = position(("10c", ""), ("9s", ""))
    assert play.moves_with("10c") == {"points"}
