"""Rounds in parts, workers that end on the way, a database that does not answer, and feedback."""

import json
from pathlib import Path

import pytest

from croupier.arena.store.errors import StoreError
from croupier.players.sandbox.isolation import Isolation
from croupier.season import schema as s
from croupier.season.competition import Competition
from croupier.season.pages.team_page import team_page
from croupier.season.results.bundle import make_bundle, verify_bundle
from croupier.season.work.jobs import SILENT_SECONDS
from croupier.season.work.queue import Queue
from croupier.season.work.worker import Worker

from .conftest import DAY, FIRST, POINTS, START
from .test_competition import enter


def test_a_round_is_played_in_parts(competition, worker, run_jobs, store, clock, tmp_path, monkeypatch):
    for team, source in (("Ann", POINTS), ("Ben", FIRST), ("Cleo", f"{POINTS}# c"), ("Dan", f"{FIRST}# d")):
        enter(competition, team, source)
    run_jobs(4)
    clock.at = START + 30 * DAY
    trusted = Isolation(trust=True)
    second = Worker(competition, store, tmp_path, name="second", isolation=trusted, in_process=True, rounds=False)
    played: dict[str, int] = {"first": 0, "second": 0}
    help_out = worker._help_out

    def in_turns():
        # The other worker takes a part from the queue, as it would in its own process.
        played["second"] += second.step()
        found = help_out()
        played["first"] += found
        if played["first"] == 2:
            played["first"] += 1
            raise KeyboardInterrupt  # the worker that leads the round ends
        return found

    monkeypatch.setattr(worker, "_help_out", in_turns)
    with pytest.raises(KeyboardInterrupt):
        run_jobs(5)
    assert 0 < len(store.numbers(store.runs()[0].id)) < 60, "some of it is played"
    assert competition.rounds()[0].phase == "playing"
    worker.queue.release([worker.name])
    run_jobs(5)
    second.close()
    assert competition.rounds()[0].phase == "finished"
    assert min(played.values()) > 1
    path = tmp_path / "final.zip"
    path.write_bytes(make_bundle(competition, 0))
    checked = verify_bundle(path)
    assert checked.problems == ()
    assert checked.matches == 10 * 3 * 2
    with competition.data.read() as connection:
        assert competition.data.count(connection, s.JOBS, s.JOBS.c.parent != 0) == 0


def test_one_worker_checks_bots_while_it_plays_a_round(competition, worker, run_jobs, clock, monkeypatch):
    ann = enter(competition, "Ann", FIRST)
    enter(competition, "Ben", POINTS)
    run_jobs(2)
    clock.at = START + 30 * DAY
    phases: list[str] = []
    help_out, finish_check = worker._help_out, worker.queue.finish_check

    def hand_in_first():
        if not phases:
            competition.hand_in(ann, "bot.py", POINTS.encode())
            phases.append("handed in")
        return help_out()

    def note_phase(*args):
        finish_check(*args)
        phases.append(competition.rounds()[0].phase)

    monkeypatch.setattr(worker, "_help_out", hand_in_first)
    monkeypatch.setattr(worker.queue, "finish_check", note_phase)
    run_jobs(1)
    assert phases == ["handed in", "playing"]
    assert [bot.state for bot in competition.bots(ann.team)] == ["passed", "passed"]
    assert next(entry.version for entry in competition.rounds()[0].field if entry.team == "Ann") == 1


def test_a_pause_stops_a_round_that_is_played(competition, worker, run_jobs, clock):
    ann = enter(competition, "Ann", FIRST)
    run_jobs(1)
    clock.at = START + 30 * DAY
    assert worker.queue.claim(worker.name).kind == "round"
    competition.hand_in(ann, "bot.py", POINTS.encode())
    competition.pause(True)
    assert worker.queue.claim_urgent(worker.name) is None
    competition.pause(False)
    assert worker.queue.claim_urgent(worker.name).kind == "check"


