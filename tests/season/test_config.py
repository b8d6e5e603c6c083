"""The season file: the examples are valid, and every mistake is named with its line and the way out."""

from pathlib import Path

import pytest

from croupier.kernel.errors import UsageError
from croupier.season.config import load_season, read_season

EXAMPLES = Path(__file__).parents[2] / "configs" / "seasons"
CLASS = (EXAMPLES / "class.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", sorted(EXAMPLES.glob("*.toml")), ids=lambda path: path.stem)
def test_an_example_is_valid(path: Path):
    season, text = load_season(path)
    assert season.title
    assert season == read_season(text)


def test_the_class_has_three_rounds_and_grades_of_the_last():
    season = read_season(CLASS)
    assert [each.name for each in season.round] == ["week 1", "week 2", "final"]
    assert season.graded_round() is season.round[-1]


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("rank = 30", "rnak = 30", "line 39: 'rnak' is not known here (did you mean rank?); round, faultless, rank"),
        ("blocks = 50", "blocks = 0", "line 35: round.blocks: expected `int` >= 1"),
        ("blocks = 50", 'blocks = "many"', "line 35: round.blocks: expected `int`"),
        ('"cuttle"', '"cutle"', "line 3: no game 'cutle' (did you mean cuttle?)"),
        ("22T18:00:00Z", "22T18:00:00", "line 34: say in which time zone 2027-03-22T18:00:00 is, such as 2027-03-22T"),
        ("22T18:00:00Z", "02T18:00:00Z", "line 34: the deadline of 'final' must be later than 2027-03-15"),
        ('name = "final"', 'name = "week 1"', "line 33: there are two rounds 'week 1'"),
        (
            '"random", "easy", "medium"]',
            '"random", "hueristic"]',
            "line 6: 'hueristic' is not a built-in bot of cuttle",
        ),
        (
            '"random", "easy", "medium"]',
            '"random", "/etc/passwd.py"]',
            "line 6: '/etc/passwd.py' is not a built-in bot",
        ),
        ("medium = 15 }", "ismcts = 15 }", "line 40: 'ismcts' is not a reference bot; reference has random"),
        ("title =", "titel =", "line 2: 'titel' is not known here (did you mean title?)"),
        ('title = "Programming 2, Cuttle"\n', "", "title is missing; add title = ..."),
        ('name = "week 2"\n', "", "line 27: name is missing in [round]; add name = ..."),
        ("codes = 30 ", "# codes", "line 15: nobody could join: set open = true, or codes = 30"),
        ('public = "rounds"', 'public = "some"', "line 44: replays.public: must be none, rounds or all, not 'some'"),
        ("codes = 30 ", "codes = thirty ", "line 16, column 9: Invalid value"),
        ("[limits]", '[settings]\nrules = "x"\n[limits]', "line 9: cuttle: rules must be classic or online, not 'x'"),
        ('game = "cuttle"', 'game = "cuttle"\nseats = 5', "line 4: cuttle"),
        ("closes = 2027-03-23", "closes = 2027-03-03", "line 5: the season cannot close before its last deadline"),
    ],
)
def test_a_mistake_is_named_with_its_line(old: str, new: str, error: str):
    assert old in CLASS
    with pytest.raises(UsageError) as found:
        read_season(CLASS.replace(old, new), "my.toml")
    assert str(found.value).startswith("my.toml")
    assert error in str(found.value)


def test_a_file_that_is_not_there_is_named(tmp_path: Path):
    with pytest.raises(UsageError, match="cannot be read: No such file"):
        load_season(tmp_path / "none.toml")
