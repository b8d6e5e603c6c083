"""The server of a season over HTTP, with sandboxed bots."""

import asyncio
import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from season.conftest import CRASHES, FIRST, POINTS, SEASON, zipped

from croupier.arena.store.errors import StoreError
from croupier.arena.store.store import open_store
from croupier.season.competition import Competition
from croupier.season.work.worker import Worker
from croupier.ui.cli.main import run_app
from croupier.ui.web.options import WebServerOptions
from croupier.ui.web.season import app as season_app
from croupier.ui.web.season.app import make_season_app
from croupier.ui.web.server import config_of, listen

API = "/api/v1/season"


class Host:
    """A server in a thread, and a worker that does jobs when the test says so."""

    season = SEASON.replace("2027-01-22", "2099-01-22")

    def __init__(self, folder: Path) -> None:
        db = str(folder / "season.sqlite")
        self.store = open_store(db)
        self.competition = Competition(self.store)
        self.admin = self.competition.open(self.season)
        self.worker = Worker(self.competition, self.store, folder / "bots")
        options = WebServerOptions(db=db, requests=1000.0, body_bytes=200_000)
        app = make_season_app(options, self.competition.file(), "season.toml", None)
        self._socket = listen("127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}"
        self._server = uvicorn.Server(config_of(app, options))
        self._thread = threading.Thread(target=lambda: asyncio.run(self._server.serve(sockets=[self._socket])))
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive()
            threading.Event().wait(0.01)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(60)
        self.worker.close()
        self.store.close()

    def work(self, jobs: int) -> None:
        """Do jobs in a thread, for a test whose own thread has an event loop."""
        thread = threading.Thread(target=lambda: [self.worker.step() for _ in range(jobs)])
        thread.start()
        thread.join(120)
        assert not thread.is_alive()

    def check_all(self) -> None:
        """Do jobs until no version waits for its check: on a busy machine a check may be put off."""
        while any(bot.state == "waiting" for bot in self.competition.all_bots().values()):
            self.work(1)

    def ask(self, method: str, path: str, body: Any = None, token: str = "", admin: str = "") -> tuple[int, Any]:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        if admin:
            headers["X-Admin-Token"] = admin
        if body is not None and not isinstance(body, bytes):
            body, headers["Content-Type"] = json.dumps(body).encode(), "application/json"
        elif body is not None:
            headers["Content-Type"] = "application/octet-stream"
        path = path if path.startswith("/api") else API + path
        request = urllib.request.Request(self.url + path, body, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                status, data = answer.status, answer.read()
        except urllib.error.HTTPError as error:
            status, data = error.code, error.read()
        try:
            return status, json.loads(data)
        except ValueError:
            return status, data

    def enter(self, team: str, source: str | bytes | None = None) -> str:
        status, joined = self.ask("POST", "/join", {"name": f"{team} person", "team": team})
        assert status == 201, joined
        if source is not None:
            body = source.encode() if isinstance(source, str) else source
            assert self.ask("POST", "/bots?name=bot.py", body, joined["token"])[0] == 202
        return joined["token"]


@pytest.fixture(scope="module")
def host(tmp_path_factory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("host"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def ann(host: Host) -> str:
    """A team whose bot has been checked and has played."""
    token = host.enter("Ann", FIRST)
    host.check_all()
    for _ in range(4):
        host.worker.step()
    return token


def test_a_bot_is_checked_in_the_sandbox_and_plays(host: Host, ann: str):
    _, me = host.ask("GET", "/me", token=ann)
    assert me["versions"][0]["state"] == "passed"
    assert me["matches"]
    _, board = host.ask("GET", "/leaderboard")
    assert "Ann" in [row["name"] for row in board["rows"]]


def test_a_failing_bot_is_told_the_position(host: Host):
    token = host.enter("Cleo", CRASHES)
    host.check_all()
    _, me = host.ask("GET", "/me", token=token)
    report = me["versions"][0]["report"]
    assert "IndexError" in report["reason"]
    assert "bot.py, line 6" in report["reason"]
    assert str(host.store.engine.url.database).rpartition("/")[0] not in json.dumps(report)
    fault = next(fault for finding in report["findings"] for fault in finding["faults"])
    assert fault["view"]
    assert fault["moves"]


def test_what_is_private_is_not_told_to_others(host: Host, ann: str):
    eve = host.enter("Eve")
    _, me = host.ask("GET", "/me", token=ann)
    number, match = me["versions"][0]["number"], me["matches"][0]["match"]
    page = f"/teams/{me['team']}"
    for token in ("", eve):
        _, team = host.ask("GET", page, token=token)
        text = json.dumps(team)
        assert "team_code" not in text
        assert "report" not in text
        assert '"file": "bot.py"' not in text
        assert [each["replay"] for each in team["matches"][:3]] == [None] * 3
        assert host.ask("GET", f"/matches/{match}/file.jsonl", token=token)[0] == 404
        assert host.ask("GET", f"/matches/{match}/page.html", token=token)[0] == 404
    for path in (f"/bots/{number}", f"/bots/{number}/source.zip"):
        assert host.ask("GET", path, token=eve)[0] == 404
        assert host.ask("GET", path)[0] == 401
        assert host.ask("GET", path, token="forged")[0] == 401
    assert host.ask("POST", f"/bots/{number}/activate", {}, eve)[0] == 404
    assert host.ask("GET", f"/bots/{number}", token=ann)[1]["file"] == "bot.py"
    status, replay = host.ask("GET", f"/matches/{match}/file.jsonl", token=ann)
    assert status == 200
    assert b"secret-note" in replay
    assert b"secret-print" in replay


def test_a_replay_link_is_for_one_match_and_cannot_be_forged(host: Host, ann: str):
    _, me = host.ask("GET", "/me", token=ann)
    link, other = me["matches"][0]["replay"], me["matches"][1]["match"]
    assert host.ask("GET", link)[0] == 200
    assert host.ask("GET", link[:-1] + ("0" if link[-1] != "0" else "1"))[0] == 404
    assert host.ask("GET", link.replace(f"/{me['matches'][0]['match']}/", f"/{other}/"))[0] == 404


def test_the_secret_of_a_round_is_not_told_before_its_end(host: Host):
    state = host.competition.rounds()[0]
    seen = "".join(json.dumps(host.ask("GET", path)[1]) for path in ("", "/leaderboard", "/history", "/teams/1"))
    assert state.commitment in seen
    assert state.secret not in seen
    assert host.store.plan(host.competition.run()).seed not in seen
    assert host.ask("GET", "/rounds/0/bundle.zip")[0] == 409


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/admin"),
        ("POST", "/admin/pause"),
        ("POST", "/admin/announce"),
        ("POST", "/admin/teams/1/disqualify"),
        ("DELETE", "/admin/teams/1"),
        ("POST", "/admin/bots/1/rerun"),
        ("POST", "/admin/codes"),
        ("GET", "/admin/similar"),
        ("GET", "/admin/rounds/0/grades.csv"),
    ],
)
def test_the_admin_part_needs_the_admin_token(host: Host, ann: str, method: str, path: str):
    body = {} if method == "POST" else None
    for token, admin in (("", ""), (ann, ""), (ann, ann), ("", "forged")):
        assert host.ask(method, path, body, token, admin)[0] == 401


def test_the_host_sees_entrants_and_copies_and_announces(host: Host, ann: str):
    renamed = POINTS.replace("points", "xs").replace("class Bot", "class Thief") + "\n# all my own work\n"
    host.enter("Original", POINTS)
    host.enter("Copy", renamed)
    _, pairs = host.ask("GET", "/admin/similar", admin=host.admin)
    assert {pairs[0]["one"]["name"], pairs[0]["other"]["name"]} == {"Original", "Copy"}
    assert pairs[0]["alike"] > 0.95
    _, both = host.ask("GET", f"/admin/similar/{pairs[0]['one']['bot']}/{pairs[0]['other']['bot']}", admin=host.admin)
    assert {block["kind"] for block in both["blocks"]} >= {"equal", "replace"}
    host.ask("POST", "/admin/announce", {"text": "The final is on Friday"}, admin=host.admin)
    threading.Event().wait(1.1)  # what everybody sees is made once a second
    assert host.ask("GET", "")[1]["news"][0]["text"] == "The final is on Friday"
    _, overview = host.ask("GET", "/admin", admin=host.admin)
    assert "Ann" in [team["name"] for team in overview["teams"]]


def test_a_hostile_entrant_is_refused_and_nothing_breaks(host: Host):
    token = host.enter("Mallory")
    assert host.ask("POST", "/bots", b"x" * 300_000, token)[0] == 413
    assert host.ask("POST", "/bots?name=bot.py", b"x" * 100_000, token)[0] == 400
    bomb = zipped({"bot.py": "pass", "zeros": b"\0" * 20_000_000})
    status, answer = host.ask("POST", "/bots?name=b.zip", bomb, token)
    assert (status, "more than the 256 kB" in answer["error"]["message"]) == (400, True)
    assert host.ask("POST", "/bots?name=../../etc/passwd", b"root", token)[0] == 400
    assert host.ask("POST", "/join", {"name": "x" * 500, "team": "y"})[0] == 422
    assert host.ask("POST", "/join", {"name": "\x00\x1b[2J", "team": "\u202e"})[0] in (201, 409)
    patient = host.enter("Patient Mallory")  # the first one has no uploads left for a while
    assert [host.ask("POST", "/bots?name=bot.py", b"", token)[0] for _ in range(4)][-1] == 429
    token = patient
    hangs = "import time\ntime.sleep(1000)\n"
    assert host.ask("POST", "/bots?name=bot.py", hangs.encode(), token)[0] == 202
    assert [host.ask("POST", "/bots?name=bot.py", f"{hangs}# {n}".encode(), token)[0] for n in range(4)] == [
        202,
        202,
        429,
        429,
    ]
    _, overview = host.ask("GET", "/admin", admin=host.admin)
    mine = next(team["team"] for team in overview["teams"] if team["name"] == "Patient Mallory")
    waiting = [job["bot"] for job in overview["queue"] if job["kind"] == "check"]
    assert sum(host.competition.bot(bot).team == mine for bot in waiting) == 1
    while any(job.kind == "check" for job, _, _ in host.worker.queue.waiting()):
        host.worker.step()
    _, me = host.ask("GET", "/me", token=token)
    assert me["versions"][0]["state"] == "failed"


def test_an_entrant_can_delete_its_data(host: Host):
    token = host.enter("Gone", f"{POINTS}# gone")
    assert host.ask("DELETE", "/me", token=token)[0] == 204
    assert host.ask("GET", "/me", token=token)[0] == 401


def test_the_commands_of_entrants(host: Host, ann: str, tmp_path: Path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    bot = tmp_path / "my_bot.py"
    bot.write_text(f"{POINTS}# by command", encoding="utf-8")
    assert run_app(["submit", str(bot), "--to", host.url, "--name", "Zoe", "--wait", "0"]) == 0
    assert "Joined as Zoe in team Zoe" in capsys.readouterr().out
    assert run_app(["submit", str(bot), "--to", host.url, "--name", "Zoe", "--wait", "0"]) == 2
    assert "you have joined this season before" in capsys.readouterr().err
    assert run_app(["submit", str(bot), "--wait", "0"]) == 0  # the address and the token are kept
    assert "Handed in as version 1" in capsys.readouterr().out  # the same files, which still wait for their check
    bot.write_text(f"{POINTS}# changed", encoding="utf-8")
    assert run_app(["submit", str(bot), "--wait", "0"]) == 0
    assert "Handed in as version 2" in capsys.readouterr().out
    large = tmp_path / "large.py"
    large.write_bytes(b"#" * 3_000_000)  # of which the server would read nothing
    assert run_app(["submit", str(large)]) == 2
    assert "large.py has 2929 kB; this season takes at most 64 kB" in capsys.readouterr().err
    match = host.ask("GET", "/me", token=ann)[1]["matches"][0]["match"]
    assert run_app(["pull", match, "--from", host.url]) != 0  # of another team
    assert "that you may see" in capsys.readouterr().err
    assert run_app(["pull", match, "--from", host.url, "--token", ann]) == 0
    assert run_app(["replay", f"match-{match}.jsonl", "--verify"]) == 0


def test_a_database_that_does_not_answer_is_said_without_its_address(host: Host, monkeypatch):
    def gone(competition: Competition) -> None:
        raise StoreError("the database postgresql://me@secret-host/season cannot be reached")

    with monkeypatch.context() as patch:
        patch.setattr("croupier.ui.web.season.routes.round_result", lambda competition, number: gone(competition))
        status, answer = host.ask("GET", "/rounds/7")
    assert (status, answer["error"]["code"]) == (503, "no_database")
    assert "secret-host" not in json.dumps(answer)


def test_the_clock_of_a_season_goes_on_when_the_database_is_back(monkeypatch):
    ticks: list[int] = []

    class Flaky:
        def tick(self) -> None:
            ticks.append(len(ticks))
            if len(ticks) == 1:
                raise StoreError("the database is gone")

    async def run() -> None:
        task = asyncio.create_task(season_app._tick(Flaky()))
        while len(ticks) < 2:
            assert not task.done()
            await asyncio.sleep(0.01)
        task.cancel()

    monkeypatch.setattr(season_app, "TICK_SECONDS", 0.01)
    asyncio.run(asyncio.wait_for(run(), 30))
