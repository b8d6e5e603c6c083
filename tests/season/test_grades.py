"""Grades: equal for those who cannot be told apart."""

import msgspec

from croupier.arena.results.summary import SummaryRow
from croupier.season.config import read_season
from croupier.season.results.grades import Grade, grade_round, grades_csv, tiers
from croupier.season.rounds import FieldEntry

from .conftest import SEASON


def row(name: str, low: float, high: float, faults: int = 0) -> SummaryRow:
    middle = (low + high) / 2
    kinds = {"Crashed": faults} if faults else {}
    return SummaryRow(
        name, middle, low, high, None, None, 10, 0.5, 0, 1, {}, 0, kinds, faults, None, {}, {}, {}, {}, 10
    )


class FakeSummary(msgspec.Struct):
    rows: tuple[SummaryRow, ...]


ROWS = (
    row("random", 1300, 1400),
    row("Ann", 1600, 1700),
    row("Ben", 1650, 1750),
    row("Cleo", 1500, 1605, faults=2),
    row("Dan", 1200, 1310),
)
FIELD = [FieldEntry(each.name, "", each.name, place, 1, each.name == "random") for place, each in enumerate(ROWS)]


def grades(absent=None):
    season = read_season(SEASON)
    field = [*FIELD, FieldEntry("Eve", "", "e", 9, 1)]
    return {each.team: each for each in grade_round(season, field, FakeSummary(ROWS), absent or {})}  # type: ignore[arg-type]


def test_teams_linked_by_overlapping_intervals_are_one_tier():
    assert [[each.name for each in tier] for tier in tiers(ROWS)] == [["Ben", "Ann", "Cleo"], ["random", "Dan"]]


def test_points_are_equal_within_a_tier_but_for_faults():
    found = grades()
    assert found["Ann"].points == found["Ben"].points == 100
    assert found["Cleo"].points == 60
    assert (found["Ann"].rank_points, found["Ann"].beats_points) == (40, 20)
    assert found["Dan"].points == 40 + 0 + 10


def test_a_team_that_did_not_play_has_no_points():
    assert grades({"Eve": "cannot be started"})["Eve"].points == 0
    assert grades({"Eve": "cannot be started"})["Eve"].remark == "cannot be started"


def test_a_spreadsheet_takes_no_name_for_a_formula():
    text = grades_csv([Grade("=1+1", "", 1, "", 1, 0, 0, 0, 0, 0, 0, 0)], {"=1+1": "@SUM(A1)"})
    assert "'=1+1," in text
    assert ",'@SUM(A1)" in text
