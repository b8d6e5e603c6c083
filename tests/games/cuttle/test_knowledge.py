"""Rule 7: what a seat sees, and what it remembers."""

import pytest
from games.cuttle.play import NAMES, dealt, names_of, position

from croupier.games.cuttle.events import Drew, Shown


def known(play: object, seat: int) -> str:
    """What `seat` knows of the other hand."""
    return names_of(play.view(seat).opponent.known_hand)  # type: ignore[attr-defined]


def test_7_1_glasses_show_the_hand_at_once() -> None:
    play = position(("8c", "3d Kh"))
    assert known(play, 0) == ""
    play.do("glasses 8c")
    assert known(play, 0) == "3d Kh"
    assert names_of(play.view(1).seen_by_opponent) == "3d Kh"
    assert known(play, 1) == ""
    assert [event for event in play.events if isinstance(event, Shown)] == [
        event for event in play.match.happened(0) if isinstance(event, Shown)
    ]


def test_7_1_an_eight_for_points_shows_nothing() -> None:
    play = position(("8c", "3d Kh"))
    assert known(play.do("points 8c"), 0) == ""


def test_7_1_glasses_off_a_seven_work() -> None:
    play = position(("7c", "3d Kh"), pile="8c Kd 4c")
    assert known(play.do("one-off 7c", "glasses 8c"), 0) == "3d Kh"


def test_7_1_only_what_was_not_known_is_shown() -> None:
    play = position(("8c", "3d Kh"), known=("", "3d"))
    play.do("glasses 8c")
    assert [str(event.card) for event in play.events if isinstance(event, Shown)] == ["Kh"]


def test_7_1_glasses_see_what_is_drawn_later() -> None:
    play = position(("3c", "3d"), ("", ""), ("8c", ""), known=("", "3d"), pile="9h Kd 4c")
    play.do("draw", "draw")
    assert known(play, 0) == "3d Kd"
    assert [str(event.card) for event in play.match.happened(0) if isinstance(event, Drew)] == ["Kd"]
    assert known(play, 1) == ""


def test_7_1_what_was_seen_is_remembered_when_the_glasses_go() -> None:
    play = position(("8c 4c", "2d Kh 5h"), pile="9h Kd 4h")
    play.do("glasses 8c", "one-off 2d 8c", "draw", "draw")
    assert known(play, 0) == "5h Kh"
    assert play.view(0).opponent.hand_size == 3
    play.do("draw", "king Kh")
    assert known(play, 0) == "5h"


def test_7_2_a_drawn_card_is_its_owners_secret() -> None:
    play = position(("3c", "3d"), pile="9h Kd 4c")
    play.do("draw")
    assert [event.text(NAMES) for event in play.match.happened(0)] == ["Ann draws 9♥"]
    assert [event.text(NAMES) for event in play.match.happened(1)] == ["Ann draws a card"]
    assert known(play, 1) == ""


def test_7_2_the_card_a_seven_put_back_is_known_where_it_goes() -> None:
    play = position(("7c", "3d"), pile="9h Kd 4c 5c")
    play.do("one-off 7c", "points 9h", "draw")
    assert known(play, 0) == "Kd"
    play.do("draw")
    assert known(play, 1) == ""


def test_7_2_a_five_draws_the_known_card_and_an_unknown_one() -> None:
    play = position(("3c", "5d"), pile="9h Kd 4c", top_known=True, turn=1)
    play.do("one-off 5d")
    assert known(play, 0) == "9h"
    assert play.view(0).opponent.hand_size == 2


@pytest.mark.parametrize("taken", ["Kd", "10h"])
def test_7_2_what_a_three_takes_is_known(taken: str) -> None:
    play = position(("3c", "4d"), scrap="Kd 10h")
    assert known(play.do("one-off 3c", f"take {taken}"), 1) == taken


def test_7_2_what_a_nine_returns_is_known() -> None:
    play = position(("9c", "4d"), ("", ""), ("", "Kd"))
    assert known(play.do("one-off 9c Kd"), 0) == "Kd"


def test_7_2_a_known_card_is_forgotten_only_when_it_leaves() -> None:
    play = position(("4c 5c", "3d Kd"), known=("", "Kd"))
    play.do("one-off 4c", "discard 3d", "discard Kd")
    assert known(play, 0) == ""
    assert play.view(0).opponent.hand_size == 0


def test_7_3_nobody_is_told_who_holds_a_two() -> None:
    """A counter declined and a counter that was not possible look the same to the other seat."""
    with_two = position(("5c", "2d"), pile="9h Kd 4c").do("one-off 5c", "pass")
    without = position(("5c", "3d"), pile="9h Kd 4c").do("one-off 5c")
    assert with_two.match.state.seen[0] == without.match.state.seen[0]
    assert with_two.match.take_news(0) == without.match.take_news(0)
    assert with_two.view(0).ints == without.view(0).ints


def test_7_3_the_deal_is_told_to_each_owner_only() -> None:
    play = dealt("Ac 2c 3c 4c 5c Kd Qd Jd 10d 9d 8d")
    for seat in (0, 1):
        told = [(event.seat, event.card) for event in play.match.take_news(seat)]  # type: ignore[attr-defined]
        assert all((card is not None) == (owner == seat) for owner, card in told)
        assert len(told) == 11


@pytest.mark.parametrize("settings", [{"rules": "online"}, {"open_hands": True, "empty_deck": "passes"}])
def test_7_4_hands_are_open_once_the_pile_is_empty(settings: dict[str, object]) -> None:
    play = position(("3c 9d", "3d Kh"), pile="5s", **settings)
    assert (known(play, 0), known(play, 1)) == ("", "")
    play.do("draw")
    assert (known(play, 0), known(play, 1)) == ("3d Kh", "3c 5s 9d")
    assert sorted(str(event.card) for event in play.events if isinstance(event, Shown)) == [
        "3c",
        "3d",
        "5s",
        "9d",
        "Kh",
    ]


def test_7_4_also_when_a_seven_takes_the_last_card() -> None:
    play = position(("7c 9d", "2d Kh"), pile="4s", rules="online")
    play.do("one-off 7c", "pass")
    assert known(play, 0) == "", "the last card lies open, but not in a hand"
    play.do("one-off 4s")
    assert (known(play, 0), known(play, 1)) == ("2d Kh", "9d")
    assert play.asked == (1, "counter")


def test_7_4_not_in_the_classic_game() -> None:
    play = position(("3c 9d", "3d Kh"), pile="5s", empty_deck="passes")
    play.do("draw")
    assert (known(play, 0), known(play, 1)) == ("", "")
