"""Worker processes: whatever happens to them, the same matches come out."""

import os
import signal
import time

import msgspec
import pytest
from frames.limits import time_limits

from croupier.arena.plan.blocks import run_orders
from croupier.arena.plan.schedule import Pairing, plan_blocks
from croupier.arena.run.pool import WorkerPool, cores_for
from croupier.arena.run.pool_protocol import WorkerStatus
from croupier.arena.run.setup import clock_for, make_entrants
from croupier.arena.run.table import StopFlag
from croupier.arena.run.task import OUT_OF_TIME, InProcess, RunSetup, Task, chunks_of, lost_on_time
from croupier.games import find_game
from croupier.games.cuttle import CuttleBot

CUTTLE = find_game("cuttle")
SETTINGS = CUTTLE.settings()


class First(CuttleBot):
    def select_move(self, view, legal_moves):
        return 0


class Hanging(CuttleBot):
    """Stops for good in the middle of some matches."""

    def select_move(self, view, legal_moves):
        while view.turn_number > 3 and view.seat == 0 and "h" in str(view.hand[0]):
            time.sleep(0.01)
        return 0


class Stalling(CuttleBot):
    """Takes its time, and no single answer takes long."""

    seconds = 0.05

    def select_move(self, view, legal_moves):
        time.sleep(self.seconds)
        return 0


class Ending(CuttleBot):
    def select_move(self, view, legal_moves):
        if view.turn_number > 3 and view.seat == 0:
            os._exit(7)
        return 0


def setup_of(*bots, **options):
    return RunSetup(CUTTLE, SETTINGS, make_entrants(CUTTLE, bots), **options)


def schedule_of(setup, n=60, seed=7):
    return plan_blocks(seed, n, run_orders(CUTTLE, SETTINGS, len(setup.entrants)))


def in_order(played):
    """By number, without what a clock measured."""
    return [msgspec.structs.replace(each, seconds=(), sheet=b"") for each in sorted(played, key=lambda one: one.number)]


@pytest.fixture
def setup():
    return setup_of("random", First)


@pytest.fixture
def expected(setup):
    return in_order(InProcess(RunSetup(CUTTLE, SETTINGS, setup.entrants)).play(chunks_of(schedule_of(setup))))


@pytest.mark.parametrize("count", [1, 2, 5])
def test_any_number_of_workers_plays_the_same(setup, expected, count):
    with WorkerPool(setup, count) as workers:
        assert in_order(workers.play(chunks_of(schedule_of(setup)))) == expected
        assert workers.skipped == []


def test_killed_workers_lose_nothing(setup, expected):
    with WorkerPool(setup, 2) as workers:
        found = []
        for played in workers.play(chunks_of(schedule_of(setup))):
            found.append(played)
            # Once less than a match may end its worker, so that none is skipped even if the same one is met each time.
            if len(found) in (5, 20):
                for pid in workers.pids:
                    os.kill(pid, signal.SIGKILL)
        assert workers.skipped == []
    assert in_order(found) == expected


@time_limits(0.3, 3.0)
def test_a_match_that_hangs_is_lost_by_the_bot_that_hangs(limit):
    setup = setup_of(Hanging, "random")
    with WorkerPool(setup, 2, limit=limit) as workers:
        played = list(workers.play(chunks_of(schedule_of(setup, 20))))
    assert workers.skipped == []
    assert sorted(one.number for one in played) == list(range(20))
    lost = [one for one in played if one.ending == OUT_OF_TIME]
    assert 0 < len(lost) < 10
    for one in lost:
        assert one.seating[0] == 0
        assert one.places == (2, 1)
        assert one.faults == ((0, "TooSlow"),)
        assert f"{limit:g} s" in one.complaints[0][1]


@time_limits(0.4, 3.0)
def test_who_used_most_of_the_time_loses_whichever_seat_is_asked_at_the_limit(monkeypatch, limit):
    monkeypatch.setattr(Stalling, "seconds", limit / 8)
    setup = setup_of(Stalling, First)
    with WorkerPool(setup, 1, limit=limit) as workers:
        played = list(workers.play(chunks_of(schedule_of(setup, 8))))
    assert [one.ending for one in played] == [OUT_OF_TIME] * 8
    assert all(one.places[one.seating.index(0)] == 2 for one in played)


@time_limits(0.5, 4.0)
def test_a_sandboxed_bot_that_stalls_loses_also_where_it_stalls_before_the_first_question(tmp_path, limit):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import time\nfrom croupier.games.cuttle import CuttleBot\n"
        "class Sleepy(CuttleBot):\n    def __init__(self):\n        time.sleep(SECONDS)\n"
        "    def select_move(self, view, legal_moves):\n        return 0\n".replace("SECONDS", f"{1.8 * limit}")
    )
    setup = setup_of(First, str(bot))
    with WorkerPool(setup, 1, limit=limit) as workers:
        played = list(workers.play(chunks_of(schedule_of(setup, 2), 2)))
    assert workers.skipped == []
    assert [one.places[one.seating.index(1)] for one in sorted(played, key=lambda one: one.number)] == [2, 2]


