"""What a season file says is what happens: divisions, quotas, dates, memory, and tables of more than two."""

import os
from pathlib import Path

import pytest

from croupier.arena.store.store import Store
from croupier.players.sandbox.isolation import Isolation
from croupier.season.competition import Competition
from croupier.season.pages.season_page import leaderboard
from croupier.season.records import Refused
from croupier.season.results.bundle import make_bundle, verify_bundle
from croupier.season.work.worker import Worker

from .conftest import DAY, FIRST, POINTS, SEASON, START, VirtualClock, zipped
from .test_competition import enter
from .test_work import HONEST

DIVISIONS = """
[[division]]
name = "first year"

[[division]]
name = "second year"
codes = 2
"""
DATES = "opens = 2027-01-16T08:00:00Z\ncloses = 2027-01-25T08:00:00Z\n"
COUP = """
title = "Three at a table"
game = "coup"
seats = 3
reference = ["random"]
[ladder]
meeting_blocks = 1
most_blocks = 2
[[round]]
name = "final"
deadline = 2027-01-22T08:00:00Z
blocks = 1
"""


def begin(store: Store, clock: VirtualClock, folder: Path, file: str) -> tuple[Competition, Worker]:
    season = Competition(store, clock)
    assert season.open(file)
    return season, Worker(season, store, folder / "bots", isolation=Isolation(trust=True), in_process=True)


def test_divisions(store: Store, clock: VirtualClock, tmp_path: Path):
    season, worker = begin(store, clock, tmp_path, SEASON + DIVISIONS)
    invited = [code for code, division, _ in season.codes() if division == "second year"]
    assert len(season.codes()) == len(invited) == 2
    season.join("Ann", "Ann")
    season.join("Ben", "Ben", division="second year")
    season.join("Cleo", "Cleo", invited[0], division="first year")
    with pytest.raises(Refused, match="there is no division 'third'; choose first year, second year"):
        season.join("Dan", "Dan", division="third")
    found = {team.name: team.division for team in season.teams()}
    assert found == {"random": "", "Ann": "first year", "Ben": "second year", "Cleo": "second year"}
    eve = enter(season, "Eve", FIRST)
    assert worker.step()
    assert [row.division for row in leaderboard(season).rows if row.team == eve.team] == ["first year"]


def test_all_versions_of_a_team_together_are_limited(store: Store, clock: VirtualClock):
    season = Competition(store, clock)
    large = SEASON.replace("upload_kb = 64", "upload_kb = 2048").replace("unpacked_kb = 256", "unpacked_kb = 2048")
    season.open(large.replace("submissions_per_day = 3", "submissions_per_day = 3\nkept_mb = 1"))
    ann = enter(season, "Ann", zipped({"bot.py": FIRST, "data": os.urandom(700_000)}))
    with pytest.raises(Refused, match="all versions of a team may have 1 MB together"):
        season.hand_in(ann, "bot.zip", zipped({"bot.py": FIRST, "data": os.urandom(700_000)}))
    assert season.hand_in(ann, "bot.py", POINTS.encode()).bot.version == 2


def test_a_season_opens_and_closes(store: Store, clock: VirtualClock, tmp_path: Path):
    season, worker = begin(store, clock, tmp_path, DATES + SEASON)
    clock.at = START
    with pytest.raises(Refused, match="the season opens at 2027-01-16T08:00:00"):
        season.join("Ann", "Ann")
    clock.at = START + DAY
    ann = enter(season, "Ann", FIRST)
    assert worker.step()
    assert season.bots(ann.team)[0].state == "passed"
    assert worker.step(), "the ladder is played"
    clock.at = START + 30 * DAY
    for act in (lambda: season.join("Ben", "Ben"), lambda: season.hand_in(ann, "bot.py", POINTS.encode())):
        with pytest.raises(Refused, match="the season ended at 2027-01-25T08:00:00"):
            act()
    played = len(store.numbers(season.run()))
    while worker.step():
        clock.sleep(1)
    assert season.rounds()[0].phase == "finished"
    assert len(store.numbers(season.run())) == played, "the ladder is not played any more"


def test_memory_is_limited_as_the_file_says(store: Store, tmp_path: Path):
    season = Competition(store)
    season.open(SEASON.replace("2027-01-22", "2099-01-22").replace("[limits]", "[limits]\nmemory_mb = 128"))
    greedy = enter(season, "Greedy", f"held = bytearray(400 << 20)\n{FIRST}")
    worker = Worker(season, store, tmp_path / "sandboxed")
    try:
        assert worker.step()
    finally:
        worker.close()
    found = season.bots(greedy.team)[0]
    assert found.state == "failed"
    assert "MemoryError" in found.report or "memory" in found.report


def test_three_at_a_table(store: Store, clock: VirtualClock, tmp_path: Path):
    """Bots meet in threes on the ladder and in the round, each deal from all seats, and the proof holds."""
    season, worker = begin(store, clock, tmp_path, COUP)
    for name in ("Ann", "Ben", "Cleo"):
        enter(season, name, f"{HONEST}# {name}")
    while worker.step():
        clock.sleep(1)
    games = list(store.games(season.run()))
    assert games
    assert all(len(set(game.seating)) == 3 for game in games)
    clock.at = START + 30 * DAY
    while season.rounds()[0].phase != "finished":
        assert worker.step()
    path = tmp_path / "final.zip"
    path.write_bytes(make_bundle(season, 0))
    assert verify_bundle(path).problems == ()
