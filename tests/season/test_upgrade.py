"""Seasons of older versions: their tables are migrated, and ratings never mix versions of rules or deals."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy import text

from croupier.arena.store.errors import StoreError
from croupier.arena.store.store import open_store
from croupier.games import find_game
from croupier.kernel.errors import UsageError
from croupier.players.sandbox.isolation import Isolation
from croupier.season import schema as s
from croupier.season.competition import Competition
from croupier.season.pages.matches import find_match
from croupier.season.pages.season_page import leaderboard
from croupier.season.pages.team_page import team_page
from croupier.season.standings import last_snapshot
from croupier.season.work.worker import Worker

from .conftest import POINTS, SEASON, START, VirtualClock
from .test_competition import enter

VERSION_1 = Path(__file__).parent / "data" / "season-v1.sql"
"""A season of the first version: Ann has played, and Ben's bot waits for its check."""


def test_a_season_of_the_first_version_goes_on(tmp_path: Path):
    path = tmp_path / "season.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(VERSION_1.read_text("utf-8"))
    connection.close()
    clock = VirtualClock(START + 3600)
    with open_store(str(path)) as store:
        season = Competition(store, clock)
        assert season.open(SEASON) == ""
        before = len(store.numbers(season.run()))
        assert before > 0
        worker = Worker(season, store, tmp_path / "bots", isolation=Isolation(trust=True), in_process=True)
        for _ in range(6):
            worker.step()
            clock.sleep(10)
        worker.close()
        ann, ben = (team for team in season.teams() if not team.is_reference)
        assert season.bots(ben.id)[0].state == "passed"
        assert len(store.numbers(season.run())) > before
        assert len(team_page(season, ann.id, ann.id).matches) >= before


def test_the_tables_of_each_database_are_migrated(db: str):
    with open_store(db) as store:
        Competition(store).open(SEASON)
        with store.engine.begin() as connection:
            for statement in (
                "ALTER TABLE season_jobs DROP COLUMN parent",
                "ALTER TABLE season_jobs DROP COLUMN team",
                "ALTER TABLE season_jobs DROP COLUMN is_slow",
                "DROP TABLE season_feedback",
                "UPDATE season_meta SET value = '1' WHERE key = 'schema'",
            ):
                connection.execute(text(statement))
    with open_store(db) as store:
        season = Competition(store)
        enter(season, "Ann", POINTS)
        with season.data.read() as connection:
            assert season.data.get(connection, "schema") == str(s.SCHEMA_VERSION)
            assert season.data.count(connection, s.JOBS, s.JOBS.c.parent == 0) == 1
            assert season.data.count(connection, s.FEEDBACK) == 0
        with store.engine.begin() as connection:
            connection.execute(text("UPDATE season_meta SET value = '99' WHERE key = 'schema'"))
    with open_store(db) as store, pytest.raises(UsageError, match="made by a newer Croupier"):
        Competition(store)


@pytest.mark.parametrize("change", ["rules", "chance"])
def test_other_rules_or_deals_begin_the_ladder_again(change, competition, run_jobs, store, clock, monkeypatch):
    ann = enter(competition, "Ann", POINTS)
    run_jobs(6)
    old_run, old_matches = competition.run(), team_page(competition, ann.team, ann.team).matches
    assert old_matches
    assert leaderboard(competition).rows[0].rating is not None
    if change == "rules":
        monkeypatch.setattr(type(find_game("cuttle")), "version_of", lambda game, settings: 99)
        words = "the rules of cuttle have changed"
    else:
        monkeypatch.setattr("croupier.season.competition.CHANCE", 99)
        words = "which dealt other cards"
    competition.open(SEASON)
    assert competition.run() != old_run
    assert words in competition.news()[0][1]
    assert [row.rating for row in leaderboard(competition).rows] == [None, None]
    page = team_page(competition, ann.team, ann.team)
    assert (page.matches, page.against) == ([], [])
    run_jobs(3)
    clock.sleep(1000)
    run_jobs(1)  # the ratings
    with competition.data.read() as connection:
        snapshot = last_snapshot(connection)
    new = list(store.games(competition.run()))
    assert snapshot.matches == len(new) > 0
    page = team_page(competition, ann.team, ann.team)
    assert sum(row.matches for row in page.against) == len(new)
    numbers = {int(match.match) for match in page.matches}
    assert numbers.isdisjoint(int(match.match) for match in old_matches)
    # Old matches are still found under their numbers, in the run that they were played in.
    plan, played, _, _ = find_match(competition, old_matches[0].match, ann.team)
    assert plan.seed == store.plan(old_run).seed
    assert played.number == int(old_matches[0].match) - 1
    ladder = competition.run()
    competition.open(SEASON)
    assert competition.run() == ladder, "nothing has changed since"


def test_a_worker_with_other_rules_than_the_host_does_nothing(competition, worker, monkeypatch):
    enter(competition, "Ann", POINTS)
    monkeypatch.setattr(type(find_game("cuttle")), "version_of", lambda game, settings: 99)
    with pytest.raises(StoreError, match="install the Croupier of the host"):
        worker.step()
    assert [job.tries for job, _, _ in worker.queue.waiting()] == [0]
