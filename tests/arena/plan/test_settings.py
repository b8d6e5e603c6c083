"""NAME=VALUE."""

import pytest

from croupier.arena.plan.settings import checked_settings, read_settings, settings_table
from croupier.games import find_game
from croupier.kernel.errors import UsageError

CUTTLE = find_game("cuttle")


def test_texts_become_settings():
    settings = read_settings(CUTTLE, ["rules=online", "max_turns = 50", "nine_freezes=false", "deal=10h 9s"])
    assert settings == CUTTLE.settings({"rules": "online", "max_turns": 50, "nine_freezes": False, "deal": "10h 9s"})
    assert read_settings(CUTTLE, []) == CUTTLE.settings()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("rules", ["NAME=VALUE", "rules, five"]),
        ("rule=online", ["no setting 'rule'", "did you mean rules?", "max_turns"]),
        ("rules=chess", ["rules must be classic or online", "'chess'"]),
        ("max_turns=many", ["max_turns must be a whole number", "'many'"]),
        ("nine_freezes=maybe", ["nine_freezes must be true or false", "'maybe'"]),
        ("max_turns=0", ["max_turns must be 1 to 10000"]),
        ("deal=Zz", ["'Zz' is not a card"]),
    ],
)
def test_a_bad_setting_is_refused_with_the_choices(text: str, words: list[str]):
    with pytest.raises(UsageError) as caught:
        read_settings(CUTTLE, [text])
    assert all(word in str(caught.value) for word in words), str(caught.value)


def test_values_from_python_are_checked_alike():
    assert checked_settings(CUTTLE, {"max_turns": 9}) == CUTTLE.settings({"max_turns": 9})
    with pytest.raises(UsageError, match="max_turns must be a whole number"):
        checked_settings(CUTTLE, {"max_turns": "x"})


def test_every_setting_is_listed_with_its_choices():
    table = {row["name"]: row for row in settings_table(CUTTLE)}
    assert table["rules"] == {"name": "rules", "default": "classic", "choices": "classic or online"}
    assert table["nine_freezes"]["default"] == "false"
