"""Work between questions: a bot is charged for what it takes from the core that it shares, and stopped if it goes on.

What counts is the processor time of the bot's process, so that nothing here depends on how busy the machine is.
"""

import re
import shlex
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from frames.polling import wait_until

from croupier.ai.baselines import RandomBot
from croupier.ai.registry import BUILT_IN
from croupier.arena.run.table import fresh_bots
from croupier.games import find_game
from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Clock, Decision
from croupier.match.clock import TimeControl
from croupier.match.match import Match
from croupier.match.run_players import run_bots
from croupier.players.connections import Connections
from croupier.players.process import find_descendants
from croupier.players.sandbox.bot import CellPool
from croupier.players.sandbox.isolation import Isolation, IsolationLevel, find_obstacles
from croupier.players.sandbox.limits import Limits
from croupier.players.sandbox.process_monitor import MAX_OFFENCES
from croupier.players.sandbox.zygote_client import Zygote, find_zygote
from croupier.players.sandbox.zygote_protocol import SandboxedBot
from croupier.players.spec import load_bots

CUTTLE = find_game("cuttle")
SANDBOXES = [level for level in (IsolationLevel.BUBBLEWRAP, IsolationLevel.LANDLOCK) if not find_obstacles(level)]
pytestmark = pytest.mark.skipif(not SANDBOXES, reason="this machine has no sandbox")
every_level = pytest.mark.parametrize("level", SANDBOXES)

# Answers by itself, and works until the next question lies in the pipe.
SPINNING = """\
import select
from croupier.games.cuttle import CuttleBot
from croupier.players.sandbox.cell_main import MessageReader
from croupier.players.sandbox.framing import FrameWriter
from croupier.players.sandbox.protocol import CellAnswer

class Spinning(CuttleBot):
    def select_move(self, view, legal_moves):
        raise AssertionError

    def decide(self, decision):
        number, messages, writer = decision.id, MessageReader(3), FrameWriter()
        while True:
            writer.send(4, CellAnswer(number, 0))
            while not select.select([3], [], [], 0)[0]:
                pass
            message = messages.next()
            if message is None:
                raise SystemExit
            number = getattr(message, "id", 0)
"""
WORKING = """\
import time
from croupier.games.cuttle import CuttleBot

class Working(CuttleBot):
    def select_move(self, view, legal_moves):
        until = time.process_time() + 0.02
        while time.process_time() < until:
            pass
        return legal_moves[0]
"""
SPINNING_PROGRAM = """\
import json, sys, threading

def spin():
    while True:
        pass

threading.Thread(target=spin, daemon=True).start()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print(json.dumps({"type": "ready", "name": "program"}), flush=True)
    elif message["type"] in ("decide", "illegal"):
        print(json.dumps({"type": "move", "id": message["id"], "move": 0}), flush=True)
"""
WORK_SECONDS = 0.02
"""What the other bot works at least, by its charges, while the rival waits. The rival lets it work twice as long: of
what a process uses, the monitor takes off what it may have used while it answered.
"""


class Charges(TimeControl):
    """Writes down what was charged to whom. With a `factor` it takes off so many times as much."""

    def __init__(self, factor: float) -> None:
        super().__init__([Clock(answer=60.0), NO_CLOCK])
        self.factor = factor
        self.charged: list[tuple[int, float]] = []

    def charge(self, seat: int, seconds: float) -> None:
        self.charged.append((seat, seconds))
        super().charge(seat, seconds * self.factor)


class Rival(RandomBot):
    """Waits until the other's process has worked for a while, at most `patience` times.

    Once that process is stopped, it works itself. After a fault of the other it waits no more: the successor of a
    process that was killed has nothing to do before its first question.
    """

    def __init__(self, match: Match, find: Callable[[], int], patience: int) -> None:
        self.match = match
        self.find = find
        self.patience = patience
        self.waited = 0
        """Decisions in which the other worked."""
        self.stopped: list[float] = []
        """The processor time of the other's process during each decision that found it stopped."""

    def decide(self, decision: Decision[Any, Any]) -> Any:
        pid = self.find()
        began = processor_time(pid)
        is_waiting = self.waited < self.patience and not faults(self.match)
        if is_waiting:
            wait_until(lambda: is_stopped(pid) or processor_time(pid) > began + 2 * WORK_SECONDS)
        if is_waiting and not is_stopped(pid):
            self.waited += 1
        else:
            before, own = processor_time(pid), time.thread_time()
            while time.thread_time() < own + 0.003:
                time.sleep(0.0005)
                sum(range(10_000))
            self.stopped.append(processor_time(pid) - before)
        return super().decide(decision)


