"""Between the questions: who leaves while another is asked, and who must be waited for."""

import asyncio
from typing import Any

import liar
import pytest
from match.test_run_players import Sleeper, new_match, with_policy

from croupier.ai.baselines import RandomBot
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.kernel.fault_policy import FaultPolicy, Penalty
from croupier.match.match import EXPELLED, Match
from croupier.match.presence import Presence
from croupier.match.referee import BENCHED, Referee
from croupier.match.run_players import run_players
from croupier.players.inprocess import BotPlayer


class Thinker(BotPlayer):
    """Thinks until it is told to go on; keeps what it was asked."""

    wants_news = True

    def __init__(self, match: Match, seat: int, presence: Presence) -> None:
        super().__init__(RandomBot(), match, seat)
        self.presence, self.asked, self.heard = presence, [], []

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        self.asked.append(decision)
        if len(self.asked) == 1:
            self.presence.leave(2, "went home")
            await asyncio.Event().wait()
        return await super().decide(decision)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        self.heard.extend(events)


def test_who_leaves_is_out_although_another_is_asked() -> None:
    game = with_policy(FaultPolicy({("*", "Gone"): Penalty.EXPEL}))
    match, presence = Match(game, game.settings(), ["a", "b", "c"], 5), Presence()
    referee = Referee(match)
    thinker = Thinker(match, 0, presence)
    players = [thinker, BotPlayer(RandomBot(), match, 1), BotPlayer(RandomBot(), match, 2)]
    asyncio.run(run_players(match, players, referee=referee, presence=presence))
    assert (match.steps[0].seat, match.steps[0].move, match.steps[0].faults) == (2, EXPELLED, ("Gone: went home",))
    assert [decision.question for decision in thinker.asked[:2]] == ["turn", "turn"]
    assert thinker.asked[0].view != thinker.asked[1].view
    assert referee.faults == [0, 0, 1]
    assert not any(step.seat == 2 for step in match.steps[1:])


def test_who_leaves_a_game_that_expels_nobody_is_benched() -> None:
    match, presence = new_match(liar.GAME, 3, 5), Presence()
    players = [Thinker(match, 0, presence), BotPlayer(RandomBot(), match, 1), BotPlayer(RandomBot(), match, 2)]
    asyncio.run(run_players(match, players, presence=presence))
    theirs = [step for step in match.steps if step.seat == 2]
    assert theirs[0].faults == ("Gone: went home",)
    assert all(step.ruling == BENCHED for step in theirs)


def test_a_driver_that_is_cancelled_stays_cancelled() -> None:
    async def script() -> None:
        match, presence = new_match(), Presence()
        task = asyncio.create_task(run_players(match, [Sleeper(), Sleeper()], presence=presence))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        presence.leave(1, "went home")
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(script())


def test_a_question_waits_until_nobody_is_busy() -> None:
    async def script() -> None:
        match, presence = new_match(), Presence()
        players = [BotPlayer(RandomBot(), match, seat) for seat in range(2)]
        presence.hold()
        presence.hold()
        task = asyncio.create_task(run_players(match, players, presence=presence))
        for _ in range(5):
            await asyncio.sleep(0)
        presence.release()
        for _ in range(5):
            await asyncio.sleep(0)
        assert match.steps == []
        presence.release()
        await task
        assert match.over

    asyncio.run(script())
