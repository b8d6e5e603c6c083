"""The web server against strangers: slow half-requests, many connections, DNS rebinding, code of their own."""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from frames.limits import time_limits
from ui.web.serving import API, Client, Served, served, talk_to
from ui.web.test_serve import COMMAND, serving, status_of

from croupier.arena.store.store import open_store
from croupier.arena.store.web import WebStore
from croupier.games import GAMES
from croupier.ui.cli.main import run_app
from croupier.ui.web import connections, server, workshop
from croupier.ui.web.connections import bounded_protocol
from croupier.ui.web.tables.table import RequestRefused

CUTTLE = GAMES["cuttle"]

SLOW = (b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ", b"P", b"")
"""What a slow client sends before it waits: half a head, one byte, nothing."""


def connect(served_by: Served) -> socket.socket:
    address = urlsplit(served_by.url)
    assert address.hostname is not None
    assert address.port is not None
    return socket.create_connection((address.hostname, address.port), timeout=20)


@contextmanager
def many(served_by: Served, count: int, sent: bytes) -> Iterator[list[socket.socket]]:
    opened = [connect(served_by) for _ in range(count)]
    for each in opened:
        each.sendall(sent)
    try:
        yield opened
    finally:
        for each in opened:
            each.close()


def is_closed(opened: socket.socket) -> bool:
    """Wait until the other side closes the connection, at most its time-out."""
    try:
        return opened.recv(1000) == b""
    except ConnectionResetError:
        return True


def allow(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Give clients this long for a request."""
    monkeypatch.setattr(server, "bounded_protocol", lambda most: bounded_protocol(most, seconds, seconds))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    allow(monkeypatch, 0.2)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("sent", SLOW, ids=["half a head", "one byte", "nothing"])
def test_17_a_request_that_does_not_come_is_given_up(tmp_path: Path, sent: bytes) -> None:
    with served(tmp_path) as running, many(running, 5, sent) as opened:
        assert all(is_closed(each) for each in opened)


@pytest.mark.usefixtures("impatient")
def test_17_a_body_that_does_not_come_is_given_up(tmp_path: Path) -> None:
    head = f"POST {API}/login HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n".encode()
    with served(tmp_path) as running, closing(connect(running)) as opened:
        opened.sendall(head + b"{")
        assert is_closed(opened)


@time_limits(0.2, 2.0)
def test_17_a_second_request_over_the_same_connection_has_its_own_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    allow(monkeypatch, limit)
    request = f"GET {API}/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
    with served(tmp_path) as running, closing(connect(running)) as opened:
        for _ in range(3):
            opened.sendall(request)
            answer = b""
            while not answer.endswith(b"}"):
                answer += opened.recv(10_000) or b"closed}"
            assert answer.startswith(b"HTTP/1.1 200")
            time.sleep(limit * 0.75)  # longer than a request may take in all, if its time began with the connection


@time_limits(0.2, 2.0)
def test_17_a_socket_stays_open_however_long_it_is_silent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    allow(monkeypatch, limit)

    async def wait(client: Client) -> None:
        opened = await client.open("cuttle", "you", "random")
        async with client.join(opened["table"], opened["token"]) as line:
            await line.until("legal_moves")
            await asyncio.sleep(limit * 2.5)
            await line.send("ping")
            await line.until("pong")

    with served(tmp_path) as running:
        talk_to(running, wait)


def test_17_one_address_cannot_take_all_connections(tmp_path: Path) -> None:
    with served(tmp_path, connections=10) as running, many(running, 10, SLOW[0]), closing(connect(running)) as extra:
        assert is_closed(extra)


def test_17_by_default_a_slow_client_has_seconds_not_minutes() -> None:
    assert connections.HEAD_SECONDS <= 15
    assert connections.BODY_SECONDS <= 60


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", ""])
def test_18_a_name_that_was_made_to_point_here_is_refused(tmp_path: Path, host: str) -> None:
    """DNS rebinding: a page of evil.example whose name suddenly means this machine; Host and Origin agree."""
    headers = {"Host": host, "Origin": f"http://{host}"}
    with serving(tmp_path, "--host", "0.0.0.0", "--token", "secret") as url:
        here = url.replace("0.0.0.0", "127.0.0.1")
        assert status_of(f"{here}api/v1/health", headers) == 403
        assert status_of(f"{here}api/v1/health", {"Host": "192.0.2.7:8000"}) == 200
        assert status_of(f"{here}api/v1/health", {"Host": "localhost"}) == 200


def test_18_a_name_that_the_owner_gave_is_its_own(tmp_path: Path) -> None:
    with serving(tmp_path, "--name", "Cards.example") as url:
        assert status_of(f"{url}api/v1/health", {"Host": "cards.example"}) == 200
        assert status_of(f"{url}api/v1/health", {"Host": "other.example"}) == 403


def test_18_a_network_without_a_password_must_be_asked_for(tmp_path: Path) -> None:
    refused = subprocess.run(
        [*COMMAND, "--host", "0.0.0.0"], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert refused.returncode == 2
    assert "--token" in refused.stderr
    assert "--public" in refused.stderr


def test_18_a_public_server_runs_no_code_of_strangers(tmp_path: Path) -> None:
    async def try_it(client: Client) -> None:
        assert not (await client.get("/server"))["workshop"]
        contest = {"game": "cuttle", "bots": ["random", "heuristic"], "blocks": 1}
        for path, body in (
            ("/workshop/cuttle/check", {"code": "print(1)"}),
            ("/tournaments", contest),
            ("/comparisons", {"game": "cuttle", "old": "random", "new": "heuristic"}),
        ):
            refusal = await client.post(path, body, status=403)
            assert refusal["error"]["code"] == "switched_off"
        assert (await client.open("cuttle", "you", "random"))["table"]

    with serving(tmp_path, "--host", "0.0.0.0", "--public") as url:
        talk_to(Reached(url.replace("0.0.0.0", "127.0.0.1").rstrip("/")), try_it)
    refused = subprocess.run(
        [*COMMAND, "--host", "0.0.0.0", "--public", "--workshop"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert refused.returncode == 2
    assert "--token" in refused.stderr


def test_the_password_can_be_read_from_a_file(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret\n")
    with serving(tmp_path, "--token-file", str(secret)) as url:
        assert status_of(f"{url}api/v1/games", {}) == 401
        assert status_of(f"{url}api/v1/games", {"X-Server-Token": "secret"}) == 200


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        (None, (), "secret.txt cannot be read: No such file or directory"),
        (b"\n", (), "secret.txt is empty; it must contain the password"),
        (b"\xff", (), "secret.txt cannot be read: it is not text"),
        (b"secret", ("--token", "other"), "use either --token or --token-file"),
    ],
)
def test_a_password_file_that_cannot_be_used_is_named(
    content: bytes | None, options: tuple[str, ...], words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    secret = tmp_path / "secret.txt"
    if content is not None:
        secret.write_bytes(content)
    assert run_app(["serve", "--token-file", str(secret), *options]) == 2
    assert words in capsys.readouterr().err


def test_names_hold_no_control_or_bidi_characters(tmp_path: Path) -> None:
    name = "\u202eevil\x1b[2J\u2066\u200b"

    async def sit(client: Client) -> None:
        body = {"game": "cuttle", "seats": [{"kind": "you", "name": name}, {"kind": "bot", "bot": "random"}]}
        opened = await client.post("/tables", body, status=201)
        state = (await client.get(f"/tables/{opened['table']}"))["state"]
        assert "?evil?[2J??" in str(state)
        assert not any(letter in str(state) for letter in "\u202e\x1b\u2066\u200b")

    with served(tmp_path) as running:
        talk_to(running, sit)


def test_a_looping_bot_of_one_client_does_not_hold_the_check_of_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "CHECK_SECONDS", 600.0)
    endless = "while True:\n    pass\n"

    async def start(*arguments: str) -> asyncio.subprocess.Process:
        """A check that lasts as long as the bot loops, which is for ever."""
        code = Path(arguments[1]).read_text()
        pipe = subprocess.PIPE
        return await asyncio.create_subprocess_exec(
            sys.executable, "-c", code, stdout=pipe, stderr=pipe, start_new_session=True
        )

    monkeypatch.setattr(workshop.cli, "start", start)

    async def check() -> None:
        with open_store(str(tmp_path / "web.sqlite")) as store:
            bots = workshop.Workshop(WebStore(store), tmp_path / "bots", True)
            looping = [asyncio.create_task(bots.check(CUTTLE, endless, "192.0.2.1")) for _ in range(4)]
            await asyncio.sleep(0)
            report = await bots.check(CUTTLE, "raise SystemExit('checked')", "192.0.2.2")
            assert "checked" in report.rows[0].text
            with pytest.raises(RequestRefused, match="many bots are being checked"):
                await bots.check(CUTTLE, endless, "192.0.2.1")
            assert not any(task.done() for task in looping)
            for task in looping:
                task.cancel()
            await asyncio.gather(*looping, return_exceptions=True)

    asyncio.run(check())


def test_bots_of_the_workshop_stay_out_of_the_leaderboard(tmp_path: Path) -> None:
    async def hold(client: Client) -> None:
        code = (await client.get("/workshop/cuttle/starter"))["code"]
        mine = (await client.post("/workshop/cuttle/check", {"code": code}))["bot"]
        for path, body in (
            ("/tournaments", {"game": "cuttle", "bots": [mine, "random"], "blocks": 1}),
            ("/comparisons", {"game": "cuttle", "old": "random", "new": mine, "max_games": 10}),
        ):
            run = (await client.post(path, body, status=201))["id"]
            while not (await client.get(f"/tournaments/{run}"))["finished"]:
                await asyncio.sleep(0.2)
        assert await client.get("/leaderboard?game=cuttle") == []

    with served(tmp_path) as running:
        talk_to(running, hold)


class Reached:
    """A server that runs as a command."""

    def __init__(self, url: str) -> None:
        self.url = url
