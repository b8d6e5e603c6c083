"""A season's server against strangers and hostile entrants: every route, forged tokens, others' ids, floods, names."""

import json
from collections.abc import Iterator
from datetime import UTC, datetime

import msgspec
import pytest
from season.conftest import FIRST
from ui.web.test_season import Host

from croupier.season.rounds import FINISHED, PLAYING, RoundState, write_round
from croupier.ui.web.season import service

OPEN, OWN, TEAM, ADMIN = "open", "own", "team", "admin"
"""Who may ask: everybody; everybody, each for the own team; the team that owns the thing; the host."""
ROUTES = {
    "GET /season": OPEN,
    "GET /season/season.toml": OPEN,
    "POST /season/join": OPEN,
    "GET /season/leaderboard": OPEN,
    "GET /season/history": OPEN,
    "GET /season/teams/{number}": OPEN,
    "GET /season/rounds/{number}": OPEN,
    "GET /season/rounds/{number}/matches": OPEN,
    "GET /season/rounds/{number}/bundle.zip": OPEN,
    "GET /season/me": OWN,
    "DELETE /season/me": OWN,
    "POST /season/bots": OWN,
    "GET /season/bots/{number}": TEAM,
    "GET /season/bots/{number}/source.zip": TEAM,
    "POST /season/bots/{number}/activate": TEAM,
    "GET /season/matches/{key}/file.jsonl": TEAM,
    "GET /season/matches/{key}/page.html": TEAM,
    "GET /season/admin": ADMIN,
    "POST /season/admin/announce": ADMIN,
    "POST /season/admin/pause": ADMIN,
    "POST /season/admin/teams/{number}/disqualify": ADMIN,
    "POST /season/admin/teams/{number}/token": ADMIN,
    "DELETE /season/admin/teams/{number}": ADMIN,
    "POST /season/admin/bots/{number}/rerun": ADMIN,
    "POST /season/admin/codes": ADMIN,
    "GET /season/admin/similar": ADMIN,
    "GET /season/admin/similar/{one}/{other}": ADMIN,
    "GET /season/admin/rounds/{number}/grades.csv": ADMIN,
}
FORGED = ("forged", "x" * 32)
BODIES = {
    "/announce": {"text": "mine"},
    "/pause": {"paused": True},
    "/disqualify": {"reason": "x"},
    "/codes": {"count": 1},
    "/token": {"name": "Ann person"},
}


@pytest.fixture(scope="module")
def host(tmp_path_factory) -> Iterator[Host]:
    found = Host(tmp_path_factory.mktemp("host"))
    yield found
    found.close()


@pytest.fixture(scope="module")
def ann(host: Host) -> str:
    """A team whose bot has played, writes notes and prints."""
    token = host.enter("Ann", FIRST)
    host.check_all()
    for _ in range(4):
        host.worker.step()
    return token


@pytest.fixture(scope="module")
def eve(host: Host) -> str:
    return host.enter("Eve")


def test_the_table_has_every_route(host: Host):
    _, document = host.ask("GET", "/api/v1/openapi.json")
    found = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in document["paths"].items()
        for method in methods
    }
    assert found == set(ROUTES)


@pytest.mark.parametrize("route", ROUTES)
def test_a_route_is_for_those_who_may_use_it(host: Host, ann: str, eve: str, route: str):
    """Nobody gets anything that is another team's, whatever token is sent; the host's token is not an entrant's."""
    _, me = host.ask("GET", "/me", token=ann)
    number, match = me["versions"][0]["number"], me["matches"][0]["match"]
    method, path = route.split()
    path = path.replace("/bots/{number}", f"/bots/{number}").replace("/teams/{number}", f"/teams/{me['team']}")
    path = path.replace("{key}", match).replace("{number}", "0").replace("{one}", "1").replace("{other}", "2")
    body = None if method != "POST" else next((BODIES[end] for end in BODIES if path.endswith(end)), {})

    def ask(token: str = "", admin: str = "") -> int:
        status, answer = host.ask(method, f"/api/v1{path}", body, token, admin)
        text = answer.decode("utf-8", "replace") if isinstance(answer, bytes) else json.dumps(answer)
        for private in ("secret-note", "secret-print", me["team_code"], ann, eve, host.admin, "select_move"):
            assert private not in text
        return status

    kind = ROUTES[route]
    refused = {OPEN: (200, 404, 409, 422), OWN: (401,), TEAM: (401, 404), ADMIN: (401,)}[kind]
    assert ask() in refused
    if kind != OPEN:
        for token in FORGED:
            assert ask(token) == 401
        assert ask(host.admin) == 401, "the host's token is not that of a person"
    if kind == TEAM:
        assert ask(eve) == 404
    if kind == ADMIN:
        for token in (*FORGED, ann):
            assert ask(ann, token) == 401
    assert host.ask("GET", "/me", token=ann)[1]["versions"][0]["active"], "nothing has changed"
    assert not host.competition.is_paused()


def test_tokens_that_are_no_text_are_refused(host: Host):
    for token in ("\xc4" * 32, "a b", "'; DROP TABLE season_people; --"):
        assert host.ask("GET", "/me", token=token)[0] == 401


def test_a_flood_of_forged_tokens_does_not_reach_the_database(host: Host, ann: str, monkeypatch):
    asked: list[str] = []
    person = host.competition.__class__.person

    def count(competition, token: str):
        asked.append(token)
        return person(competition, token)

    monkeypatch.setattr(host.competition.__class__, "person", count)
    assert {host.ask("GET", "/me", token="forged")[0] for _ in range(20)} == {401}
    assert asked == []
    monkeypatch.setattr(service, "TOKEN_SECONDS", 1000.0)
    assert {host.ask("GET", "/me", token="y" * 32)[0] for _ in range(20)} == {401}
    assert len(asked) == 1


