"""TCP both ways, HTTP and WebSocket: who is there, who is not, and who hangs up."""

import json
import re
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from players.http.webbot import web_bot

import croupier
from croupier.ai.baselines import RandomBot
from croupier.arena.run.setup import make_entrants
from croupier.games import GAMES
from croupier.kernel.errors import UsageError
from croupier.kernel.http_api import Response
from croupier.match.match import Match
from croupier.players.http.launch import free_port
from croupier.players.json import listen
from croupier.players.serve import PostHandler
from croupier.ui.cli.main import run_app

CUTTLE = GAMES["cuttle"]
Answer = Callable[[dict[str, Any]], Any]


def safe(message: dict[str, Any]) -> Any:
    return {"type": "move", "id": message["id"], "move": 0}


def taxing(message: dict[str, Any]) -> Any:
    """Something to object to, for all others at once."""
    texts = [move["text"] for move in message["moves"]]
    return {**safe(message), "move": "tax" if "tax" in texts else 0}


def talk(connection: socket.socket, answer: Answer) -> None:
    """The JSON dialect on a socket, with nothing but the standard library. None as an answer hangs up."""
    with connection, connection.makefile("rb") as lines:
        for line in lines:
            message = json.loads(line)
            if message["type"] == "start":
                reply: Any = {"type": "ready"}
            elif message["type"] in ("decide", "illegal"):
                reply = answer(message)
            else:
                continue
            if reply is None:
                return
            connection.sendall(json.dumps(reply).encode() + b"\n")


@contextmanager
def tcp_bot(answer: Answer = safe) -> Iterator[tuple[str, list[object]]]:
    """Its address, and a list of the connections it had."""
    connections: list[object] = []
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            while True:
                try:
                    connection, where = server.accept()
                except OSError:
                    return
                connections.append(where)
                threading.Thread(target=talk, args=(connection, answer), daemon=True).start()

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}", connections
        server.shutdown(socket.SHUT_RDWR)
        thread.join()


def caller(port: int, answer: Answer = safe) -> threading.Thread:
    """A bot that connects, as soon as somebody listens."""

    def call() -> None:
        while True:
            try:
                connection = socket.create_connection(("127.0.0.1", port))
            except ConnectionRefusedError:
                continue
            return talk(connection, answer)

    thread = threading.Thread(target=call, daemon=True)
    thread.start()
    return thread


def play(*bots: Any, game: str = "cuttle", **options: Any) -> Match:
    return croupier.play(game, list(bots), 3, **options)


def faults(match: Match, seat: int = 0) -> list[str]:
    return [fault for step in match.steps if step.seat == seat for fault in step.faults]


# TCP, connecting out.


def test_a_connection_for_every_seat_is_kept_for_the_run() -> None:
    with tcp_bot() as (url, connections):
        report = croupier.run("cuttle", [url, url], 4, 3)
        assert not any(record.faults for record in report.standings.records)
        assert len(connections) == 2


def test_it_goes_by_its_address_or_by_the_name_it_is_given() -> None:
    with tcp_bot() as (url, _):
        assert play(f"{url}#name=Ann", url).table.names == ("Ann", url.removeprefix("tcp://"))


def test_who_hangs_up_is_gone_for_this_match_only() -> None:
    def answer(message: dict[str, Any]) -> Any:
        return None if message["id"] == 2 else safe(message)

    with tcp_bot(answer) as (url, connections):
        assert faults(play(url, "random")) == ["Gone: hung up"]
        report = croupier.run("cuttle", [f"{url}#name=x", "random"], 2, 3)
        assert report["x"].faults == {"Gone": 2}
        assert len(connections) == 3


def test_who_cannot_be_reached_any_more_is_benched() -> None:
    with tcp_bot() as (url, _):
        entrants = make_entrants(CUTTLE, [url, url])
    with pytest.raises(UsageError, match=rf"cannot connect to {url} \(connection refused\); start the bot first"):
        play(*entrants)


