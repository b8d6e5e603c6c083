"""Run pytest, repeat a few failed tests one after the other, and name those that passed only when repeated.

    python scripts/run_tests.py [PYTEST ARGUMENT]...        (`make test`)

On a busy machine one test of thousands may fail by accident. A test that fails twice fails the build, and so do more
than REPEAT_LIMIT failures, which are not repeated.
"""

import sys
from typing import Final

import pytest

REPEAT_LIMIT: Final = 5


class FailedTests:
    """A pytest plugin that keeps the ids of the tests that failed."""

    def __init__(self) -> None:
        self.ids: dict[str, None] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.ids[report.nodeid] = None


def run_pytest(arguments: list[str]) -> tuple[int, list[str]]:
    """The exit code, and the ids of the failed tests."""
    failed = FailedTests()
    code = pytest.main(arguments, plugins=[failed])
    return int(code), list(failed.ids)


def main(arguments: list[str]) -> int:
    code, failed = run_pytest(arguments)
    if code != pytest.ExitCode.TESTS_FAILED or not failed:
        return code
    if len(failed) > REPEAT_LIMIT:
        print(f"{len(failed)} tests failed, more than {REPEAT_LIMIT}: none is repeated.")
        return code
    repeated_code, failed_twice = run_pytest(["--numprocesses", "0", "-m", "", *failed])
    if repeated_code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        return repeated_code
    passed = [test for test in failed if test not in failed_twice]
    if passed:
        print(f"\n{f' PASSED ONLY WHEN REPEATED: {len(passed)} ':!^100}", *passed, "!" * 100, sep="\n")
    return repeated_code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
