"""Slow listeners over every transport lose news and nothing else; programs that are late keep what they know."""

import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from frames.limits import time_limits

import croupier
from croupier.arena.check.checker import CheckOptions
from croupier.arena.check.checks import check
from croupier.arena.run.setup import make_entrants
from croupier.games import GAMES
from croupier.kernel.bot import MAX_SLOW_NEWS
from croupier.match.match import Match, Step
from croupier.players.http.launch import free_port
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


def play(spec: str, seconds: float, **options: Any) -> Match:
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


def together(**plays: Callable[[], Match]) -> dict[str, Match]:
    """Play some matches at once: most of their time is spent waiting for slow bots."""
    with ThreadPoolExecutor(len(plays)) as pool:
        matches = {name: pool.submit(each) for name, each in plays.items()}
        return {name: match.result() for name, match in matches.items()}


def play_served(folder: Path, way: str, limit: float) -> Match:
    with listening(write(folder, f"{{'{way}': 0}}", "(3,)")) as url:
        return play(f"json+{url}" if way == "http" else url, limit)


def play_connected(folder: Path, limit: float) -> Match:
    port = free_port()
    program = [sys.executable, str(write(folder, f"{{'connect': '127.0.0.1:{port}'}}", "(3,)"))]
    with subprocess.Popen(program):
        return play(f"listen:{port}", limit)


@time_limits(1.0, 8.0)
def test_slow_news_is_lost_and_nothing_else(tmp_path: Path, limit: float) -> None:
    ways = ("tcp", "ws", "http")
    matches = together(
        cmd=partial(play, command(write(tmp_path, slow_events="(3,)")), limit),
        listen=partial(play_connected, folder(tmp_path, "listen"), limit),
        thrice=partial(play, command(write(tmp_path, slow_events="(3, 6, 9)")), limit),
        **{way: partial(play_served, folder(tmp_path, way), way, limit) for way in ways},
    )
    thrice = matches.pop("thrice")
    for way, match in matches.items():
        assert faults(match) == [], way
        assert len(said(match)) > 3, way
        assert printed(match).count("time for events exceeded") == 1, way
    # After the third time there is no more news.
    assert faults(thrice) == []
    assert printed(thrice).count("time for events exceeded") == MAX_SLOW_NEWS
    assert printed(thrice).count("no more events are sent in this match") == 1
    assert said(thrice)[-1].split(", ")[1] == "9 events"


def folder(parent: Path, name: str) -> Path:
    (parent / name).mkdir()
    return parent / name


RAW = """
import json, os, sys, time
slow = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({{"type": "ready", {ready}}}), flush=True)
    elif message["type"] == "news" or message.get("events"):
        slow += 1
        if slow in {slow} and not ({once} and os.path.exists(__file__ + ".slow")):
            if {once}:
                open(__file__ + ".slow", "w").close()
            time.sleep({seconds})
    if message["type"] in ("decide", "illegal"):
        answer = {{"type": "move", "id": message["id"], "move": 0, "note": str(len(message["events"]))}}
        print(json.dumps(answer), flush=True)
"""


def raw(folder: Path, ready: str, seconds: float, slow: str = "(2,)", once: bool = False) -> str:
    """A program without our code; slow `once` means in one of its processes alone."""
    path = folder / f"raw{len(list(folder.iterdir()))}.py"
    path.write_text(RAW.format(ready=ready, slow=slow, seconds=seconds, once=once), encoding="utf-8")
    return command(path).replace(" ", " -I -S ", 1)


