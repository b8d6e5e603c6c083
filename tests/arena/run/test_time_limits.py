"""The timer that breaks into a bot is always put back as it was; news that takes too long costs nothing else."""

import signal
from pathlib import Path
from time import perf_counter, sleep
from types import SimpleNamespace

import pytest
from frames.limits import time_limits

import croupier
from croupier.arena.run.time_limits import Alarm
from croupier.games.kittens import DrawCardAction, KittensBot
from croupier.kernel.errors import TooSlow

SHORT_SECONDS = 0.0005


def spend(seconds: float) -> None:
    end = perf_counter() + seconds
    while perf_counter() < end:
        pass


def test_a_block_that_takes_too_long_is_stopped() -> None:
    with pytest.raises(TooSlow, match="late"), Alarm(0.01, "late"):
        spend(60)


def test_an_alarm_at_the_very_end_of_the_block_leaves_no_timer_behind() -> None:
    handler, (_, interval) = signal.getsignal(signal.SIGALRM), signal.getitimer(signal.ITIMER_REAL)
    for number in range(500):
        try:
            with Alarm(SHORT_SECONDS, "late"):
                spend(SHORT_SECONDS * (0.9 + number % 20 / 100))
        except TooSlow:
            pass
        assert signal.getsignal(signal.SIGALRM) is handler
        assert signal.getitimer(signal.ITIMER_REAL)[1] == interval


def test_an_alarm_is_ignored_in_what_is_called_at_the_end_of_the_block() -> None:
    """Such as a function of the module signal, or the alarm itself: on a busy machine it rings while it rings."""
    ending = SimpleNamespace(f_code=Alarm.__exit__.__code__, f_back=None)
    called = SimpleNamespace(f_code=signal.signal.__code__, f_back=ending)
    Alarm(60, "late")._ring(signal.SIGALRM, called)


class SlowListener(KittensBot):
    heard = 0

    def on_event(self, event, view):
        SlowListener.heard += 1
        sleep(3600)

    def take_turn(self, view):
        return DrawCardAction()


@time_limits(0.3, 3.0)
def test_slow_news_is_lost_and_nothing_else(caplog: pytest.LogCaptureFixture, limit: float) -> None:
    SlowListener.heard = 0
    caplog.clear()
    match = croupier.play("kittens", [SlowListener, "random"], seed=7, timeout=limit)
    assert not any(step.faults for step in match.steps if step.seat == 0)
    assert SlowListener.heard == 3
    assert [record.message for record in caplog.records] == [
        f"seat 0 took longer than {limit:g} s to process events 3 times and gets no more events in this match"
    ]


@pytest.mark.parametrize("trust", [True, False])
@time_limits(0.5, 4.0)
def test_a_slow_listener_passes_the_verification_match(tmp_path: Path, trust: bool, limit: float) -> None:
    path = tmp_path / f"slow{limit:.0f}.py"
    path.write_text(SLOW.replace("SECONDS", str(limit * 3)), encoding="utf-8")
    report = croupier.run("kittens", [str(path), "random"], n=2, seed=7, timeout=limit, workers=2, trust=trust)
    assert report.disqualified == {}


SLOW = """
import time
from croupier.games.kittens import Bot, DrawCardAction

class Slow(Bot):
    slow = True

    def on_event(self, event, view):
        if Slow.slow:
            Slow.slow = False
            time.sleep(SECONDS)

    def take_turn(self, view):
        return DrawCardAction()
"""
