"""Rule 10.2: what becomes of a seat that does not answer as it must."""

from typing import Any

import pytest

from croupier.ai.baselines import RandomBot
from croupier.games.coup import GAME, CoupBot, CoupView
from croupier.kernel.bot import Bot
from croupier.kernel.bot_rng import BotRandom
from croupier.kernel.decision import Decision
from croupier.kernel.errors import Gone, IllegalMove, TooSlow
from croupier.match.match import EXPELLED, Match
from croupier.match.run_players import run_bots


class Failing(Bot[Any, Any]):
    """Plays by chance, but answers one kind of question in its own way."""

    def __init__(self, question: str, answer: Any) -> None:
        self._question = question
        self._answer = answer

    def decide(self, decision: Decision[Any, Any]) -> Any:
        if decision.question == self._question:
            if isinstance(self._answer, Exception):
                raise self._answer
            return self._answer
        return self.rng.below(len(decision.moves))


def play(failing: Failing, seed: int) -> Match:
    match = Match(GAME, GAME.settings(), ("a", "b", "c"), seed)
    run_bots(match, [failing, RandomBot(), RandomBot()])
    return match


@pytest.mark.parametrize("question", GAME.questions)
@pytest.mark.parametrize(
    "answer", ["nonsense", object(), Gone("left"), IllegalMove("no")], ids=lambda a: type(a).__name__
)
def test_10_2_who_leaves_or_answers_nonsense_twice_is_out(question: str, answer: Any) -> None:
    met = 0
    for seed in range(12):
        match = play(Failing(question, answer), seed)
        faulty = [step for step in match.steps if step.seat == 0 and step.faults]
        if faulty:
            met += 1
            assert sum(step.seat == 0 and step.move == EXPELLED for step in match.steps) == 1 or not match.view(
                1
            ).is_alive(0)
            assert match.result().places[0] > 1
    assert met


@pytest.mark.parametrize("error", [TooSlow("late"), ZeroDivisionError()], ids=lambda e: type(e).__name__)
def test_10_2_the_safe_move_is_played_for_the_slow_and_the_broken(error: Exception) -> None:
    match = play(Failing("act", error), 3)
    steps = [step for step in match.steps if step.seat == 0 and step.ruling]
    assert steps[0].ruling == "safe move"
    assert all(step.move != EXPELLED for step in steps)
    assert {step.ruling for step in steps[3:]} <= {"benched"}


def test_10_1_the_safe_moves() -> None:
    luck = BotRandom(5)
    seen = set()
    for seed in range(200):
        match = Match(GAME, GAME.settings(), ("a", "b", "c"), seed)
        while (decision := match.ask()) is not None:
            safe, view = str(decision.moves[0]), decision.view
            match decision.question:
                case "act" if view.must_coup:
                    assert safe == f"coup {view.rivals[0]}"
                    seen.add("coup")
                case "act":
                    assert safe == "income"
                case "respond" | "block" | "challenge_block":
                    assert safe == "allow"
                case "show" if view.claimed in view.hand:
                    assert safe == f"show {view.claimed}"
                case "show" | "lose":
                    assert safe == f"lose {view.hand[0]}"
                case _:
                    assert safe == f"keep {' '.join(view.hand)}"
            seen.add(decision.question)
            match.play(luck.below(len(decision.moves)) if decision.question != "act" or luck.below(2) else 0)
    assert seen == {*GAME.questions, "coup"}


class Quiet(CoupBot):
    """Only what must be implemented."""

    def act(self, view: CoupView) -> str:
        return f"coup {view.rivals[0]}" if view.must_coup else "income"


def test_10_1_the_defaults_of_the_friendly_class_are_legal() -> None:
    for seed in range(20):
        match = Match(GAME, GAME.settings({"window": ["official", "joint"][seed % 2]}), ("a", "b", "c"), seed)
        run_bots(match, [Quiet(), RandomBot(), RandomBot()])
        assert not any(step.faults for step in match.steps)
