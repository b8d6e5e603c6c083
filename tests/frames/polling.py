"""Waiting for what another process does, without keeping the processor from it."""

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE_SECONDS = 60.0
"""For a machine that is busy with other things."""
POLL_SECONDS = 0.01


def wait_until(condition: Callable[[], object]) -> None:
    """Return as soon as `condition` holds; fail after PATIENCE_SECONDS."""
    deadline = monotonic() + PATIENCE_SECONDS
    while not condition():
        assert monotonic() < deadline, f"this did not become true in {PATIENCE_SECONDS:.0f} s"
        sleep(POLL_SECONDS)
