"""What is private stays private."""

import pytest

from croupier.arena.run.task import Played
from croupier.kernel.errors import ReplayError
from croupier.match.replay.page import page_template, read_page
from croupier.season.config import Replays
from croupier.season.privacy import EVERYONE, redact_match, replay_file, replay_html, sight_of
from croupier.season.results.bundle import make_bundle, verify_bundle

from .conftest import DAY, FIRST, POINTS, START
from .test_competition import enter

needs_page = pytest.mark.skipif(page_template() is None, reason="the replay page is not built; run make page")
PRIVATE = ("secret-note", "secret-print", "depth")


@pytest.fixture
def match(competition, run_jobs) -> Played:
    """A match of Ann, whose bot writes notes, against random."""
    enter(competition, "Ann", FIRST)
    run_jobs(2)
    return next(iter(competition.data.store.games(competition.run())))


def plan(competition):
    return competition.data.store.plan(competition.run())


@pytest.mark.parametrize(
    ("rules", "viewer", "is_round", "is_complete", "allowed", "all_cards"),
    [
        (Replays(public="none"), 1, False, True, True, True),
        (Replays(public="none"), 3, True, True, False, False),
        (Replays(public="none"), EVERYONE, True, True, False, False),
        (Replays(public="rounds"), EVERYONE, True, True, True, True),
        (Replays(public="rounds"), EVERYONE, False, True, False, False),
        (Replays(public="all"), EVERYONE, False, True, True, True),
        (Replays(public="all", opponents_cards=False), EVERYONE, False, True, True, False),
        (Replays(public="all", opponents_cards=False), 1, False, True, True, False),
        (Replays(public="all"), 1, False, False, False, False),
        (Replays(public="all"), EVERYONE, False, False, False, False),
    ],
)
def test_who_may_see_a_match(rules, viewer, is_round, is_complete, allowed, all_cards):
    sight = sight_of(rules, viewer, [1, 2], is_round, is_complete)
    assert (sight.allowed, sight.all_cards) == (allowed, all_cards)
    assert sight.seats == ((0,) if viewer == 1 else ())


@needs_page
def test_notes_and_prints_are_for_the_team_alone(competition, match):
    own = next(seat for seat, number in enumerate(match.seating) if number != 0)
    names = [f"bot {number}" for number in match.seating]
    rules = Replays(public="all")
    teams = [7 if seat == own else 1 for seat in range(2)]
    mine = replay_file(plan(competition), match, names, sight_of(rules, 7, teams, False, True)).decode()
    theirs = replay_file(plan(competition), match, names, sight_of(rules, 1, teams, False, True)).decode()
    page = replay_html(plan(competition), match, names, sight_of(rules, EVERYONE, teams, False, True))
    assert "secret-note" in mine
    for text in (theirs, repr(read_page(page)), repr(redact_match(match, ()))):
        assert not any(word in text for word in PRIVATE)


@needs_page
def test_without_opponents_cards_there_is_no_file_and_no_open_page(competition, match):
    rules = Replays(public="all", opponents_cards=False)
    sight = sight_of(rules, 7, [7, 1], False, True)
    with pytest.raises(ReplayError, match="does not show the cards of opponents"):
        replay_file(plan(competition), match, ["a", "b"], sight)
    page = replay_html(plan(competition), match, ["Ann", "random"], sight)
    data = read_page(page)
    assert [viewer["key"] for viewer in data["viewers"]] == ["0", "public"]
    assert not any("hands" in frame for viewer in data["viewers"] for frame in viewer["frames"])


def test_a_meeting_is_stored_whole_or_not_at_all(competition, worker, run_jobs):
    enter(competition, "Ann", POINTS)
    run_jobs(1)
    job = worker.queue.claim("w")
    assert job is not None
    assert list(competition.data.store.games(competition.run())) == []
    worker.queue.release(["w"])
    run_jobs(1)
    games = list(competition.data.store.games(competition.run()))
    assert len(games) == 2 * job.blocks
    assert {game.block for game in games} == {job.block, job.block + 1}


def test_data_that_is_deleted_while_a_round_is_played_does_not_spoil_its_proof(
    competition, worker, run_jobs, clock, store, tmp_path, monkeypatch
):
    ann, ben = enter(competition, "Ann", FIRST), enter(competition, "Ben", POINTS)
    run_jobs(2)
    digest = competition.bots(ann.team)[0].hash
    clock.at = START + 30 * DAY
    help_out = worker._help_out
    deleted: list[bool] = []

    def delete_first():
        if not deleted:
            competition.delete_team(ann.team)
            worker.close()  # it must be loaded again
            deleted.append(competition.data.file(digest) is not None)
        return help_out()

    monkeypatch.setattr(worker, "_help_out", delete_first)
    run_jobs(3)
    assert deleted == [True], "what the round plays with is kept until it is over"
    state = competition.rounds()[0]
    assert state.phase == "finished"
    path = tmp_path / "final.zip"
    path.write_bytes(make_bundle(competition, 0))
    assert verify_bundle(path).problems == ()
    assert competition.data.file(digest) is None
    stored = "".join(map(repr, store.games(state.run)))
    assert stored
    assert not any(word in stored for word in PRIVATE)
    assert (tmp_path / "bots" / digest).is_dir()
    monkeypatch.setattr(worker, "_pruned", -1e9)
    worker.step()
    assert not (tmp_path / "bots" / digest).exists(), "workers delete what they have unpacked"
    assert (tmp_path / "bots" / competition.bots(ben.team)[0].hash).is_dir()


def test_deleting_a_team_deletes_its_data(competition, match, store):
    ann = competition.teams()[-1]
    digest = competition.bots(ann.id)[0].hash
    assert competition.data.file(digest) is not None
    competition.delete_team(ann.id)
    assert competition.data.file(digest) is None
    assert [team.name for team in competition.teams()] == ["random"]
    path = store.engine.url.database
    games = "".join(map(repr, store.games(competition.run())))
    assert games
    store.engine.dispose()
    with store.engine.connect() as connection:
        connection.exec_driver_sql("VACUUM")
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    from pathlib import Path

    stored = Path(path).read_bytes().decode("latin-1")
    for word in (*PRIVATE, "Ann's author", "select_move"):
        assert word not in games
        assert word not in stored
    assert competition.join("Zoe", "Ann").team == "Ann"
