"""The order of checks: others wait for at most one check of a hostile team, and that one is short."""

import heapq
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from frames.limits import time_limits

from croupier.arena.store.store import Store, open_store
from croupier.season.competition import Competition
from croupier.season.records import Refused
from croupier.season.work import results
from croupier.season.work.queue import Queue
from croupier.season.work.worker import START_SECONDS, Worker

from .conftest import POINTS, SEASON, START, VirtualClock
from .test_competition import enter

HANGS = "import time\ntime.sleep(1000)\n"
CHECK_SECONDS = 0.7
"""As measured with 300 entrants on a busy machine."""
QUOTA = 5


class Begun(msgspec.Struct, frozen=True):
    """A check of the simulation."""

    team: int
    handed_in: float
    at: float
    end: float
    is_slow: bool


def simulate(folder: Path, entrants: int, seconds: float, pause: int = 0) -> tuple[list[Begun], int]:
    """Checks as two workers would take them on a virtual clock; and the number of the hostile team.

    Entrants hand in within `seconds`. The hostile team hands in a bot that hangs, every `pause` seconds if not 0.
    """
    folder.mkdir()
    clock = VirtualClock()
    with open_store(str(folder / "season.sqlite")) as store:
        season = Competition(store, clock)
        season.open(SEASON.replace("submissions_per_day = 3", f"submissions_per_day = {QUOTA}"))
        queue = Queue(season)
        mallory = enter(season, "Mallory")
        people = [enter(season, f"team {number}") for number in range(entrants)]
        events: list[tuple[float, int, str, object]] = []
        for number, person in enumerate(people):
            heapq.heappush(events, (START + seconds * number / entrants, number, "hand in", person))
        for number in range(round(seconds) // pause if pause else 0):
            heapq.heappush(events, (START + number * pause, entrants + number, "attack", None))
        idle = ["worker:1", "worker:2"]
        found: list[Begun] = []
        count = 10_000
        while events:
            clock.at, number, kind, about = heapq.heappop(events)
            if kind == "hand in":
                season.hand_in(about, "bot.py", f"{POINTS}# {number}".encode())
            elif kind == "attack":
                with suppress(Refused):  # the quota
                    season.hand_in(mallory, "bot.py", f"{HANGS}# {number}".encode())
            else:
                worker, job, took = about
                idle.append(worker)
                if season.bot(job.bot).team != mallory.team:
                    queue.finish_check(job, worker, "", True, took)
                elif job.is_slow:
                    queue.finish_check(job, worker, '{"passed":false,"reason":"","findings":[]}', False, took)
                else:
                    queue.put_off(job, worker, took)
            while idle and (job := queue.claim(idle[-1])) is not None:
                if job.kind != "check":  # the ladder is not what is simulated
                    queue.give_up(job, idle[-1], "not simulated")
                    break
                bot = season.bot(job.bot)
                took = CHECK_SECONDS
                if bot.team == mallory.team:
                    took = START_SECONDS if job.is_slow else queue.first_check_seconds()
                found.append(Begun(bot.team, bot.handed_in, clock.at, clock.at + took, job.is_slow))
                heapq.heappush(events, (clock.at + took, count, "done", (idle.pop(), job, took)))
                count += 1
        return found, mallory.team


@pytest.mark.parametrize("pause", [1, 6])
def test_a_hostile_team_delays_the_last_check_by_a_few_percent(tmp_path: Path, pause: int):
    plain, _ = simulate(tmp_path / "plain", 150, 30.0)
    attacked, mallory = simulate(tmp_path / "attacked", 150, 30.0, pause)
    honest = [check for check in attacked if check.team != mallory]
    hostile = [check for check in attacked if check.team == mallory]
    assert len(plain) == len(honest) == 150
    last = max(check.end for check in plain)
    assert last - START > 50, "the queue is long"
    assert (max(check.end for check in honest) - START) / (last - START) < 1.03
    for check in honest:
        delays = [each for each in hostile if each.end > check.handed_in and each.at <= check.at]
        assert len(delays) <= 1, "one check of the hostile team, once, comes before an honest one"
    handed_in = [check.handed_in for check in sorted(honest, key=lambda check: check.at)]
    assert handed_in == sorted(handed_in), "in the order of handing in"
    assert sum(check.is_slow for check in hostile) >= 1, "in the end the hostile team is checked too"


def test_with_an_idle_host_a_new_version_never_waits_for_a_long_check(tmp_path: Path):
    attacked, mallory = simulate(tmp_path / "attacked", 30, 60.0, pause=12)
    assert any(check.is_slow for check in attacked if check.team == mallory)
    waits = [check.at - check.handed_in for check in attacked if check.team != mallory]
    assert max(waits) == 0.0


def test_a_team_has_one_check_at_a_time(competition: Competition):
    ann = enter(competition, "Ann", POINTS)
    queue = Queue(competition)
    first = queue.claim("one:1")
    assert first is not None
    competition.hand_in(ann, "bot.py", f"{POINTS}# 2".encode())
    assert queue.claim("two:2") is None
    ben = enter(competition, "Ben", POINTS)
    of_ben = queue.claim("two:2")
    assert of_ben is not None
    assert competition.bot(of_ben.bot).team == ben.team
    queue.finish_check(first, "one:1", "", True)
    second = queue.claim("one:1")
    assert second is not None
    assert competition.bot(second.bot).team == ann.team


def test_long_checks_leave_a_worker_free(competition: Competition):
    queue = Queue(competition)
    for name in ("Mallory", "Mallet", "Malfoy"):
        enter(competition, name, f"{HANGS}# {name}")
    jobs = [queue.claim(f"worker:{number}") for number in range(3)]
    for number, job in enumerate(jobs):
        assert job is not None
        queue.put_off(job, f"worker:{number}", 2.0)
    taken = [queue.claim(f"worker:{number}") for number in range(3)]
    assert [job is not None and job.is_slow for job in taken] == [True, True, False]
    enter(competition, "Ann", POINTS)
    job = queue.claim("worker:2")
    assert job is not None
    assert not job.is_slow


def test_a_receipt_counts_the_checks_before_it(competition: Competition, clock: VirtualClock):
    queue = Queue(competition)
    people = [enter(competition, name) for name in ("Ann", "Ben", "Cleo")]
    receipts = [competition.hand_in(person, "bot.py", f"{POINTS}# {person.id}".encode()) for person in people]
    assert [receipt.ahead for receipt in receipts] == [0, 1, 2]
    job = queue.claim("one:1")
    assert job is not None
    queue.put_off(job, "one:1", 2.0)
    assert "longer than 2 s" in competition.bots(people[0].team)[0].report
    again = competition.hand_in(people[0], "bot.py", f"{POINTS}# {people[0].id}".encode())
    assert again.ahead == 2, "the same file, which waits behind the others now"


def test_a_team_that_passes_again_is_not_last_any_more(competition: Competition, clock: VirtualClock):
    queue = Queue(competition)
    ann = enter(competition, "Ann", HANGS)
    outcomes: list[bool] = []
    for number, is_passed in enumerate((False, True, True)):
        if number:
            competition.hand_in(ann, "bot.py", f"{POINTS}# {number}".encode())
        job = queue.claim("one:1")
        assert job is not None
        outcomes.append(job.is_slow)
        if number == 0:
            queue.put_off(job, "one:1", 2.0)
            job = queue.claim("one:1")
            assert job is not None
        queue.finish_check(job, "one:1", "", is_passed)
        clock.sleep(30_000)
    assert outcomes == [False, True, False]


def test_when_all_checks_take_long_none_is_put_off_for_it(competition: Competition):
    queue = Queue(competition)
    assert queue.first_check_seconds() == results.FIRST_CHECK_SECONDS
    for number in range(60):
        enter(competition, f"team {number}", f"{POINTS}# {number}")
        job = queue.claim("one:1")
        assert job is not None
        queue.finish_check(job, "one:1", "", True, 1.5)
    assert queue.first_check_seconds() == pytest.approx(6.0, rel=0.05)


@time_limits(1.0, 4.0)
def test_a_bot_that_hangs_at_load_is_checked_after_the_others(tmp_path: Path, monkeypatch, limit: float):
    monkeypatch.setattr(results, "FIRST_CHECK_SECONDS", limit)
    tmp_path.mkdir(exist_ok=True)
    with open_store(str(tmp_path / "season.sqlite")) as store:
        season = Competition(store)
        season.open(SEASON.replace("2027-01-22", "2099-01-22"))
        _check_in_order(season, store, tmp_path / "bots")


def _check_in_order(season: Competition, store: Store, cache: Path) -> None:
    mallory, ann = enter(season, "Mallory", HANGS), enter(season, "Ann", POINTS)
    worker = Worker(season, store, cache)
    try:
        assert worker.step()
        assert season.bots(mallory.team)[0].state == "waiting"
        assert worker.step()
        assert season.bots(ann.team)[0].state == "passed"
        assert worker.step()
    finally:
        worker.close()
    version = season.bots(mallory.team)[0]
    assert version.state == "failed"
    assert f"did not load its file within {START_SECONDS:g} s" in version.report
