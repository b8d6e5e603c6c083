"""What a client gathers from lines is what the same seat would be shown: compared question by question."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from croupier.ai.baselines import RandomBot
from croupier.games.coup import GAME, Bluffer, Honest
from croupier.games.coup.events import Allowed, Answered
from croupier.games.coup.lines.v1 import V1LineTranslator
from croupier.games.coup.view import CoupView
from croupier.kernel.bot import Bot
from croupier.kernel.decision import Decision, Event, Reply, View
from croupier.match.match import Match
from croupier.match.run_players import run_bots, run_players
from croupier.players.coupbots.client_bot import BotOverLines
from croupier.players.inprocess import BotPlayer

SHUFFLES = 5  # how often the court was shuffled is told by no line, and read by no bot


class Noting(Bot[Any, Any]):
    """Keeps every question that the bot behind it is asked."""

    def __init__(self, bot: Bot[Any, Any]) -> None:
        self.bot = bot
        self.asked: list[Decision[Any, Any]] = []

    def on_start(self) -> None:
        self.bot.sit(self.table, self.seat, 1)

    def decide(self, decision: Decision[Any, Any]) -> Any:
        self.asked.append(decision)
        self.bot.face(decision.id)
        return self.bot.decide(decision)


class LineSeat:
    """A seat that is played by lines, without a socket."""

    wants_news = True

    def __init__(self, bot: Noting, match: Match, seat: int) -> None:
        self.bot, self.brain = bot, BotOverLines(bot, 1)
        self.clerk = V1LineTranslator(seat, match.table.settings.window == "joint")
        self.number = f"{seat + 1}"
        self.brain.receive(f"PLAYER|{self.number}")
        self.brain.receive("START")
        assert list(self.brain.checkout) == [f"READY|{self.number}"]
        self.brain.checkout.clear()
        self.compared = 0
        self.told: list[Event] = []
        self.all_events: list[Event] = []
        self.news: list[Event] = []

    def hand_over(self, line: Any) -> None:
        self.clerk.mark_sent(line)
        self.brain.receive(line.text)
        while self.brain.checkout:
            text = self.brain.checkout.popleft()
            assert self.clerk.read_answer(text), (line, text)

    async def observe(self, events: tuple[Event, ...], view: View) -> None:
        assert isinstance(view, CoupView)
        self.all_events += events
        for line in self.clerk.write_lines(events, view):
            self.hand_over(line)

    async def decide(self, decision: Decision[Any, Any]) -> Reply[Any]:
        line = self.clerk.ask(decision)
        if line is not None:
            self.hand_over(line)
        if self.clerk._joint:
            self.compare(decision)
        answer = self.clerk.take(decision)
        self.clerk.stop_waiting()
        assert answer is not None
        return Reply(answer)

    def compare(self, truth: Decision[Any, Any]) -> None:
        mine = self.bot.asked[self.compared]
        self.compared += 1
        assert (mine.question, mine.moves, mine.id) == (truth.question, truth.moves, truth.id)
        self.told += [event for event in truth.events if not isinstance(event, Allowed | Answered)]
        self.news += mine.events
        one, other = list(mine.view.ints), list(truth.view.ints)
        one[SHUFFLES] = other[SHUFFLES]
        assert one == other, f"{mine.view!r}\n{truth.view!r}"


def play(seed: int, seats: int, window: str) -> list[LineSeat]:
    match = Match(GAME, GAME.settings({"window": window}), [f"p{seat}" for seat in range(seats)], seed)
    bots = [RandomBot, Honest, Bluffer]
    lines = [LineSeat(Noting(bots[(seed + seat) % 3]()), match, seat) for seat in range(seats)]
    asyncio.run(run_players(match, lines))
    assert not any(step.faults for step in match.steps)
    return lines


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_the_view_from_lines_is_the_view_at_the_table(seats: int) -> None:
    compared = 0
    for seed in range(25):
        compared += sum(line.compared for line in play(seed, seats, "joint"))
    assert compared > 500


@pytest.mark.parametrize("seats", [2, 4])
def test_the_news_from_lines_is_what_happened(seats: int) -> None:
    """Some of it is told a little later, and nothing of it is lost, doubled or wrong."""
    for seed in range(25):
        for line in play(seed, seats, "joint"):
            if line.compared:
                assert not Counter(map(repr, line.news)) - Counter(map(repr, everything(line))), line.number
                late = Counter(map(repr, line.told)) - Counter(map(repr, line.news))
                assert late.total() <= 3, (late, "only what is still going on")


def everything(line: LineSeat) -> list[Event]:
    return [event for event in line.all_events if not isinstance(event, Allowed | Answered)]


def test_every_answer_is_legal_with_two_windows_as_well() -> None:
    for seed in range(25):
        play(seed, 2 + seed % 5, "official")


def test_an_honest_bot_plays_the_same_match_by_lines() -> None:
    """Its answers depend on the view alone, so the match is the same to the last move."""
    for seed in range(30):
        settings = GAME.settings({"window": "joint"})
        one, two = (Match(GAME, settings, ("a", "b", "c"), seed) for _ in range(2))
        run_bots(one, [Honest(), Honest(), Honest()])
        asyncio.run(run_players(two, [LineSeat(Noting(Honest()), two, seat) for seat in range(3)]))
        assert [step.move for step in one.steps] == [step.move for step in two.steps]


def test_a_target_that_has_just_left_is_chosen_anew() -> None:
    class Thief(Honest):
        asked = 0

        def act(self, view: CoupView) -> str:
            Thief.asked += 1
            return f"steal {view.rivals[-1]}"

    brain = BotOverLines(Thief(), 1)
    for line in ("PLAYER|1", "START", "DECK|1|CAPTAIN|DUKE", "COINS|1|2", "PLAYER|2", "PLAYER|3", "TURN|1"):
        brain.receive(line)
    assert list(brain.checkout) == ["READY|1", "ACT|1|STEAL|3"]
    for line in ("LOSE|3|DUKE", "LOSE|3|CAPTAIN", "END|3", "COINS|3|0", "ILLEGAL|1"):
        brain.receive(line)
    assert brain.checkout[-1] == "ACT|1|STEAL|2"
    assert Thief.asked == 2


def test_numbers_need_not_be_seats() -> None:
    brain = BotOverLines(Honest(), 1)
    for line in ("PLAYER|20", "START", "DECK|20|CAPTAIN|AMBASSADOR", "COINS|20|2", "PLAYER|7", "PLAYER|31", "TURN|20"):
        brain.receive(line)
    assert brain.checkout[-1] in ("ACT|20|STEAL|7", "ACT|20|STEAL|31")


def test_a_bot_that_fails_sends_the_safe_move_and_says_so() -> None:
    class Broken(Honest):
        def act(self, view: CoupView) -> str:
            raise ZeroDivisionError("oops")

    told: list[str] = []
    brain = BotOverLines(Broken(), 1, told.append)
    for line in ("PLAYER|1", "START", "DECK|1|CAPTAIN|DUKE", "COINS|1|2", "PLAYER|2", "TURN|1"):
        brain.receive(line)
    assert brain.checkout[-1] == "ACT|1|INCOME"
    assert "Crashed: ZeroDivisionError: oops" in told[0]
    assert told[0].endswith("; sent income instead")


def test_lines_and_tables_of_all_kinds_mix() -> None:
    for seed in range(20):
        match = Match(GAME, GAME.settings({"window": "joint"}), ("a", "b", "c", "d"), seed)
        players = [
            LineSeat(Noting(Bluffer()), match, 0),
            BotPlayer(RandomBot(), match, 1),
            LineSeat(Noting(Honest()), match, 2),
            BotPlayer(Bluffer(), match, 3),
        ]
        asyncio.run(run_players(match, players))
        assert not any(step.faults for step in match.steps)
