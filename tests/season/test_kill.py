"""kill -9 of the host and of its workers: nothing that was handed in or played is lost."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any

from croupier.arena.store.store import open_store
from croupier.season.competition import Competition
from croupier.season.work.jobs import is_running as is_running_worker

from .conftest import FIRST, POINTS, SEASON

MAIN = "from croupier.ui.cli.main import main; main()"


class HostProcess:
    """`croupier host` in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path, db: str) -> None:
        self._file = folder / "season.toml"
        self._file.write_text(SEASON.replace("2027-01-22", "2099-01-22"), encoding="utf-8")
        self._db = db
        self.url = ""
        self.start()

    def start(self) -> None:
        arguments = ["host", str(self._file), "--port", "0", "--workers", "1", "--db", self._db]
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *arguments],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "COLUMNS": "500"},
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "is running at" in line, line
        self.url = line.partition(" at ")[2].split("season ")[0].rstrip("/")

    def kill(self) -> None:
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(30)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def ask(self, method: str, path: str, body: Any = None, token: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers["Content-Type"] = "application/json" if isinstance(body, dict) else "application/octet-stream"
        data = json.dumps(body).encode() if isinstance(body, dict) else body
        request = urllib.request.Request(f"{self.url}/api/v1/season{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=300) as answer:
            return json.loads(answer.read())

    def enter(self, team: str, source: str) -> str:
        token = self.ask("POST", "/join", {"name": team, "team": team})["token"]
        self.ask("POST", "/bots?name=bot.py", source.encode(), token)
        return token


def until(found: Callable[[], Any], seconds: float = 600.0) -> Any:
    deadline = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.1)
    return value


def workers_of(competition: Competition) -> list[int]:
    with competition.data.read() as connection:
        from croupier.season import schema as s

        names = connection.execute(s.WORKERS.select()).all()
    return [int(row.name.rpartition(":")[2]) for row in names]


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def check_season(folder: Path, db: str) -> None:
    """Hand in, kill the worker, kill the host at once after handing in, and see everything done in the end."""
    host = HostProcess(folder, db)
    try:
        ann = host.enter("Ann", FIRST)
        with open_store(db) as store:
            competition = Competition(store)
            os.kill(until(lambda: workers_of(competition))[0], signal.SIGKILL)
            ben = host.enter("Ben", POINTS)
            host.kill()
            host.start()
            for token in (ann, ben):
                until(lambda token=token: host.ask("GET", "/me", token=token)["versions"][0]["state"] == "passed")
            before = until(lambda: host.ask("GET", "/leaderboard")["matches"])
            host.kill()
            stored = len(store.numbers(competition.run()))
            assert stored >= before
            host.start()
            until(lambda: host.ask("GET", "/leaderboard")["matches"] > stored)
            games = list(store.games(competition.run()))
            blocks: dict[int, int] = {}
            for game in games:
                blocks[game.block] = blocks.get(game.block, 0) + 1
            assert set(blocks.values()) == {2}, "every deal was played from both seats, once"
            assert len({game.number for game in games}) == len(games)
            left = workers_of(competition)
            host.kill()
            until(lambda: not any(is_running(pid) for pid in left))
            host.start()
    finally:
        host.kill()


def test_nothing_is_lost_by_kill_9(tmp_path: Path, db: str):
    check_season(tmp_path, db)


def test_a_worker_that_nobody_waited_for_is_not_running() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    until(lambda: not is_running_worker(f"here:{child.pid}"))
    assert child.returncode is None, "it was not waited for"
    child.wait()
    assert not is_running_worker(f"here:{child.pid}")
    assert is_running_worker(f"here:{os.getpid()}")
