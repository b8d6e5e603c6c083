"""Between the questions: who leaves while another is asked, and who must be waited for."""

import asyncio
from typing import Any

import liar
import pytest
from match.test_drivers import Sleeper, new_match, with_policy

from croupier.ai.random import RandomBot
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.kernel.policy import FaultPolicy, Penalty
from croupier.match.core import EXPELLED, Match
from croupier.match.drivers import run_players
from croupier.match.referee import BENCHED, Referee
from croupier.match.usher import Usher
from croupier.players.inprocess import BotPlayer


class Thinker(BotPlayer):
    """Thinks until it is told to go on; keeps what it was asked."""

    wants_news = True

    def __init__(self, match: Match, seat: int, usher: Usher) -> None:
        super().__init__(RandomBot(), match, seat)
        self.usher, self.asked, self.heard = usher, [], []

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        self.asked.append(decision)
        if len(self.asked) == 1:
            self.usher.leave(2, "went home")
            await asyncio.Event().wait()
        return await super().decide(decision)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        self.heard.extend(events)


def test_who_leaves_is_out_although_another_is_asked() -> None:
    game = with_policy(FaultPolicy({("*", "Gone"): Penalty.EXPEL}))
    match, usher = Match(game, game.settings(), ["a", "b", "c"], 5), Usher()
    referee = Referee(match)
    thinker = Thinker(match, 0, usher)
    players = [thinker, BotPlayer(RandomBot(), match, 1), BotPlayer(RandomBot(), match, 2)]
    asyncio.run(run_players(match, players, referee=referee, usher=usher))
    assert (match.steps[0].seat, match.steps[0].move, match.steps[0].faults) == (2, EXPELLED, ("Gone: went home",))
    assert [decision.question for decision in thinker.asked[:2]] == ["turn", "turn"]
    assert thinker.asked[0].view != thinker.asked[1].view
    assert referee.faults == [0, 0, 1]
    assert not any(step.seat == 2 for step in match.steps[1:])


def test_who_leaves_a_game_that_expels_nobody_is_benched() -> None:
    match, usher = new_match(liar.GAME, 3, 5), Usher()
    players = [Thinker(match, 0, usher), BotPlayer(RandomBot(), match, 1), BotPlayer(RandomBot(), match, 2)]
    asyncio.run(run_players(match, players, usher=usher))
    theirs = [step for step in match.steps if step.seat == 2]
    assert theirs[0].faults == ("Gone: went home",)
    assert all(step.ruling == BENCHED for step in theirs)


def test_a_driver_that_is_cancelled_stays_cancelled() -> None:
    async def script() -> None:
        match, usher = new_match(), Usher()
        task = asyncio.create_task(run_players(match, [Sleeper(), Sleeper()], usher=usher))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        usher.leave(1, "went home")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(script())


def test_a_question_waits_until_nobody_is_busy() -> None:
    async def script() -> None:
        match, usher = new_match(), Usher()
        players = [BotPlayer(RandomBot(), match, seat) for seat in range(2)]
        usher.hold()
        usher.hold()
        task = asyncio.create_task(run_players(match, players, usher=usher))
        for _ in range(5):
            await asyncio.sleep(0)
        usher.release()
        for _ in range(5):
            await asyncio.sleep(0)
        assert match.steps == []
        usher.release()
        await task
        assert match.over

    asyncio.run(script())
