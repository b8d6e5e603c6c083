"""Rules 4.11 and 4.12: what is played off the pile, and what goes back to a hand."""

import pytest
from games.cuttle.play import names_of, position


def test_4_11_a_seven_reveals_two_and_one_is_played() -> None:
    play = position(("7c", "3d"), pile="Kd 10h 4s")
    play.do("one-off 7c")
    assert play.asked == (0, "seven")
    for seat in (0, 1):
        assert names_of(play.view(seat).revealed) == "Kd 10h"
        assert play.view(seat).pile_size == 1
    assert play.moves == {"king Kd", "points 10h"}
    play.do("king Kd")
    assert play.permanents(0) == "Kd"
    assert play.asked == (1, "turn")
    for seat in (0, 1):
        assert str(play.view(seat).known_top) == "10h"
        assert play.view(seat).pile_size == 2
    play.do("draw")
    assert play.hand(1) == "3d 10h"
    assert names_of(play.view(0).opponent.known_hand) == "10h"
    assert play.view(0).known_top is None


@pytest.mark.parametrize("other", [0, 1])
def test_4_11_either_card_may_be_played(other: int) -> None:
    cards = ["9d", "10h"]
    play = position(("7c", "3d"), pile="9d 10h 4s")
    play.do("one-off 7c", f"points {cards[other]}")
    assert play.points(0) == cards[other]
    assert str(play.view(0).known_top) == cards[1 - other]


@pytest.mark.parametrize(
    ("move", "situation"),
    [
        ("points 9d", {}),
        ("scuttle 9d 8h", {"points": ("", "8h")}),
        ("one-off 9d Kh", {"permanents": ("", "Kh")}),
        ("jack Jd 8h", {"points": ("", "8h"), "pile": "Jd Qc 4s"}),
        ("glasses 8d", {"pile": "8d Qc 4s"}),
        ("queen Qc", {}),
        ("one-off Ad", {"points": ("", "8h"), "pile": "Ad Qc 4s"}),
        ("one-off 4d", {"pile": "4d Qc 4s"}),
        ("one-off 2d Kh", {"permanents": ("", "Kh"), "pile": "2d Qc 4s"}),
    ],
)
def test_4_11_a_revealed_card_is_played_in_any_legal_way(move: str, situation: dict) -> None:
    play = position(**{"hands": ("7c", "3d"), "pile": "9d Qc 4s", **situation})
    play.do("one-off 7c", move)
    assert play.view(0).revealed == ()
    assert play.view(0).pile_size == 2


def test_4_11_with_one_card_left_one_is_revealed() -> None:
    play = position(("7c", "3d"), ("9c", "9d"), pile="10h", empty_deck="passes")
    play.do("one-off 7c")
    assert play.moves == {"points 10h", "scuttle 10h 9d"}
    play.do("points 10h")
    assert play.view(0).pile_size == 0
    assert play.view(0).known_top is None
    assert play.asked == (1, "turn")


def test_4_11_of_two_unplayable_jacks_one_is_scrapped_by_choice() -> None:
    play = position(("7c", "3d"), ("10c", ""), pile="Jd Jc 4s")
    play.do("one-off 7c")
    assert play.moves == {"scrap Jc", "scrap Jd"}
    play.do("scrap Jd")
    assert play.scrap == "7c Jd"
    assert str(play.view(1).known_top) == "Jc"
    assert play.asked == (1, "turn")


def test_4_11_a_queen_makes_jacks_unplayable() -> None:
    play = position(("7c", "3d"), ("", "10c"), ("", "Qd"), pile="Jd Jc 4s")
    assert play.do("one-off 7c").moves == {"scrap Jc", "scrap Jd"}


def test_4_11_a_single_unplayable_jack_is_scrapped() -> None:
    play = position(("7c", "3d"), ("10c", ""), pile="Jd")
    assert play.do("one-off 7c").moves == {"scrap Jd"}
    play.do("scrap Jd")
    assert play.view(0).pile_size == 0
    assert play.ending == ("more points when the pile ran out", 0)


def test_4_11_an_unplayable_jack_goes_back_when_the_other_card_can_be_played() -> None:
    play = position(("7c", "3d"), pile="Jd Ac 4s")
    assert play.do("one-off 7c").moves == {"points Ac"}
    assert str(play.do("points Ac").view(0).known_top) == "Jd"


