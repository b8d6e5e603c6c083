"""Slow listeners over every transport lose news and nothing else; programs that are late keep what they know."""

import shlex
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.arena.check.checker import CheckOptions
from croupier.arena.check.checks import check
from croupier.arena.run.setup import make_entrants
from croupier.games import GAMES
from croupier.kernel.bot import MAX_SLOW_NEWS
from croupier.match.match import Match
from croupier.players.http.launch import free_port
from croupier.players.json import player as json_player
from croupier.players.sandbox.isolation import Isolation

SERVED = """
import sys, time
import croupier
from croupier.games.kittens import Bot, DrawCardAction

class Slow(Bot):
    def __init__(self):
        self.turns = 0
        self.heard = 0
        self.luck = 0.0

    def on_event(self, event, view):
        self.heard += 1
        if self.heard in {slow_events}:
            wait()

    def take_turn(self, view):
        self.turns += 1
        self.luck += self.rng.random()
        view.say(f"turn {{self.turns}}, {{self.heard}} events, luck {{self.luck:.6f}}")
        {take_turn}
        return DrawCardAction()

    def choose_defuse_position(self, view, draw_pile_size):
        {defuse}
        return draw_pile_size

def wait():
    for _ in range(100_000):
        time.sleep(0.01)

def ignore():
    while True:
        try:
            wait()
        except BaseException:
            pass

if __name__ == "__main__":
    croupier.serve(Slow, game="kittens", **{way})
"""
SETTINGS = {"deck": "duel", "hand_size": 12}
FIRST_DEFUSE = "self.turns == 7"
"""In the match of `play`; a second one, which is not slow, saves some seconds."""


def write(folder: Path, way: str = "{}", slow_events: str = "()", take_turn: str = "", defuse: str = "") -> Path:
    path = folder / f"slow{len(list(folder.iterdir()))}.py"
    parts = {"way": way, "slow_events": slow_events, "take_turn": take_turn or "pass", "defuse": defuse or "pass"}
    path.write_text(SERVED.format(**parts), encoding="utf-8")
    return path


def command(path: Path) -> str:
    return f"cmd:{shlex.quote(sys.executable)} {shlex.quote(str(path))}"


def play(spec: str, seconds: float | None = 1.0, **options: Any) -> Match:
    """A match in which seat 0 takes some turns, defuses a kitten, and takes some more."""
    return croupier.play("kittens", [spec, "draws"], 7, SETTINGS, timeout=seconds, trust=True, **options)


