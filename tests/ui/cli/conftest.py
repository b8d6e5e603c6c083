import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.ui.cli.main import run_app

ROOT = Path(__file__).parents[3]


class Ran:
    """What a command printed and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command line in this process."""

    def run(*arguments: object) -> Ran:
        code = run_app([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def process() -> Callable[..., Ran]:
    """The command line in a process of its own, for what concerns signals and streams."""

    def run(*arguments: object, **options: object) -> Ran:
        command = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()", *map(str, arguments)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False, **options)
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