def is_stopped(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "T"


def processor_time(pid: int) -> float:
    return time.clock_gettime((~pid << 3) | 2)


def bot_file(folder: Path, code: str) -> Path:
    path = folder / "bot.py"
    path.write_text(code, encoding="utf-8")
    return path


def cell_of(path: Path, level: IsolationLevel) -> int:
    zygote = find_zygote(level, SandboxedBot("cuttle", path))
    assert isinstance(zygote, Zygote)
    return list(find_descendants(zygote.pid))[-1]


def play(
    path: Path, level: IsolationLevel, patience: int = MAX_OFFENCES + 2, factor: float = 1.0
) -> tuple[Match, Charges, Rival]:
    cells = CellPool(SandboxedBot("cuttle", path), level, Limits())
    match = Match(CUTTLE, CUTTLE.settings(), ("bot", "rival"), 7)
    timing, rival = Charges(factor), Rival(match, lambda: cell_of(path, level), patience)
    bots: list[Bot[Any, Any]] = [cells(), rival]
    run_bots(match, bots, timing=timing)
    cells.close()
    return match, timing, rival


def faults(match: Match) -> list[str]:
    return [fault for step in match.steps for fault in step.faults]


@every_level
def test_10_work_between_questions_is_charged_and_then_stopped(level: IsolationLevel, tmp_path: Path) -> None:
    match, timing, rival = play(bot_file(tmp_path, SPINNING), level)
    assert not faults(match)
    assert {seat for seat, _ in timing.charged} == {0}
    assert sum(seconds > WORK_SECONDS for _, seconds in timing.charged) >= rival.waited - 1, "the first is not measured"
    assert sum(step.seconds for step in match.steps if step.seat == 0) > WORK_SECONDS * (rival.waited - 1)
    assert rival.waited <= MAX_OFFENCES + 1
    assert len(rival.stopped) >= 3
    assert set(rival.stopped) == {0.0}, "a stopped process takes nothing from its rival"


@every_level
def test_10_a_bot_without_time_left_for_its_answer_is_too_slow(level: IsolationLevel, tmp_path: Path) -> None:
    match, _, _ = play(bot_file(tmp_path, SPINNING), level, patience=2, factor=60.0 / WORK_SECONDS)
    assert re.fullmatch(
        r"TooSlow: did not answer '\w+' within 0 s and was stopped; [\d.]+ s were charged for work between questions",
        faults(match)[0],
    )


@every_level
def test_10_work_during_its_own_questions_is_not_charged(level: IsolationLevel, tmp_path: Path) -> None:
    match, timing, _ = play(bot_file(tmp_path, WORKING), level, patience=0)
    questions = sum(step.seat == 0 for step in match.steps)
    assert not faults(match)
    assert questions > 5
    assert sum(seconds for _, seconds in timing.charged) < 0.02 * questions / 10


def program_called(name: str) -> int:
    """The innermost process of a program."""
    found: list[int] = []
    for pid in find_descendants(1):
        with suppress(OSError):  # a process of something else on this machine may have ended
            if name in Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8"):
                found.append(pid)
    return found[-1]


@every_level
def test_10_a_program_that_works_between_questions_is_stopped(
    level: IsolationLevel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Isolation, "level", lambda _: level)
    path = tmp_path / f"spinning_{level.value}.py"
    path.write_text(SPINNING_PROGRAM, encoding="utf-8")
    entrants = load_bots(CUTTLE, [f"cmd:{shlex.join([sys.executable, str(path)])}", "random"], BUILT_IN, Isolation())
    match = Match(CUTTLE, CUTTLE.settings(), ("program", "rival"), 7)
    rival = Rival(match, lambda: program_called(path.name), MAX_OFFENCES + 2)
    with Connections(entrants, Clock(answer=60.0)) as connections:
        connections.play(match, [fresh_bots(entrants, (0, 1))[0], rival])
    assert not faults(match)
    assert sum(step.seconds for step in match.steps if step.seat == 0) > WORK_SECONDS * (rival.waited - 1)
    assert rival.waited <= MAX_OFFENCES + 1
    assert len(rival.stopped) >= 3
    assert max(rival.stopped) < 0.001