# Being connected to.


def test_a_bot_that_connects() -> None:
    port = free_port()
    bot = caller(port)
    assert not faults(play(f"listen:{port}", "random"))
    bot.join()


def test_two_bots_at_one_port_and_a_third_at_another() -> None:
    """Who connects plays for one entrant; all its matches go over its connection."""
    one, other = free_port(), free_port()
    asked: dict[str, set[int]] = {"a": set(), "b": set(), "c": set()}

    def noting(name: str) -> Answer:
        def answer(message: dict[str, Any]) -> Any:
            asked[name].add(message["seat"])
            return safe(message)

        return answer

    bots = [caller(one, noting("a")), caller(one, noting("b")), caller(other, noting("c"))]
    match = play(f"listen:{one}", f"listen:{one}", f"listen:{other}", game="coup")
    assert not any(faults(match, seat) for seat in range(3))
    assert asked["c"] == {2}
    assert asked["a"] | asked["b"] == {0, 1}
    assert len(asked["a"]) == len(asked["b"]) == 1
    for bot in bots:
        bot.join()


def test_several_seats_over_one_connection_are_kept_apart_by_match() -> None:
    port = free_port()
    bot = caller(port, lambda message: {**taxing(message), "match": message["match"]})
    match = play(f"listen:{port}*3", game="coup", settings={"window": "joint"})
    assert not any(faults(match, seat) for seat in range(3))
    bot.join()


def test_who_plays_several_seats_at_once_must_name_the_match() -> None:
    """Sealed answers are asked for at once, and nobody could tell whose is whose."""
    port = free_port()
    bot = caller(port, taxing)
    match = play(f"listen:{port}*3", game="coup", settings={"window": "joint"})
    told = "Gone: answered without `match` while several of its seats were asked over one connection"
    assert told in [fault for seat in range(3) for fault in faults(match, seat)]
    bot.join()


def test_who_hangs_up_may_connect_again() -> None:
    port = free_port()
    again = threading.Event()

    def once(message: dict[str, Any]) -> Any:
        if message["id"] == 2:
            caller(port)
            again.set()
            return None
        return safe(message)

    caller(port, once)
    report = croupier.run("cuttle", [f"listen:{port}#name=x", "random"], 4, 3)
    assert again.is_set()
    assert report["x"].faults == {"Gone": 1}


def test_who_hangs_up_for_good_is_not_waited_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "RETURN_SECONDS", 0.05)
    port = free_port()
    caller(port, lambda message: None)
    report = croupier.run("cuttle", [f"listen:{port}#name=x", "random"], 40, 3)
    assert report["x"].faults == {"Gone": 40}


def test_nobody_connects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listen, "ARRIVAL_SECONDS", 0.05)
    port = free_port()
    with pytest.raises(UsageError, match=rf"no bot connected to 127\.0\.0\.1:{port} within 0\.05 s"):
        play(f"listen:{port}", "random")


def test_a_port_that_is_taken() -> None:
    with tcp_bot() as (url, _), pytest.raises(UsageError, match=r"cannot listen on 127\.0\.0\.1:\d+: "):
        play(f"listen:{url.rpartition(':')[2]}", "random")


def test_the_command_line_says_what_it_waits_for(capsys: pytest.CaptureFixture[str]) -> None:
    port = free_port()
    bot = caller(port)
    assert run_app(["run", "cuttle", f"listen:{port}", "random", "--quiet"]) == 0
    assert capsys.readouterr().err == f"waiting for a bot to connect to 127.0.0.1:{port}\n"
    bot.join()


# HTTP.


