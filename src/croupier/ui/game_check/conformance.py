"""The tests of a game, run in a process of their own: those in its package, and a line for each file of conformance."""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from croupier.kernel.declare import count
from croupier.kernel.game import Game
from croupier.ui.game_check.row import FAILS, MISSING, OK, Row

_REPAIRS: Final = {
    "determinism": "take all chance from self.shuffled and self.chance, and keep no state outside the words",
    "states": "look at legal, copy_from, snapshots and deal_unknown in core/rules.py",
    "decisions": "look at notations, to_wire and finish_snapshot: in a sealed question a seat sees only its own answer",
    "imagined": "repair deal_unknown: each world that fits what the seat knows must be equally likely",
    "audit": "look at who learns the events (emit_public, emit_secret) and at `secret` in core/layout.py",
    "observations": "look at the features, and at what finish_snapshot shows to a seat",
    "outlook": "repair outlook, chapter or weight in core/rules.py",
    "replays": "look at events and moves in face.py: a replay must read them back",
    "rules text": "bring RULES.md and the code together",
    "sentences": "look at `says` of moves and events in face.py",
}
"""What to do when a file of the conformance tests fails, first where a mistake makes the others fail as well."""


def run_conformance(game: Game) -> list[Row]:
    """A row for each file of the conformance tests."""
    if find_spec("pytest") is None:
        return [Row("conformance", MISSING, "pytest is not installed", "pip install pytest")]
    again = f"pytest --pyargs croupier.conformance --game {game.name}"
    said, results = _pytest("-p", "croupier._pytest_options", "--pyargs", "croupier.conformance", "--game", game.name)
    if not results:
        return [Row("conformance", FAILS, said, again)]
    rows: list[Row] = []
    for file in dict.fromkeys((*_REPAIRS, *(file for file, _, _ in results))):
        of_file = [(test, failure) for name, test, failure in results if name == file]
        failed = [(test, failure) for test, failure in of_file if failure]
        if not of_file:
            continue
        if failed:
            test, failure = failed[0]
            what = test.removeprefix("test_").replace("_", " ")
            step = f"{_REPAIRS.get(file, 'repair that')}; to see all of it: {again} -k {test}"
            rows.append(Row(f"conformance: {file}", FAILS, f"not true: {what} ({failure})", step))
        else:
            rows.append(Row(f"conformance: {file}", OK, count(len(of_file), "test")))
    return rows


def run_own_tests(package: Path) -> list[Row]:
    """A row for the tests that lie beside the sources of the package, if it was installed from there."""
    tests = package.parents[1] / "tests"
    if find_spec("pytest") is None or not (tests.parent / "pyproject.toml").is_file() or not tests.is_dir():
        return []
    said, results = _pytest("--import-mode=importlib", str(tests))
    failed = [(test, failure) for _, test, failure in results if failure]
    if failed:
        test, failure = failed[0]
        return [
            Row("own tests", FAILS, f"{test}: {failure}", f"repair {tests}, or the rules; to see all: pytest {tests}")
        ]
    if not results:
        return [Row("own tests", FAILS, said, f"pytest {tests}")]
    return [Row("own tests", OK, count(len(results), "test"))]


def _pytest(*arguments: str) -> tuple[str, list[tuple[str, str, str]]]:
    """The last line that pytest prints, and its results: file, test and the first line of the failure."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}"]
        command += ["--rootdir", folder, *arguments]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
        lines = (done.stdout + done.stderr).strip().splitlines() or ["pytest printed nothing"]
        return lines[-1], list(_results(report)) if report.exists() else []


def _results(report: Path) -> Iterator[tuple[str, str, str]]:
    """File, test and the first line of the failure, if there is one."""
    for case in ElementTree.parse(report).iter("testcase"):
        failure = next((each for each in case if each.tag in ("failure", "error")), None)
        file = case.get("classname", "").rpartition(".")[2].removeprefix("test_").replace("_", " ")
        said = "" if failure is None else _short(failure.get("message") or "error")
        yield file, case.get("name", "").partition("[")[0], said


def _short(message: str) -> str:
    return message.removeprefix("AssertionError: ").splitlines()[0][:200]
