"""Rules 4.1 to 4.4 and the effects 4.5 to 4.10; Seven and Nine have files of their own."""

import pytest
from games.cuttle.play import position

from croupier.games.cuttle.events import Resolved


@pytest.mark.parametrize("card", ["8c", "10c", "Jc", "Qc", "Kc"])
def test_4_1_some_ranks_have_no_effect(card: str) -> None:
    play = position((card, "Ad"), ("", "10h"), ("", "Kd"), scrap="As")
    assert "one-off" not in play.moves_with(card)


def test_4_1_the_one_off_is_scrapped_after_its_effect() -> None:
    play = position(("5c", "3c"))
    assert play.do("one-off 5c").scrap == "5c"


@pytest.mark.parametrize(
    ("card", "situation", "allowed"),
    [
        ("Ac", {}, False),
        ("Ac", {"points": ("2d", "")}, True),
        ("Ac", {"points": ("", "2d")}, True),
        ("Ac", {"any_sweep": True}, True),
        ("Ac", {"rules": "online"}, True),
        ("Ac", {"rules": "online", "any_sweep": False}, False),
        ("2c", {}, False),
        ("2c", {"permanents": ("Kd", "")}, False),
        ("2c", {"points": ("", "10d")}, False),
        ("2c", {"permanents": ("", "Kd")}, True),
        ("3c", {}, False),
        ("3c", {"scrap": "Kd"}, True),
        ("3c", {"scrap": "3d"}, True),
        ("3c", {"scrap": "3d", "three_takes_three": False}, False),
        ("3c", {"scrap": "3d", "rules": "online"}, False),
        ("3c", {"scrap": "3d Ad", "rules": "online"}, True),
        ("4c", {"hands": ("4c", "")}, False),
        ("4c", {"hands": ("4c", "Kd")}, True),
        ("5c", {"pile": "Kd"}, True),
        ("5c", {"pile": ""}, False),
        ("6c", {}, False),
        ("6c", {"points": ("10d", "10h")}, False),
        ("6c", {"permanents": ("Kd", "")}, True),
        ("6c", {"permanents": ("", "8d")}, True),
        ("6c", {"points": ("10d", ""), "jacks": {"10d": "Jc"}}, True),
        ("6c", {"rules": "online"}, True),
        ("6c", {"rules": "online", "any_sweep": False}, False),
        ("7c", {"pile": "Kd"}, True),
        ("7c", {"pile": ""}, False),
        ("9c", {}, False),
        ("9c", {"points": ("", "10d")}, False),
        ("9c", {"points": ("", "10d"), "rules": "online"}, True),
        ("9c", {"permanents": ("Kd", "")}, True),
        ("9c", {"permanents": ("Kd", ""), "rules": "online"}, False),
        ("9c", {"permanents": ("", "Kd")}, True),
    ],
)
def test_4_2_what_a_one_off_needs(card: str, situation: dict, allowed: bool) -> None:
    play = position(**{"hands": (card, "2s"), **situation})
    assert any(move.startswith("one-off") for move in play.moves_with(card)) == allowed


def test_4_3_the_target_is_named_when_the_card_is_played() -> None:
    play = position(("2c", "2d"), ("", ""), ("", "Kd 8h"))
    play.do("one-off 2c 8h")
    assert str(play.view(1).pending) == "2c"
    assert str(play.view(1).pending_target) == "8h"
    play.do("pass")
    assert play.permanents(1) == "Kd"
    assert play.scrap == "2c 8h"


COUNTERS = ["counter 2d", "counter 2c", "counter 2h", "counter 2s"]


@pytest.mark.parametrize(("twos", "works"), [(0, True), (1, False), (2, True), (3, False), (4, True)])
def test_4_4_an_odd_number_of_twos_cancels(twos: int, works: bool) -> None:
    play = position(("Ac 2c 2s", "2d 2h"), ("", "10d"))
    play.do("one-off Ac")
    for number in range(twos):
        assert play.asked == (1 - number % 2, "counter")
        play.do(COUNTERS[number])
    if twos < 4:
        assert "pass" in play.moves
        play.do("pass")
    resolved = [event for event in play.events if isinstance(event, Resolved)]
    assert [event.works for event in resolved] == [works]
    assert play.points(1) == ("" if works else "10d")
    assert set(play.scrap.split()) == {
        "Ac",
        *(move.split()[1] for move in COUNTERS[:twos]),
        *(["10d"] if works else []),
    }
    assert play.asked == (1, "turn")


@pytest.mark.parametrize("hand", ["", "Ad Kd", "3c 4d 10h"])
def test_4_4_a_seat_without_a_two_is_not_asked_and_leaves_no_trace(hand: str) -> None:
    silent = position(("Ac", hand), ("10c", ""))
    silent.do("one-off Ac")
    asked = position(("Ac", "2d"), ("10c", ""))
    asked.do("one-off Ac")
    assert asked.asked == (1, "counter")
    assert silent.asked == (1, "turn")
    events = list(asked.events)
    asked.do("pass")
    assert [*events, *asked.events] == silent.events


