"""A match again before the eyes of players: each gets what its seat got, byte for byte and in the same order."""

import asyncio
from typing import Any

import msgspec
import pytest

from croupier.ai.baselines import RandomBot
from croupier.games import GAMES
from croupier.kernel.bot import Bot
from croupier.kernel.decision import NO_CLOCK, Decision, Event, Reply, View
from croupier.kernel.errors import Crashed, IllegalMove
from croupier.kernel.game import Game
from croupier.kernel.wire import encode, question_message
from croupier.match.match import EXPELLED, Match
from croupier.match.playback import CaughtUpPlayer, ReaskedDecision, questions_to, replay_from_deal, replay_with_players
from croupier.match.referee import BENCHED, Referee
from croupier.match.run_players import run_bots, run_players
from croupier.players.inprocess import BotPlayer

SHORT = {"bluff": {"max_turns": 4}}


@pytest.fixture(params=GAMES.values(), ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    return request.param


def new_match(game: Game, seats: int = 0, seed: int = 3) -> Match:
    names = [f"p{seat}" for seat in range(seats or game.seats[0])]
    return Match(game, game.settings(SHORT.get(game.name, {})), names, seed)


async def rehearsed(script: Match, players: dict[int, Any], listen: Any = None, until: int | None = None) -> Match:
    match = replay_from_deal(script)
    await replay_with_players(script, match, players, listen, until)
    return match


class Diary(Bot[Any, Any]):
    """Writes down all that reaches it, moves at random and talks."""

    def __init__(self) -> None:
        self.pages: list[bytes] = []
        self.luck: list[int] = []

    def observe(self, event: Event, view: View) -> None:
        self.pages.append(repr((event, view.ints)).encode())

    def decide(self, decision: Decision[Any, Any]) -> int:
        self.pages.append(encode(question_message(decision)))
        self.say(f"decision {decision.id}")
        self.luck.append(self.rng.below(10**6))
        return self.luck[-1] % len(decision.moves)


def test_every_seat_gets_the_same_again_and_answers_the_same(game: Game) -> None:
    match = new_match(game)
    diaries = [Diary() for _ in range(match.table.seats)]
    run_bots(match, diaries)
    for seat, diary in enumerate(diaries):
        heard: list[ReaskedDecision] = []
        second = Diary()
        repeated = asyncio.run(rehearsed(match, {seat: BotPlayer(second, match, seat)}, heard.append))
        assert second.pages == diary.pages
        assert second.luck == diary.luck
        assert [each.agrees for each in heard] == [True] * len(diary.luck)
        assert [each.answer.say for each in heard] == [match.steps[step].say for step in questions_to(match, seat)]
        assert repeated.steps == match.steps
        assert repeated.result() == match.result()


def test_another_answer_is_noted_and_changes_nothing(game: Game) -> None:
    match = new_match(game)
    run_bots(match, [Diary() for _ in range(match.table.seats)])
    last: list[ReaskedDecision] = []

    class Other(Bot[Any, Any]):
        def decide(self, decision: Decision[Any, Any]) -> int:
            return len(decision.moves) - 1

    repeated = asyncio.run(rehearsed(match, {0: BotPlayer(Other(), match, 0)}, last.append))
    assert repeated.steps == match.steps
    for each in last:
        assert each.now == str(each.decision.moves[-1])
        assert each.agrees == (each.now == each.played)
    assert not all(each.agrees for each in last)


class Radio:
    """A player from elsewhere who wants all news at once."""

    wants_news = True

    def __init__(self, match: Match, seat: int) -> None:
        self._player = BotPlayer(RandomBot(), match, seat)
        self.heard: list[object] = []

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        self.heard.append(encode(question_message(msgspec.structs.replace(decision, clock=NO_CLOCK))))
        return await self._player.decide(decision)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        self.heard.append((events, view.ints))


def test_news_comes_in_the_same_order_to_those_who_want_it_at_once(game: Game) -> None:
    match = new_match(game)
    radio = Radio(match, 0)
    others = [BotPlayer(RandomBot(), match, seat) for seat in range(1, match.table.seats)]
    asyncio.run(run_players(match, [radio, *others]))
    second = Radio(match, 0)
    asyncio.run(rehearsed(match, {0: second}))
    assert second.heard == radio.heard


def test_a_driver_that_goes_on_does_not_tell_the_news_twice(game: Game) -> None:
    match = new_match(game)
    seats = range(match.table.seats)
    radio = Radio(match, 0)
    asyncio.run(run_players(match, [radio, *(BotPlayer(RandomBot(), match, seat) for seat in seats[1:])]))
    until = len(match.steps) // 2

    async def go_on() -> list[object]:
        second = Radio(match, 0)
        players = {0: second, **{seat: BotPlayer(RandomBot(), match, seat) for seat in seats[1:]}}
        half = await rehearsed(match, players, until=until)
        await run_players(half, [CaughtUpPlayer(players[seat]) for seat in seats])
        return second.heard

    assert asyncio.run(go_on()) == radio.heard


class Scripted(Bot[Any, Any]):
    """Answers with what it was given, then with the safe move; writes down what it was refused."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[tuple[int, str]] = []

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.asked.append((decision.id, decision.refused))
        answer = self.answers.pop(0) if self.answers else 0
        if isinstance(answer, BaseException):
            raise answer
        return answer


def test_a_seat_that_was_benched_is_asked_only_what_it_was_asked() -> None:
    match, bot = new_match(GAMES["cuttle"]), Scripted(*[RuntimeError("ouch")] * 3)
    run_bots(match, [bot, RandomBot()], referee=Referee(match))
    assert any(step.ruling == BENCHED for step in match.steps)
    heard: list[ReaskedDecision] = []
    asyncio.run(rehearsed(match, {0: BotPlayer(Scripted(), match, 0)}, heard.append))
    assert [each.decision.id for each in heard] == [1, 2, 3]
    assert [each.agrees for each in heard] == [False] * 3, "then it was the referee who answered"
    assert {each.now for each in heard} == {each.played for each in heard}


def test_a_seat_that_was_expelled_is_asked_its_last_question() -> None:
    match = new_match(GAMES["coup"], 3)
    decision = match.ask()
    assert decision is not None
    match.expel(decision.seat, ("Crashed: ouch",), "expel")
    run_bots(match, [RandomBot() for _ in range(3)])
    heard: list[ReaskedDecision] = []
    bot = Scripted()
    repeated = asyncio.run(rehearsed(match, {decision.seat: BotPlayer(bot, match, decision.seat)}, heard.append))
    assert repeated.steps == match.steps
    assert match.steps[0].move == EXPELLED
    assert [(each.decision.id, each.played, each.agrees) for each in heard] == [(1, "nothing", False)]


@pytest.mark.parametrize(
    ("answers", "now", "kinds"),
    [
        (("dance",), "draw", ["IllegalMove"]),
        (("dance", "sing"), "nothing", ["IllegalMove", "IllegalMove"]),
        ((RuntimeError("ouch"),), "nothing", ["Crashed"]),
    ],
)
def test_a_fault_now_is_heard_as_the_game_would_judge_it(answers: tuple[Any, ...], now: str, kinds: list[str]) -> None:
    match = new_match(GAMES["cuttle"])
    run_bots(match, [Scripted(), RandomBot()])
    heard: list[ReaskedDecision] = []
    bot = Scripted(*answers)
    asyncio.run(rehearsed(match, {0: BotPlayer(bot, match, 0)}, heard.append, until=1))
    (first,) = heard
    assert (first.now, first.agrees) == (now, now == "draw")
    assert [fault.partition(":")[0] for fault in first.answer.faults] == kinds
    assert {IllegalMove.__name__, Crashed.__name__} >= set(kinds)
    assert len(bot.asked) == len(answers) + (now == "draw")


def test_the_clock_stands_still(game: Game) -> None:
    match = new_match(game)
    run_bots(match, [RandomBot() for _ in range(match.table.seats)])
    heard: list[ReaskedDecision] = []
    asyncio.run(rehearsed(match, {0: BotPlayer(RandomBot(), match, 0)}, heard.append))
    assert heard
    assert all(each.decision.clock.answer is None for each in heard)
