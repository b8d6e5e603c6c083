"""Malformed, stale and slow messages: a bot that stands them over every wire, and one for each way not to."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from frames.limits import time_limits

from croupier.arena.check.checker import CheckOptions
from croupier.arena.check.checks import Finding, check, not_applicable
from croupier.arena.run.setup import make_entrants
from croupier.games import GAMES
from croupier.players.http.launch import free_port
from croupier.players.sandbox.isolation import Isolation

CUTTLE = GAMES["cuttle"]
ROUGH = ["malformed", "stale", "slow"]
SERVED = """\
import sys
import croupier
from croupier.ai.baselines import RandomBot

name, _, value = sys.argv[1].partition("=")
way = {name: value if name == "connect" else int(value)} if value else {}
croupier.serve(RandomBot, game=sys.argv[2], **way)
"""
PROGRAM = """\
import json, sys

asked, current, seats = 0, "", set()


def handle(message):
    global asked, current
    kind, match = message["type"], message["match"]
    if kind == "start":
        asked, current = 0, match
        seats.add(match)
        return {"type": "ready", "match": match}
    if kind in ("decide", "illegal") and match in seats:
        asked += kind == "decide"
        return {"type": "move", "match": match, "id": message["id"], "move": 0}
    if kind == "over":
        seats.discard(match)


def main(lines):
    for line in lines:
        try:
            reply = handle(json.loads(line))
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            reply = {"type": "error", "reason": str(error)}
        if reply:
            print(json.dumps(reply), flush=True)


main(sys.stdin.buffer)
"""
BAD = {
    "dies of what it cannot read": ("malformed", "except (ValueError,", "except (IndexError,"),
    "answers nonsense with nonsense": ("malformed", '{"type": "error", "reason"', '{"match": current, "reason"'),
    "counts the questions itself": ("stale", '"id": message["id"]', '"id": asked'),
    "forgets everything when any match is over": ("stale", "seats.discard(match)", "seats.clear()"),
    "answers for the wrong match": (
        "stale",
        'match in seats:\n        asked += kind == "decide"',
        '"view" in message:\n        match = current\n        asked += kind == "decide"',
    ),
    "takes what it can read at once for a message": (
        "slow",
        "main(sys.stdin.buffer)",
        "import os\nwhile read := os.read(0, 1 << 20):\n    main(read.splitlines())",
    ),
}


def checked(spec: str, game: str = "cuttle", limit: float = 60.0) -> list[Finding]:
    found = GAMES[game]
    (entrant,) = make_entrants(found, [spec], Isolation(trust=True))
    settings = found.settings({"belote": {"deals": 1}, "bluff": {"max_turns": 3}}.get(game, {}))
    return check(found, entrant, CheckOptions(matches=1, limit=limit, silence=0.1, settings=settings))


def broken(findings: list[Finding]) -> list[str]:
    return [finding.name for finding in findings if not finding.passed]


def program(folder: Path, text: str) -> str:
    path = folder / "program.py"
    path.write_text(text, encoding="utf-8")
    return f"cmd:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(path))}"


def test_a_program_that_stands_it_all(tmp_path: Path) -> None:
    findings = checked(program(tmp_path, PROGRAM))
    assert broken(findings) == []
    assert [finding.name for finding in findings if finding.name in ROUGH] == ROUGH
    assert not_applicable(findings) == []
    came = {finding.name: finding.observed for finding in findings}
    assert came["malformed"].startswith("12 malformed messages, then '")
    assert "the end of another match" in came["stale"]
    assert came["slow"].startswith("a question in 8 pieces")


@pytest.mark.parametrize("way", BAD)
@time_limits(1.0, 8.0)
def test_a_program_that_does_not(way: str, tmp_path: Path, limit: float) -> None:
    promise, good, bad = BAD[way]
    assert good in PROGRAM
    # Long enough for any answer here, and short for one that never comes.
    findings = checked(program(tmp_path, PROGRAM.replace(good, bad)), limit=limit)
    assert [name for name in broken(findings) if name != "time"] == [promise], "and it may have been waited for"
    finding = next(finding for finding in findings if not finding.passed)
    assert finding.faults[0].moves, "with the decision it failed at"


def test_one_that_does_not_name_its_match_is_sent_no_other(tmp_path: Path) -> None:
    findings = checked(program(tmp_path, PROGRAM.replace('"move", "match": match,', '"move",')))
    assert broken(findings) == []
    (stale,) = (finding for finding in findings if finding.name == "stale")
    assert "none of another match, because its answers name no match" in stale.observed


@contextmanager
def served(folder: Path, way: str, game: str) -> Iterator[str]:
    path = folder / "bot.py"
    path.write_text(SERVED, encoding="utf-8")
    command = [sys.executable, str(path)]
    if way == "stdio":
        yield f"cmd:{shlex.join([*command, 'stdio', game])}"
        return
    port = free_port()
    option = f"connect=127.0.0.1:{port}" if way == "listen" else f"{way}=0"
    with subprocess.Popen([*command, option, game], stdout=subprocess.PIPE, text=True) as process:
        try:
            if way == "listen":
                yield f"listen:{port}"
            else:
                assert process.stdout is not None
                url = process.stdout.readline().split()[4]
                yield f"json+{url}" if way == "http" else url
        finally:
            process.terminate()


@pytest.mark.parametrize("way", ["stdio", "tcp", "ws", "http", "listen"])
def test_what_serve_serves_stands_it_over_every_wire(way: str, tmp_path: Path) -> None:
    with served(tmp_path, way, "coup") as spec:
        findings = checked(spec, "coup")
    assert broken(findings) == []
    assert [finding.name for finding in findings if finding.name in ROUGH] == ROUGH


@time_limits(0.7, 5.0)
def test_the_time_of_the_network_is_not_the_bots(tmp_path: Path, limit: float) -> None:
    (entrant,) = make_entrants(CUTTLE, [program(tmp_path, PROGRAM)], Isolation(trust=True))
    findings = check(CUTTLE, entrant, CheckOptions(matches=1, limit=limit, silence=limit * 1.1))
    assert broken(findings) == []


def test_a_bot_that_is_sent_no_messages_is_told_so() -> None:
    findings = checked("random")
    assert not {finding.name for finding in findings} & set(ROUGH)
    assert len(not_applicable(findings)) == 3
    assert not_applicable([]) == []
