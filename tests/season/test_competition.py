"""A small season from joining to grades, in the store alone."""

import zipfile
from pathlib import Path

import pytest

from croupier.arena.store.store import open_store
from croupier.kernel.errors import UsageError
from croupier.season.competition import Competition
from croupier.season.pages.season_page import first_rows, leaderboard
from croupier.season.records import Refused
from croupier.season.results.bundle import is_bundle, make_bundle, verify_bundle
from croupier.season.rounds import field_text, round_seed
from croupier.season.standings import last_snapshot
from croupier.season.work.jobs import MAX_TRIES
from croupier.ui.cli.main import run_app

from .conftest import CRASHES, DAY, FIRST, POINTS, SEASON, START, zipped


def enter(competition, team, source=None, name="bot.py"):
    joined = competition.join(f"{team}'s author", team)
    person = competition.person(joined.token)
    if source is not None:
        competition.hand_in(person, name, source.encode() if isinstance(source, str) else source)
    return person


def test_a_season_from_joining_to_a_verified_bundle(competition, run_jobs, clock, tmp_path: Path):
    ann, cleo = enter(competition, "Ann", POINTS), enter(competition, "Cleo", CRASHES)
    ben = enter(competition, "Ben", FIRST)
    before = competition.rounds()[0].commitment
    run_jobs(500)
    clock.sleep(1000)  # ratings take a small share of the time
    run_jobs(1)
    assert [competition.bots(person.team)[0].state for person in (ann, ben, cleo)] == ["passed", "passed", "failed"]
    assert "answers" in competition.bots(cleo.team)[0].report
    with competition.data.read() as connection:
        rated = {bot.number: bot for bot in last_snapshot(connection).bots}
    assert {0, *(competition.bots(person.team)[0].number for person in (ann, ben))} == set(rated)
    assert all(bot.low <= bot.elo <= bot.high for bot in rated.values())
    clock.at = START + 30 * DAY
    run_jobs(50)
    (state,) = competition.rounds()
    assert state.phase == "finished"
    assert not state.problem
    assert [entry.team for entry in state.field] == ["random", "Ann", "Ben"]
    assert state.commitment == before
    path = tmp_path / "final.zip"
    path.write_bytes(make_bundle(competition, 0))
    assert path.read_bytes() == make_bundle(competition, 0)
    checked = verify_bundle(path)
    assert checked.problems == ()
    assert run_app(["verify", str(path), "--quiet", "--commitment", before]) == 0
    assert run_app(["verify", str(path), "--quiet", "--commitment", "0" * 64]) == 1
    assert checked.grades.splitlines()[1].startswith("Ann,")
    everything = b"".join(zipfile.ZipFile(path).read(name) for name in zipfile.ZipFile(path).namelist())
    for private in (b"secret-note", b"secret-print", b"depth", b"select_move"):
        assert private not in everything
    _check_that_changes_are_found(path, tmp_path)


def _check_that_changes_are_found(path: Path, folder: Path) -> None:
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    for name, old, new, problem in [
        ("grades.csv", b"Ann,", b"Eve,", "the grades are not those"),
        ("ratings.json", b'"elo": 1', b'"elo": 2', "the ratings are not those"),
        ("bundle.json", b'"Ben"', b'"Bob"', "the seed does not follow"),
        ("bundle.json", b'"secret": "', b'"secret": "00', "the secret is not the one"),
        ("season.toml", b"faultless = 40", b"faultless = 41", "the seed does not follow"),
        ("bundle.json", b'"is_reference"', b'"is_referende"', "bundle.json has something in it"),
        ("bundle.json", b'"number": 2', b'"number": 7', "the head of the bundle"),
        ("plan.json", b'"max_turns":500', b'"max_turns":501', "not played as the season file says: settings"),
        ("plan.json", b'"blocks":3', b'"blocks":2', "not played as the season file says: options"),
        ("plan.json", b'"answer":20.0', b'"answer":21.0', "not played as the season file says: clock"),
        ("plan.json", b'"answer":20.0', b'"answes":20.0', "plan.json has something in it"),
        ("matches.msgpack", b"complaints", b"complaintt", "matches.msgpack has something in it"),
        ("matches.msgpack", b"\xa7seconds\x90", b"\xa7seconds\x91\x01", "matches.msgpack"),
    ]:
        assert old in files[name]
        changed = folder / "changed.zip"
        changed.write_bytes(zipped({**files, name: files[name].replace(old, new, 1)}))
        try:
            problems = verify_bundle(changed).problems
        except UsageError as error:
            problems = (str(error),)
        assert any(problem in found or "it is damaged" in found for found in problems), (name, problems)
    changed.write_bytes(zipped({**files, "notes.txt": "hello"}))
    assert verify_bundle(changed).problems == ("there is another file in the bundle: notes.txt",)
    changed.write_bytes(path.read_bytes()[:-100])  # a download that broke off
    assert is_bundle(changed)
    with pytest.raises(UsageError, match="cannot be read"):
        verify_bundle(changed)


