"""Rule 6: who controls what, and what a Queen protects."""

import pytest
from games.cuttle.play import NAMES, position

from croupier.games.cuttle.events import Scrapped


def test_6_1_a_jack_takes_an_opposing_point_card() -> None:
    play = position(("Jc", "3d"), ("2h", "10s 4d"))
    assert play.moves_with("Jc") == {"jack 10s", "jack 4d"}
    play.do("jack Jc 10s")
    assert play.points(0) == "2h 10s"
    assert play.scores() == (12, 4)
    assert play.jacks == {"10s": "Jc"}


def test_6_1_jacks_stack_and_each_moves_the_card() -> None:
    play = position(("Jc Jd", "Jh Js"), ("", "10s"))
    holders = []
    for move in ("jack Jc 10s", "jack Jh 10s", "jack Jd 10s", "jack Js 10s"):
        play.do(move)
        holders.append((play.points(0), play.points(1)))
    assert holders == [("10s", ""), ("", "10s"), ("10s", ""), ("", "10s")]
    assert play.jacks == {"10s": "Jc Jh Jd Js"}


def test_6_1_a_jacked_card_counts_for_its_controller_who_can_be_scuttled() -> None:
    play = position(("Jc", "10h"), ("", "9s"))
    play.do("jack Jc 9s")
    assert "scuttle 10h 9s" in play.moves
    play.do("scuttle 10h 9s")
    assert play.scrap == "9s 10h Jc"
    assert play.jacks == {}
    assert play.scores() == (0, 0)


def test_6_1_a_card_of_the_own_cannot_be_jacked() -> None:
    assert position(("Jc", ""), ("10h", "")).moves == {"draw"}


def test_6_2_when_the_top_jack_leaves_the_card_goes_back_one_step() -> None:
    play = position(
        ("2c 2d 4c", "2h 2s 4d"),
        ("", "10s"),
        jacks={"10s": "Jc Jh Jd Js"},
    )
    steps = []
    for move in ("one-off 2c Js", "one-off 2h Jd", "one-off 2d Jh", "one-off 2s Jc"):
        play.do(move)
        while play.ask().question == "counter":
            play.do("pass")
        steps.append((play.points(0), play.points(1), play.jacks.get("10s", "")))
    assert steps == [("10s", "", "Jc Jh Jd"), ("", "10s", "Jc Jh"), ("10s", "", "Jc"), ("", "10s", "")]


@pytest.mark.parametrize("card", ["2c", "9c"])
def test_6_2_of_a_stack_only_the_top_jack_can_be_targeted(card: str) -> None:
    play = position((card, "3d"), ("4h", "10s"), jacks={"10s": "Jc Jd Jh", "4h": "Js"})
    expected = {"one-off Jh", "one-off Js"} if card == "9c" else {"one-off Jh"}
    assert {move for move in play.moves_with(card) if "one-off" in move} == expected


def test_6_2_a_scrapped_point_card_takes_all_its_jacks_along() -> None:
    play = position(("10c", "3d"), ("", "9s 8d"), jacks={"9s": "Jc Jd Jh", "8d": "Js"})
    play.do("scuttle 10c 9s")
    assert play.scrap == "9s 10c Jc Jd Jh"
    assert play.jacks == {"8d": "Js"}
    lost = [(event.seat, str(event.card)) for event in play.events if isinstance(event, Scrapped)]
    assert lost == [(0, "10c"), (1, "9s"), (1, "Jc"), (0, "Jd"), (1, "Jh")]


def test_6_2_a_jack_can_be_played_again_on_a_shorter_stack() -> None:
    play = position(("9c", "4d Jh"), ("10s", ""), jacks={"10s": "Jc Jd"})
    play.do("one-off 9c Jd")
    assert play.jacks == {"10s": "Jc"}
    assert play.points(1) == "10s"
    play.do("draw", "jack Jd 10s")
    assert play.jacks == {"10s": "Jc Jd"}
    play.do("jack Jh 10s")
    assert play.jacks == {"10s": "Jc Jd Jh"}


@pytest.mark.parametrize("rules", ["classic", "online"])
@pytest.mark.parametrize(
    ("queens", "two", "jack"),
    [
        ("", {"Kd", "8d", "Jh"}, {"10s", "4s"}),
        ("Qd", {"Qd"}, set()),
        ("Qd Qh", set(), set()),
        ("Qd Qh Qs", set(), set()),
    ],
)
def test_6_3_a_queen_protects_all_but_herself(rules: str, queens: str, two: set[str], jack: set[str]) -> None:
    play = position(
        ("2c 9c Jc", "3d"),
        ("", "10s 4s"),
        ("", f"Kd 8d {queens}"),
        jacks={"10s": "Jh"},
        rules=rules,
    )
    assert {move.split()[1] for move in play.moves_with("2c") if "one-off" in move} == two
    assert {move.split()[1] for move in play.moves_with("Jc")} == jack
    nine = two | ({"10s", "4s"} if rules == "online" and not queens else set())
    assert {move.split()[1] for move in play.moves_with("9c") if "one-off" in move} == nine


def test_6_3_a_queen_does_not_hinder_her_owner() -> None:
    play = position(("9c", "3d"), ("", ""), ("Qc Qh Kc", "Qd"))
    assert {move for move in play.moves_with("9c") if "one-off" in move} == {
        "one-off Qc",
        "one-off Qh",
        "one-off Kc",
        "one-off Qd",
    }


@pytest.mark.parametrize(("card", "points", "permanents"), [("Ac", "", "Qd Qh"), ("6c", "10s", "")])
def test_6_3_aces_and_sixes_ignore_queens(card: str, points: str, permanents: str) -> None:
    play = position((card, "3d"), ("", "10s"), ("", "Qd Qh"))
    play.do(f"one-off {card}")
    assert (play.points(1), play.permanents(1)) == (points, permanents)


def test_6_3_the_second_queen_protects_the_first_from_then_on() -> None:
    play = position(("2c 3c", "Qh 3d"), ("", ""), ("", "Qd"))
    assert "one-off 2c Qd" in play.moves
    play.do("draw", "queen Qh")
    assert {move for move in play.moves_with("2c") if "one-off" in move} == set()


def test_6_3_events_name_who_had_what() -> None:
    play = position(("2c", "3d"), ("", "10s"), jacks={"10s": "Jh"})
    play.do("one-off 2c Jh")
    assert [event.text(NAMES) for event in play.events] == [
        "Ann plays 2♣ as a one-off against J♥",
        "Ann's 2♣ takes effect",
        "Ann takes over 10♠",
        "Bob loses J♥",
    ]
