"""The two loops and the referee: the same match either way, and a fault is its own seat's."""

import asyncio
import random
from typing import Any

import liar
import pytest

from croupier.ai.baselines import RandomBot
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Clock, Decision, Event, Reply, Said, View
from croupier.kernel.errors import Gone
from croupier.kernel.fault_policy import FaultPolicy, Penalty
from croupier.kernel.game import Game
from croupier.match.match import EXPELLED, Match
from croupier.match.referee import BENCHED, Referee
from croupier.match.run_players import run_bots, run_players
from croupier.players.inprocess import BotPlayer

CUTTLE = GAMES["cuttle"]


def new_match(game: Game = CUTTLE, seats: int = 2, seed: int = 1) -> Match:
    return Match(game, game.settings(), [f"p{seat}" for seat in range(seats)], seed)


def moves(match: Match) -> list[tuple[int, int]]:
    return [(step.seat, step.move) for step in match.steps]


class Scripted(Bot[Any, Any]):
    """Answers with what it was given, then draws."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.refusals: list[str] = []

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.refusals.append(decision.refused)
        answer = self.answers.pop(0) if self.answers else 0
        if isinstance(answer, BaseException):
            raise answer
        return answer


@pytest.mark.parametrize(("game", "seats"), [(CUTTLE, 2), (liar.GAME, 4)], ids=["cuttle", "liar"])
def test_both_loops_play_the_same_match(game: Game, seats: int) -> None:
    for seed in range(10):
        one, two = new_match(game, seats, seed), new_match(game, seats, seed)
        result = run_bots(one, [RandomBot() for _ in range(seats)])
        players = [BotPlayer(RandomBot(), two, seat) for seat in range(seats)]
        assert asyncio.run(run_players(two, players)) == result
        assert moves(one) == moves(two)


def test_a_bad_answer_is_explained_and_asked_again_once() -> None:
    match, bot = new_match(), Scripted("dance")
    referee = Referee(match)
    run_bots(match, [bot, RandomBot()], referee=referee)
    assert "'dance'" in bot.refusals[1]
    assert "legal moves: draw" in bot.refusals[1]
    assert referee.faults == [0, 0]
    assert len(match.steps[0].faults) == 1
    assert match.steps[0].ruling == ""


def test_a_second_bad_answer_is_a_fault_and_the_safe_move_is_played() -> None:
    match, referee = new_match(), None
    referee = Referee(match)
    run_bots(match, [Scripted("dance", None), RandomBot()], referee=referee)
    assert referee.faults == [1, 0]
    assert match.steps[0].ruling == Penalty.SAFE_MOVE.value
    assert [fault.partition(":")[0] for fault in match.steps[0].faults] == ["IllegalMove", "BadMessage"]


@pytest.mark.parametrize("error", [ValueError("oops"), SystemExit(), KeyboardInterrupt(), RecursionError()])
def test_whatever_a_bot_raises_is_its_own_crash(error: BaseException) -> None:
    match = new_match()
    referee = Referee(match)
    run_bots(match, [Scripted(error), RandomBot()], referee=referee)
    assert referee.faults == [1, 0]
    assert match.steps[0].faults[0].startswith(f"Crashed: {type(error).__name__}")
    assert "test_run_players.py, line" in match.steps[0].faults[0]
    assert "while answering 'turn'" in match.steps[0].faults[0]


def test_after_three_faults_a_seat_is_no_longer_asked() -> None:
    class Broken(Scripted):
        asked = 0

        def decide(self, decision: Decision[Any, Any]) -> Any:
            Broken.asked += 1
            raise RuntimeError("always")

    match = new_match()
    referee = Referee(match)
    run_bots(match, [Broken(), RandomBot()], referee=referee)
    mine = [step for step in match.steps if step.seat == 0]
    assert Broken.asked == 3 == referee.faults[0]
    assert [step.ruling for step in mine[:3]] == [Penalty.SAFE_MOVE.value] * 3
    assert all(step.ruling == BENCHED for step in mine[3:])


def test_a_bot_that_cannot_sit_down_plays_safe_moves() -> None:
    class Late(RandomBot):
        def on_start(self) -> None:
            raise RuntimeError("no seat")

    match = new_match()
    run_bots(match, [Late(), RandomBot()])
    mine = [step for step in match.steps if step.seat == 0]
    assert all(step.ruling == BENCHED for step in mine)
    assert mine[0].faults[0].startswith("Crashed: RuntimeError: no seat (test_run_players.py, line")
    assert all(not step.faults for step in mine[1:])


def test_a_fault_in_observe_costs_the_news_only() -> None:
    class Deaf(RandomBot):
        def observe(self, event: Event, view: View) -> None:
            raise RuntimeError("what?")

    match = new_match()
    referee = Referee(match)
    run_bots(match, [Deaf(), RandomBot()], referee=referee)
    assert referee.faults == [0, 0]


def test_observe_gets_every_event_once_in_order_to_the_end() -> None:
    heard: list[Event] = []

    class Listener(RandomBot):
        def observe(self, event: Event, view: View) -> None:
            heard.append(event)

    match = new_match()
    run_bots(match, [Listener(), RandomBot()])
    expected = [event for step in range(len(match.steps) + 1) for event in match.happened(0, step)]
    assert heard == expected


def test_talk_and_notes_are_kept_with_their_limits() -> None:
    class Chatty(RandomBot):
        def decide(self, decision: Decision[Any, Any]) -> int:
            for _ in range(9):
                self.say("x" * 999)
            self.note = "thinking" if decision.id == 1 else ""
            return 0

    match = new_match()
    run_bots(match, [Chatty(), RandomBot()])
    assert match.steps[0].say == ("x" * 200,) * 5
    assert match.steps[0].note == "thinking"
    assert [step.note for step in match.steps if step.seat == 0][1] == ""


def with_policy(policy: FaultPolicy) -> Game:
    game = liar.Liar()
    game.policy = policy
    return game


@pytest.mark.parametrize("penalty", [Penalty.EXPEL, Penalty.RANDOM_MOVE_AND_EXPEL])
def test_a_policy_can_expel(penalty: Penalty) -> None:
    game = with_policy(FaultPolicy({("turn", "Crashed"): penalty}))
    match = Match(game, game.settings(), ["a", "b", "c"], 5)
    run_bots(match, [Scripted(RuntimeError("x")), RandomBot(), RandomBot()])
    expelled = [number for number, step in enumerate(match.steps) if step.move == EXPELLED]
    assert len(expelled) == 1
    assert all(step.seat != 0 for step in match.steps[expelled[0] + 1 :])
    assert expelled[0] == (0 if penalty is Penalty.EXPEL else 1)


@pytest.mark.parametrize("penalty", [Penalty.EXPEL, Penalty.RANDOM_MOVE_AND_EXPEL])
@pytest.mark.parametrize("at_once", [True, False])
def test_who_fails_at_a_sealed_answer_leaves_when_all_have_answered(penalty: Penalty, at_once: bool) -> None:
    class Shy(RandomBot):
        def decide(self, decision: Decision[Any, Any]) -> int:
            if decision.question == "answer":
                raise RuntimeError("no")
            return super().decide(decision)

    game = with_policy(FaultPolicy({("answer", "Crashed"): penalty}))
    for seed in range(10):
        match = Match(game, game.settings(), ["a", "b", "c", "d"], seed)
        bots = [Shy(), Shy(), RandomBot(), RandomBot()]
        if at_once:
            asyncio.run(run_players(match, [BotPlayer(bot, match, seat) for seat, bot in enumerate(bots)]))
        else:
            run_bots(match, bots)
        for seat in (0, 1):
            mine = [step for step in match.steps if step.seat == seat]
            failed = [number for number, step in enumerate(mine) if step.faults]
            assert not failed or (len(failed) == 1 and len(mine) <= failed[0] + 2)


def test_nobody_is_expelled_while_sealed_answers_are_open() -> None:
    match = new_match(liar.GAME, 4, 3)
    while match.state.sealed == 0:
        match.ask()
        match.play(0)
    with pytest.raises(ValueError, match="not during it"):
        match.expel(0)


def test_a_policy_can_play_a_random_move() -> None:
    game = with_policy(FaultPolicy({("*", "Crashed"): Penalty.RANDOM_MOVE}, faults=1000))
    chosen: set[int] = set()
    for seed in range(12):
        match = Match(game, game.settings(), ["a", "b", "c"], seed)
        run_bots(match, [Scripted(RuntimeError("x")), RandomBot(), RandomBot()])
        chosen.add(match.steps[0].move)
        again = Match(game, game.settings(), ["a", "b", "c"], seed)
        run_bots(again, [Scripted(RuntimeError("x")), RandomBot(), RandomBot()])
        assert again.steps[0].move == match.steps[0].move
    assert len(chosen) > 3


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ({}, Penalty.SAFE_MOVE),
        ({("*", "TooSlow"): Penalty.RANDOM_MOVE}, Penalty.RANDOM_MOVE),
        ({("*", "TooSlow"): Penalty.RANDOM_MOVE, ("turn", "*"): Penalty.EXPEL}, Penalty.EXPEL),
        ({("turn", "TooSlow"): Penalty.SAFE_MOVE, ("turn", "*"): Penalty.EXPEL}, Penalty.SAFE_MOVE),
        ({("other", "*"): Penalty.EXPEL}, Penalty.SAFE_MOVE),
    ],
)
def test_the_most_specific_penalty_holds(table: dict[tuple[str, str], Penalty], expected: Penalty) -> None:
    from croupier.kernel.errors import TooSlow

    assert FaultPolicy(table).penalty("turn", TooSlow(""), 0) is expected


class Sleeper:
    """A player that never answers."""

    wants_news = False

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        await asyncio.Event().wait()
        raise AssertionError

    async def observe(self, events: tuple[Event, ...], view: View) -> None: ...


class Leaver(Sleeper):
    """A player that has gone."""

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        raise Gone("hung up")


def test_who_does_not_answer_in_time_is_too_slow() -> None:
    match = new_match()
    referee = Referee(match)
    players = [Sleeper(), BotPlayer(RandomBot(), match, 1)]
    asyncio.run(run_players(match, players, Clock(answer=0.01), referee=referee))
    assert referee.faults[0] == 3
    assert match.steps[0].faults == ("TooSlow: did not answer 'turn' within 0.01 s and was stopped",)


def test_who_is_gone_is_not_asked_again() -> None:
    match = new_match()
    referee = Referee(match)
    asyncio.run(run_players(match, [Leaver(), BotPlayer(RandomBot(), match, 1)], referee=referee))
    assert referee.faults[0] == 1
    assert [step.ruling for step in match.steps if step.seat == 0][1] == BENCHED


def test_those_who_want_news_get_it_at_once_and_all_of_it() -> None:
    class Reporter(BotPlayer):
        wants_news = True
        heard: list[Event]

        async def observe(self, events: tuple[Event, ...], view: View) -> None:
            self.heard.extend(events)

    for seed in range(5):
        match = new_match(liar.GAME, 4, seed)
        reporter = Reporter(RandomBot(), match, 0)
        reporter.heard = []
        others = [BotPlayer(RandomBot(), match, seat) for seat in (1, 2, 3)]
        asyncio.run(run_players(match, [reporter, *others]))
        told = [event for step in range(len(match.steps) + 1) for event in match.happened(0, step)]
        assert reporter.heard == told


def test_those_who_want_news_hear_the_last_words_once() -> None:
    """What is said after their last question rides with no other; what happened they know already."""

    class Chatty(RandomBot):
        def decide(self, decision: Decision[Any, Any]) -> int:
            self.say(f"number {decision.id}")
            return super().decide(decision)

    class Reporter(BotPlayer):
        wants_news = True

        async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
            said.extend(event for event in decision.events if isinstance(event, Said))
            return await super().decide(decision)

        async def observe(self, events: tuple[Event, ...], view: View) -> None:
            heard.extend(events)

    for seed in range(5):
        heard: list[Event] = []
        said: list[Event] = []
        match = new_match(seed=seed)
        asyncio.run(run_players(match, [Reporter(RandomBot(), match, 0), BotPlayer(Chatty(), match, 1)]))
        told = [event for step in range(len(match.steps) + 1) for event in match.happened(0, step)]
        assert [event for event in heard if not isinstance(event, Said)] == told
        spoken = [Said(1, text) for step in match.steps if step.seat == 1 for text in step.say]
        assert said + [event for event in heard if isinstance(event, Said)] == spoken


def test_a_bot_using_the_global_random_can_be_repeated() -> None:
    class Careless(Bot[Any, Any]):
        seeds_random = True

        def decide(self, decision: Decision[Any, Any]) -> int:
            return random.randrange(len(decision.moves))

    one, two = new_match(), new_match()
    run_bots(one, [Careless(), RandomBot()])
    random.random()
    run_bots(two, [Careless(), RandomBot()])
    assert moves(one) == moves(two)


def test_two_copies_of_a_bot_win_once_each_on_one_deal() -> None:
    for seed in range(20):
        results = []
        for _ in range(2):
            match = new_match(seed=seed)
            results.append(run_bots(match, [RandomBot(), RandomBot()]).places)
        assert results[0] == results[1], "the winner is the seat, so with seats exchanged each copy wins once"
