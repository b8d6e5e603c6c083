"""Tests of time limits that hold on a busy machine too."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import pytest

LAST_FACTOR = 4.0


def time_limits(*seconds: float) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a test its argument `limit`, the shortest first; a longer one is tried only if the test fails with it.

    A test waits for what exceeds its limit, so the limit should be short. On a busy machine a short one may also be
    exceeded by a process that only waits for a core. If all limits fail, one that is LAST_FACTOR times as long as the
    last one decides; it is far longer than a process ever waits.
    """

    def decorate(test: Callable[..., None]) -> Callable[..., None]:
        @wraps(test)
        def run(*args: Any, **kwargs: Any) -> None:
            for limit in seconds:
                try:
                    return test(*args, **in_own_folder(kwargs, limit), limit=limit)
                except (Exception, pytest.fail.Exception):
                    continue
            return test(*args, **kwargs, limit=LAST_FACTOR * seconds[-1])

        signature = inspect.signature(test)
        fixtures = [each for each in signature.parameters.values() if each.name != "limit"]
        run.__signature__ = signature.replace(parameters=fixtures)  # type: ignore[attr-defined]
        return run

    return decorate


def in_own_folder(kwargs: dict[str, Any], limit: float) -> dict[str, Any]:
    """Give an attempt that may fail a folder of its own, so that the next one does not find its files."""
    if "tmp_path" not in kwargs:
        return kwargs
    folder = kwargs["tmp_path"] / f"within {limit:g} s"
    folder.mkdir()
    return {**kwargs, "tmp_path": folder}
