"""Commands in processes that begin as forks of one that has imported the package: that saves most of a second each."""

import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

SERVER = Path(__file__).with_name("fork_server.py")


@dataclass(frozen=True)
class Ran:
    """What a process printed, and how it ended."""

    code: int
    out: str
    err: str


class Forks:
    """The process whose forks run the commands."""

    def __init__(self, server: subprocess.Popen[str]) -> None:
        self._server = server

    def run(self, arguments: list[str], folder: Path, environment: Mapping[str, str], typed: str = "") -> Ran:
        """Run a command of Croupier. `typed` is what it reads from its standard input."""
        return self._order({"arguments": arguments, "typed": typed}, folder, environment)

    def run_python(self, code: str, folder: Path, environment: Mapping[str, str]) -> Ran:
        return self._order({"code": code}, folder, environment)

    def _order(self, order: dict[str, Any], folder: Path, environment: Mapping[str, str]) -> Ran:
        order |= {"folder": str(folder), "environment": dict(environment)}
        assert self._server.stdin is not None
        assert self._server.stdout is not None
        self._server.stdin.write(json.dumps(order) + "\n")
        self._server.stdin.flush()
        line = self._server.stdout.readline()
        assert line, "the process that runs the commands has ended"
        return Ran(**json.loads(line))


@contextmanager
def fork_server() -> Iterator[Forks]:
    with subprocess.Popen(
        [sys.executable, str(SERVER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Forks(process)
        assert process.stdin is not None
        process.stdin.close()
        process.wait(timeout=300)
