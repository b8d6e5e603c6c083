"""Waiting for what another process does, without keeping the processor from it."""

from collections.abc import Callable
from time import monotonic, sleep
from typing import IO

PATIENCE_SECONDS = 300.0
"""For a machine that is busy with other things."""
POLL_SECONDS = 0.01


def wait_until(condition: Callable[[], object]) -> None:
    """Return as soon as `condition` holds; fail after PATIENCE_SECONDS."""
    deadline = monotonic() + PATIENCE_SECONDS
    while not condition():
        assert monotonic() < deadline, f"this did not become true in {PATIENCE_SECONDS:.0f} s"
        sleep(POLL_SECONDS)


def read_until(output: IO[str] | None, word: str) -> None:
    """Read lines up to the first with `word` in it; fail if the output ends before."""
    assert output is not None
    seen: list[str] = []
    for line in iter(output.readline, ""):
        if word in line:
            return
        seen.append(line)
    raise AssertionError(f"{word!r} was never printed, but:\n{''.join(seen)}")
