"""`croupier coup-server`, `coup-bot` and `coup-human`: processes of their own that talk over loopback."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from frames.limits import time_limits

from croupier.match.replay.read import read_replays
from croupier.match.replay.verify import verify

ROOT = Path(__file__).parents[3]
LINER, TAXMAN = ROOT / "bots/coup/liner.py", ROOT / "bots/coup/taxman.py"
COMMAND = [sys.executable, "-c", "from croupier.ui.cli.main import main; main()"]
LIMIT = 300
HONEST = ("--players", 2, "--with", "honest", "--set", "deal=duke captain contessa contessa")


def start(*arguments: object) -> subprocess.Popen[str]:
    command = [*COMMAND, *map(str, arguments)]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, bufsize=1)


@contextmanager
def serving(*arguments: object) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server on a free port, and its address."""
    server = start("coup-server", "--port", 0, *arguments)
    try:
        assert server.stdout is not None
        heard = re.fullmatch(r"listening on (127\.0\.0\.1:\d+)\n", server.stdout.readline())
        assert heard is not None
        yield server, heard[1]
    finally:
        if server.poll() is None:
            server.terminate()
        server.communicate(timeout=LIMIT)


def test_six_bots_play_a_game_that_is_stored_and_verified(croupier, tmp_path) -> None:
    history = tmp_path / "coup.jsonl"
    with serving("--history", history, "--seed", 5) as (server, address):
        bots = ("bluffer", "honest", "random", LINER, TAXMAN, f"{TAXMAN}:Taxman")
        clients = []
        for bot in bots:
            clients.append(start("coup-bot", bot, "--connect", address, "--seed", 1))
        said = [client.communicate(timeout=LIMIT) for client in clients]
        out, err = server.communicate(timeout=LIMIT)
    assert [client.returncode for client in clients] == [0] * 6, said
    last = {text for text, _ in said}
    assert len(last) == 1, "all see the same winner"
    winner = re.fullmatch(r"WIN\|(\d)\n", last.pop())
    assert winner is not None
    assert (server.returncode, err) == (0, "")
    assert out.startswith(f"client{winner[1]} wins after ")
    replay = next(iter(read_replays(history)))
    verify(replay)
    assert replay.head.players == ("line",) * 6
    assert not any(move.faults for move in replay.moves)
    shown = croupier("replay", history, "--verify")
    assert shown.code == 0


def test_bots_of_both_dialects_sit_at_one_table(tmp_path) -> None:
    history = tmp_path / "coup.jsonl"
    with serving("--players", 4, "--history", history, "--seed", 6) as (server, address):
        seats = [(bot, dialect) for bot in (LINER, "bluffer") for dialect in ("first", "second")]
        clients = [start("coup-bot", bot, "--connect", address, "--dialect", dialect) for bot, dialect in seats]
        said = [client.communicate(timeout=LIMIT)[0] for client in clients]
        server.communicate(timeout=LIMIT)
    assert len(set(said)) == 1, "all see the same winner"
    assert re.fullmatch(r"WIN\|\d\n", said[0])
    replay = next(iter(read_replays(history)))
    verify(replay)
    assert replay.head.settings["window"] == "joint"
    assert not any(move.faults for move in replay.moves)


def test_the_host_starts_by_entering_a_line() -> None:
    with serving("--players", 3, "--lobby", 1000) as (server, address):
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write("\n")
        assert server.stdout.readline() == "no table is waiting\n"
        client = start("coup-bot", "honest", "--connect", address, "--verbose")
        assert client.stdout is not None
        assert [client.stdout.readline() for _ in range(2)] == ["> HELLO\n", "< PLAYER|1\n"]
        server.stdin.write("start\n")
        assert client.communicate(timeout=LIMIT)[0].startswith("< START\n")
        assert " wins after " in server.communicate(timeout=LIMIT)[0]


def test_a_server_without_keys_goes_on() -> None:
    with serving("--players", 2, "--with", "honest") as (server, address):
        assert server.stdin is not None
        server.stdin.close()
        server.stdin = None
        assert start("coup-bot", "honest", "--connect", address).communicate(timeout=LIMIT)[0].startswith("WIN|")
        assert " wins after " in server.communicate(timeout=LIMIT)[0]


def test_every_line_can_be_seen(tmp_path) -> None:
    with serving("--players", 2, "--with", "honest", "--set", "deal=duke captain") as (server, address):
        client = start("coup-bot", LINER, "--connect", address, "--verbose")
        out, _ = client.communicate(timeout=LIMIT)
        server.communicate(timeout=LIMIT)
    lines = out.splitlines()
    assert lines[:8] == [
        *("> HELLO", "< PLAYER|1", "< START", "> READY|1", "< DECK|1|CAPTAIN|DUKE", "< COINS|1|2", "< PLAYER|2"),
        "< TURN|1",
    ]
    assert re.fullmatch(r"< WIN\|\d", lines[-2])


def test_empty_seats_are_filled_by_any_bot(tmp_path) -> None:
    history = tmp_path / "coup.jsonl"
    arguments = ("--fill", "honest", "--fill", TAXMAN, "--trust", "--players", 4, "--lobby", 0.1, "--history", history)
    with serving(*arguments) as (server, address):
        start("coup-bot", "bluffer", "--connect", address).communicate(timeout=LIMIT)
        server.communicate(timeout=LIMIT)
    assert next(iter(read_replays(history))).head.players == ("line", "honest", str(TAXMAN), "honest")