@pytest.fixture(autouse=True)
def _draws(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.games.kittens import GAME, Bot, DrawCardAction

    class Draws(Bot):
        def take_turn(self, view):
            return DrawCardAction()

    monkeypatch.setitem(GAME.bots, "draws", Draws)


def said(match: Match) -> list[str]:
    return [text for step in match.steps if step.seat == 0 for text in step.say]


def faults(match: Match) -> list[str]:
    return [fault for step in match.steps for fault in step.faults]


def printed(match: Match) -> str:
    return "".join(step.printed for step in match.steps)


@contextmanager
def listening(path: Path) -> Iterator[str]:
    """The address of a bot that is served in a process of its own."""
    with subprocess.Popen([sys.executable, str(path)], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[4]
        finally:
            server.kill()


@pytest.mark.parametrize("way", ["cmd", "tcp", "ws", "http", "listen"])
def test_slow_news_is_lost_and_nothing_else(way: str, tmp_path: Path) -> None:
    if way == "cmd":
        match = play(command(write(tmp_path, slow_events="(3,)")))
    elif way == "listen":
        port = free_port()
        program = [sys.executable, str(write(tmp_path, f"{{'connect': '127.0.0.1:{port}'}}", "(3,)"))]
        with subprocess.Popen(program):
            match = play(f"listen:{port}")
    else:
        with listening(write(tmp_path, f"{{'{way}': 0}}", "(3,)")) as url:
            match = play(f"json+{url}" if way == "http" else url)
    assert faults(match) == []
    assert len(said(match)) > 3
    assert printed(match).count("time for events exceeded") == 1


def test_after_the_third_time_there_is_no_more_news(tmp_path: Path) -> None:
    match = play(command(write(tmp_path, slow_events="(3, 6, 9)")))
    assert faults(match) == []
    assert printed(match).count("time for events exceeded") == MAX_SLOW_NEWS
    assert printed(match).count("no more events are sent in this match") == 1
    assert said(match)[-1].split(", ")[1] == "9 events"


RAW = """
import json, sys, time
slow = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({{"type": "ready", {ready}}}), flush=True)
    elif message["type"] == "news" or message.get("events"):
        slow += 1
        if slow in {slow}:
            time.sleep({seconds})
    if message["type"] in ("decide", "illegal"):
        answer = {{"type": "move", "id": message["id"], "move": 0, "note": str(len(message["events"]))}}
        print(json.dumps(answer), flush=True)
"""


def raw(folder: Path, ready: str, slow: str = "(2,)", seconds: float = 1.5) -> str:
    path = folder / f"raw{len(list(folder.iterdir()))}.py"
    path.write_text(RAW.format(ready=ready, slow=slow, seconds=seconds), encoding="utf-8")
    return command(path).replace(" ", " -I -S ", 1)


@pytest.mark.parametrize("ready", ['"wants": ["news"]', '"listens": True'])
@pytest.mark.parametrize("trust", [True, False])
def test_a_program_that_listens_has_time_for_its_news(ready: str, trust: bool, tmp_path: Path) -> None:
    match = croupier.play("cuttle", [raw(tmp_path, ready), "random"], 3, timeout=1.0, trust=trust)
    assert faults(match) == []
    assert printed(match).count("time for events exceeded") == 1


def test_a_program_that_does_not_listen_has_only_the_time_of_an_answer(tmp_path: Path) -> None:
    match = croupier.play("cuttle", [raw(tmp_path, '"name": "x"'), "random"], 3, timeout=1.0, trust=True)
    assert faults(match)[0] == "TooSlow: did not answer 'turn' within 1 s and was stopped"


def test_a_program_that_is_slow_three_times_is_sent_no_more_news(tmp_path: Path) -> None:
    """So it cannot go on thinking in the time for news either."""
    spec = raw(tmp_path, '"listens": True', slow="(2, 3, 4)")
    match = croupier.play("cuttle", [spec, "random"], 3, timeout=1.0, trust=True)
    assert faults(match) == []
    heard = [int(step.note) for step in match.steps if step.seat == 0]
    assert all(heard[1:4])
    assert len(heard) > 5
    assert not any(heard[4:])


def test_a_slow_listener_passes_the_verification_match(tmp_path: Path) -> None:
    spec = command(write(tmp_path, slow_events="(3,)"))
    report = croupier.run("kittens", [spec, "random"], 2, 7, timeout=1.0, trust=True)
    assert report.disqualified == {}
    assert not any(record.faults for record in report.standings.records)


def test_a_program_of_ours_is_interrupted_and_keeps_what_it_knows(tmp_path: Path) -> None:
    match = play(command(write(tmp_path, defuse=f"{FIRST_DEFUSE} and wait()")))
    assert set(faults(match)) == {"TooSlow: did not answer 'defuse' within 1 s and was stopped"}
    turns = [int(text.split(",")[0].split()[1]) for text in said(match)]
    assert turns == list(range(1, len(turns) + 1))
    after = next(number for number, step in enumerate(match.steps) if step.faults)
    assert any(step.say for step in match.steps[after:] if step.seat == 0)
    assert "new bot" not in printed(match)


def test_a_program_that_cannot_be_interrupted_has_a_successor_that_knows_as_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(json_player, "INTERRUPT_SECONDS", 0.1)
    kept = play(command(write(tmp_path, defuse=f"{FIRST_DEFUSE} and wait()")))
    match = play(command(write(tmp_path, defuse=f"{FIRST_DEFUSE} and ignore()")), 3.0)
    assert set(faults(match)) == {"TooSlow: did not answer 'defuse' within 3 s and was stopped"}
    assert said(match) == said(kept), "the same turns, events and random numbers"
    assert "replayed the earlier decisions of this match to a new bot" in printed(match)


def test_a_successor_that_takes_too_long_begins_without_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(json_player, "INTERRUPT_SECONDS", 0.1)
    slow = write(tmp_path, take_turn="self.turns < 4 and time.sleep(0.6)", defuse=f"{FIRST_DEFUSE} and ignore()")
    match = play(command(slow), 1.0)
    after = next(number for number, step in enumerate(match.steps) if step.faults)
    later = [text for step in match.steps[after:] if step.seat == 0 for text in step.say]
    assert later[0].startswith("turn 1,")
    assert "could not replay the match within 1 s; the new bot starts without its history" in printed(match)


def test_a_slow_listener_passes_the_check(tmp_path: Path) -> None:
    cuttle = GAMES["cuttle"]
    (entrant,) = make_entrants(cuttle, [raw(tmp_path, '"listens": True')], Isolation(trust=True))
    findings = check(cuttle, entrant, CheckOptions(matches=1, limit=1.0, silence=0.1))
    assert [
        finding.check for finding in findings if finding.name in ("answers", "matches") and not finding.passed
    ] == []
