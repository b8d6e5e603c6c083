"""The bot's end: a fresh bot for every match, many at once, and every failure said in words."""

import asyncio
import json
import os
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier import UsageError
from croupier.ai.baselines import RandomBot
from croupier.games import GAMES
from croupier.games.cuttle import CuttleBot
from croupier.games.kittens import KittensBot
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision
from croupier.kernel.wire import encode, question_message
from croupier.match.match import Match
from croupier.players import serve as serving
from croupier.players.serve.json_handler import JsonHandler
from croupier.players.serve.sockets import LineServer

CUTTLE = GAMES["cuttle"]


class Counting(Bot[Any, Any]):
    """Notes which of its answers it is."""

    def __init__(self) -> None:
        self.asked = 0

    def decide(self, decision: Decision[Any, Any]) -> int:
        self.asked += 1
        self.note = str(self.asked)
        return 0


def start(match: str = "m", **fields: Any) -> bytes:
    message = {"type": "start", "match": match, "game": "cuttle", "seat": 0, "seats": 2, "settings": {}}
    return json.dumps({**message, "names": ["a", "b"], "seed": 5, **fields}).encode()


def question(match: str = "m") -> bytes:
    decision = Match(CUTTLE, CUTTLE.settings(), ["a", "b"], 1).ask()
    assert decision is not None
    return encode(question_message(decision, match))


def answer(desk: JsonHandler, line: bytes) -> Any:
    reply = desk.handle(line)
    return None if reply is None else json.loads(reply)


def test_every_match_has_a_bot_of_its_own() -> None:
    desk = JsonHandler(Counting)
    for match in ("m1", "m2"):
        ready = {"type": "ready", "name": "Counting", "wants": [], "match": match, "listens": False}
        assert answer(desk, start(match)) == ready
    for match in ("m1", "m2"):
        reply = answer(desk, question(match))
        assert (reply["match"], reply["id"], reply["move"], reply["note"]) == (match, 1, 0, "1")
    assert desk.session_count == 2
    assert answer(desk, b'{"type":"over","match":"m1","places":[],"scores":[],"ending":"stopped","events":[]}') is None
    assert desk.session_count == 1


def test_a_question_that_is_sent_twice_is_answered_once() -> None:
    """As when an HTTP response is lost and the request is repeated."""
    desk = JsonHandler(Counting)
    desk.handle(start())
    assert desk.handle(question()) == desk.handle(question())
    refused = json.loads(question()) | {"type": "illegal", "reason": "no"}
    assert answer(desk, json.dumps(refused).encode())["note"] == "2"


def test_news_is_not_answered() -> None:
    assert JsonHandler(Counting).handle(b'{"type":"news","match":"m","events":[],"view":{}}') is None


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (question("other"), "no start message for match 'other'"),
        (b"nonsense", "unknown message type ''"),
        (b'{"type":"dance"}', "unknown message type 'dance'"),
        (b'{"type":"start"}', "the message cannot be read: Object missing required field `match`"),
        (b'{"type":"decide","match":"m","id":3}', "the message cannot be read: Object missing required field `game`"),
        (start(game="chess"), "no game 'chess'"),
        (start(settings={"rules": "mine"}), "cuttle: invalid enum value 'mine'"),
    ],
)
def test_what_cannot_be_answered(line: bytes, told: str) -> None:
    desk = JsonHandler(Counting)
    desk.handle(start())
    reply = answer(desk, line)
    assert reply["type"] == "error"
    assert told in reply["reason"]


def test_a_bot_of_another_game() -> None:
    class Mine(KittensBot):
        def take_turn(self, view: Any) -> Any:
            raise AssertionError

    assert answer(JsonHandler(Mine), start())["reason"] == "Mine plays kittens, not cuttle"


def test_a_bot_that_cannot_be_made_or_fails_says_where() -> None:
    class Broken(Counting):
        def on_start(self) -> None:
            raise RuntimeError("no chair")

    reply = answer(JsonHandler(Broken), start())
    assert reply["fault"] == "Crashed"
    assert reply["reason"].startswith("RuntimeError: no chair (test_json_handler.py, line")
    assert reply["reason"].endswith("in on_start) while sitting down")


def test_a_slow_bot_keeps_nobody_waiting_but_its_own_match() -> None:
    """Both matches go over one connection; the first bot answers only when the second has."""
    may_answer = threading.Event()

    class Slow(Counting):
        def decide(self, decision: Decision[Any, Any]) -> int:
            if self.table.names[0] == "slow":
                may_answer.wait()
            return super().decide(decision)

    async def converse() -> list[str]:
        async with LineServer(JsonHandler(Slow), "127.0.0.1", 0) as server:
            host, port = server.url.removeprefix("tcp://").split(":")
            reader, writer = await asyncio.open_connection(host, int(port))
            for line in (start("m1", names=["slow", "b"]), start("m2"), question("m1"), question("m2")):
                writer.write(line + b"\n")
            order = []
            for _ in range(4):
                message = json.loads(await reader.readline())
                order.append("ready" if message["type"] == "ready" else message["match"])
                if message["type"] == "move":
                    may_answer.set()
            writer.close()
            await writer.wait_closed()
            return order

    order = asyncio.run(converse())
    assert order.count("ready") == 2
    assert order.index("m2") < order.index("m1")


class Mine(CuttleBot):
    def select_move(self, view: Any, legal_moves: Any) -> int:
        return 0


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"http": 0, "tcp": 0}, "choose one of http, tcp, ws and connect"),
        ({"connect": "localhost"}, "'localhost' is not an address; write host:port, such as localhost:9000"),
        ({"connect": "localhost:x"}, "'localhost:x' is not an address"),
        ({"game": "kittens"}, "Mine plays cuttle, not kittens"),
        ({"tcp": 0, "host": "192.0.2.1"}, r"cannot listen on 192\.0\.2\.1:0: "),
        ({"ws": 0, "host": "192.0.2.1"}, r"cannot listen on 192\.0\.2\.1:0: "),
    ],
)
def test_what_cannot_be_served(options: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        croupier.serve(Mine, **options)


def test_an_instance_cannot_be_served() -> None:
    with pytest.raises(UsageError, match="every session needs a new bot: pass its class"):
        croupier.serve(Mine())  # type: ignore[arg-type]


def test_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "CONNECT_SECONDS", 0.0)
    from croupier.players.http.launch import free_port

    port = free_port()
    told = rf"no engine at 127\.0\.0\.1:{port} \(connection refused\); to start one: croupier run GAME listen"
    with pytest.raises(UsageError, match=told):
        croupier.serve(RandomBot, connect=f"127.0.0.1:{port}")


PROGRAM = """
import croupier
from croupier.ai.baselines import RandomBot
croupier.serve(RandomBot)
"""


def test_a_program_at_a_terminal_says_what_it_waits_for(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(PROGRAM)
    master, terminal = os.openpty()
    with subprocess.Popen([sys.executable, str(path)], stdin=terminal, stderr=subprocess.PIPE, text=True) as program:
        assert program.stderr is not None
        told = program.stderr.readline()
        os.write(master, b"\x04")  # the end of the input
        assert program.wait() == 0
    os.close(master)
    os.close(terminal)
    assert told == (
        f'RandomBot is waiting for messages on standard input; to send them: croupier run GAME "cmd:python {path}"\n'
    )
