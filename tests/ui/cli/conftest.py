import os
from collections.abc import Callable
from pathlib import Path

import pytest
from frames.forks import Forks, Ran

from croupier.ui.cli.main import run_app

ROOT = Path(__file__).parents[3]


@pytest.fixture
def croupier(capsys: pytest.CaptureFixture[str]) -> Callable[..., Ran]:
    """The command line in this process."""

    def run(*arguments: object) -> Ran:
        code = run_app([str(each) for each in arguments])
        captured = capsys.readouterr()
        return Ran(code, captured.out, captured.err)

    return run


@pytest.fixture
def process(forks: Forks) -> Callable[..., Ran]:
    """The command line in a process of its own, for what concerns signals and streams."""

    def run(*arguments: object, input: str = "", cwd: Path | None = None) -> Ran:
        return forks.run([str(each) for each in arguments], cwd or Path.cwd(), os.environ, input)

    return run
