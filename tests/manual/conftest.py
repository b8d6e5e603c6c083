from collections.abc import Iterator
from subprocess import Popen

import pytest
from manual.shell import kitchen


@pytest.fixture(scope="session")
def cook() -> Iterator[Popen[str]]:
    """The process whose forks run the commands of all pages."""
    with kitchen() as process:
        yield process