def test_4_4_only_twos_of_the_own_hand_counter() -> None:
    play = position(("Ac", "2d 2s 3c"), ("10c", ""))
    assert play.do("one-off Ac").moves == {"pass", "counter 2d", "counter 2s"}


def test_4_4_a_countered_one_off_ends_the_turn_without_effect() -> None:
    play = position(("5c", "2d"))
    play.do("one-off 5c", "counter 2d")
    assert play.view(0).me.hand_size == 0
    assert play.scrap == "2d 5c"
    assert play.asked == (1, "turn")


def test_4_4_a_two_with_a_target_can_be_countered() -> None:
    play = position(("2c", "2d"), ("", ""), ("", "Kd"))
    play.do("one-off 2c Kd", "counter 2d")
    assert play.permanents(1) == "Kd"


@pytest.mark.parametrize(
    ("settings", "queen_of", "asked"),
    [
        ({}, 0, True),
        ({}, 1, True),
        ({"rules": "online"}, 0, False),
        ({"rules": "online"}, 1, True),
        ({"queen_stops_counter": True}, 0, False),
        ({"rules": "online", "queen_stops_counter": False}, 0, True),
    ],
)
def test_4_4_a_queen_may_stop_counters_against_her_owner(settings: dict, queen_of: int, asked: bool) -> None:
    permanents = ("Qc", "") if queen_of == 0 else ("", "Qc")
    play = position(("5c 2c", "2d"), ("", ""), permanents, **settings)
    play.do("one-off 5c")
    assert (play.asked == (1, "counter")) == asked


def test_4_4_a_queen_protects_her_owners_countering_twos() -> None:
    play = position(("5c 2c", "2d"), ("", ""), ("", "Qc"), rules="online")
    play.do("one-off 5c", "counter 2d")
    assert play.asked == (1, "turn")
    assert play.scrap == "2d 5c"
    classic = position(("5c 2c", "2d"), ("", ""), ("", "Qc"))
    assert classic.do("one-off 5c", "counter 2d").asked == (0, "counter")


def test_4_5_an_ace_scraps_all_point_cards_with_their_jacks() -> None:
    play = position(("Ac", "Kc"), ("10h 2d", "9s 3d"), ("8c", "Qd"), jacks={"10h": "Jc Jd", "3d": "Js"})
    play.do("one-off Ac")
    assert play.points(0) == play.points(1) == ""
    assert play.scores() == (0, 0)
    assert play.jacks == {}
    assert play.scrap == "Ac 2d 3d 9s 10h Jc Jd Js"
    assert (play.permanents(0), play.permanents(1)) == ("8c", "Qd")


@pytest.mark.parametrize("target", ["8d", "Qd", "Kd"])
def test_4_6_a_two_scraps_a_permanent_of_the_opponent(target: str) -> None:
    play = position(("2c", ""), ("", ""), ("Kc", target))
    assert play.moves_with("2c") == {"points", f"one-off {target}"}
    play.do(f"one-off 2c {target}")
    assert play.permanents(1) == ""
    assert set(play.scrap.split()) == {"2c", target}


def test_4_6_a_two_does_not_target_point_cards() -> None:
    play = position(("2c", ""), ("", "8d 10h"), ("", "8h"))
    assert play.moves_with("2c") == {"points", "one-off 8h"}


def test_4_7_a_three_takes_a_card_chosen_when_it_resolves() -> None:
    play = position(("3c", "4d"), scrap="Kc 10h")
    play.do("one-off 3c")
    assert play.asked == (0, "three")
    assert play.moves == {"take Kc", "take 10h"}
    play.do("take Kc")
    assert play.hand(0) == "Kc"
    assert play.scrap == "3c 10h"
    assert play.asked == (1, "turn")


@pytest.mark.parametrize(("rules", "takes"), [("classic", {"take 3d", "take Kc"}), ("online", {"take Kc"})])
def test_4_7_whether_a_three_takes_a_three(rules: str, takes: set[str]) -> None:
    play = position(("3c", "4d"), scrap="Kc 3d", rules=rules)
    assert play.do("one-off 3c").moves == takes


def test_4_7_a_three_never_takes_itself_but_the_next_three_may() -> None:
    play = position(("3c", "3d"), scrap="Kc")
    assert play.do("one-off 3c").moves == {"take Kc"}
    play.do("take Kc")
    assert play.do("one-off 3d").moves == {"take 3c"}


