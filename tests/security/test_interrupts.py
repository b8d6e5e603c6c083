"""A slow bot in a process of its own: news and reactions that take too long cost no more than themselves."""

import signal
import time
from pathlib import Path
from time import perf_counter

import pytest
from frames.limits import time_limits

from croupier.games import find_game
from croupier.games.kittens import Bot, DrawCardAction
from croupier.kernel.decision import NO_CLOCK, Clock
from croupier.kernel.errors import TooSlow
from croupier.match.clock import TimeControl
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.sandbox import cell, zygote_client
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.interrupt import SignalInterrupter
from croupier.players.sandbox.isolation import IsolationLevel, find_obstacles
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.zygote_protocol import SandboxedBot

KITTENS = find_game("kittens")
LEVELS = [*(each for each in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK) if not find_obstacles(each))][:1]
LEVELS.append(IsolationLevel.PROCESS)

BOT = """
import time
from croupier.games.kittens import Bot, DrawCardAction, EventType

class Slow(Bot):
    def __init__(self):
        self.turns = 0
        self.heard = []
        self.luck = []

    def on_event(self, event, view):
        self.heard.append(event.event_type.name)
        {on_event}

    def take_turn(self, view):
        self.turns += 1
        self.luck.append(self.rng.random())
        view.say(f"turn {{self.turns}}, {{len(self.heard)}} events, luck {{sum(self.luck):.6f}}")
        {take_turn}
        return DrawCardAction()

    def choose_defuse_position(self, view, draw_pile_size):
        {defuse}
        return draw_pile_size
"""
WAITS = "time.sleep(3600)"
IGNORES = """
        while True:
            try:
                time.sleep(3600)
            except BaseException:
                pass
"""


@pytest.fixture(scope="module", autouse=True)
def _nothing_remains():
    yield
    zygote_client.close_zygotes()


def slow(folder: Path, on_event: str = "", take_turn: str = "", defuse: str = "") -> Path:
    path = folder / f"slow{len(list(folder.iterdir()))}.py"  # a process keeps the byte code of a file
    parts = {"on_event": on_event, "take_turn": take_turn, "defuse": defuse}
    path.write_text(BOT.format(**{name: part or "pass" for name, part in parts.items()}), encoding="utf-8")
    return path


class Drawing(Bot):
    def take_turn(self, view):
        return DrawCardAction()


def play(path: Path, level: IsolationLevel, seconds: float) -> Match:
    """A match in which seat 0 takes some turns, defuses a kitten, and takes some more."""
    cells = CellPool(SandboxedBot("kittens", path), level, Limits(memory=512))
    match = Match(KITTENS, KITTENS.settings({"deck": "duel", "hand_size": 12}), ("slow", "rival"), 7)
    try:
        run_bots(
            match,
            [cells(), Drawing()],
            timing=TimeControl([Clock(answer=seconds), NO_CLOCK]),
        )
    finally:
        cells.close()
    return match


def said(match: Match) -> list[str]:
    return [text for step in match.steps if step.seat == 0 for text in step.say]


def faults(match: Match) -> list[str]:
    return [fault for step in match.steps for fault in step.faults]


def printed(match: Match) -> str:
    return "".join(step.printed for step in match.steps)


@pytest.mark.parametrize("level", LEVELS)
@time_limits(0.5, 5.0)
def test_slow_news_is_lost_and_nothing_else(level: IsolationLevel, tmp_path: Path, limit: float) -> None:
    match = play(slow(tmp_path, on_event=f"if len(self.heard) in (3, 6, 9): {WAITS}"), level, limit)
    assert faults(match) == []
    assert printed(match).count("time for events exceeded") == 3
    assert printed(match).count("no more events are sent in this match") == 1
    whole = play(slow(tmp_path), level, 60.0)
    turns = [text.partition(",")[0] for text in said(match)]
    assert turns == [text.partition(",")[0] for text in said(whole)]
    assert len(turns) > 3


@pytest.mark.parametrize("level", LEVELS)
@time_limits(0.5, 5.0)
def test_a_question_that_is_too_slow_leaves_the_bot_its_memory(
    level: IsolationLevel, tmp_path: Path, limit: float
) -> None:
    match = play(slow(tmp_path, defuse=WAITS), level, limit)
    assert set(faults(match)) == {f"TooSlow: did not answer 'defuse' within {limit:g} s and was stopped"}
    after = next(number for number, step in enumerate(match.steps) if step.faults)
    later = [text for step in match.steps[after:] if step.seat == 0 for text in step.say]
    assert later
    assert later[0].startswith(f"turn {len(said(match)) - len(later) + 1},")
    assert "new bot" not in printed(match)


@pytest.mark.parametrize("level", LEVELS[:1])
@time_limits(0.5, 5.0)
def test_a_bot_that_ignores_the_signal_has_a_successor_that_knows_as_much(
    level: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    monkeypatch.setattr(cell, "INTERRUPT_SECONDS", 0.1)
    waits = play(slow(tmp_path, defuse=WAITS), level, limit)
    match = play(slow(tmp_path, defuse=IGNORES), level, limit)
    assert set(faults(match)) == {f"TooSlow: did not answer 'defuse' within {limit:g} s and was stopped"}
    assert said(match) == said(waits), "the same turns, events and random numbers"
    assert "replayed the earlier decisions of this match to a new bot" in printed(match)


@pytest.mark.parametrize("level", LEVELS[-1:])
@time_limits(1.0, 5.0)
def test_a_successor_that_takes_too_long_begins_without_memory_and_its_author_is_told(
    level: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: float
) -> None:
    monkeypatch.setattr(cell, "INTERRUPT_SECONDS", 0.1)
    match = play(slow(tmp_path, take_turn=f"time.sleep({limit * 0.6})", defuse=IGNORES), level, limit)
    after = next(number for number, step in enumerate(match.steps) if step.faults)
    later = [text for step in match.steps[after:] if step.seat == 0 for text in step.say]
    assert later[0].startswith("turn 1,")
    assert f"could not replay the match within {limit:g} s; the new bot starts without its history" in printed(match)


@pytest.fixture
def interrupter():
    before = signal.getsignal(signal.SIGALRM)
    yield SignalInterrupter()
    signal.setitimer(signal.ITIMER_REAL, 0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.parametrize("first_seconds", [3600.0, 0.05])
def test_an_interrupt_comes_in_time_whatever_the_timer_was_set_for_before(
    interrupter: SignalInterrupter, first_seconds: float
) -> None:
    interrupter.arm(perf_counter(), first_seconds, "think")
    interrupter.disarm()
    began = perf_counter()
    interrupter.arm(began, 0.3, "answer")
    with pytest.raises(TooSlow, match=r"did not answer within 0\.3 s and was stopped"):
        time.sleep(60)
    assert 0.3 < perf_counter() - began < 30
    assert interrupter.rang


def test_after_its_time_nothing_is_interrupted_that_is_not_armed(interrupter: SignalInterrupter) -> None:
    interrupter.arm(perf_counter(), 0.01, "answer")
    interrupter.disarm()
    time.sleep(0.1)
    assert not interrupter.rang
