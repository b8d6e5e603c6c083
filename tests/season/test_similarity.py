"""Which submissions are shown to the host as alike."""

from croupier.season.similarity import similar_pairs

from .conftest import FIRST, POINTS
from .test_competition import enter

COPY = POINTS.replace("points", "found") + "# my own work\n"


def test_a_copy_is_found_behind_a_last_version_that_fails(competition, run_jobs):
    enter(competition, "Ann", POINTS)
    ben = enter(competition, "Ben", COPY)
    run_jobs(2)
    competition.hand_in(ben, "bot.py", b"raise SystemExit\n")
    run_jobs(1)
    assert competition.bots(ben.team)[0].state == "failed"
    assert [(pair.one.name, pair.other.name) for pair in similar_pairs(competition)] == [("Ann", "Ben")]


def test_three_copies_in_a_small_season_are_not_common_knowledge(competition):
    for name in ("Ann", "Ben", "Cleo"):
        enter(competition, name, f"{COPY}# {name}")
    assert len(similar_pairs(competition)) == 3


def test_what_most_teams_have_is_common_knowledge(competition):
    for number in range(9):
        enter(competition, f"team {number}", f"{POINTS if number < 7 else FIRST}# {number}")
    assert [(pair.one.name, pair.other.name) for pair in similar_pairs(competition)] == [("team 7", "team 8")]