def test_4_7_a_three_may_take_the_twos_played_about_it() -> None:
    play = position(("3c 2c", "2d"), scrap="Kc")
    play.do("one-off 3c", "counter 2d", "counter 2c")
    assert play.moves == {"take Kc", "take 2c", "take 2d"}
    play.do("take 2d")
    assert play.hand(0) == "2d"
    assert play.scrap == "2c 3c Kc"


def test_4_7_a_countered_three_takes_nothing_and_is_scrapped() -> None:
    play = position(("3c", "2d"), scrap="Kc")
    play.do("one-off 3c", "counter 2d")
    assert play.scrap == "2d 3c Kc"
    assert play.asked == (1, "turn")


@pytest.mark.parametrize(("hand", "discards"), [("Kd", 1), ("Kd 10h", 2), ("Kd 10h 3s 4h", 2)])
def test_4_8_a_four_makes_the_opponent_discard_two(hand: str, discards: int) -> None:
    play = position(("4c", hand))
    play.do("one-off 4c")
    for left in range(discards, 0, -1):
        assert play.asked == (1, "four")
        assert play.view(1).to_discard == left
        assert play.moves == {f"discard {card}" for card in play.hand(1).split()}
        play.do(f"discard {play.hand(1).split()[-1]}")
    assert play.view(1).me.hand_size == len(hand.split()) - discards
    assert play.asked == (1, "turn")


def test_4_8_an_opponent_who_countered_with_his_last_card_discards_nothing() -> None:
    play = position(("4c 2c", "2d"))
    play.do("one-off 4c", "counter 2d", "counter 2c")
    assert play.asked == (1, "turn")
    assert play.scrap == "2c 2d 4c"


@pytest.mark.parametrize(("pile", "drawn"), [("Kd 10h 3s", "10h Kd"), ("Kd 10h", "10h Kd"), ("Kd", "Kd")])
def test_4_9_a_five_draws_two_or_what_is_left(pile: str, drawn: str) -> None:
    play = position(("5c", "4d"), pile=pile)
    play.do("one-off 5c")
    assert play.hand(0) == drawn


@pytest.mark.parametrize(
    ("pile", "hand", "after"),
    [
        ("Kd 10h 3s Ac", "4d 6h", "3s 6h 10h Kd"),
        ("Kd 10h", "4d 6h", "6h 10h Kd"),
        ("Kd", "4d", "Kd"),
    ],
)
def test_4_9_online_a_five_discards_one_and_draws_up_to_three(pile: str, hand: str, after: str) -> None:
    play = position((f"5c {hand}", "2s"), pile=pile, rules="online")
    play.do("one-off 5c", "pass")
    assert play.asked == (0, "five")
    assert play.moves == {f"discard {card}" for card in hand.split()}
    play.do("discard 4d")
    assert play.hand(0) == after
    assert "4d" in play.scrap
    assert play.asked == (1, "turn")


def test_4_9_online_a_five_with_an_empty_hand_just_draws() -> None:
    play = position(("5c", "4d"), pile="Kd 10h 3s Ac", rules="online")
    assert play.do("one-off 5c").hand(0) == "3s 10h Kd"


def test_4_9_online_a_five_is_followed_by_the_hand_limit() -> None:
    play = position(("5c Ac 3c 4c 6c 7c 8c 9c", "Qd"), rules="online", pile="Kd 10h 3s Qc")
    play.do("one-off 5c", "discard Ac")
    assert play.view(0).me.hand_size == 9
    assert play.asked == (0, "limit")
    play.do("discard 3c")
    assert play.asked == (1, "turn")


def test_4_10_a_six_scraps_all_permanents_and_jacked_cards_go_home() -> None:
    play = position(
        ("6c", "4d"),
        ("10h 3d", "9s 5h"),
        ("8c Kc", "Qd Kd"),
        jacks={"10h": "Jc", "9s": "Jd Jh"},
    )
    play.do("one-off 6c")
    assert play.permanents(0) == play.permanents(1) == ""
    assert play.jacks == {}
    assert play.points(0) == "3d"
    assert play.points(1) == "5h 9s 10h"
    assert play.scores() == (3, 24)
    assert play.ending == ("reached the goal", 1)
    assert play.scrap == "6c 8c Jc Jd Jh Qd Kc Kd"


def test_4_10_a_six_lifts_a_stack_of_four_jacks_from_the_top() -> None:
    play = position(("6c", "4d"), ("", "10h"), jacks={"10h": "Jh Jc Js Jd"}, turn=0)
    play.do("one-off 6c")
    scrapped = [str(event) for event in play.events if "Scrapped" in str(event)]
    assert [text.split("card=")[1] for text in scrapped] == [
        "Card('Jd'))",
        "Card('Js'))",
        "Card('Jc'))",
        "Card('Jh'))",
    ]
    assert play.points(1) == "10h"
