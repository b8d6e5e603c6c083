"""The timer that breaks into a bot is always put back as it was."""

import signal
from time import perf_counter

import pytest

from croupier.arena.run.time_limits import Alarm
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