def test_the_seed_of_a_round_follows_from_its_secret_and_field(competition, run_jobs, clock):
    enter(competition, "Ann", POINTS)
    clock.at = START + 30 * DAY
    competition.tick()
    assert competition.rounds()[0].phase == "closing"
    run_jobs(1)
    competition.tick()
    state = competition.rounds()[0]
    assert state.seed == round_seed(state.secret, "final", SEASON, state.field)
    assert competition.bots(2)[0].hash in field_text("final", SEASON, state.field)


def test_what_is_handed_in_after_the_deadline_is_not_in_the_field(competition, run_jobs, clock):
    ann = enter(competition, "Ann", FIRST)
    run_jobs(1)
    clock.at = START + 30 * DAY
    competition.tick()
    competition.hand_in(ann, "bot.py", POINTS.encode())
    run_jobs(30)
    entry = next(each for each in competition.rounds()[0].field if each.team == "Ann")
    assert entry.version == 1


def test_a_season_goes_on_from_its_store(competition, run_jobs, tmp_path: Path, clock):
    enter(competition, "Ann", POINTS)
    with open_store(str(tmp_path / "season.sqlite")) as store:
        again = Competition(store, clock)
        assert again.open(SEASON) == ""
        assert [team.name for team in again.teams()] == ["random", "Ann"]
        with pytest.raises(UsageError, match="game was 'cuttle' when the season began"):
            again.open(SEASON.replace('"cuttle"', '"coup"'))


def test_teams_codes_and_tokens(competition):
    joined = competition.join("Ann", "Reds")
    assert competition.join("Abe", "", joined.team_code).team == "Reds"
    with pytest.raises(Refused, match="team Reds is full"):
        competition.join("Ada", "", joined.team_code)
    with pytest.raises(Refused, match="there is a team called"):
        competition.join("Eve", "r e d s")
    with pytest.raises(Refused, match="there is a team called"):
        competition.join("Eve", "Random")
    assert competition.person("forged") is None
    assert competition.person("") is None
    assert not competition.is_admin("")
    token = competition.new_admin_token()
    assert competition.is_admin(token)


def test_an_invitation_code_admits_one_team(store, clock):
    closed = Competition(store, clock)
    closed.open(SEASON.replace("[join]", "[join]\nopen = false\ncodes = 2"))
    (code, _, used), _ = closed.codes()
    assert not used
    with pytest.raises(Refused, match="an invitation code is needed"):
        closed.join("Ann", "Ann")
    closed.join("Ann", "Ann", code)
    with pytest.raises(Refused, match="not known, or it was used"):
        closed.join("Ben", "Ben", code)


def test_versions_are_kept_and_going_back_is_one_step(competition, run_jobs):
    ann = enter(competition, "Ann", FIRST)
    run_jobs(1)
    competition.hand_in(ann, "bot.py", POINTS.encode())
    run_jobs(1)
    assert [bot.is_active for bot in competition.bots(ann.team)] == [True, False]
    competition.activate(ann, competition.bots(ann.team)[1].number)
    assert [bot.is_active for bot in competition.bots(ann.team)] == [False, True]
    again = competition.hand_in(ann, "other_name.py", POINTS.encode())
    assert again.is_known
    assert [bot.is_active for bot in competition.bots(ann.team)] == [True, False]
    eve = enter(competition, "Eve")
    with pytest.raises(Refused, match="there is no bot"):
        competition.activate(eve, competition.bots(ann.team)[1].number)


def test_a_failed_version_leaves_the_one_before_in_play(competition, run_jobs):
    ann = enter(competition, "Ann", FIRST)
    run_jobs(1)
    competition.hand_in(ann, "bot.py", CRASHES.encode())
    run_jobs(1)
    assert [(bot.state, bot.is_active) for bot in competition.bots(ann.team)] == [("failed", False), ("passed", True)]


def test_checking_again_changes_nothing_but_the_verdict(competition, worker, run_jobs):
    """The team went back to its first version: that goes on playing, and the second does not replace it."""
    ann = enter(competition, "Ann", FIRST)
    run_jobs(1)
    competition.hand_in(ann, "bot.py", POINTS.encode())
    run_jobs(1)
    second, first = competition.bots(ann.team)
    competition.activate(ann, first.number)
    for bot in (first, second):
        competition.rerun(bot.number)
        with pytest.raises(Refused, match="already waiting for a check"):
            competition.rerun(bot.number)
        assert [each.is_active for each in competition.bots(ann.team)] == [False, True]
        run_jobs(1)
        assert [each.is_active for each in competition.bots(ann.team)] == [False, True]
    assert "Ann: version 2 is checked again" in competition.news(everything=True)[0][1]
    competition.rerun(first.number)
    job = worker.queue.claim("w")
    assert job is not None
    worker.queue.finish_check(job, "w", '{"passed":false,"reason":"x","findings":[]}', is_passed=False)
    assert [(bot.state, bot.is_active) for bot in competition.bots(ann.team)] == [("passed", False), ("failed", False)]


