"""For all tests: properties are tried on the same examples every time, and nothing is kept among the user's own."""

import os
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from frames.forks import Forks, fork_server
from hypothesis import settings

pytest.register_assert_rewrite("croupier.conformance")
settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")

_FOLDER = tempfile.TemporaryDirectory(prefix="croupier-tests-")
os.environ["CROUPIER_DB"] = str(Path(_FOLDER.name) / "runs.sqlite")
os.environ["XDG_DATA_HOME"] = _FOLDER.name  # what a person has played is kept there

os.environ["CROUPIER_HEARTBEAT"] = "0"  # on a busy machine it would be among what a test compares

LONG = ("ui/web/browser", "rl", "season", "manual", "build", "ui/terminal", "ui/cli", "security", "conformance")
"""The folders whose tests take longest, the longest first: what is begun last should end soon."""
THEN = ("ui/web", "players", "arena")
"""The folders whose files take longest as a whole."""

ID_LIMIT = 60
ADDRESS = re.compile(r" at 0x[0-9a-f]+")
TESTS = str(Path(__file__).parent)

TOGETHER = (
    *("ui/web/browser/test_replay.py", "build/test_wheel.py"),
    *("security/test_sandbox.py", "security/test_limits.py", "security/test_bench.py"),
)
"""Files in these folders whose tests share a fixture that takes seconds to make."""


def place(nodeid: str) -> int:
    """The place of a test's folder among LONG and THEN; behind all of them if it is in none."""
    path, folders = nodeid.removeprefix("tests/"), (*LONG, *THEN)
    return next((number for number, folder in enumerate(folders) if path.startswith(f"{folder}/")), len(folders))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put long tests first, so that no process is left alone with them in the end."""
    items.sort(key=lambda item: place(item.nodeid))


@pytest.fixture(scope="session")
def forks() -> Iterator[Forks]:
    """The process whose forks run commands."""
    with fork_server() as started:
        yield started


def pytest_make_parametrize_id(val: object, argname: str) -> str | None:
    """Name a case by its values where pytest would only count it: "mode=chaos rounds=2", not "values4"."""
    if isinstance(val, BaseException):
        return type(val).__name__
    if isinstance(val, dict):
        words = [f"{name}={value}" for name, value in val.items()]
    elif isinstance(val, set | frozenset):
        words = sorted(map(str, val))
    elif isinstance(val, tuple | list | range):
        words = [" ".join(map(str, each)) if isinstance(each, tuple | list) else str(each) for each in val]
    elif isinstance(val, str | bytes) and len(val) > ID_LIMIT:
        words = (val if isinstance(val, str) else val.decode("latin-1")).split()
    elif isinstance(val, msgspec.Struct):
        words = [str(val)]
    else:
        return None
    if not words:
        return f"no {argname}"
    text = ADDRESS.sub("", " ".join(words))[:ID_LIMIT]
    return text.replace(TESTS, "tests").encode("unicode_escape").decode()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> object:
    """Deal out long tests one by one and all others file by file, so that they can share fixtures."""
    if config.getvalue("dist") != "load":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Scheduling(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = nodeid.partition("::")[0]
            alone = place(nodeid) < len(LONG) and not file.endswith(TOGETHER)
            return nodeid if alone else file

    config.option.loadscopereorder = False
    return Scheduling(config, log)