def test_a_person_types_messages_and_is_helped() -> None:
    with serving(*HONEST) as (_, address):
        person = start("coup-human", "--connect", address)
        assert person.stdout is not None
        assert person.stdin is not None
        lines = []
        while not lines or "possible answers" not in lines[-1]:
            lines.append(person.stdout.readline())
        assert lines[:-1] == [
            *("< PLAYER|1\n", "< START\n", "< DECK|1|CAPTAIN|DUKE\n", "< COINS|1|2\n", "< PLAYER|2\n", "< TURN|1\n")
        ]
        actions = ["INCOME", "FOREIGN_AID", "TAX", "EXCHANGE", "STEAL|2"]
        assert lines[-1].split()[2:] == [f"ACT|1|{action}" for action in actions]
        person.stdin.write("act|1|coup|2\n")
        assert person.stdout.readline() == "< ILLEGAL|1\n"
        person.stdin.write("act|1|tax\n")
        assert person.stdout.readline() == "< ALLOW|2\n"
        assert person.stdout.readline() == "< COINS|1|5\n"
        person.stdin.write("x\ny\n")
        rest = person.communicate(timeout=LIMIT)[0]
        assert "< ILLEGAL|1" in rest
        assert rest.splitlines()[-1] == "< END|1"
        assert person.returncode == 0


@time_limits(1.0, 10.0)
def test_a_person_may_type_in_the_second_dialect(limit: float) -> None:
    with serving(*HONEST, "--limit", limit) as (_, address):
        person = start("coup-human", "--connect", address, "--dialect", "second")
        assert person.stdout is not None
        assert person.stdin is not None
        lines = []
        while not lines or "possible answers" not in lines[-1]:
            lines.append(person.stdout.readline())
        assert lines[:-1] == [
            "< PLAYER 1\n",
            "< START\n",
            "< DECK C D\n",
            "< COINS 1 2\n",
            "< PLAYER 2\n",
            "< TURN 1\n",
        ]
        assert lines[-1] == "  possible answers: ACT 1 I  ACT 1 F  ACT 1 T  ACT 1 X  ACT 1 S 2\n"
        person.stdin.write("ACT 1 C 2\n")
        assert person.stdout.readline() == "< ILLEGAL\n"
        person.stdin.write("ACT 1 X\n")
        assert person.stdout.readline().startswith("< CHOOSE ")
        offered = person.stdout.readline()
        assert "KEEP C D" in offered
        person.stdin.write("KEEP C D\n")
        assert person.stdout.readline() == "< TURN 2\n"
        while not lines[-1].startswith("< TURN 1"):
            lines.append(person.stdout.readline())
        person.stdin.write("x\ny\n")
        rest = person.communicate(timeout=LIMIT)[0]
        assert rest.splitlines()[-1] == "< EXIT"
        assert person.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("coup-bot", "honest", "--dialect", "third"), "third"),
        (("coup-bot", "honest", "--connect", "127.0.0.1:1"), "no server at 127.0.0.1:1"),
        (("coup-bot", "honest", "--connect", "nowhere"), "'nowhere' is not an address; write HOST:PORT"),
        (("coup-human", "--connect", "127.0.0.1:99999"), "is not an address"),
        (("coup-bot", "honest*2"), "'honest*2' is 2 bots; give one"),
        (("coup-bot", "no_such_bot.py"), "no file no_such_bot.py"),
        (("coup-bot", ROOT / "bots/cuttle/racer.py"), "plays cuttle; a bot for coup subclasses CoupBot"),
        (("coup-server", "--fill", "nobody"), "no bot 'nobody'"),
        (("coup-server", "--players", "2", "--with", "honest*2"), "2 bots leave no seat for a client"),
        (("coup-server", "--set", "window=open"), "coup: window must be official or joint, not 'open'"),
        (("coup-server", "--host", "203.0.113.1"), "cannot listen on 203.0.113.1:12345"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_sentence(croupier, arguments, expected) -> None:
    ran = croupier(*arguments)
    assert ran.code != 0
    assert expected in " ".join(ran.err.split())
    assert "Traceback" not in ran.err


def test_a_line_bot_sits_at_any_table(croupier) -> None:
    ran = croupier("run", "coup", LINER, "honest", TAXMAN, "bluffer", "-n", 40, "--trust", "--seed", 3)
    assert ran.code == 0
    assert "faults" not in ran.out


def test_a_bot_that_fails_says_at_which_line(croupier, tmp_path) -> None:
    path = tmp_path / "broken.py"
    path.write_text(
        "from croupier.games.coup import CoupLineBot\n\n\nclass Broken(CoupLineBot):\n"
        "    def receive(self, message):\n        return message[99]\n"
    )
    with serving("--players", 2, "--lobby", 0.1) as (_, address):
        client = start("coup-bot", path, "--connect", address)
        _, err = client.communicate(timeout=LIMIT)
    assert client.returncode != 0
    assert "the bot failed at 'PLAYER|1': IndexError: string index out of range" in " ".join(err.split())