def test_4_11_a_seven_off_a_seven_reveals_the_card_that_went_back() -> None:
    play = position(("7c", "3d"), pile="7d 9h 10h 4s")
    play.do("one-off 7c", "one-off 7d")
    assert play.asked == (0, "seven")
    assert names_of(play.view(0).revealed) == "9h 10h"
    play.do("points 10h")
    assert play.scrap == "7c 7d"
    assert str(play.view(1).known_top) == "9h"
    assert play.view(1).pile_size == 2


def test_4_11_a_seven_off_the_last_card_has_nothing_to_reveal() -> None:
    play = position(("7c", "3d"), pile="7d")
    assert play.do("one-off 7c").moves == {"points 7d"}


@pytest.mark.parametrize(("card", "pile"), [("5d", "5d Kh"), ("7d", "7d Kh"), ("7d", "Kh 7d")])
def test_4_11_the_card_that_goes_back_counts_as_the_pile(card: str, pile: str) -> None:
    play = position(("7c", "3d"), pile=pile)
    assert f"one-off {card}" in play.do("one-off 7c").moves


def test_4_11_a_one_off_off_a_seven_opens_a_counter_window() -> None:
    play = position(("7c", "2d 2h"), ("", "10h"), pile="Ac Kd 4s")
    play.do("one-off 7c")
    assert play.asked == (1, "counter")
    play.do("pass", "one-off Ac")
    assert play.asked == (1, "counter")
    assert str(play.view(1).known_top) == "Kd"
    play.do("counter 2d")
    assert play.points(1) == "10h"
    assert play.scrap == "Ac 2d 7c"
    assert play.asked == (1, "turn")


def test_4_11_a_countered_seven_reveals_nothing() -> None:
    play = position(("7c", "2d"), pile="Ac Kd 4s")
    play.do("one-off 7c", "counter 2d")
    assert play.view(0).pile_size == 3
    assert play.view(0).known_top is None


def test_4_11_a_three_off_a_seven_may_take_the_seven() -> None:
    play = position(("7c", "4d"), pile="3c Kd 4s", scrap="Ac Ad Ah As")
    play.do("one-off 7c", "one-off 3c")
    assert "take 7c" in play.moves
    play.do("take 7c")
    assert play.hand(0) == "7c"


def test_4_11_a_card_off_a_seven_wins_like_any_other() -> None:
    play = position(("7c", "3d"), ("10h", ""), pile="Kd 10c 4s")
    play.do("one-off 7c", "king Kd")
    assert play.asked == (1, "turn")
    play = position(("7c", "3d"), ("10h 4d", ""), pile="Kd 10c 4s")
    assert play.do("one-off 7c", "king Kd").ending == ("reached the goal", 0)


@pytest.mark.parametrize(
    ("settings", "targets"),
    [
        ({}, {"Kc", "Jc", "Kd", "8h", "Jd"}),
        ({"rules": "online"}, {"Kd", "8h", "Jd", "10s", "5s"}),
        ({"nine_targets": "opponent"}, {"Kd", "8h", "Jd", "10s", "5s"}),
        ({"rules": "online", "nine_targets": "permanents"}, {"Kc", "Jc", "Kd", "8h", "Jd"}),
    ],
)
def test_4_12_what_a_nine_may_return(settings: dict, targets: set[str]) -> None:
    play = position(
        ("9c", "3d"),
        ("Ah 4h", "10s 5s"),
        ("Kc", "Kd 8h"),
        jacks={"Ah": "Jc", "10s": "Jd"},
        **settings,
    )
    ways = {move for move in play.moves_with("9c") if move.startswith("one-off")}
    assert ways == {f"one-off {target}" for target in targets}


@pytest.mark.parametrize(
    ("target", "hand_of", "points"),
    [("Kc", 0, (1, 5)), ("Kd", 1, (1, 5)), ("8h", 1, (1, 5)), ("Jc", 0, (0, 6)), ("Jd", 1, (6, 0))],
)
def test_4_12_a_permanent_goes_back_to_its_owner(target: str, hand_of: int, points: tuple[int, int]) -> None:
    play = position(("9c", "3d"), ("Ah", "5s"), ("Kc", "Kd 8h"), jacks={"Ah": "Jc", "5s": "Jd"})
    play.do(f"one-off 9c {target}")
    assert target in play.hand(hand_of).split()
    assert play.scores() == points
    assert play.scrap == "9c"
    assert names_of(play.view(1 - hand_of).opponent.known_hand) == target