def test_a_busy_server_is_asked_again_and_a_wrong_answer_is_not() -> None:
    """The retry comes after a pause; what is wrong is explained and asked once more, as over any transport."""
    turns: list[str] = []

    def instead(method: str, path: str, body: bytes) -> Response | None:
        message = json.loads(body) if body else {}
        if message.get("id") == 1:
            turns.append(message["type"])
            if len(turns) < 3:
                return Response((500, 503)[len(turns) - 1])
        if message.get("id") == 2:
            turns.append(message["type"])
            return Response(200, b'{"type":"move","id":2,"move":"dance"}')
        return None

    with web_bot(instead, PostHandler(RandomBot, CUTTLE)) as bot:
        match = play(f"json+{bot.url}", "random")
    assert turns == ["decide"] * 4 + ["illegal"]
    assert [fault.partition(":")[0] for fault in faults(match)] == ["IllegalMove", "IllegalMove"]


@pytest.mark.parametrize("status", [404, 500])
def test_a_server_that_fails_has_crashed(status: int) -> None:
    def instead(method: str, path: str, body: bytes) -> Response | None:
        return Response(status) if b'"id":2,' in body else None

    with web_bot(instead, PostHandler(RandomBot, CUTTLE)) as bot:
        match = play(f"json+{bot.url}/", "random")
    assert faults(match) == [f"Crashed: POST {bot.url}/ returned status {status}"]


def test_http_means_the_json_dialect_where_a_game_has_no_api_of_its_own() -> None:
    with web_bot(desk=PostHandler(RandomBot, CUTTLE)) as bot:
        assert not faults(play(bot.url, "random"))


def test_a_bot_that_wants_news_gets_it_unless_it_is_unsubscribed() -> None:
    def instead(method: str, path: str, body: bytes) -> Response | None:
        return Response(200, b'{"type":"ready","wants":["news"]}') if b'"start"' in body else None

    for options, wanted in (("", True), ("#notifications=none", False), ("#notifications=news", True)):
        with web_bot(instead, PostHandler(RandomBot, CUTTLE)) as bot:
            play(f"json+{bot.url}{options}", "random")
        assert any(body and body["type"] == "news" for body in bot.bodies) == wanted


# WebSocket.


def test_a_server_without_websockets() -> None:
    with web_bot(desk=PostHandler(RandomBot, CUTTLE)) as bot:
        url = bot.url.replace("http", "ws")
        with pytest.raises(
            UsageError, match=(rf"{url} is not a WebSocket server: it returned status 405; start the bot")
        ):
            play(url, "random")


# What can be seen to be wrong with an address, or is found when nobody is there.


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("tcp://localhost", "'tcp://localhost' is not an address such as tcp://localhost:9000"),
        ("tcp://localhost:99999", "is not an address such as tcp://localhost:9000"),
        ("tcp://localhost:9000/x", "is not an address such as tcp://localhost:9000"),
        ("ws://", "'ws://' is not an address such as ws://localhost:9000"),
        ("listen:", "write listen:PORT or listen:HOST:PORT, such as listen:9000"),
        ("listen:70000", "write listen:PORT"),
        ("json+http://", "is not an address such as http://localhost:5050"),
        ("tcp://localhost:9000#colour=red", "tcp://localhost:9000 has no option 'colour'; its options are name"),
        ("tcp://127.0.0.1:{free}", "cannot connect to tcp://127.0.0.1:{free} (connection refused); start the"),
        ("ws://127.0.0.1:{free}/x", "cannot connect to ws://127.0.0.1:{free}/x (connection refused); start"),
        ("json+http://127.0.0.1:{free}", "no bot at http://127.0.0.1:{free}: "),
        ("tcp://no-such-host.invalid:9000", "cannot connect to tcp://no-such-host.invalid:9000 (unknown host)"),
    ],
)
def test_one_sentence_for_everything_that_is_wrong(spec: str, told: str) -> None:
    free = str(free_port())
    with pytest.raises(UsageError, match=re.escape(told.replace("{free}", free))) as refusal:
        play(spec.replace("{free}", free), "random")
    assert "\n" not in str(refusal.value)
