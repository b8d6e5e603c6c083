"""The two bots printed in the guide play whole matches, by address and launched, just as they are printed."""

import fcntl
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from frames.polling import wait_until

import croupier
from croupier import BotMeta
from croupier.games.belote import GAME
from croupier.kernel.errors import UsageError
from croupier.match.match import Match
from croupier.players.http.check import check_http
from croupier.players.http.launch import free_port
from croupier.players.http.meta import read_meta
from croupier.players.http.session import SessionOptions

PATIENT = SessionOptions(decision_timeout=120.0, notification_timeout=120.0)
"""For a machine that is busy with other things."""
BOTS = Path(__file__).parents[3] / "bots" / "belote"
NAMES = ["flask", *(["express"] if shutil.which("npm") and shutil.which("node") else [])]


def meta_of(name: str) -> BotMeta:
    """As its directory says, with the Python that runs the tests."""
    meta = read_meta(BOTS / name)
    assert meta.launch is not None
    if name == "flask":
        return msgspec.structs.replace(meta, launch=msgspec.structs.replace(meta.launch, file_name=sys.executable))
    return meta


@pytest.fixture(autouse=True)
def port() -> Iterator[None]:
    """The guide's bots listen on 5050 and nowhere else: other runs of these tests wait for their turn."""
    with (Path(tempfile.gettempdir()) / "croupier-tests-port-5050").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", 5050))
            except OSError:
                pytest.fail("something else listens on port 5050, where the bots of the guide want to")
        yield


def is_fine(match: Match) -> bool:
    return match.over and not any(step.faults for step in match.steps)


@pytest.mark.parametrize("name", NAMES)
def test_launched(name: str) -> None:
    match = croupier.play("belote", [meta_of(name), "calculating"], 3, {"deals": 2})
    assert is_fine(match)
    assert match.table.names[0] == f"Minimal {name.capitalize()}"


@pytest.mark.parametrize("name", NAMES)
def test_by_address(name: str) -> None:
    """Launched by hand, so to speak, and asked at its address; then it goes through the checklist."""
    with running(name) as url:
        assert is_fine(croupier.play("belote", [url, url, url, "random"], 4, {"target": 60}))
        report = croupier.run("belote", [url, "calculating"], 2, 5, {"deals": 2, "cut": "fixed"})
        assert report.standings.matches == 2
        assert not report.standings.records[0].faults
        assert [check.text for check in check_http(GAME, url, PATIENT) if not check.kept] == []


def running(name: str) -> "Running":
    return Running(meta_of(name))


class Running:
    """A bot that runs outside of any match."""

    def __init__(self, meta: BotMeta) -> None:
        assert meta.launch is not None
        self._meta, self._command = meta, meta.launch.command
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> str:
        if self._meta.preparation is not None:
            subprocess.run(self._meta.preparation.command, cwd=self._meta.directory, check=True, capture_output=True)
        self._process = subprocess.Popen(
            self._command, cwd=self._meta.directory, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        wait_until(lambda: self._has_ended() or answers("localhost", 5050))
        assert not self._has_ended(), "the bot has ended"
        return self._meta.base_url

    def _has_ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def __exit__(self, *error: object) -> None:
        assert self._process is not None
        self._process.kill()
        self._process.wait()


def answers(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), 1).close()
    except OSError:
        return False
    return True


def test_the_files_are_the_guides() -> None:
    """Word for word, as far as a word matters: the lines that make the server and its endpoints."""
    flask = (BOTS / "flask" / "bot.py").read_text(encoding="utf-8")
    express = (BOTS / "express" / "bot.js").read_text(encoding="utf-8")
    assert len(re.findall(r"^@app\.route\(", flask, re.MULTILINE)) == 7
    assert flask.rstrip().endswith("app.run(port=5050)")
    assert len(re.findall(r"^app\.(get|post|delete)\(", express, re.MULTILINE)) == 7
    assert 'app.listen(5050, () => console.log("Bot running on port 5050"));' in express


def test_a_lock_file_without_addresses() -> None:
    lock = (BOTS / "express" / "package-lock.json").read_text(encoding="utf-8")
    assert '"resolved"' not in lock


def test_two_addresses_are_two_bots() -> None:
    with pytest.raises(UsageError, match="no bot at"):
        croupier.play("belote", [f"http://127.0.0.1:{free_port()}", "random"])