def test_a_team_that_floods_is_refused_and_others_are_not(host: Host, ann: str, monkeypatch):
    mallory = host.enter("Mallory")
    monkeypatch.setattr(service, "REQUESTS_PER_SECOND", 0.001)
    monkeypatch.setattr(service, "REQUEST_BURST", 5)
    found = [host.ask("POST", "/bots/1/activate", {}, mallory)[0] for _ in range(8)]
    assert found == [404] * 5 + [429] * 3
    assert host.ask("GET", "/me", token=ann)[0] == 200


def test_one_address_cannot_take_all_places(tmp_path, monkeypatch):
    monkeypatch.setattr(service, "JOIN_BURST", 3)
    monkeypatch.setattr(service, "JOINS_PER_SECOND", 0.001)
    host = Host(tmp_path)
    try:
        found = [host.ask("POST", "/join", {"name": "Mallory", "team": f"t{number}"})[0] for number in range(5)]
        assert found == [201, 201, 201, 429, 429]
        assert host.ask("GET", "")[0] == 200
    finally:
        host.close()


@pytest.mark.parametrize(
    ("name", "status"),
    [
        ("<script>alert(1)</script>", 201),
        ("tab\there\x1b[2J\x00", 201),
        ("=1+1", 201),
        ("x" * 41, 409),
        ("x" * 500, 422),
        ("   ", 409),
        ("RAN DOM", 409),
        ("e\u0301ve", 201),
        ("\u00e9ve", 409),
    ],
    ids=["html", "control", "formula", "long", "very_long", "blank", "like_a_reference_bot", "accent", "same_accent"],
)
def test_names(host: Host, name: str, status: int):
    answer = host.ask("POST", "/join", {"name": "somebody", "team": name})
    assert answer[0] == status, answer
    if status == 201:
        assert answer[1]["team"].isprintable()


def test_no_replay_before_the_block_is_complete(host: Host, ann: str, monkeypatch):
    """While a round is played, its stored matches, its secret and its bundle are for nobody."""
    now = datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    host.competition.open(host.season.replace("2099-01-22T08:00:00Z", now))
    while host.competition.rounds()[0].phase != FINISHED:
        assert host.worker.step()
    state = host.competition.rounds()[0]
    paths = (
        "/matches/r1-1/file.jsonl",
        "/matches/r1-1/page.html",
        "/rounds/0/bundle.zip",
        "/rounds/0/matches?team=Ann",
    )
    _put_phase(host, state, PLAYING)
    for path in paths:
        for token in (ann, ""):
            assert host.ask("GET", path, token=token)[0] in (404, 409), path
    assert state.secret not in json.dumps(host.ask("GET", "")[1])
    _put_phase(host, state, FINISHED)
    assert [host.ask("GET", path, token=ann)[0] for path in paths] == [200] * 4
    with monkeypatch.context() as patch:
        patch.setattr(service, "make_bundle", None)
        assert host.ask("GET", paths[2])[0] == 200, "it is made once, however often it is asked for"
    assert b"secret-print" not in host.ask("GET", paths[0])[1]
    assert b"secret-print" in host.ask("GET", paths[0], token=ann)[1]
    assert b"disqualified" not in host.ask("GET", "/admin/rounds/0/grades.csv", admin=host.admin)[1]
    _check_matches_of_round(host, ann)
    number = host.ask("GET", "/me", token=ann)[1]["team"]
    assert host.ask("POST", f"/admin/teams/{number}/disqualify", {"reason": "copied"}, admin=host.admin)[0] == 204
    _, grades = host.ask("GET", "/admin/rounds/0/grades.csv", admin=host.admin)
    line = next(line for line in grades.decode().splitlines() if line.startswith("Ann,"))
    assert line.endswith("disqualified: copied,Ann person")


def _put_phase(host: Host, state: RoundState, phase: str) -> None:
    data = host.competition.data
    with data.change() as connection:
        write_round(data, connection, 0, msgspec.structs.replace(state, phase=phase))


def _check_matches_of_round(host: Host, ann: str) -> None:
    """Everybody finds the matches of a round with their replays; faults are for the team itself."""
    _, seen = host.ask("GET", "/rounds/0/matches?team=Ann")
    assert seen["faults"] is None
    assert [each["name"] for each in seen["against"]] == ["random"]
    assert len(seen["matches"]) == seen["against"][0]["matches"] == 6
    assert host.ask("GET", seen["matches"][0]["replay"])[0] == 200
    _, own = host.ask("GET", "/rounds/0/matches?team=Ann&other=random", token=ann)
    assert own["faults"] == []
    assert [each["match"] for each in own["matches"]] == [each["match"] for each in seen["matches"]]
    wins = sum(each["won"] for each in own["matches"])
    _, other = host.ask("GET", "/rounds/0/matches?team=random&other=Ann", token=ann)
    assert sum(each["won"] for each in other["matches"]) == 6 - wins
    for query in ("team=", "team=Eve", "team=Ann&other=Eve", "team=%25", "team=Ann&other=%25"):
        assert host.ask("GET", f"/rounds/0/matches?{query}")[0] == 404, query
    assert host.ask("GET", "/rounds/9/matches?team=Ann")[0] == 404
