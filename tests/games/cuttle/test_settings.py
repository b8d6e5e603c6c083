"""Rule 8: the two presets, every setting by itself, and what is refused."""

import pytest
from games.cuttle.play import dealt, position

from croupier.games.cuttle import GAME, CuttleSettings
from croupier.kernel.errors import UsageError

TABLE = [
    ("five", "draw-two", "discard-draw-three"),
    ("nine_freezes", False, True),
    ("nine_targets", "permanents", "opponent"),
    ("three_takes_three", True, False),
    ("hand_limit", 0, 8),
    ("queen_stops_counter", False, True),
    ("empty_deck", "points", "passes"),
    ("any_sweep", False, True),
    ("three_counts_seven", True, False),
    ("open_hands", False, True),
    ("max_turns", 500, 500),
    ("deal", "", ""),
]


@pytest.mark.parametrize(("name", "classic", "online"), TABLE)
def test_8_1_the_presets(name: str, classic: object, online: object) -> None:
    assert getattr(GAME.settings(), name) == classic
    assert getattr(GAME.settings({"rules": "classic"}), name) == classic
    assert getattr(GAME.settings({"rules": "online"}), name) == online


@pytest.mark.parametrize(("name", "classic", "online"), TABLE[:10])
def test_8_1_each_difference_is_a_setting_of_its_own(name: str, classic: object, online: object) -> None:
    for rules, own, other in (("classic", classic, online), ("online", online, classic)):
        chosen = GAME.settings({"rules": rules, name: other})
        assert getattr(chosen, name) == other != own
        rest = [field for field, *_ in TABLE if field != name]
        assert all(getattr(chosen, field) == getattr(GAME.settings({"rules": rules}), field) for field in rest)


def test_8_1_every_setting_is_in_the_table() -> None:
    assert {*CuttleSettings.__struct_fields__} == {"rules", *(name for name, *_ in TABLE)}


@pytest.mark.parametrize(("text", "value"), [("8", 8), ("0", 0), ("52", 52)])
def test_8_1_values_may_be_text(text: str, value: int) -> None:
    assert GAME.settings({"hand_limit": text}).hand_limit == value  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ({"limit": 8}, "unknown field `limit`"),
        ({"rules": "modern"}, "'modern' - at `$.rules`"),
        ({"five": "draw-three"}, "'draw-three' - at `$.five`"),
        ({"nine_freezes": "perhaps"}, "at `$.nine_freezes`"),
        ({"nine_targets": "all"}, "at `$.nine_targets`"),
        ({"three_takes_three": 3}, "at `$.three_takes_three`"),
        ({"hand_limit": "many"}, "at `$.hand_limit`"),
        ({"hand_limit": -1}, "hand_limit must be 0 (none) to 52"),
        ({"hand_limit": 53}, "hand_limit must be 0 (none) to 52"),
        ({"queen_stops_counter": ""}, "at `$.queen_stops_counter`"),
        ({"empty_deck": "draw"}, "at `$.empty_deck`"),
        ({"any_sweep": 2.5}, "at `$.any_sweep`"),
        ({"max_turns": 0}, "max_turns must be 1 to 10000"),
        ({"max_turns": 10001}, "max_turns must be 1 to 10000"),
        ({"deal": "Qh 10s Qh"}, "deal names a card twice"),
        ({"deal": "Qh 11s"}, "'11s' is not a card"),
        ({"deal": "qh"}, "'qh' is not a card"),
        ({"deal": 7}, "at `$.deal`"),
    ],
)
def test_8_1_bad_settings_are_refused_in_one_sentence(values: dict, complaint: str) -> None:
    with pytest.raises(UsageError) as error:
        GAME.settings(values)
    text = str(error.value)
    assert text.startswith("cuttle: ")
    assert complaint in text
    assert "\n" not in text
    assert "see croupier games cuttle" in text


@pytest.mark.parametrize("seats", [1, 3])
def test_8_1_cuttle_is_for_two(seats: int) -> None:
    with pytest.raises(UsageError, match=f"is for 2 players, not for {seats}"):
        GAME.new_state(GAME.settings(), seats)


def test_8_2_a_deal_comes_first_and_chance_does_the_rest() -> None:
    named = "10h 9s Ac Kd Qd Jc Jd Jh Js 2c 2d 7c"
    one, two, other = dealt(named, seed=1), dealt(named, seed=1), dealt(named, seed=2)
    for play in (one, two, other):
        assert play.hand(0) == "Ac 9s 10h Qd Kd"
        assert play.hand(1) == "2c 2d Jc Jd Jh Js"
        play.do("draw")
        assert "7c" in play.hand(0)
    assert [play.do("draw").hand(1) for play in (one, two)] == [one.hand(1)] * 2
    snapshots = [play.match.state.snapshot(-1) for play in (one, two, other)]
    assert snapshots[0] == snapshots[1]
    assert snapshots[0][:-1] != snapshots[2][:-1]


def test_8_2_a_deal_may_be_separated_by_commas() -> None:
    assert dealt("10h,9s, Ac Kd,Qd").hand(0) == "Ac 9s 10h Qd Kd"


def test_8_2_the_same_seed_deals_the_same_in_both_presets() -> None:
    classic, online = dealt(seed=9), dealt(seed=9, rules="online")
    assert (classic.hand(0), classic.hand(1)) == (online.hand(0), online.hand(1))


def test_8_2_the_turn_limit_can_be_set() -> None:
    play = position(("3c", "4c"), turns=10, max_turns=11)
    assert play.do("draw").ending == ("drawn by the turn limit", None)