def test_a_database_that_does_not_answer_is_nobodys_fault(competition, worker, monkeypatch):
    ann = enter(competition, "Ann", POINTS)

    def gone(digest):
        raise StoreError("the database is gone")

    with monkeypatch.context() as patch:
        patch.setattr(competition.data, "file", gone)
        with pytest.raises(StoreError):
            worker.step()
    assert competition.bots(ann.team)[0].state == "waiting"
    worker.queue.release([worker.name])
    assert worker.step()
    assert competition.bots(ann.team)[0].state == "passed"


def test_a_round_does_not_end_when_the_database_goes(competition, worker, run_jobs, clock, monkeypatch):
    enter(competition, "Ann", POINTS)
    run_jobs(1)
    clock.at = START + 30 * DAY

    def gone(*_):
        raise StoreError("the database is gone")

    with monkeypatch.context() as patch:
        patch.setattr(Queue, "finish_part", gone)
        with pytest.raises(StoreError):
            run_jobs(5)
    assert competition.rounds()[0].phase == "playing"
    worker.queue.release([worker.name])
    run_jobs(5)
    assert (competition.rounds()[0].phase, competition.rounds()[0].problem) == ("finished", "")


def test_a_silent_worker_of_another_machine_loses_its_job(competition, clock):
    enter(competition, "Ann", POINTS)
    queue = Queue(competition)
    assert queue.claim("node-7:1") is not None
    clock.sleep(SILENT_SECONDS - 1)
    queue.beat("node-7:1")
    clock.sleep(SILENT_SECONDS - 1)
    assert queue.release_dead() == 0
    clock.sleep(2)
    assert queue.release_dead() == 1
    assert queue.claim("node-8:1") is not None


def test_a_bot_gets_the_costliest_decisions_of_its_lost_matches(competition, run_jobs, clock, tmp_path: Path):
    ann, ben = enter(competition, "Ann", POINTS), enter(competition, "Ben", FIRST, "my_bot.py")
    for _ in range(3):
        run_jobs(12)
        clock.sleep(1000)  # feedback takes a small share of the time
    page = team_page(competition, ben.team, ben.team)
    assert page.feedback is not None
    assert page.feedback.matches > 0
    assert [each.lost for each in page.feedback.costly] == sorted(
        (each.lost for each in page.feedback.costly), reverse=True
    )
    worst = page.feedback.costly[0]
    lost = {match.match for match in page.matches if not match.won}
    assert {each.match for each in page.feedback.costly} <= lost
    assert worst.played != worst.better
    assert worst.commands == (
        f"croupier pull {worst.match}",
        f"croupier replay match-{worst.match}.jsonl --bot my_bot.py --trust --at {worst.move}",
    )
    for viewer in (-1, ann.team):
        assert team_page(competition, ben.team, viewer).feedback is None
    competition.delete_team(ben.team)
    with competition.data.read() as connection:
        left = [row.document for row in connection.execute(s.FEEDBACK.select())]
    assert all(json.loads(each)["costly"] != page.feedback.costly for each in left)
    assert len(left) <= 1


HONEST = """
from croupier.games.coup import Character, CoupBot

class Honest(CoupBot):
    def act(self, view):
        if view.my_coins >= 7:
            return f"coup {view.rivals[0]}"
        return "tax" if Character.DUKE in view.hand else "income"

    def respond(self, view):
        return "allow"

    def challenge_block(self, view):
        return False

    def choose_loss(self, view):
        return view.hand[0]
"""


def test_a_bot_is_told_what_its_claims_give_away(store, clock, tmp_path: Path):
    season = Competition(store, clock)
    season.open('title = "Tells"\ngame = "coup"\nseats = 2\nreference = ["random"]\n[ladder]\nmeeting_blocks = 40\n')
    ann = enter(season, "Ann", HONEST)
    worker = Worker(season, store, tmp_path, isolation=Isolation(trust=True), in_process=True)
    while team_page(season, ann.team, ann.team).feedback is None:
        assert worker.step()
        clock.sleep(1)
    worker.close()
    feedback = team_page(season, ann.team, ann.team).feedback
    assert feedback is not None
    assert feedback.tells_matches >= 80
    assert any(tell.startswith("when it claims Duke, it has the card: 100%") for tell in feedback.tells), feedback
