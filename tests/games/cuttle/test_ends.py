"""Rule 5: how a match ends, and who has won."""

import pytest
from games.cuttle.play import dealt, position

from croupier.games.cuttle.events import Ended

GOAL = "reached the goal"
DECK = "more points when the pile ran out"
EMPTY = "the opponent had no card left to play"
PASSING = "drawn by passing"
TURNS = "drawn by the turn limit"


@pytest.mark.parametrize(
    ("kings", "points", "card", "wins"),
    [
        ("", "10h 10s", "Ac", True),
        ("", "10h 9s", "Ac", False),
        ("Kc", "10h 3s", "Ac", True),
        ("Kc", "10h 2s", "Ac", False),
        ("Kc Kd", "9h", "Ac", True),
        ("Kc Kd", "8h", "Ac", False),
        ("Kc Kd Kh", "4h", "Ac", True),
        ("Kc Kd Kh", "3h", "Ac", False),
    ],
)
def test_5_1_the_goal_is_21_14_10_5_with_kings(kings: str, points: str, card: str, wins: bool) -> None:
    play = position((card, "3d"), (points, ""), (kings, ""))
    play.do(f"points {card}")
    assert play.match.over == wins
    if wins:
        assert play.ending == (GOAL, 0)
        assert play.match.result().places == (1, 2)


@pytest.mark.parametrize(
    ("kings", "points", "wins"),
    [
        ("", "10h 4s", True),
        ("", "10h 3s", False),
        ("Kc", "10h", True),
        ("Kc", "9h", False),
        ("Kc Kd", "5h", True),
        ("Kc Kd", "4h", False),
        ("Kc Kd Kh", "", True),
    ],
)
def test_5_1_a_king_may_bring_the_goal_down_to_the_points_there(kings: str, points: str, wins: bool) -> None:
    play = position(("Ks", "3d"), (points, ""), (kings, ""))
    assert play.do("king Ks").match.over == wins


def test_5_1_a_jack_may_win() -> None:
    play = position(("Jc", "3d"), ("10h 2h", "9s"))
    play.do("jack Jc 9s")
    assert play.ending == (GOAL, 0)
    assert play.match.result().scores == (21.0, 0.0)


def test_5_1_a_card_that_comes_back_may_win() -> None:
    play = position(("2c", "3d"), ("10h 2h", "9s"), jacks={"9s": "Jc"})
    assert play.do("one-off 2c Jc").ending == (GOAL, 0)


def test_5_1_a_card_that_goes_back_may_win_for_the_other() -> None:
    play = position(("9c", "3d"), ("9s", "10h 2h"), jacks={"9s": "Jc"})
    assert play.do("one-off 9c Jc").ending == (GOAL, 1)


def test_5_1_if_both_reach_the_goal_at_once_the_player_whose_turn_it_is_wins() -> None:
    play = position(("4c", "6d"), ("9h 10h 8d", "9s 10s 8h"), jacks={"8d": "Jc", "8h": "Jd"}, turn=1)
    play.do("one-off 6d")
    assert play.ending == (GOAL, 1)
    assert play.scores() == (27, 27)


def test_5_1_the_goal_comes_before_the_hand_limit_and_the_empty_pile() -> None:
    play = position(("10c Ac 3c", "3d"), ("10h Ah", "9s 8s"), pile="", hand_limit=1)
    assert play.do("points 10c").ending == (GOAL, 0)


def test_5_1_losing_a_king_raises_the_goal_again() -> None:
    play = position(("2c", "3d"), ("", "10h"), ("", "Kd"))
    play.do("one-off 2c Kd")
    assert play.view(1).me.goal == 21


@pytest.mark.parametrize(
    ("points", "winner"), [(("5c", "4c"), 0), (("4c", "5c"), 1), (("10c", ""), 0), (("", "Ac"), 1)]
)
def test_5_2_when_the_last_card_is_drawn_more_points_win(points: tuple[str, str], winner: int) -> None:
    play = position(("3c", "3d"), points, pile="Kd")
    assert play.do("draw").ending == (DECK, winner)


@pytest.mark.parametrize(("card", "pile"), [("5c", "Kd 10h"), ("7c", "Qd")])
def test_5_2_one_offs_empty_the_pile_as_well(card: str, pile: str) -> None:
    play = position((card, "3d"), ("", "5h"), pile=pile)
    play.do(f"one-off {card}")
    if card == "7c":
        play.do("queen Qd")
    assert play.ending == (DECK, 1)


