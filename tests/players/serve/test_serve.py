"""`croupier.serve`: a bot of ours behind the HTTP API, over real sockets."""

import json
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from urllib.error import HTTPError

import pytest

import croupier
from croupier import UsageError
from croupier.games.belote import GAME, CalculatingBot, DeterministicBot
from croupier.players.http.check import check_http
from croupier.players.http.launch import free_port

PROGRAM = """
import signal
import croupier
from croupier.games.belote import {name}
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored in the background
croupier.serve({name}, http=0, game={game!r})
"""


@contextmanager
def served(name: str = "DeterministicBot", game: str | None = None) -> Iterator[str]:
    """The address of a bot in a process of its own; it ends with Ctrl-C, quietly."""
    program = [sys.executable, "-c", PROGRAM.format(name=name, game=game)]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stderr is not None
        line = server.stdout.readline()
        assert line.startswith(f"{name} is listening at http://127.0.0.1:"), server.stderr.read()
        try:
            yield line.split()[4]
        finally:
            server.send_signal(2)
            assert server.wait() == 0
            assert server.stderr.read() == ""


def test_it_passes_every_check_and_plays_as_in_the_process() -> None:
    with served() as url:
        assert [check for check in check_http(GAME, url) if not check.kept] == []
        web = croupier.play("belote", [url, "deterministic"], 3)
    here = croupier.play("belote", ["deterministic", "deterministic"], 3)
    assert [step.move for step in web.steps] == [step.move for step in here.steps]


def test_a_seed_is_honoured() -> None:
    with served("CalculatingBot", "belote") as url:
        first, again = (croupier.play("belote", [f"{url}#seed=true", "calculating"], 3) for _ in range(2))
        other = croupier.play("belote", [url, "calculating"], 3)
    assert [step.move for step in first.steps] == [step.move for step in again.steps]
    assert [step.move for step in first.steps] != [step.move for step in other.steps]


def request(url: str, method: str, body: bytes | None = None) -> tuple[int, bytes]:
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, method=method)) as response:
            return response.status, response.read()
    except HTTPError as error:
        with error:
            return error.code, error.read()


def test_statuses_over_the_wire() -> None:
    with served() as url:
        assert request(f"{url}/health", "GET") == (200, b"")
        status, body = request(f"{url}/api/sessions", "POST", b'{"position":"Left","matchId":"m"}')
        session = f"{url}/api/sessions/{json.loads(body)['sessionId']}"
        assert status == 201
        assert request(f"{session}/choose-cut", "POST", b"nonsense")[0] == 422
        assert request(session, "DELETE") == (204, b"")
        assert request(session, "DELETE") == (204, b"")
        assert request(f"{session}/choose-cut", "POST", b"{}")[0] == 404
        assert request(f"{url}/api/sessions", "GET")[0] == 405


def test_many_clients_at_once() -> None:
    with served() as url, ThreadPoolExecutor(8) as threads:
        opening = b'{"position":"Left","matchId":"m"}'
        opened = list(threads.map(lambda _: request(f"{url}/api/sessions", "POST", opening), range(40)))
    assert {status for status, _ in opened} == {201}
    assert len({body for _, body in opened}) == 40


class Elsewhere:
    """Plays no game."""


@pytest.mark.parametrize(
    ("bot", "game", "told"),
    [
        (
            CalculatingBot,
            None,
            r"unknown game for CalculatingBot: serve\(CalculatingBot, game=",
        ),
        (Elsewhere, None, "unknown game for Elsewhere"),
        pytest.param(DeterministicBot(), "belote", "every session needs a new bot", id="one bot for all sessions"),
        (DeterministicBot, "cuttle", "DeterministicBot plays belote, not cuttle"),
        (DeterministicBot, "poker", "no game 'poker'"),
    ],
)
def test_what_cannot_be_served(bot: object, game: str | None, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        croupier.serve(bot, http=0, game=game)  # type: ignore[arg-type]


def test_a_port_that_is_taken() -> None:
    with served() as url, pytest.raises(UsageError, match=r"cannot listen on 127\.0\.0\.1:\d+: "):
        croupier.serve(DeterministicBot, http=int(url.rpartition(":")[2]))


def test_a_free_port_is_free() -> None:
    assert 1024 < free_port() < 65536
