"""`make test` repeats a few failed tests (scripts/run_tests.py); tried here on small suites."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from run_tests import REPEAT_LIMIT

SCRIPT = Path(__file__).parents[2] / "scripts" / "run_tests.py"
HEADING = "PASSED ONLY WHEN REPEATED"

FLAKY = """
@pytest.mark.parametrize("number", range({count}))
def test_flaky(number):
    seen = Path(f"seen{{number}}")
    passes = seen.exists()
    seen.touch()
    assert passes
"""
BROKEN = """
def test_broken():
    with open("tries", "a") as tries:
        tries.write("x")
    assert False
"""


def run(folder: Path, *tests: str) -> tuple[int, str]:
    """Run a suite of one file by two processes; the exit code, and everything printed."""
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "test_small.py").write_text("\n".join(["import pytest", "from pathlib import Path", *tests]))
    environment = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTEST_PLUGINS": "xdist.plugin"}
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--numprocesses", "2"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_a_test_that_passes_when_repeated_passes_and_is_named(tmp_path: Path) -> None:
    code, printed = run(tmp_path, FLAKY.format(count=1), "def test_fine(): pass")
    assert code == 0, printed
    assert printed.rpartition(HEADING)[2].splitlines()[1:2] == ["test_small.py::test_flaky[0]"], printed


def test_a_test_that_fails_twice_fails_the_build(tmp_path: Path) -> None:
    code, printed = run(tmp_path, FLAKY.format(count=REPEAT_LIMIT - 1), BROKEN)
    assert code == 1, printed
    assert (tmp_path / "tries").read_text() == "xx"
    assert "test_broken" not in printed.rpartition(HEADING)[2], printed


def test_many_failures_are_not_repeated(tmp_path: Path) -> None:
    code, printed = run(tmp_path, FLAKY.format(count=REPEAT_LIMIT), BROKEN)
    assert code == 1, printed
    assert (tmp_path / "tries").read_text() == "x"
    assert HEADING not in printed


@pytest.mark.parametrize(("tests", "wanted"), [("nonsense!", 1), ("", 5)])
def test_otherwise_the_exit_code_is_that_of_pytest(tests: str, wanted: int, tmp_path: Path) -> None:
    code, printed = run(tmp_path, tests)
    assert code == wanted, printed
    assert HEADING not in printed