def test_5_2_equal_points_play_on_until_somebody_leads() -> None:
    play = position(("3c 4c", "3d Qd"), ("5c", "5d"), pile="Kd")
    play.do("draw")
    assert play.asked == (1, "turn")
    play.do("queen Qd")
    assert play.asked == (0, "turn")
    assert play.do("points 3c").ending == (DECK, 0)


def test_5_2_the_pile_is_judged_after_the_turn_not_during_it() -> None:
    play = position(("7c", "3d"), ("", "5h"), pile="10h")
    play.do("one-off 7c")
    assert play.view(0).pile_size == 0
    assert play.asked == (0, "seven")
    assert play.do("points 10h").ending == (DECK, 0)


def test_5_2_the_hand_limit_is_settled_first() -> None:
    play = position(("3c 4c", "3d"), ("5c", ""), pile="Kd", hand_limit=2)
    play.do("draw")
    assert play.asked == (0, "limit")
    assert play.do("discard 3c").ending == (DECK, 0)


def test_5_3_with_an_empty_pile_a_player_to_move_without_cards_loses() -> None:
    play = position(("Kc", ""), pile="")
    assert play.do("king Kc").ending == (EMPTY, 0)
    play = position(("4c", "Kc"), pile="")
    assert play.do("one-off 4c", "discard Kc").ending == (EMPTY, 0)


def test_5_3_with_a_pile_an_empty_hand_draws() -> None:
    play = position(("Kc", ""))
    play.do("king Kc")
    assert play.moves == {"draw"}


@pytest.mark.parametrize(
    ("settings", "passes"),
    [
        ({}, 2),
        ({"rules": "online"}, 3),
        ({"empty_deck": "passes"}, 3),
        ({"rules": "online", "empty_deck": "points"}, 2),
    ],
)
def test_5_4_passes_in_a_row_draw(settings: dict, passes: int) -> None:
    play = position(("Kc", "Kd"), pile="", **settings)
    for _ in range(passes):
        assert not play.match.over
        play.do("pass")
    assert play.ending == (PASSING, None)
    assert play.match.result().places == (1, 1)


def test_5_4_a_play_begins_the_count_anew() -> None:
    play = position(("Kc 8c", "Kd Qd 3d"), pile="")
    play.do("pass", "king Kd", "pass", "queen Qd", "pass")
    assert not play.match.over
    assert play.do("pass").ending == (PASSING, None)


def test_5_4_declining_to_counter_is_no_pass() -> None:
    play = position(("4c 6c 6d", "2d 8d 9d"), ("", ""), ("Kc", ""), pile="")
    play.do("one-off 6c", "pass", "pass", "one-off 4c", "pass")
    assert play.asked == (1, "four")


@pytest.mark.parametrize("points", [("5c", "4c"), ("", "9c")])
def test_5_4_online_more_points_do_not_win_when_the_pile_is_empty(points: tuple[str, str]) -> None:
    play = position(("3c", ""), points, pile="Kd", rules="online")
    play.do("draw")
    assert play.asked == (1, "turn")
    assert play.moves == {"pass"}
    play.do("pass", "pass", "pass")
    assert play.ending == (PASSING, None)


def test_5_5_the_turn_limit_draws_and_says_so() -> None:
    play = dealt(max_turns=6)
    for _ in range(6):
        assert not play.match.over
        play.do("draw")
    assert play.ending == (TURNS, None)
    assert play.events[-1] == Ended(None, TURNS)


def test_5_5_a_match_that_is_decided_in_its_last_turn_is_won() -> None:
    play = position(("10c", "3d"), ("10h Ac", ""), turns=5, max_turns=6)
    assert play.do("points 10c").ending == (GOAL, 0)
    play = position(("10c", "3d"), pile="Kd", turns=5, max_turns=6, points=("2c", ""))
    assert play.do("draw").ending == (DECK, 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_5_6_a_seat_that_is_expelled_forfeits(seat: int) -> None:
    play = dealt()
    play.do("draw")
    play.match.expel(seat)
    assert play.ending == ("forfeit", 1 - seat)
    assert play.match.happened() == (Ended(1 - seat, "forfeit"),)


def test_5_6_rewards_and_places_follow_the_winner() -> None:
    won = position(("10c", "3d"), ("10h Ac", "")).do("points 10c").match.state
    assert [won.reward(0), won.reward(1)] == [1000, 0]
    assert [won.score(0), won.score(1)] == [21, 0]
    drawn = position(("10c", "3d"), pile="").do("pass", "pass").match.state
    assert [drawn.reward(0), drawn.reward(1)] == [500, 500]
