"""For all tests: properties are tried on the same examples every time, and nothing is kept among the user's own."""

import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

_FOLDER = tempfile.TemporaryDirectory(prefix="croupier-tests-")
os.environ["CROUPIER_DB"] = str(Path(_FOLDER.name) / "runs.sqlite")

LONG = ("web/browser", "build", "manual", "terminal", "tui", "cli", "conformance")
"""The folders whose files take longest, the worst first: what is begun last should end soon."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Files of long tests come first, so that no process is left alone with them in the end."""
    tests = Path(__file__).parent

    def rank(item: pytest.Item) -> int:
        folder = item.path.parent.relative_to(tests).as_posix() if item.path.is_relative_to(tests) else ""
        return next((place for place, long in enumerate(LONG) if folder.startswith(long)), len(LONG))

    items.sort(key=rank)