@time_limits(0.7, 6.0)
def test_a_program_that_listens_has_time_for_its_news(tmp_path: Path, limit: float) -> None:
    def playing(ready: str, trust: bool = True, slow: str = "(2,)") -> Callable[[], Match]:
        bots = [raw(tmp_path, ready, limit * 1.5, slow), "random"]
        return partial(croupier.play, "cuttle", bots, 3, timeout=limit, trust=trust)

    wants, listens = '"wants": ["news"]', '"listens": True'
    matches = together(
        wants=playing(wants),
        listens=playing(listens),
        wants_sandboxed=playing(wants, trust=False),
        listens_sandboxed=playing(listens, trust=False),
        deaf=playing('"name": "x"'),
        thrice=playing(listens, slow="(2, 3, 4)"),
    )
    deaf, thrice = matches.pop("deaf"), matches.pop("thrice")
    for name, match in matches.items():
        assert faults(match) == [], name
        assert printed(match).count("time for events exceeded") == 1, name
    # One that does not listen has only the time of an answer.
    assert faults(deaf)[0] == f"TooSlow: did not answer 'turn' within {limit:g} s and was stopped"
    # One that is slow three times is sent no more news, so it cannot go on thinking in the time for news either.
    assert faults(thrice) == []
    heard = [int(step.note) for step in thrice.steps if step.seat == 0]
    assert all(heard[1:4])
    assert len(heard) > 5
    assert not any(heard[4:])


@time_limits(1.0, 8.0)
def test_a_slow_listener_passes_the_verification_match(tmp_path: Path, limit: float) -> None:
    spec = command(write(tmp_path, slow_events="(3,)"))
    report = croupier.run("kittens", [spec, "random"], 2, 7, timeout=limit, trust=True)
    assert report.disqualified == {}
    assert not any(record.faults for record in report.standings.records)


@time_limits(1.0, 8.0)
def test_a_program_that_is_late_keeps_what_it_knows(tmp_path: Path, limit: float) -> None:
    slow = f"self.turns < 4 and time.sleep({limit * 0.6})"
    matches = together(
        interrupted=partial(play, command(write(tmp_path, defuse=f"{FIRST_DEFUSE} and wait()")), limit),
        succeeded=partial(play, command(write(tmp_path, defuse=f"{FIRST_DEFUSE} and ignore()")), limit * 2),
        forgetful=partial(play, command(write(tmp_path, take_turn=slow, defuse=f"{FIRST_DEFUSE} and ignore()")), limit),
    )
    # A program of ours is interrupted.
    match = interrupted = matches["interrupted"]
    assert set(faults(match)) == {f"TooSlow: did not answer 'defuse' within {limit:g} s and was stopped"}
    turns = [int(text.split(",")[0].split()[1]) for text in said(match)]
    assert turns == list(range(1, len(turns) + 1))
    assert any(step.say for step in after_fault(match) if step.seat == 0)
    assert "new bot" not in printed(match)
    # One that cannot be interrupted has a successor that knows as much.
    match = matches["succeeded"]
    assert set(faults(match)) == {f"TooSlow: did not answer 'defuse' within {limit * 2:g} s and was stopped"}
    assert said(match) == said(interrupted), "the same turns, events and random numbers"
    assert "replayed the earlier decisions of this match to a new bot" in printed(match)
    # A successor that takes too long begins without memory.
    match = matches["forgetful"]
    later = [text for step in after_fault(match) if step.seat == 0 for text in step.say]
    assert later[0].startswith("turn 1,")
    assert f"could not replay the match within {limit:g} s; the new bot starts without its history" in printed(match)


def after_fault(match: Match) -> Sequence[Step]:
    return match.steps[next(number for number, step in enumerate(match.steps) if step.faults) :]


@time_limits(0.7, 6.0)
def test_a_slow_listener_passes_the_check(tmp_path: Path, limit: float) -> None:
    cuttle = GAMES["cuttle"]
    (entrant,) = make_entrants(
        cuttle, [raw(tmp_path, '"listens": True', limit * 1.5, once=True)], Isolation(trust=True)
    )
    findings = check(cuttle, entrant, CheckOptions(matches=1, limit=limit, silence=0.1))
    assert [
        finding.check for finding in findings if finding.name in ("answers", "matches") and not finding.passed
    ] == []