def test_a_version_that_failed_plays_when_it_passes_later(competition, worker, run_jobs):
    ann = enter(competition, "Ann", FIRST)
    job = worker.queue.claim("w")
    assert job is not None
    worker.queue.finish_check(job, "w", '{"passed":false,"reason":"x","findings":[]}', is_passed=False)
    competition.rerun(job.bot)
    run_jobs(1)
    assert [(bot.state, bot.is_active) for bot in competition.bots(ann.team)] == [("passed", True)]


def test_the_quota_counts_a_day_and_a_flood_waits_once(competition, clock):
    ann = enter(competition, "Ann")
    for number in range(3):
        competition.hand_in(ann, "bot.py", f"{FIRST}# {number}".encode())
    assert [bot.state for bot in competition.bots(ann.team)] == ["waiting", "superseded", "superseded"]
    with pytest.raises(Refused, match="3 versions in a day, which is the limit; the next one is taken in 1440 minutes"):
        competition.hand_in(ann, "bot.py", b"# 4")
    clock.sleep(DAY + 1)
    competition.hand_in(ann, "bot.py", f"{FIRST}# 5".encode())


def test_the_queue_keeps_the_order_of_handing_in(competition, worker):
    people = [enter(competition, f"team {number}", f"{CRASHES}# {number}") for number in range(4)]
    done = []
    while (job := worker.queue.claim("w")) is not None and job.kind == "check":
        done.append(competition.bot(job.bot).team)
        worker.queue.finish_check(job, "w", "{}", is_passed=False)
    assert done == [person.team for person in people]


def test_a_disqualified_team_plays_no_more(competition, run_jobs, clock):
    ann = enter(competition, "Ann", FIRST)
    enter(competition, "Ben", POINTS)
    run_jobs(2)
    competition.disqualify(ann.team, "copied from Ben")
    with pytest.raises(Refused, match="disqualified: copied from Ben"):
        competition.hand_in(ann, "bot.py", b"# new")
    clock.at = START + 30 * DAY
    competition.tick()
    assert [entry.team for entry in competition.rounds()[0].field] == ["random", "Ben"]


def test_a_changed_season_file_may_move_a_deadline_until_the_round_is_frozen(competition, clock):
    competition.open(SEASON.replace("2027-01-22", "2027-01-23"))
    clock.at = START + 30 * DAY
    competition.tick()
    with pytest.raises(UsageError, match="round 'final' is over and cannot be changed"):
        competition.open(SEASON.replace("2027-01-22", "2027-03-23"))


def test_a_paused_season_gives_no_jobs(competition, run_jobs):
    enter(competition, "Ann", FIRST)
    competition.pause(True)
    assert run_jobs(5) == 0
    competition.pause(False)
    assert run_jobs(1) == 1


def test_a_job_of_a_dead_worker_is_done_by_another_with_the_same_deals(competition, worker, run_jobs):
    enter(competition, "Ann", FIRST)
    run_jobs(1)
    lost = worker.queue.claim("elsewhere:1")
    assert lost is not None
    assert lost.kind == "meeting"
    assert worker.queue.release(["elsewhere:1"]) == 1
    again = worker.queue.claim("elsewhere:2")
    assert again is not None
    assert (again.id, again.table, again.block, again.match) == (lost.id, lost.table, lost.block, lost.match)
    worker.queue.finish_meeting(lost, "elsewhere:1", [])
    assert [job.id for job, who, _ in worker.queue.waiting() if who == "elsewhere:2"] == [again.id]


def test_a_job_that_ends_its_worker_again_and_again_is_given_up(competition, worker):
    ann = enter(competition, "Ann", FIRST)
    for _ in range(MAX_TRIES):
        assert worker.queue.claim("elsewhere:1") is not None
        worker.queue.release(["elsewhere:1"])
    assert competition.bots(ann.team)[0].state == "failed"
    assert f"ended its worker {MAX_TRIES} times" in competition.news(everything=True)[0][1]
    assert competition.news() == []


def test_a_long_leaderboard_can_be_cut(competition, run_jobs):
    for number in range(3):
        enter(competition, f"Team {number}", f"{FIRST}# {number}")
    run_jobs(3)
    board = leaderboard(competition)
    cut = first_rows(board, 1)
    assert (len(board.rows), cut.bots, len(cut.rows)) == (4, 4, 2 - board.rows[0].reference)
    assert "random" in [row.name for row in cut.rows]
