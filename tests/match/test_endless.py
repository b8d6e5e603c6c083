"""A turn without an end: after a thousand actions the safe move is played in its place, whoever plays."""

import asyncio

import pytest
from liar import GAME as LIAR
from liar import Liar
from liar.codes import M_SWAP
from liar.rules import LiarState

from croupier.kernel.bot import Bot
from croupier.match.match import Match
from croupier.match.referee import ACTION_LIMIT
from croupier.match.run_players import run_bots, run_players
from croupier.players.inprocess import BotPlayer


class FidgetState(LiarState):
    """Swapping changes nothing here, and the turn goes on."""

    def apply(self, move):
        if move >= M_SWAP:
            self.n_events = 0
        else:
            super().apply(move)


class Fidget(Liar):
    def make_state(self, settings, seats):
        return FidgetState(seats, settings.deals, settings.lives, settings.teams)


FIDGET = Fidget()


class Steady(Bot):
    def decide(self, decision):
        return 0


class Fidgeting(Bot):
    def decide(self, decision):
        return len(decision.moves) - 1 if decision.question == "turn" else 0


def played(driver, *bots):
    match = Match(FIDGET, FIDGET.settings(), ("a", "b", "c"), 7)
    if driver == "bots":
        run_bots(match, bots)
    else:
        asyncio.run(run_players(match, [BotPlayer(bot, match, seat) for seat, bot in enumerate(bots)]))
    return match


@pytest.mark.parametrize("driver", ["bots", "players"])
def test_a_turn_is_cut_short(driver):
    match = played(driver, Fidgeting(), Steady(), Steady())
    faults = [step for step in match.steps if step.faults]
    assert {step.seat for step in faults} == {0}
    assert faults[0].faults == ("Endless: took 1,000 actions in one turn, the last at 'turn'",)
    assert {step.ruling for step in faults} == {"safe move"}
    assert match.steps.index(faults[0]) == ACTION_LIMIT
    # Three faults, and it is asked no more.
    assert len(faults) == 3
    assert {step.ruling for step in match.steps if step.seat == 0} >= {"", "safe move", "benched"}


@pytest.mark.parametrize("driver", ["bots", "players"])
def test_patient_players_are_left_alone(driver):
    assert not [step for step in played(driver, Steady(), Steady(), Steady()).steps if step.faults]


def test_actions_count_while_nobody_else_is_asked_the_same():
    match = Match(LIAR, LIAR.settings(), ("a", "b", "c"), 7)
    last = {}
    for _ in range(12):
        decision = match.ask()
        asked, count = last.get(decision.question, (None, 0))
        assert match.actions() == (count if asked == decision.seat else 0)
        last[decision.question] = (decision.seat, match.actions() + 1)
        match.play(0)