def test_a_match_that_no_bot_delays_is_left_out_and_reported(setup, monkeypatch):
    monkeypatch.setattr("croupier.arena.run.task.fresh_bots", lambda *_: time.sleep(60))
    with WorkerPool(setup, 1, limit=0.3) as workers:
        assert list(workers.play(chunks_of(schedule_of(setup, 2)))) == []
    assert {skipped.reason for skipped in workers.skipped} == {"took longer than 0.3 s and was stopped"}
    assert len(workers.skipped) == 2


def test_the_team_of_a_slow_bot_loses():
    belote = find_game("belote")
    setup = RunSetup(belote, belote.settings(), make_entrants(belote, ["random"] * 4))
    lost = lost_on_time(setup, Task(5, Pairing(1, 7, (2, 3, 0, 1))), 1, 10.0)
    assert lost.places == (1, 2, 1, 2)
    assert lost.faults == ((1, "TooSlow"),)


def test_a_bot_that_ends_its_process_costs_only_its_own_matches():
    setup = setup_of(Ending, "random")
    with WorkerPool(setup, 1) as workers:
        played = list(workers.play(chunks_of(schedule_of(setup, 4))))
    assert [one.number for one in played] == [1, 3]
    assert [skipped.task.number for skipped in workers.skipped] == [0, 2]
    assert workers.skipped[0].reason == "ended its worker process 3 times: exited with code 7"


def test_nothing_is_left_behind(setup, tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    stop = StopFlag()
    with WorkerPool(setup, 2, stop=stop) as workers:
        pids = workers.pids
        for _ in workers.play(chunks_of(schedule_of(setup, 100_000))):
            stop.set()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)
    assert list(tmp_path.iterdir()) == []


def test_a_sandboxed_bot_plays_the_same_in_workers(tmp_path):
    bot = tmp_path / "bot.py"
    bot.write_text(
        "from croupier.games.cuttle import CuttleBot\nasked = 0\n"
        "class Counting(CuttleBot):\n    def select_move(self, view, legal_moves):\n"
        "        global asked\n        asked += 1\n        return asked % len(legal_moves)\n"
    )
    setup = setup_of(str(bot), "random")
    schedule = schedule_of(setup, 48)
    expected = in_order(InProcess(RunSetup(CUTTLE, SETTINGS, setup.entrants)).play(chunks_of(schedule, 12)))
    with WorkerPool(setup, 2) as workers:
        found = []
        for played in workers.play(chunks_of(schedule, 12)):
            found.append(played)
            if len(found) == 10:
                os.kill(workers.pids[0], signal.SIGKILL)
    assert in_order(found) == expected


# The match before all others.


class Slow(CuttleBot):
    def select_move(self, view, legal_moves):
        while True:
            pass


class Stubborn(CuttleBot):
    """Catches whatever is raised to stop it."""

    def select_move(self, view, legal_moves):
        while True:
            try:
                while True:
                    pass
            except BaseException:
                continue


@pytest.mark.parametrize(
    ("bot", "words"),
    [
        (Slow, ("did not answer 'turn' within 0.2 s and was stopped")),
        (Stubborn, "its process was stopped"),
    ],
)
def test_a_bot_of_this_process_that_is_too_slow_is_found(bot, words):
    setup = setup_of("random", bot, clock=clock_for(CUTTLE, 0.2))
    with WorkerPool(setup, 1) as workers:
        found = workers.verify(Task(-2, Pairing(0, 7, (0, 1))), 0.2)
        assert list(found.too_slow) == [1]
        assert words in found.too_slow[1]
        # It goes on as if nothing had happened.
        assert len(list(workers.play([[Task(0, Pairing(0, 7, (0, 0)))]]))) == 1


def test_quick_bots_pass(setup):
    with WorkerPool(setup, 1) as workers:
        assert workers.verify(Task(-2, Pairing(0, 7, (0, 1))), 5.0).too_slow == {}


def test_a_core_for_each_worker():
    cores = sorted(os.sched_getaffinity(0))
    assert cores_for(len(cores)) == cores
    assert cores_for(len(cores) + 1) == [None] * (len(cores) + 1)
    assert set(cores_for(1)) <= set(cores)


def test_a_slate_that_is_being_written_says_nothing_about_time():
    slate = WorkerStatus()
    slate.write(7)
    assert 0 <= slate.seconds() < 300
    # What a reader can see while a worker writes: the number is there, the time is not.
    slate._memory[8:16] = bytes(8)
    assert slate.seconds() == 0.0