def test_4_12_online_a_point_card_goes_to_its_controller_and_its_jacks_are_scrapped() -> None:
    play = position(("9c", "3d"), ("", "10s"), jacks={"10s": "Jc Jd Jh"}, rules="online")
    play.do("one-off 9c 10s")
    assert play.hand(1) == "3d 10s"
    assert play.scrap == "9c Jc Jd Jh"
    assert play.jacks == {}
    assert play.scores() == (0, 0)
    losers = {event.text(("Ann", "Bob")) for event in play.events if "loses" in event.text(("Ann", "Bob"))}
    assert losers == {"Bob loses J♣", "Ann loses J♦", "Bob loses J♥"}


@pytest.mark.parametrize(
    ("settings", "frozen"), [({}, ""), ({"rules": "online"}, "Kd"), ({"nine_freezes": True}, "Kd")]
)
def test_4_12_a_returned_card_may_be_frozen_for_its_owners_next_turn(settings: dict, frozen: str) -> None:
    play = position(("9c 3c", "3d"), ("", ""), ("", "Kd"), **settings)
    play.do("one-off 9c Kd")
    for seat in (0, 1):
        assert names_of(play.view(seat).side(1).frozen) == frozen
    assert ("king Kd" in play.moves) == (frozen == "")
    play.do("draw", "draw")
    assert play.view(1).me.frozen == ()
    assert "king Kd" in play.moves


def test_4_12_a_frozen_point_card_cannot_be_played_in_any_way() -> None:
    play = position(("9c 3c", "4d"), ("5c", "10s"), rules="online")
    play.do("one-off 9c 10s")
    assert play.moves_with("10s") == set()
    assert play.moves_with("4d") == {"points", "one-off"}


def test_4_12_an_own_card_returned_is_frozen_in_the_own_next_turn() -> None:
    play = position(("9c 3c", "4d"), ("", ""), ("Kd", ""), nine_freezes=True)
    play.do("one-off 9c Kd")
    assert names_of(play.view(1).opponent.frozen) == "Kd"
    play.do("draw")
    assert "king Kd" not in play.moves
    play.do("draw", "draw")
    assert "king Kd" in play.moves


def test_4_12_an_own_card_stays_frozen_through_the_hand_limit() -> None:
    play = position(("9c 3c", "4d"), ("", ""), ("Kd", ""), nine_freezes=True, hand_limit=1)
    play.do("one-off 9c Kd", "discard 3c", "draw")
    assert names_of(play.view(0).me.frozen) == "Kd"
    assert "king Kd" not in play.moves
    discarded = position(("9c 3c", "4d"), ("", ""), ("Kd", ""), nine_freezes=True, hand_limit=1)
    discarded.do("one-off 9c Kd", "discard Kd")
    assert discarded.view(0).me.frozen == ()


def test_4_12_a_frozen_two_may_still_counter() -> None:
    play = position(("9c 2h", "4d"), ("", "2d"), rules="online")
    play.do("one-off 9c 2d")
    assert play.moves_with("2d") == set()
    play.do("one-off 4d", "counter 2h")
    assert play.asked == (1, "counter")
    assert play.moves == {"pass", "counter 2d"}
    play.do("counter 2d")
    assert play.view(0).opponent.frozen == ()


def test_4_12_a_frozen_card_may_be_discarded_and_thaws() -> None:
    play = position(("9c", "5d 3d"), ("", ""), ("", "Kd"), rules="online")
    play.do("one-off 9c Kd", "one-off 5d")
    assert play.moves == {"discard 3d", "discard Kd"}
    play.do("discard Kd")
    assert play.view(1).me.frozen == ()


def test_4_12_a_countered_nine_returns_nothing() -> None:
    play = position(("9c", "2d"), ("", ""), ("", "Kd"))
    play.do("one-off 9c Kd", "counter 2d")
    assert play.permanents(1) == "Kd"


@pytest.mark.parametrize(
    ("scrap", "settings", "allowed"),
    [
        ("", {}, True),
        ("", {"three_counts_seven": False}, False),
        ("", {"rules": "online"}, False),
        ("", {"rules": "online", "three_counts_seven": True}, True),
        ("3h", {"rules": "online"}, False),
        ("7h", {"rules": "online"}, True),
        ("4h", {"rules": "online"}, True),
    ],
)
def test_4_2_a_three_off_a_seven_may_need_more_than_that_seven(scrap: str, settings: dict, allowed: bool) -> None:
    play = position(("7c", "4d"), scrap=scrap, pile="3d Qc 4s", **settings)
    play.do("one-off 7c")
    assert ("one-off 3d" in play.moves) == allowed
    assert "points 3d" in play.moves
    if allowed:
        play.do("one-off 3d")
        assert "take 7c" in play.moves
