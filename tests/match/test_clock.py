"""Time: a limit for every answer and a bank for what takes longer, in both loops."""

import asyncio
from itertools import pairwise
from time import perf_counter
from typing import Any

import pytest

from croupier.ai.baselines import RandomBot
from croupier.arena.run.setup import clock_for
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock, Decision, Event, Reply, View
from croupier.match.clock import TimeControl, same_for_all
from croupier.match.match import Match
from croupier.match.run_players import run_bots, run_players
from croupier.players.inprocess import BotPlayer
from croupier.ui.cli.main import run_app

CUTTLE = GAMES["cuttle"]


@pytest.mark.parametrize(
    ("allowance", "spent", "expected", "limit"),
    [
        (Clock(), 9.0, Clock(last=9.0), None),
        (Clock(answer=5), 4.0, Clock(answer=5, last=4.0), 5.0),
        (Clock(answer=5), 6.0, Clock(answer=5, last=6.0), 5.0),
        (Clock(answer=5, bank=60), 4.0, Clock(answer=5, bank=60, last=4.0), 65.0),
        (Clock(answer=5, bank=60), 12.0, Clock(answer=5, bank=53, last=12.0), 58.0),
        (Clock(answer=5, bank=60), 99.0, Clock(answer=5, bank=0, last=99.0), 5.0),
    ],
)
def test_what_exceeds_the_limit_is_taken_from_the_bank(
    allowance: Clock, spent: float, expected: Clock, limit: float | None
) -> None:
    timing = same_for_all(2, allowance)
    timing.spend(1, spent)
    assert timing.clock(1) == expected
    assert timing.limit(1) == limit
    assert timing.clock(0) == allowance, "everybody has a clock of its own"


@pytest.mark.parametrize(
    ("allowance", "charge", "current", "spent", "expected"),
    [
        (Clock(), 3.0, Clock(), 4.0, Clock(last=4.0)),
        (Clock(answer=5), 3.0, Clock(answer=2), 4.0, Clock(answer=5, last=4.0)),
        (Clock(answer=5), 9.0, Clock(answer=0), 9.0, Clock(answer=5, last=9.0)),
        (Clock(answer=5, bank=60), 3.0, Clock(answer=2, bank=60), 4.0, Clock(answer=5, bank=60, last=4.0)),
        (Clock(answer=5, bank=60), 9.0, Clock(answer=0, bank=56), 12.0, Clock(answer=5, bank=53, last=12.0)),
    ],
)
def test_a_charge_shortens_the_next_answer_only(
    allowance: Clock, charge: float, current: Clock, spent: float, expected: Clock
) -> None:
    timing = same_for_all(2, allowance)
    timing.charge(1, charge)
    assert timing.clock(1) == current
    assert timing.limit(1) == (None if current.answer is None else current.answer + (current.bank or 0.0))
    timing.spend(1, spent)
    assert timing.clock(1) == expected
    assert timing.clock(0) == allowance


class Hanging:
    """A player that never answers."""

    wants_news = False

    def __init__(self) -> None:
        self.clocks: list[Clock] = []

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        self.clocks.append(decision.clock)
        await asyncio.Event().wait()
        raise AssertionError

    async def observe(self, events: tuple[Event, ...], view: View) -> None: ...


def against_chance(player: Hanging, timing: TimeControl) -> Match:
    async def run() -> Match:
        match = Match(CUTTLE, CUTTLE.settings(), ["a", "b"], 1)
        await run_players(match, [player, BotPlayer(RandomBot(), match, 1)], timing=timing)
        return match

    return asyncio.run(run())


def test_the_async_loop_stops_a_player_when_limit_and_bank_are_used_up() -> None:
    player = Hanging()
    match = against_chance(player, same_for_all(2, Clock(answer=0.01, bank=0.02)))
    faults = [step.faults for step in match.steps if step.seat == 0 and step.faults]
    assert faults[0] == ("TooSlow: did not answer 'turn' within 0.03 s and was stopped",)
    assert faults[1][0].startswith("TooSlow: did not answer ")
    assert [clock.bank for clock in player.clocks] == [0.02, 0.0, 0.0]
    assert player.clocks[0].last == 0.0
    assert player.clocks[1].last >= 0.03


class Dithering(Hanging):
    """Uses up its time for a wrong answer, and would give a right one at once when it is asked again."""

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        began = perf_counter()
        while not decision.refused and perf_counter() - began < 0.02:
            pass
        for _ in range(3):
            await asyncio.sleep(0)
        return Reply(0 if decision.refused else "dance")


def test_asking_again_goes_on_the_same_time() -> None:
    async def run() -> Match:
        match = Match(CUTTLE, CUTTLE.settings(), ["a", "b"], 1)
        players = [Dithering(), BotPlayer(RandomBot(), match, 1)]
        await run_players(match, players, Clock(answer=0.02))
        return match

    faults = asyncio.run(run()).steps[0].faults
    assert faults[-1] == "TooSlow: did not answer 'turn' within 0.02 s and was stopped"


def test_only_those_who_have_a_limit_are_stopped() -> None:
    player = Hanging()
    match = against_chance(player, TimeControl([Clock(answer=0.01), Clock()]))
    assert all(not step.faults for step in match.steps if step.seat == 1)


def test_the_tight_loop_keeps_clocks_too() -> None:
    class Reader(Bot[Any, Any]):
        clocks: list[Clock]

        def decide(self, decision: Decision[Any, Any]) -> int:
            self.clocks.append(decision.clock)
            return 0

    match, bot = Match(CUTTLE, CUTTLE.settings(), ["a", "b"], 1), Reader()
    bot.clocks = []
    run_bots(match, [bot, RandomBot()], timing=TimeControl([Clock(answer=0, bank=60), Clock()]))
    banks = [clock.bank or 0.0 for clock in bot.clocks]
    assert banks[0] == 60
    assert all(later < earlier for earlier, later in pairwise(banks))
    assert bot.clocks[0].last == 0
    assert all(clock.last > 0 for clock in bot.clocks[1:])


@pytest.mark.parametrize(
    ("game", "timeout", "bank", "clock"),
    [
        ("cuttle", None, 0, Clock(answer=5)),
        ("coup", None, 0, Clock(answer=30)),
        ("belote", None, 60, Clock(answer=30, bank=60)),
        ("coup", 2, 1, Clock(answer=2, bank=1)),
        ("coup", 0, 0, Clock()),
    ],
)
def test_the_time_of_a_run(game: str, timeout: float | None, bank: float, clock: Clock) -> None:
    assert clock_for(GAMES[game], timeout, bank) == clock


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--timeout", "-1"], "timeout must be 0 or more seconds, not -1"),
        (["--bank", "nan"], "bank must be 0 or more seconds, not nan"),
        (["--timeout", "0", "--bank", "3"], "a bank needs a timeout; the timeout is off"),
    ],
)
def test_no_such_time(arguments: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_app(["run", "cuttle", "random", "random", *arguments]) == 2
    assert told in capsys.readouterr().err
